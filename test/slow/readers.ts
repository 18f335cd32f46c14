// Every reader of files and answers, with ten times the input. The shapes of the input are chosen to be slow.

import { parseAnyDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import { parseTable } from '../../src/files/dictionary/table-file.ts';
import { readTermbase } from '../../src/files/exchange/read/read-termbase.ts';
import { formatTable } from '../../src/files/fmt/format-table.ts';
import { formatYaml } from '../../src/files/fmt/format-yaml.ts';
import { mergeTable } from '../../src/files/merge/merge-table.ts';
import { mergeYaml } from '../../src/files/merge/merge-yaml.ts';
import { parseYaml } from '../../src/files/yaml/yaml-file.ts';
import { parseDeveloperKeysFile } from '../../src/kinds/developer-key/files/developer-keys-file.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import { parseWholeEntriesAnswer, readEntriesAnswer } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { builtInCatalogue } from '../../src/kinds/style-list/files/rule-catalogue.ts';
import { parseStyleListFile } from '../../src/kinds/style-list/files/style-list-file.ts';
import { parseBaseline } from '../../src/lint/baseline.ts';
import { redactUrl } from '../../src/model/secret.ts';
import { parseEntriesText } from '../../src/service/glossaries/entries-text.ts';
import { parseWorkspace } from '../../src/steps/workspace/read-workspace.ts';
import { encode, measureReaders, numbered, type Reader, repeated, type Shape, tried } from './measure-readers.ts';
import { asked } from './said.ts';

const { size, cpuMs } = asked<{ readonly size: number }>();

const PAIR = { source: 'en', target: 'de' } as const;

const TABLES: Readonly<Record<string, Shape>> = {
  'plain rows': numbered((row) => `term ${row},Begriff ${row}\n`, 'en,de\n'),
  'quoted rows': numbered((row) => `"term ""${row}""","Begriff, ${row}"\n`, 'en,de\n'),
  'more columns': numbered((row) => `term ${row},Begriff,noun,approved,note ${row}\n`, 'en,de,pos,status,note\n'),
  'a quote that does not end': numbered((row) => `term ${row},Begriff\n`, 'en,de\n"'),
  'quotes only': repeated('"', 'en,de\n'),
  'quotes in cells': repeated('a"b,"c"d\n', 'en,de\n'),
  'one row of cells': repeated('a,'),
  'a header of many columns': numbered((column) => `column ${column} ${'x'.repeat(200)},`, 'en,de,', '\na,b\n'),
  'a header of brackets': numbered((column) => `${'('.repeat(200)}${column},`, 'en,de,', '\na,b\n'),
  'the same source phrase': numbered((row) => `term,Begriff ${row}\n`, 'en,de\n'),
  'cells that lack': repeated('a\n', 'en,de\n'),
  'line ends only': repeated('\n', 'en,de\n'),
  'carriage returns only': repeated('\r', 'en,de\n'),
  'spaces only': repeated(' ', 'en,de\n'),
  'delimiters only': repeated(',;\t|', 'en,de\n'),
  comments: repeated('# a comment, of two cells\n', 'en,de\n'),
  'a long cell': repeated('a', 'en,de\n'),
  'control characters': repeated('a\u0001,b\u0002\n', 'en,de\n'),
  'marks of conflicts': repeated('<<<<<<< a\n', 'en,de\n'),
  'other letters': numbered((row) => `Straße ${row},漢字 ${row}\n`, 'en,de\n'),
  waivers: numbered((row) => `a ${row},b;c,ok(alternatives): x\n`, 'en,de,lint\n'),
};

const NAME = 'name: A\n';

const YAMLS: Readonly<Record<string, Shape>> = {
  keys: numbered((index) => `key${index}: value\n`),
  'one key': repeated('key: value\n'),
  'keys in a row': numbered((index) => `key${index}: value, `, '{ ', ' }'),
  items: numbered((index) => `- { label: L${index}, prompt: Use ${index}. }\n`),
  'items over lines': numbered((index) => `- label: L${index}\n  prompt: >\n    Use ${index}.\n\n`),
  'open brackets': repeated('['),
  'open braces': repeated('{'),
  dashes: repeated('- '),
  questions: repeated('? '),
  colons: repeated('a: '),
  'a quote that does not end': repeated('a b\n', 'a: "'),
  'a text over lines': repeated('word\n  ', 'a: '),
  'a block text': repeated('  word\n', 'a: |\n'),
  'blank lines': repeated('\n', 'a: b\n'),
  'spaces only': repeated(' ', 'a: b\n'),
  'spaces behind values': repeated(`a:${' '.repeat(200)}\n`),
  'tabs only': repeated('\t', 'a: b\n'),
  comments: repeated('# a comment\n', 'a: b\n'),
  aliases: numbered(() => '*a, ', 'a: &a b\nc: [', '*a]\n'),
  anchors: numbered((index) => `- &a${index} b\n`),
  escapes: repeated('\\u0041', 'a: "', '"\n'),
  documents: repeated('---\n'),
  instructions: numbered(
    (index) => `  - { label: L${index}, prompt: Use ${index}., source_language: de }\n`,
    `${NAME}language: de\ncustom_instructions:\n`,
  ),
  'instructions of one label': repeated(
    '  - { label: L, prompt: Use it. }\n',
    `${NAME}language: de\ncustom_instructions:\n`,
  ),
  'items of no kind': repeated('  - 1\n', `${NAME}language: de\ncustom_instructions:\n`),
  'dictionaries of no kind': repeated('  - 1\n', `${NAME}dictionaries:\n`),
  rules: numbered((index) => `  rule_${index}: on\n`, `${NAME}language: de\nconfigured_rules:\n`),
  dictionaries: numbered((index) => `  - { file: f${index}.csv, pair: en->de }\n`, `${NAME}dictionaries:\n`),
  patterns: numbered((index) => `  - "{{{{${index}"\n`, 'version: 1\nglossaries:\n'),
  targets: numbered((index) => `  t${index}: { preset: deepl }\n`, 'version: 1\ntargets:\n'),
  'waived findings': numbered(
    (index) => `    - { rule: content/comma, term: "*${index}*", reason: x }\n`,
    'version: 1\nlint:\n  waive:\n',
  ),
  'developer keys': numbered((index) => `key${index}: { label: Key ${index} }\n`),
};

const XMLS: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries<Shape>({
    terms: numbered(
      (index) =>
        `<termEntry><langSet xml:lang="en"><tig><term>term ${index}</term></tig></langSet><langSet xml:lang="de"><tig><term>Begriff ${index}</term></tig></langSet></termEntry>`,
    ),
    'terms of one concept': numbered(
      (index) => `<tig><term>term ${index}</term></tig>`,
      '<termEntry><langSet xml:lang="en">',
      '</langSet></termEntry>',
    ),
    'languages of one concept': repeated(
      '<langSet xml:lang="en"><tig><term>term</term></tig></langSet>',
      '<termEntry>',
      '</termEntry>',
    ),
    'a long term': repeated(
      'a \t',
      '<termEntry><langSet xml:lang="en"><tig><term>',
      '</term></tig></langSet></termEntry>',
    ),
    'entities in a term': repeated(
      '&amp;',
      '<termEntry><langSet xml:lang="en"><tig><term>',
      '</term></tig></langSet></termEntry>',
    ),
    'nested elements': repeated('<hi>', '<termEntry>'),
    attributes: numbered((index) => ` a${index}="b"`, '<termEntry', '/>'),
    comments: repeated('<!-- a -->'),
    'a comment that does not end': repeated('- ', '<!--'),
    'open signs': repeated('<'),
    notes: repeated('<note>a</note>', '<termEntry>', '</termEntry>'),
  }).map(([name, shape]) => [
    name,
    (characters: number) =>
      `<?xml version="1.0"?><martif type="TBX"><text><body>${shape(characters)}</body></text></martif>`,
  ]),
);

