import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProgram } from '../../src/cli/program.ts';
import { maskCode, sourceFiles } from '../architecture/source-files.ts';

/** Words that the vocabulary of Lexform replaces, each with the word that users read instead. */
const RETIRED = {
  history: ['ledger', /\bhistor(?:y|ies)\b/gi],
  fault: ['finding, error or warning', /\bfaults?\b/gi],
  'take over': ['adopt; of a lock: take', /\b(?:takes?|taken|took|taking)(?: \w+){0,2} over\b/gi],
  wish: ['what the files ask for', /\bwish(?:e[sd]|ing)?\b/gi],
  parity: ['comparison, compare', /\bparity\b/gi],
  problem: ['finding, or the cause itself', /\bproblems?\b/gi],
  tell: ['show, say, know, report', /\b(?:tells?|told|telling)\b/gi],
  thing: ['resource, part, call', /\bthings?\b/gi],
  'is meant': ['if you intend this', /\bif (?:that|it|this|all of it) is meant\b/gi],
} as const satisfies Readonly<Record<string, readonly [instead: string, pattern: RegExp]>>;

type Retired = keyof typeof RETIRED;

/**
 * Where a retired word is the right one, and why. An allowance that nothing uses any more is removed: the list may only
 * shrink.
 */
const ALLOWED: Readonly<Record<string, Partial<Record<Retired, string>>>> = {
  'docs/formats/README.md': { fault: 'the file of faults of the embedded service' },
  'docs/formats/faults.md': { fault: 'the file of faults of the embedded service' },
  'help: lexform parity': { parity: 'the alias of the command' },
  'help: lexform serve': { fault: 'the faults of the embedded service' },
  'src/cli/options/compare-command.ts': { parity: 'the alias of the command' },
  'src/cli/options/serve-command.ts': { fault: 'the faults of the embedded service' },
  'src/cli/session/read-faults.ts': { fault: 'the faults of the embedded service' },
  'src/review/account/service-text.ts': { fault: 'the faults of the embedded service' },
};

/** Words that still wait to be reworded, counted. A lower number is written here; a higher one is a mistake. */
const TO_REWORD: Readonly<Record<string, Partial<Record<Retired, number>>>> = {
  'README.md': { fault: 9, history: 11, parity: 1, 'take over': 2, tell: 9, thing: 1 },
  'action.yml': { fault: 1, tell: 1 },
  'docs/architecture.md': { problem: 1 },
  'docs/decisions/0012-a-rollback-is-a-plan.md': { thing: 1 },
  'docs/decisions/0014-the-ledger-lies-in-git-refs.md': { history: 1 },
  'docs/decisions/0031-stale-plans-are-explained-by-value.md': { tell: 1 },
  'docs/decisions/0047-a-preview-shows-one-cause-at-a-time.md': { tell: 1, thing: 1 },
  'docs/formats/json.md': { parity: 4 },
  'docs/formats/reports.md': { problem: 1 },
  'help: lexform': { fault: 1, parity: 1, tell: 1, thing: 1 },
  'help: lexform explain': { tell: 1 },
  'help: lexform serve': { thing: 1 },
  'help: lexform validate': { fault: 1 },
  'help: lexform voice': { tell: 1 },
  'help: lexform voice status': { tell: 1 },
  'src/cli/commands/drift.ts': { history: 1 },
  'src/cli/commands/ledger/rollback.ts': { history: 1 },
  'src/cli/completion/bash-completion.ts': { tell: 1 },
  'src/cli/options/common-options.ts': { fault: 1, history: 1, problem: 1, tell: 1 },
  'src/cli/options/compare-command.ts': { fault: 1, tell: 1 },
  'src/cli/options/explain-command.ts': { tell: 1 },
  'src/cli/options/ledger-commands.ts': { 'take over': 1 },
  'src/cli/options/serve-command.ts': { thing: 1 },
  'src/cli/options/voice-commands.ts': { tell: 1 },
  'src/cli/options/workspace-commands.ts': { fault: 1, tell: 1 },
  'src/cli/other-words.ts': { history: 1, tell: 1 },
  'src/cli/program.ts': { tell: 1 },
  'src/cli/run/approve.ts': { 'is meant': 1 },
  'src/review/messages/dictionary-wording.ts': { fault: 1, problem: 1 },
  'src/review/messages/workspace-wording.ts': { problem: 1 },
};

/** String and template literals: what a command may print. Paths of imports and names of options are no sentences. */
const wordsOf = (source: string): string => {
  const { strings, templates } = maskCode(source);
  return [...strings, ...templates].filter((text) => !/[/.]/.test(text) || /\s/.test(text)).join('\n');
};

/** Every text that users read, by the name under which the lists above speak of it. */
function textsForUsers(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { path, text } of sourceFiles())
    if (path.startsWith('review/') || path.startsWith('cli/')) texts.set(`src/${path}`, wordsOf(text));
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'));
  for (const path of ['README.md', 'action.yml', ...documents.sort()]) texts.set(path, readFileSync(path, 'utf8'));
  const help = (command: ReturnType<typeof makeProgram>, path: string): void => {
    texts.set(`help: ${path}`, command.helpInformation());
    for (const child of command.commands) help(child, `${path} ${child.name()}`);
  };
  help(
    makeProgram(() => undefined),
    'lexform',
  );
  return texts;
}

const timesIn = (text: string, word: Retired): number => [...text.matchAll(RETIRED[word][1])].length;

const WORDS = Object.keys(RETIRED) as readonly Retired[];

test('what users read has the words of the vocabulary, and none of the retired ones', () => {
  const found: Record<string, Partial<Record<Retired, number>>> = {};
  for (const [name, text] of textsForUsers())
    for (const word of WORDS) {
      const count = timesIn(text, word);
      if (count > 0 && ALLOWED[name]?.[word] === undefined) found[name] = { ...found[name], [word]: count };
    }
  expect(found).toEqual(TO_REWORD);
});

test('every allowance is still needed', () => {
  const texts = textsForUsers();
  const unused = Object.entries(ALLOWED).flatMap(([name, words]) =>
    WORDS.filter((word) => words[word] !== undefined && timesIn(texts.get(name) ?? '', word) === 0).map(
      (word) => `${name}: ${word}`,
    ),
  );
  expect(unused).toEqual([]);
});

test('the scan reads strings and templates, and neither comments nor code', () => {
  const source = [
    '// the history of it',
    "import { wish } from './history.ts';",
    "const faults = { kind: 'problem', text: 'a fault was found' };",
    'const said = `nobody can tell ${faults.history}, not even ${`a wish`}`;',
  ].join('\n');
  expect(WORDS.filter((word) => timesIn(wordsOf(source), word) > 0)).toEqual(['fault', 'wish', 'problem', 'tell']);
});
