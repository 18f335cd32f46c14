import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type CliInput, runLexform } from './cli.ts';
import { GIT_ENV } from './git-repository.ts';
import { idsInOrder } from './in-process.ts';
import { shellWords } from './parse-command-line.ts';

/** An id of a test. */
const ID = /\b00000000-0000-4000-8000-\d{12}\b/g;

/** The folder of a session, as pages show it. */
const HOME = '/home/me';

/** Commits of one content have one id. */
export const GIT_DATES = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' };

/** What a shell does more with a line than to divide it into words. */
const NEEDS_SHELL = /[|&;<>()$`\\*?[\]{}~#!]/;

/** What a command showed, and what it ended with. */
export interface Ran {
  readonly code: number;
  readonly shown: string;
}

/** One piece of what a command writes, in the order of writing. */
export interface Written {
  readonly isError: boolean;
  readonly text: string;
}

/** Programs that run in this process, by name: what each prints, or also its exit code. */
export type Programs = Readonly<Record<string, (words: readonly string[], folder: string) => Promise<string | Ran>>>;

export interface SessionWorld {
  /** What a command gets beside its folder; by default the answer to a question is "yes". */
  readonly input?: Partial<CliInput>;
  /** Programs that run in this process, by name. Each id of the page is the one that it stands for. */
  readonly programs?: Programs;
  /** Makes one text of what a command writes; default: all pieces as they are. */
  readonly render?: (pieces: readonly Written[]) => string;
}

/** Text with what varies replaced: ids in the order of their first use, hashes, the folder, and the order of "done". */
function tidier(root: string) {
  const exampleIds = idsInOrder();
  const ids = new Map<string, string>();
  // Resources are made at the same time: which of them gets which id, and which is done first, is open. The hash of an
  // entry follows from the ids.
  const shownId = (text: string): string => {
    ids.set(text, ids.get(text) ?? exampleIds());
    return ids.get(text) ?? text;
  };
  return {
    realId: (text: string): string => [...ids].find(([, shown]) => shown === text)?.[0] ?? text,
    tidy: (text: string): string =>
      text
        .replace(ID, shownId)
        .replace(/\b(?=[a-f\d]*[a-f])(?=[a-f\d]*\d)(?:[a-f\d]{10}|[a-f\d]{12})\b/g, '5674d2983f94')
        .replace(/(?:^.*: done\n)+/gm, (lines) => lines.split(/^/m).sort().join(''))
        .replaceAll(root, HOME)
        .replace(/[ \t]+$/gm, '')
        .trimEnd(),
  };
}

const asWritten = (pieces: readonly Written[]): string => pieces.map(({ text }) => text).join('');

/** Runs the commands of a session, one after the other in a folder of its own. */
export function commandsIn(root: string, { input = {}, programs = {}, render = asWritten }: SessionWorld) {
  let folder = root;
  const exported: Record<string, string> = { ...input.env };
  const id = idsInOrder();
  const { tidy, realId } = tidier(root);
  async function lexform(words: readonly string[], more: Partial<CliInput>): Promise<Ran> {
    const pieces: Written[] = [];
    const hear = (isError: boolean) => (text: string) => void pieces.push({ isError, text });
    const answer = async (question: string): Promise<string> => {
      pieces.push({ isError: true, text: `${question}yes\n` });
      return 'yes';
    };
    const ports = { cwd: folder, id, answer, heard: hear(false), warned: hear(true), ...input, ...more, env: exported };
    const { code } = await runLexform(ports, ...words);
    return { code, shown: tidy(render(pieces)) };
  }
  return async (line: string, more: Partial<CliInput> = {}): Promise<Ran> => {
    const [program = '', ...words] = shellWords(line.replaceAll('\\\n', ''));
    if (program === 'cd') {
      folder = words[0] === undefined ? root : resolve(folder, words[0]);
      return { code: 0, shown: '' };
    }
    if (program === 'export') {
      const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(words[0] ?? '') ?? [];
      exported[name] = value.replaceAll(HOME, root);
      return { code: 0, shown: '' };
    }
    if (program === 'unset') {
      delete exported[words[0] ?? ''];
      return { code: 0, shown: '' };
    }
    const run = programs[program];
    if (run !== undefined) {
      const ran = await run(
        words.map((word) => word.replace(ID, realId)),
        folder,
      );
      const { code, shown } = typeof ran === 'string' ? { code: 0, shown: ran } : ran;
      return { code, shown: tidy(shown) };
    }
    const env = { ...GIT_ENV, ...GIT_DATES, HOME: root };
    const options = { cwd: folder, encoding: 'utf8', env } as const;
    const shell = (text: string) => spawnSync('bash', ['-c', text], options);
    const filled = (word: string): string =>
      word.startsWith('$(') ? shell(`printf %s "${word}"`).stdout : word.replace(ID, realId);
    // With a pipe or a redirection a shell runs it.
    if (program === 'lexform' && !/[|>]/.test(line.replace(/'[^']*'|"[^"]*"/g, '')))
      return lexform(words.map(filled), more);
    const isPlain = program === 'git' && !NEEDS_SHELL.test(line);
    const { status, stdout, stderr } = isPlain ? spawnSync(program, words, options) : shell(line);
    return { code: status ?? -1, shown: tidy(stdout + stderr) };
  };
}

/** The commands of a block for a console, each with what is shown below it. */
export const sessionSteps = (block: string): readonly { readonly line: string; readonly shown: string }[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      // A line that a backslash or an open quote continues is one with the next.
      const [line = ''] = /^(?:'[^']*'|\\\n|[^'\n])*/.exec(part) ?? [];
      return { line, shown: part.slice(line.length).replace(/^\n/, '').trimEnd() };
    });