const JSONS: Readonly<Record<string, Shape>> = {
  findings: numbered(
    (index) => `{"rule":"content/comma","in":"glossary.g","pair":"en->de","source":"a ${index}","target":"b"},\n`,
    '{"formatVersion":1,"findings":[',
    '{"rule":"content/comma","in":"glossary.g","pair":"en->de","source":"a","target":"b"}]}',
  ),
  'open brackets': repeated('['),
  'keys of an object': numbered((index) => `"k${index}":1,`, '{"formatVersion":1,', '"findings":[]}'),
};

const answer =
  (shape: Shape): Shape =>
  (characters) =>
    JSON.stringify({
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries_format: 'tsv', entries: shape(characters) }],
    });

const ANSWERS: Readonly<Record<string, Shape>> = {
  entries: answer(numbered((row) => `term ${row}\tBegriff ${row}\n`)),
  'entries of one source phrase': answer(numbered((row) => `term\tBegriff ${row}\n`)),
  'entries with escapes': answer(numbered((row) => `"t${row}"\t\\${row}\n`)),
  'spaces before entries': (characters) =>
    answer(() => 'a\tb')(0).replace('"entries"', `${' '.repeat(characters)}"entries"`),
  'fields before entries': (characters) =>
    answer(() => 'a\tb')(0).replace('"entries"', `${'"entries":"",'.repeat(characters / 13)}"entries"`),
};

