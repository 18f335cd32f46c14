import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byCodeUnit, grouped } from '../../src/model/lists.ts';
import { makeProgram } from '../../src/shells/cli/program.ts';
import { maskCode, sourceFiles } from '../architecture/source-files.ts';
import { docsPages, pageText } from '../support/pages.ts';

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
  'docs/decisions/ledger-and-lock.md': { history: 'that of git' },
  'docs/formats/reports.md': { problem: 'a property in SARIF' },
  'src/shells/cli/options/common-options.ts': { problem: 'a member of a parsed option' },
  'src/ledger/git-repository.ts': { history: 'that of git' },
  'src/shells/cli/other-words.ts': { history: 'what a user of git may type', parity: 'an earlier name' },
  'src/review/html/script/address.ts': { history: 'the name of an interface of browsers' },
  'src/review/messages/workspace-wording.ts': { problem: 'a detail of a finding' },
  'docs/formats/README.md': { fault: 'the file of faults of the embedded service' },
  'docs/formats/faults.md': { fault: 'the file of faults of the embedded service' },
  'help: lexform serve': { fault: 'the faults of the embedded service' },
  'src/shells/cli/options/tool-commands.ts': { fault: 'the faults of the embedded service' },
  'src/shells/cli/serve/service-input.ts': { fault: 'the faults of the embedded service' },
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

/**
 * Habits of phrasing that make text hard to read for people whose first language is not English: what a hit looks like,
 * and the better way. A hit can be right, so they are counted and not forbidden.
 */
const HABITS = {
  'What … as subject': ['a noun: result, content', /(?:^|[.:;] )What (?!(?:is|are|does|do|can|to do)\b)(?![^.]*\?)/g],
  'The same, Those, That, It at the beginning': ['the noun itself', /^(?:The same|Those|That|It)\b/g],
  'Of … at the beginning': ['if, in, for', /(?:^|[.:;] )Of (?:a|an|the|what|several|two|each|one|all)\b/g],
  'Most for maximum': ['maximum number of', /^Most \w/g],
  'stand, lie, beside, behind': ['is, is stored, next to, after', /\b(?:stands?|lies|lie|beside|behind)\b/gi],
  'somebody, nobody, whoever': ['user, another run, the service', /\b(?:some|no)body\b|\bwhoever\b/gi],
  'go, come': ['delete, create, add', /\b(?:goes|gone|comes|came|take[sn]? \w+ away)\b/gi],
  'is no, is none': ['is not, does not exist', /\b(?:is|are|was|were) (?:none|no)\b/gi],
  'alone, anew, by now': ['only, again, now', /\b(?:alone|anew|by now|all the same|for good)\b/gi],
  'ask, say, tell for data': ['request, contain, report', /\b(?:asked|says|said|told|tells)\b/gi],
  'is to do': ['should, must, will', /\b(?:is|are|was|were) to [a-z]+\b/g],
  'so many, as far as': ['the number, where', /\b(?:so|that) many\b|\bas far as\b/gi],
  'of which, of whom': ['two sentences', /\bof (?:which|whom)\b/gi],
  'made good, had back, the very': [
    'completed, restored, exactly',
    /made good|had back|give[sn]? (?:\w+ ){0,6}away|slip of the pen|\bthe very\b/gi,
  ],
} as const satisfies Readonly<Record<string, readonly [instead: string, pattern: RegExp]>>;

type Habit = keyof typeof HABITS;

const HABIT_NAMES = Object.keys(HABITS) as readonly Habit[];

const habitsIn = (text: string, habit: Habit): number => [...text.matchAll(HABITS[habit][1])].length;

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '`x`');

