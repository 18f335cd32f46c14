// The other readers: spreadsheets, XLIFF, PO, what Lexform has written itself, what git prints, and globs.

import { unzippedPlan, zippedPlan } from '../../src/app/plan-file/plan-gzip.ts';
import type { Ports } from '../../src/app/ports.ts';
import { baseCommit, renamedSince } from '../../src/app/since/base-commit.ts';
import { foundSince } from '../../src/app/since/compared-files.ts';
import { workspacePattern } from '../../src/app/workspaces/workspace-notes.ts';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { readTermbase } from '../../src/files/exchange/read/read-termbase.ts';
import { matchingPaths } from '../../src/files/node/matching-paths.ts';
import { checkPattern } from '../../src/files/workspace/check-pattern.ts';
import { parseChanges } from '../../src/ledger/git-log.ts';
import { parseLedgerJson } from '../../src/ledger/ledger-json.ts';
import { errorAt } from '../../src/model/finding.ts';
import { withDigest } from '../../src/model/resources/digest.ts';
import { parsePlan, planJson } from '../../src/review/plan/plan-json.ts';
import { parseBackupJson } from '../../src/steps/backup/read-backup.ts';
import { parseReceipt } from '../../src/steps/voice/report.ts';
import { rawXlsx } from '../files/exchange/xlsx.ts';
import { glossaryChange, planWith } from '../support/changes.ts';
import { largePlan } from '../support/page-plans.ts';
import { encode, measureReaders, numbered, type Reader, repeated, type Shape, tried } from './measure-readers.ts';
import { asked } from './said.ts';

const { size, cpuMs } = asked<{ readonly size: number }>();

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row r="1">${cell('A1', 'en')}${cell('B1', 'de')}</row>`;

const SHEETS: Readonly<Record<string, Shape>> = {
  rows: numbered(
    (row) => `<row r="${row + 2}">${cell(`A${row + 2}`, `term ${row}`)}${cell(`B${row + 2}`, `Wort ${row}`)}</row>`,
    HEADER,
  ),
  'cells of one row': numbered((column) => cell(`A${column + 1}`, 'a'), `${HEADER}<row r="2">`, '</row>'),
  'rows without numbers': repeated(`<row>${cell('A2', 'a')}</row>`, HEADER),
  'rows far below': numbered((row) => `<row r="${(row + 1) * 100}">${cell(`A${(row + 1) * 100}`, 'a')}</row>`, HEADER),
  'the same cell': repeated(cell('A2', 'a'), `${HEADER}<row r="2">`, '</row>'),
  'a cell of runs': repeated('<r><t>a</t></r>', `${HEADER}<row r="2"><c r="A2" t="inlineStr"><is>`, '</is></c></row>'),
  'open elements': repeated('<row>'),
  numbers: numbered((row) => `<row r="${row + 2}"><c r="A${row + 2}"><v>${row}.5</v></c></row>`, HEADER),
  'references to nothing': numbered((row) => `<row r="${row + 2}"><c r="A${row + 2}" t="s"><v>${row}</v></c></row>`),
  dates: numbered((row) => `<row r="${row + 2}"><c r="A${row + 2}" s="1"><v>${row}</v></c></row>`, HEADER),
  comments: repeated('<!-- a -->'),
};

const SHARED: Readonly<Record<string, Shape>> = {
  texts: numbered((index) => `<si><t>text ${index}</t></si>`),
  'runs of one text': repeated('<r><t>a</t></r>', '<si>', '</si>'),
  'open texts': repeated('<si>'),
};

const SHEET_LISTS: Readonly<Record<string, Shape>> = {
  sheets: numbered((index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="rId1"/>`),
  'sheets of one name': repeated('<sheet name="S" sheetId="1" r:id="rId1"/>'),
};

const xml = (root: string, shape: Shape): Shape => {
  const [name] = root.split(' ');
  return (characters) => `<?xml version="1.0"?><${root}>${shape(characters)}</${name}>`;
};

const OTHERS: Readonly<Record<string, Shape>> = {
  'XLIFF 1.2': xml(
    'xliff version="1.2"',
    numbered(
      (index) => `<trans-unit id="${index}"><source>term ${index}</source><target>Wort ${index}</target></trans-unit>`,
      '<file source-language="en" target-language="de"><body>',
      '</body></file>',
    ),
  ),
  'XLIFF 2': xml(
    'xliff version="2.0" srcLang="en" trgLang="de"',
    numbered((index) => `<unit id="${index}"><segment><source>a</source><target>b</target></segment></unit>`),
  ),
  'groups of XLIFF': xml('xliff version="1.2"', repeated('<group>')),
  TMX: xml(
    'tmx version="1.4"',
    numbered((index) => `<tu><tuv xml:lang="en"><seg>${index}</seg></tuv></tu>`),
  ),
  PO: numbered((index) => `msgid "term ${index}"\nmsgstr "Wort ${index}"\n\n`, 'msgid ""\nmsgstr ""\n'),
  'a long text of PO': repeated('"a"\n', 'msgid ""\n'),
  'comments of PO': repeated('#. comment\n', 'msgid "a"\nmsgstr "b"\n'),
  'blank lines of PO': repeated('\n', 'msgid "a"\nmsgstr "b"\n'),
};