const TEXTS: Readonly<Record<string, Shape>> = {
  addresses: repeated('https://user:pass@x.test/'),
  'at signs': repeated('@', 'https://'),
  letters: repeated('a'),
  slashes: repeated('://'),
};

const READERS: readonly Reader[] = [
  ['a dictionary', TABLES, (bytes) => parseAnyDictionary({ bytes, file: 'en-de.csv', pair: PAIR })],
  ['a table', TABLES, (bytes) => parseTable({ bytes, file: 'terms.csv', pairs: ['en->*'] })],
  ['fmt of a table', TABLES, (bytes) => formatTable({ bytes, file: 'en-de.csv', form: { pair: PAIR }, sort: true })],
  ['a foreign table', TABLES, (bytes) => readTermbase({ bytes, file: 'terms.csv' })],
  [
    'a merge of tables',
    TABLES,
    (bytes, text) =>
      mergeTable(
        { file: 'terms.csv', base: bytes, ours: encode(`${text}\nx,y\n`), theirs: encode(`${text}\nx,z\n`) },
        {},
      ),
  ],
  ['YAML', YAMLS, (bytes) => parseYaml({ bytes, file: 'a.yaml' })],
  ['lexform.yaml', YAMLS, (bytes) => parseWorkspace({ bytes, file: 'lexform.yaml' })],
  ['glossary.yaml', YAMLS, (bytes) => parseGlossaryFile({ bytes, file: 'glossary.yaml' })],
  ['a style list', YAMLS, (bytes) => parseStyleListFile({ bytes, file: 'a.yaml' }, builtInCatalogue())],
  ['developer keys', YAMLS, (bytes) => parseDeveloperKeysFile({ bytes, file: 'keys.yaml' })],
  ['fmt of YAML', YAMLS, (bytes) => formatYaml({ bytes, file: 'a.yaml' }, undefined)],
  [
    'a merge of YAML',
    YAMLS,
    (bytes, text) =>
      mergeYaml({ file: 'a.yaml', base: bytes, ours: encode(`${text}\nx: y\n`), theirs: encode(`${text}\nx: z\n`) }),
  ],
  ['TBX', XMLS, (bytes) => readTermbase({ bytes, file: 'terms.tbx' })],
  ['a baseline', JSONS, (_, text) => parseBaseline(text, 'baseline.json')],
  ['an answer', ANSWERS, (bytes) => tried(() => parseWholeEntriesAnswer(bytes))],
  ['an answer in pieces', ANSWERS, (bytes) => tried(() => readInPieces(bytes))],
  [
    'entries that the service gets',
    TABLES,
    (_, text) => tried(() => parseEntriesText(text, 'csv', { source_lang: 'en', target_lang: 'de' })),
  ],
  ['addresses in a text', TEXTS, (_, text) => redactUrl(text)],
];

/** As an answer arrives: what was not taken is there again at the next piece. */
function readInPieces(bytes: Uint8Array): unknown {
  const reader = readEntriesAnswer();
  let start = 0;
  for (let end = 1000; end < bytes.length; end += 1000) start += reader.take(bytes.subarray(start, end));
  return reader.end(bytes.subarray(start));
}

await measureReaders(READERS, { size, ...(cpuMs !== undefined && { cpuMs }) });
