import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { type CliInput, runLexform } from '../support/cli.ts';
import { WRITE_DOCS } from '../support/generated-part.ts';
import { GIT_ENV, tempFolder } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { shellWords } from '../support/parse-command-line.ts';

/** Stands in a page for lines that it leaves out. */
const REST = '…';

/** How a page may end a command that does not succeed, in a comment before its block. */
const EXITS = /<!-- exits with (\d+) -->\n$/;

/** An id of a test. */
const ID = /\b00000000-0000-4000-8000-\d{12}\b/g;

interface Session {
  /** Of a page of `docs/`. */
  readonly page: string;
  /** What a command gets beside its folder; the answer to a question is "yes". */
  readonly input?: Partial<CliInput>;
  /** Runs `curl`, which machines may lack. Each id of the page is the one that it stands for. */
  readonly curl?: (words: readonly string[]) => Promise<string>;
  /** Fills the folder in which the session begins. */
  readonly begin?: (folder: string) => void | Promise<void>;
}

/** The commands of a session, one after the other in a folder of its own. */
function commandsIn(root: string, { input = {}, curl }: Pick<Session, 'input' | 'curl'>) {
  let folder = root;
  const exported: Record<string, string> = {};
  const id = idsInOrder();
  const exampleIds = idsInOrder();
  const ids = new Map<string, string>();
  // Resources are made at the same time: which of them gets which id, and which is done first, is open. The hash of an
  // entry follows from the ids.
  const shownId = (text: string): string => {
    ids.set(text, ids.get(text) ?? exampleIds());
    return ids.get(text) ?? text;
  };
  const realId = (text: string): string => [...ids].find(([, shown]) => shown === text)?.[0] ?? text;
  const tidy = (text: string): string =>
    text
      .replace(ID, shownId)
      .replace(/\b(?=[a-f\d]*[a-f])(?=[a-f\d]*\d)(?:[a-f\d]{10}|[a-f\d]{12})\b/g, '5674d2983f94')
      .replace(/(?:^.*: done\n)+/gm, (lines) => lines.split(/^/m).sort().join(''))
      .replaceAll(root, '/home/me')
      .replace(/[ \t]+$/gm, '')
      .trimEnd();
  async function lexform(words: readonly string[]) {
    let shown = '';
    const hear = (text: string): void => {
      shown += text;
    };
    const answer = async (question: string): Promise<string> => {
      shown += `${question}yes\n`;
      return 'yes';
    };
    const env = { ...input.env, ...exported };
    const ports = { cwd: folder, id, answer, heard: hear, warned: hear, ...input, env };
    const { code } = await runLexform(ports, ...words);
    return { code, shown: tidy(shown) };
  }
  return async (line: string): Promise<{ readonly code: number; readonly shown: string }> => {
    const [program, ...words] = shellWords(line.replaceAll('\\\n', ''));
    if (program === 'cd') {
      folder = resolve(folder, words[0] ?? '');
      return { code: 0, shown: '' };
    }
    if (program === 'export') {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(words[0] ?? '') ?? [];
      exported[name] = value;
      return { code: 0, shown: '' };
    }
    if (program === 'curl' && curl !== undefined)
      return { code: 0, shown: tidy(await curl(words.map((word) => word.replace(ID, realId)))) };
    const env = { ...GIT_ENV, HOME: root };
    const shell = (text: string) => spawnSync('bash', ['-c', text], { cwd: folder, encoding: 'utf8', env });
    const filled = (word: string): string => (word.startsWith('$(') ? shell(`printf %s "${word}"`).stdout : word);
    // With a pipe or a redirection a shell runs it.
    if (program === 'lexform' && !/[|>]/.test(line.replace(/'[^']*'|"[^"]*"/g, ''))) return lexform(words.map(filled));
    const { status, stdout, stderr } = shell(line);
    return { code: status ?? -1, shown: tidy(stdout + stderr) };
  };
}

/** The commands of a block for a console, each with what is shown below it. */
const sessionSteps = (block: string): readonly { readonly line: string; readonly shown: string }[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      // A line that a backslash or an open quote continues is one with the next.
      const [line = ''] = /^(?:'[^']*'|\\\n|[^'\n])*/.exec(part) ?? [];
      return { line, shown: part.slice(line.length).replace(/^\n/, '').trimEnd() };
    });

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