/** Of about so many characters. */
const PLANS: Readonly<Record<string, Shape>> = {
  entries: (characters) => planJson(largePlan(Math.ceil(characters / 150))),
  glossaries: (characters) =>
    planJson(
      planWith(
        Array.from({ length: Math.ceil(characters / 400) }, (_, index) =>
          glossaryChange({ address: `glossary.g${index}`, name: `G ${index}`, dictionaries: [] }),
        ),
      ),
    ),
  'one address': (characters) =>
    planJson(
      planWith(
        Array.from({ length: Math.ceil(characters / 400) }, () =>
          glossaryChange({ address: 'glossary.g', name: 'G', dictionaries: [] }),
        ),
      ),
    ),
  'other members': numbered((index) => `,"k${index}":1`, '{"formatVersion":1', '}'),
  'open brackets': repeated('['),
  'a list of lists': repeated('[],', '{"formatVersion":1,"changes":[', '[]]}'),
};

const withItsDigest = (value: object): string => JSON.stringify(withDigest(value));

const ofCount =
  (perItem: number, make: (count: number) => object): Shape =>
  (characters) =>
    withItsDigest(make(Math.ceil(characters / perItem)));

const many = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const LEDGER_HEAD = { format_version: 1, target: 't', base_url: 'https://x.test', workspace: 'w' };
const DIGEST = `sha256:${'0'.repeat(64)}`;

const LEDGERS: Readonly<Record<string, Shape>> = {
  glossaries: ofCount(160, (count) => ({
    ...LEDGER_HEAD,
    glossaries: many(count, (index) => ({
      address: `glossary.g${index}`,
      id: `g${index}`,
      protect: false,
      name: 'G',
      dictionaries: [],
    })),
    style_rules: [],
    developer_keys: [],
  })),
  dictionaries: ofCount(160, (count) => ({
    ...LEDGER_HEAD,
    glossaries: [
      {
        address: 'glossary.g',
        id: 'g',
        protect: false,
        name: 'G',
        dictionaries: many(count, (index) => ({ pair: `en->x${index}`, file: `f${index}`, digest: DIGEST })),
      },
    ],
    style_rules: [],
    developer_keys: [],
  })),
  unfinished: ofCount(80, (count) => ({
    ...LEDGER_HEAD,
    glossaries: [],
    style_rules: [],
    developer_keys: [],
    unfinished: many(count, (index) => ({ address: `style_rules.s${index}`, old: `o${index}` })),
  })),
  'addresses of folders': repeated('a/', '{"format_version":1,"glossaries":[{"address":"glossary.', '"}]}'),
  'other members': numbered((index) => `,"k${index}":1`, '{"format_version":1', '}'),
  'open brackets': repeated('['),
};

const COMMIT = 'a'.repeat(40);

const LOGS: Readonly<Record<string, Shape>> = {
  commits: repeated(`\0${COMMIT} ${COMMIT}\0\n+a\n-b\n`),
  'lines of one commit': repeated('+a line\n', `\0${COMMIT}\0\n`),
  'parents of one commit': repeated(` ${COMMIT}`, `\0${COMMIT}`, '\0\n'),
  'signs only': repeated('\0'),
  'blank lines': repeated('\n', `\0${COMMIT}\0`),
};

const TREES: Readonly<Record<string, Shape>> = {
  files: numbered((index) => `100644 blob ${COMMIT}\tglossaries/g${index}/en-de.csv\0`),
  'deep paths': (characters) => `100644 blob ${COMMIT}\t${'a/'.repeat(characters / 2)}lexform.yaml\0`,
  'line ends in names': numbered((index) => `100644 blob ${COMMIT}\t${'\n'.repeat(50)}${index}\0`),
  'no names': repeated('100644 blob \0'),
};

/** Git that answers each command with the same. */
const answering = (text: string): Pick<Ports, 'git' | 'files'> => ({
  git: () => ({ run: async () => ({ code: 0, out: encode(text), err: '' }) }) as never,
  files: { realPath: async () => undefined } as never,
});