/** The paragraphs, list items and table rows of a page, each on one line, without blocks of code. */
const paragraphsOf = (markdown: string): readonly string[] =>
  withoutCode(markdown.replace(/^ *(```|~~~)[\s\S]*?^ *\1$/gm, ''))
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.))/)
    .map((part) =>
      part
        .replace(/\s*\n\s*/g, ' ')
        .replace(/^[-*#>|\s\d.]+/, '')
        .trim(),
    );

interface ReadText {
  /** A room of `src/`, for its comments, or `docs`, for the pages. */
  readonly area: string;
  readonly path: string;
  readonly text: string;
}

const textsForReaders = (): readonly ReadText[] => [
  ...sourceFiles().flatMap(({ room, path, text: source }) =>
    maskCode(source).comments.map((comment) => ({ area: room || 'src', path, text: withoutCode(comment) })),
  ),
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docsPages()].flatMap((path) =>
    paragraphsOf(pageText(path)).map((text) => ({ area: 'docs', path, text })),
  ),
];

/**
 * The kept counts, by area and habit. `npm run docs:write` lowers them and never raises one. Counts of a file that moves
 * to another room are moved by hand.
 */
const KEPT_FILE = 'test/docs/habits.json';

type HabitCounts = Record<string, Partial<Record<Habit, number>>>;

test('comments and pages get no more of the habits that make text hard to read', () => {
  const kept: Readonly<HabitCounts> = JSON.parse(readFileSync(KEPT_FILE, 'utf8'));
  const counts: HabitCounts = {};
  const more: string[] = [];
  const areas = grouped(textsForReaders(), ({ area }) => area);
  for (const [area, texts] of [...areas].sort(([left], [right]) => byCodeUnit(left, right)))
    for (const habit of HABIT_NAMES) {
      const hits = texts.filter(({ text }) => habitsIn(text, habit) > 0);
      const count = hits.reduce((sum, { text }) => sum + habitsIn(text, habit), 0);
      const max = kept[area]?.[habit] ?? 0;
      if (Math.min(count, max) > 0) counts[area] = { ...counts[area], [habit]: Math.min(count, max) };
      if (count <= max) continue;
      more.push(`${area}: ${count} times "${habit}", at most ${max} are kept. Better: ${HABITS[habit][0]}`);
      more.push(...hits.map(({ path, text }) => `${path}: ${text.slice(0, 100)}`));
    }
  if (process.env.LEXFORM_WRITE_DOCS !== undefined) writeFileSync(KEPT_FILE, `${JSON.stringify(counts, null, 2)}\n`);
  expect(more).toEqual([]);
});

test.each([
  ['What the files have.', 'What … as subject'],
  ['The size. What is larger is refused.', undefined],
  ['Result: What does it mean? It fails.', undefined],
  ['The same as text.', 'The same, Those, That, It at the beginning'],
  ['It has rows.', 'The same, Those, That, It at the beginning'],
  ['Rows. Of a table, all count.', 'Of … at the beginning'],
  ['Most bytes of a file.', 'Most for maximum'],
  ['The row that stands beside it', 'stand, lie, beside, behind'],
  ['Nobody reads it.', 'somebody, nobody, whoever'],
  ['The row goes with its entry.', 'go, come'],
  ['This is no error.', 'is no, is none'],
  ['By its name alone.', 'alone, anew, by now'],
  ['As the file says.', 'ask, say, tell for data'],
  ['The row is to be sent.', 'is to do'],
  ['Rows as far as they are read.', 'so many, as far as'],
  ['Rows of which two are equal.', 'of which, of whom'],
  ['In the very file.', 'made good, had back, the very'],
  ['The maximum number of bytes in a file, after the header.', undefined],
])('the counts of habits see %j', (text, habit) => {
  expect(HABIT_NAMES.filter((name) => habitsIn(text, name) > 0)).toEqual(habit === undefined ? [] : [habit]);
});

test('a paragraph of a page is one text, without its code', () => {
  const page = '# Title\n\nOne\ntwo `that is no word`.\n\n```sh\nnobody\n```\n\n- three\n  four\n- five\n';
  expect(paragraphsOf(page).filter((part) => part !== '')).toEqual(['Title', 'One two `x`.', 'three four', 'five']);
});
