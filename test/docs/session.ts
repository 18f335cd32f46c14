import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { WRITE_DOCS } from '../support/generated-part.ts';
import { tempFolder } from '../support/git-repository.ts';
import { commandsIn, type SessionWorld, sessionSteps } from '../support/session.ts';

/** Stands in a page for lines that it leaves out. */
const REST = '…';

/** How a page may end a command that does not succeed, in a comment before its block. */
const EXITS = /<!-- exits with (\d+) -->\n$/;

interface Session extends SessionWorld {
  /** Of a page of `docs/`. */
  readonly page: string;
  /** Fills the folder in which the session begins. */
  readonly begin?: (folder: string) => void | Promise<void>;
}

/** As much of what was shown as the page shows of it: as many lines before its ellipsis and after it. */
function asFarAs(page: string, shown: string): string {
  const [wanted, lines] = [page.split('\n'), shown.split('\n')];
  const before = wanted.indexOf(REST);
  const after = wanted.length - before - 1;
  if (before < 0 || before + after >= lines.length) return shown;
  return [...lines.slice(0, before), REST, ...lines.slice(lines.length - after)].join('\n');
}

/**
 * Runs every command of the console blocks of a page, in their order, and holds that it shows what the page says; with
 * `LEXFORM_WRITE_DOCS` set, writes it into the page instead. A comment `<!-- run: COMMAND -->` is a command that readers
 * do not see, such as the edit that they are asked to make.
 */
export async function expectSession({ page, begin, ...session }: Session): Promise<void> {
  const root = tempFolder();
  await begin?.(root);
  const run = commandsIn(root, session);
  const before = readFileSync(page, 'utf8');
  let after = '';
  for (const piece of before.split(/(^```console\n[\s\S]*?^```$|^<!-- run: .* -->$)/m)) {
    const [, hidden] = /^<!-- run: (.*) -->$/.exec(piece) ?? [];
    const [, block] = /^```console\n([\s\S]*?)^```$/m.exec(piece) ?? [];
    const wanted = Number(EXITS.exec(after)?.[1] ?? 0);
    if (hidden !== undefined) expect(await run(hidden), hidden).toMatchObject({ code: 0 });
    const shown: string[] = [];
    for (const step of block === undefined ? [] : sessionSteps(block)) {
      const ran = await run(step.line);
      expect(ran, `${page}: ${step.line}`).toMatchObject({ code: wanted });
      shown.push([`$ ${step.line}`, asFarAs(step.shown, ran.shown)].filter((line) => line !== '').join('\n'));
    }
    after += block === undefined ? piece : `\`\`\`console\n${shown.join('\n\n')}\n\`\`\``;
  }
  if (process.env.LEXFORM_WRITE_DOCS !== undefined) writeFileSync(page, after);
  else expect(before, `${page} is not current: run \`${WRITE_DOCS}\``).toBe(after);
}
