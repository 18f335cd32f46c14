import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The command that writes all generated parts of the documents anew. */
export const WRITE_DOCS = 'npm run docs:write';

const beginOf = (name: string): string => `<!-- ${name}: generated, ${WRITE_DOCS} writes it -->\n`;
const END = '<!-- end of the generated part -->';

/**
 * Holds that a document shows a text between the marks of this name. On a difference the failure says which command
 * writes the part anew; that command runs the same test with `LEXFORM_WRITE_DOCS` set.
 */
export function expectGenerated(page: string, name: string, text: string): void {
  const now = readFileSync(page, 'utf8');
  const [begin, part] = [beginOf(name), `\n${text.trim()}\n\n`];
  const from = now.indexOf(begin) + begin.length;
  const to = now.indexOf(END, from);
  if (!now.includes(begin) || to < 0) throw new Error(`${page} has no part "${name}": it begins with ${begin}`);
  if (now.slice(from, to) === part) return;
  if (process.env.LEXFORM_WRITE_DOCS !== undefined) writeFileSync(page, now.slice(0, from) + part + now.slice(to));
  else expect(now.slice(from, to), `${page} is not current: run \`${WRITE_DOCS}\``).toBe(part);
}
