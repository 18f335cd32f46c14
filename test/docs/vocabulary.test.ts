import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProgram } from '../../src/shells/cli/program.ts';
import { maskCode, sourceFiles } from '../architecture/source-files.ts';
import { docsPages } from '../support/pages.ts';

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
  'docs/commands.md': { fault: 'the faults of the embedded service' },
  'docs/embedded-service.md': { fault: 'the faults of the embedded service' },
  'docs/api.md': { fault: 'the faults of the embedded service' },
  'docs/architecture.md': { problem: 'the name of a file' },
  'docs/decisions/0014-the-ledger-lies-in-git-refs.md': { history: 'that of git' },
  'docs/formats/reports.md': { problem: 'a property in SARIF' },
  'src/shells/cli/options/common-options.ts': { problem: 'a member of a parsed option' },
  'src/ledger/git-repository.ts': { history: 'that of git' },
  'src/shells/cli/other-words.ts': { history: 'what a user of git may type', parity: 'an earlier name' },
  'src/review/html/script/address.ts': { history: 'the name of an interface of browsers' },
  'src/review/messages/workspace-wording.ts': { problem: 'a detail of a finding' },
  'docs/formats/README.md': { fault: 'the file of faults of the embedded service' },
  'docs/formats/faults.md': { fault: 'the file of faults of the embedded service' },
  'help: lexform serve': { fault: 'the faults of the embedded service' },
  'src/shells/cli/options/serve-command.ts': { fault: 'the faults of the embedded service' },
  'src/shells/cli/serve/read-faults.ts': { fault: 'the faults of the embedded service' },
  'src/review/account/service-text.ts': { fault: 'the faults of the embedded service' },
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
    if (/^(?:review|app|shells\/cli|ledger|steps\/preview)\//.test(path)) texts.set(`src/${path}`, wordsOf(text));
  for (const path of ['README.md', 'action.yml', 'docs/troubleshooting.yaml', ...docsPages()])
    texts.set(path, readFileSync(path, 'utf8'));
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
  expect(found).toEqual({});
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is scanned
    'const said = `nobody can tell ${faults.history}, not even ${`a wish`}`;',
  ].join('\n');
  expect(WORDS.filter((word) => timesIn(wordsOf(source), word) > 0)).toEqual(['fault', 'wish', 'problem', 'tell']);
});