const foundIn = (text: string) => {
  const bytes = encode(text);
  const ports = {
    git: () =>
      ({
        run: async (args: readonly string[]) =>
          args[0] === 'cat-file'
            ? { code: 0, out: encode(`${COMMIT} blob ${bytes.length}\n${text}\n`), err: '' }
            : { code: 0, out: encode(args[0] === 'ls-tree' ? `100644 blob ${COMMIT}\ta.csv\0` : COMMIT), err: '' },
      }) as never,
    files: {
      realPath: async (path: string) => path,
      readRegularFile: async () => ({ kind: 'bytes', bytes }),
    } as never,
  };
  const findings = many(text.length / 20, (line) =>
    errorAt('merge-conflict', { file: 'a.csv', line: line + 1, column: 1 }),
  );
  return foundSince(findings, 'main', '/w', ports);
};

const PATHS: Readonly<Record<string, Shape>> = {
  files: numbered((index) => `glossaries/g${index}/en-de.csv\n`),
  'files of one folder': numbered((index) => `a/${index}.csv\n`),
  'deep paths': (characters) => `${'a/'.repeat(characters / 2)}lexform.yaml`,
  'names of stars': numbered((index) => `${'*'.repeat(30)}${index}/lexform.yaml\n`),
  'long names': numbered((index) => `${'a'.repeat(250)}${index}.csv\n`),
};

const GLOBS = ['glossaries/*/*.csv', '**/*.yaml', '**/a*a*.csv', '{a,b,c}/{1,2,3}*.csv', 'a/**/b/**/*.csv'];

const PATTERNS: Readonly<Record<string, Shape>> = {
  stars: repeated('*'),
  globstars: repeated('**/'),
  braces: repeated('{', '', ''),
  'braces within braces': (characters) => '{a,'.repeat(characters / 4) + 'b}'.repeat(characters / 4),
  alternatives: repeated('a,', '{', '}'),
  'pairs of braces': repeated('{a,b}'),
  ranges: repeated('{1..9}'),
  brackets: repeated('[a'),
  escapes: repeated('\\'),
  folders: repeated('a/'),
};

const RECEIPTS: Readonly<Record<string, Shape>> = {
  targets: numbered((index) => `{"language":"l${index}"},`, '{"formatVersion":1,"targets":[', '{}]}'),
  'other members': numbered((index) => `"k${index}":1,`, '{', '"formatVersion":1}'),
  'open brackets': repeated('['),
};

const BACKUPS: Readonly<Record<string, Shape>> = {
  files: ofCount(100, (count) => ({
    formatVersion: 1,
    target: { name: 't', baseUrl: 'https://x.test' },
    time: '2026-01-01T00:00:00Z',
    files: many(count, (index) => ({ path: `f${index}`, sha256: '0'.repeat(64) })),
    glossaries: [],
    styleLists: [],
    developerKeys: [],
  })),
  'open brackets': repeated('['),
};

const table = (bytes: Uint8Array) => readTermbase({ bytes, file: 'terms.xlsx' });

const READERS: readonly Reader[] = [
  ['a sheet', SHEETS, (_, text) => table(rawXlsx({ sheet: text }))],
  ['shared texts', SHARED, (_, text) => table(rawXlsx({ sheet: HEADER, texts: text }))],
  ['a list of sheets', SHEET_LISTS, (_, text) => table(rawXlsx({ sheet: HEADER, sheets: text }))],
  ['a foreign file', OTHERS, (bytes) => readTermbase({ bytes, file: 'terms.xlf' })],
  ['a saved plan', PLANS, (_, text) => parsePlan(text, validatePlan)],
  [
    'a saved plan in gzip',
    PLANS,
    async (bytes) => unzippedPlan(await zippedPlan([bytes]), 'plan.json.gz', 100_000_000),
  ],
  ['ledger.json', LEDGERS, (bytes) => tried(() => parseLedgerJson(bytes))],
  ['backup.json', BACKUPS, (bytes) => parseBackupJson(bytes)],
  ['a receipt', RECEIPTS, (_, text) => tried(() => parseReceipt(text, 'r.json'))],
  ['the log of git', LOGS, (_, text) => parseChanges(text)],
  ['a tree of git', TREES, (_, text) => baseCommit('main', '/w', answering(text))],
  [
    'renamed files',
    TREES,
    (_, text) => renamedSince({ ref: 'main', base: COMMIT, files: new Map() }, '/w', answering(text)),
  ],
  [
    'rows since a commit',
    { rows: numbered((row) => `term ${row},Wort ${row}\n`), 'one row': repeated('a,b\n') },
    (_, text) => foundIn(text),
  ],
  ['globs', PATHS, (_, text) => matchingPaths(GLOBS, text.split('\n'))],
  [
    'workspaces',
    PATHS,
    (_, text) =>
      matchingPaths(
        ['apps/*', '**', 'a/*/b'].map((each) => workspacePattern(each, '/w')),
        text.split('\n'),
      ),
  ],
  ['a pattern', PATTERNS, (_, text) => checkPattern(text, { file: 'lexform.yaml', line: 1, column: 1 })],
];

await measureReaders(READERS, { size, ...(cpuMs !== undefined && { cpuMs }) });
