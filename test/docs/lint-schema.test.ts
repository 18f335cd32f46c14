import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/lint/rules/registry.ts';
import { byCodeUnit } from '../../src/model/lists.ts';
import { WRITE_DOCS } from '../support/generated-part.ts';

const PATH = 'schemas/lint.schema.json';

/** The list of a schema in the form of the formatter: one line where it fits, else a line for each name. */
function enumText(names: readonly string[], indent: string): string {
  const quoted = names.map((name) => JSON.stringify(name));
  const line = `"enum": [${quoted.join(', ')}]`;
  const inside = `\n${indent}  `;
  return indent.length + line.length <= 120 ? line : `"enum": [${inside}${quoted.join(`,${inside}`)}\n${indent}]`;
}

/** Rules that the service enforces cannot be set, so they are not in the schema. */
const settable = RULES.filter(({ scope }) => scope !== 'file')
  .flatMap(({ id, aliases = [] }) => [id, ...aliases])
  .sort(byCodeUnit);

test('the schema of lint settings names every rule that can be set, where rules get levels and where they are waived', () => {
  const now = readFileSync(PATH, 'utf8');
  // Names of rules have a slash, and no other value of the schema has.
  const lists = /^( *)"enum": \[(?=\s*"[a-z-]+\/)[^\]]*\]/gm;
  const next = now.replace(lists, (_, indent: string) => `${indent}${enumText(settable, indent)}`);
  expect(now.match(lists)).toHaveLength(2);
  if (process.env.LEXFORM_WRITE_DOCS !== undefined && next !== now) writeFileSync(PATH, next);
  else expect(now, `${PATH} is not current: run \`${WRITE_DOCS}\`, then \`npm run types\``).toBe(next);
});
