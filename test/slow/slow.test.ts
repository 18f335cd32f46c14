import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { sourceFiles } from '../architecture/source-files.ts';
import { RUNS_FACTOR, runs } from '../support/runs.ts';
import { linesOfChild } from './in-child.ts';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly at: string;
}

/** The regular expressions of a file that repeat something, each with its place. */
function patternsIn(path: string, text: string): readonly Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at: `${path}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  if (/\/.*[*+}].*\//.test(text)) visit(file);
  return found.filter(({ source }) => /[*+]|\{\d+,\d*\}/.test(source));
}

/** The process of a program is ended earlier; its last line names the work that does not end. */
const TIMEOUT = 660_000 * Math.max(1, RUNS_FACTOR);

/** An ordinary run measures a part, in the order of its seed. A run with `LEXFORM_RUNS` above 1 measures everything. */
const cpuMs = RUNS_FACTOR > 1 ? undefined : 1500;

const seed = Number(process.env.LEXFORM_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** What a program found slow. */
async function slowIn(program: string, input: object): Promise<readonly unknown[]> {
  const lines = (await linesOfChild(program, { ...input, seed, cpuMs })).map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(0);
  return lines.filter((line) => 'growth' in line);
}

test(
  'no regular expression takes more than three times as long for a text of twice the length',
  async () => {
    const files = sourceFiles().filter(({ room }) => room !== 'build');
    // An ordinary run takes one in six files, other ones at each seed.
    const patterns = files
      .filter((_, index) => RUNS_FACTOR > 1 || index % 6 === seed % 6)
      .flatMap(({ path, text }) => patternsIn(path, text));
    expect(patterns.length).toBeGreaterThan(RUNS_FACTOR > 1 ? 200 : 10);
    expect(await slowIn('patterns.ts', { patterns, attacks: runs(2) }), `LEXFORM_SEED=${seed}`).toEqual([]);
  },
  TIMEOUT,
);

test(
  'no rule of the linter takes more than three times as long for a phrase of twice the length',
  async () => {
    expect(await slowIn('rules.ts', { attacks: runs(2) }), `LEXFORM_SEED=${seed}`).toEqual([]);
  },
  TIMEOUT,
);

test(
  'no reader takes more than 13 times as long for ten times the input',
  async () => {
    expect(await slowIn('readers.ts', { size: runs(300) }), `LEXFORM_SEED=${seed}`).toEqual([]);
  },
  TIMEOUT,
);

test(
  'nor does a reader of spreadsheets, saved plans, ledgers, the log of git and lists of files',
  async () => {
    expect(await slowIn('documents.ts', { size: runs(600) }), `LEXFORM_SEED=${seed}`).toEqual([]);
  },
  TIMEOUT,
);

test(
  'no merge of YAML and no edit of it takes more than 13 times as long for ten times the changes',
  async () => {
    const counted = { size: RUNS_FACTOR > 1 ? 200 : 10 };
    expect(await slowIn('merges.ts', counted), `LEXFORM_SEED=${seed}`).toEqual([]);
  },
  TIMEOUT,
);
