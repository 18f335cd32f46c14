import { expect, test } from 'vitest';
import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import type { Edited } from '../../../src/files/edit/entry-edit.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { editDeveloperKeys } from '../../../src/kinds/developer-key/files/developer-key-writing.ts';
import { editGlossaryFile, type GlossaryEdit } from '../../../src/kinds/glossary/files/glossary-writing.ts';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { editStyleList } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import { type PairKey, parsePairKey } from '../../../src/model/entries/language-pair.ts';
import {
  type DeveloperKeysEdit,
  type EntryEdit,
  entryValues,
  keyEdits,
  listValues,
  type StyleListEdit,
} from '../../support/file-values.ts';

/** Every row is a file, its edits, and the file afterwards or the codes of what speaks against them. */
type Row<Edit> = readonly [before: string, edits: readonly Edit[], after: string | readonly string[]];

const input = (text: string) => ({ bytes: new TextEncoder().encode(text), file: 'f' });

const shown = (edited: Edited): string | readonly string[] =>
  'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings.map(({ code }) => code);

test.each<readonly [string, PairKey, readonly EntryEdit[], string | readonly string[]]>([
  ['a,x,XX,YY\n', 'xx->yy', [{ kind: 'set', source: 'b', target: 'z' }], 'a,x,XX,YY\nb,z,XX,YY\n'],
  ['a,x,XX\n', 'xx->yy', [{ kind: 'set', source: 'b', target: 'z' }], ['row-columns']],
  ['a,x,en-GB,de\n', 'en->de', [{ kind: 'set', source: 'b', target: 'z' }], 'a,x,en-GB,de\nb,z,en-GB,de\n'],
  ['a,x,note,de\n', 'en->de', [{ kind: 'set', source: 'b', target: 'z' }], ['row-columns']],
  ['a,x,en,note\n', 'en->de', [{ kind: 'set', source: 'b', target: 'z' }], ['row-columns']],
  ['a,x,EN,DE\nb,y\n', 'en->de', [{ kind: 'set', source: 'c', target: 'z' }], 'a,x,EN,DE\nb,y\nc,z\n'],
  [
    'source,target,source_lang,target_lang\na,x,EN\n',
    'en->de',
    [{ kind: 'set', source: 'b', target: 'z' }],
    'source,target,source_lang,target_lang\na,x,EN\nb,z,EN,\n',
  ],
  [
    'target,source,x\nx,a,en\n',
    'en->de',
    [{ kind: 'set', source: 'b', target: 'z' }],
    'target,source,x\nx,a,en\nz,b,\n',
  ],
  [
    'source,target,preferred\na,x,yes\na,y,\n',
    'en->de',
    [{ kind: 'set', source: 'a', target: 'z' }],
    'source,target,preferred\na,z,yes\na,y,\n',
  ],
  [
    'source,target,preferred\na,x,\na,y,x\nb,q,\n',
    'en->de',
    [
      { kind: 'set', source: 'a', target: 'z' },
      { kind: 'set', source: 'b', target: 'r' },
    ],
    'source,target,preferred\na,x,\na,z,x\nb,r,\n',
  ],
  [
    'source,target,preferred\na,x,yes\na,y,\n',
    'en->de',
    [{ kind: 'remove', source: 'a' }],
    'source,target,preferred\n',
  ],
  [
    'a,x\nb,y\n',
    'en->de',
    [
      { kind: 'remove', source: 'a' },
      { kind: 'remove', source: 'b' },
    ],
    '',
  ],
  ['source,target\na,x\n', 'en->de', [{ kind: 'remove', source: 'a' }], 'source,target\n'],
  [
    'source,target\na,x\n',
    'en->de',
    [{ kind: 'set', source: 'source', target: 'w' }],
    'source,target\na,x\nsource,w\n',
  ],
  ['a,x\nsource,target\n', 'en->de', [{ kind: 'remove', source: 'a' }], 'source,target\nsource,target\n'],
  ['de,en\n', 'en->de', [{ kind: 'set', source: 'b', target: 'c' }], ['header-contradicts']],
])('the dictionary %j of %s with %j', (before, pair, edits, after) => {
  expect(shown(editEntries({ ...input(before), pair: parsePairKey(pair), comments: '#' }, entryValues(edits)))).toEqual(
    after,
  );
});

test.each<Row<DeveloperKeysEdit>>([
  [
    '"a": { "label": "A" }\nb: {}\n',
    [{ kind: 'add-key', name: 'c', label: 'C', limits: {} }],
    '"a": { "label": "A" }\nb: {}\nc:\n  "label": "C"\n',
  ],
  [
    '"a":\n  \'label\': \'A\'\n"b": {}\n',
    [{ kind: 'add-key', name: 'c', label: 'C', limits: { characters: 5, speechToTextMilliseconds: null } }],
    "\"a\":\n  'label': 'A'\n\"b\": {}\n\"c\":\n  'label': 'C'\n  'characters': 5\n  'speech_to_text_milliseconds': null\n",
  ],
  [
    "'a':\n    label: A\n'b':\n    label: \"B\"\n",
    [{ kind: 'add-key', name: 'c', label: 'C', limits: {} }],
    "'a':\n    label: A\n'b':\n    label: \"B\"\n'c':\n    label: C\n",
  ],
  [
    "a: { 'label': 'A' }\nb: {}\n",
    [{ kind: 'set-key', name: 'b', limits: {}, deactivates: false, label: 'B' }],
    "a: { 'label': 'A' }\nb:\n  'label': 'B'\n",
  ],
  [
    "a: { 'label': 'A' }\nb:\n",
    [{ kind: 'set-key', name: 'b', limits: {}, deactivates: false, label: 'B' }],
    "a: { 'label': 'A' }\nb:\n  'label': 'B'\n",
  ],
  [
    'a: {}\n',
    [
      {
        kind: 'add-key',
        name: 'b',
        label: 'b',
        limits: {},
        pinnedId: keyId('01234567-0123-4123-8123-0123456789ab:01234567-0123-4123-8123-0123456789ab'),
      },
    ],
    'a: {}\nb:\n  id: "01234567-0123-4123-8123-0123456789ab:01234567-0123-4123-8123-0123456789ab"\n',
  ],
  [
    'a: {}\n',
    [
      { kind: 'add-key', name: 'b', label: 'B', limits: { characters: 0 } },
      { kind: 'set-key', name: 'b', limits: {}, deactivates: true },
    ],
    'a: {}\nb:\n  label: B\n  characters: 0\n  deactivated: true\n',
  ],
  [
    'a: { deactivated: true }\n',
    [{ kind: 'set-key', name: 'a', limits: {}, deactivates: true }],
    'a: { deactivated: true }\n',
  ],
  [
    'a: { deactivated: true, label: A }\n',
    [{ kind: 'set-key', name: 'a', limits: {}, deactivates: false, label: 'B' }],
    'a: { deactivated: true, label: B }\n',
  ],
  [
    'a: { label: A, characters: 5 }\n',
    [{ kind: 'set-key', name: 'a', limits: { speechToTextMilliseconds: 7 }, deactivates: false }],
    'a: { label: A, characters: 5, speech_to_text_milliseconds: 7 }\n',
  ],
  [
    'a: { characters: 5 }\n',
    [{ kind: 'set-key', name: 'a', limits: { characters: null }, deactivates: false }],
    'a: { characters: null }\n',
  ],
  [
    'a:\n      label: A\nb: { label: B }\nc: {}\n',
    [{ kind: 'set-key', name: 'c', limits: {}, deactivates: false, label: 'C' }],
    'a:\n      label: A\nb: { label: B }\nc:\n      label: C\n',
  ],
  [
    'b: { label: B }\na:\n   label: A\n',
    [{ kind: 'add-key', name: 'd', label: 'D', limits: {} }],
    'b: { label: B }\na:\n   label: A\nd:\n   label: D\n',
  ],
  [
    '{ a: { label: A } }\n',
    [{ kind: 'add-key', name: 'b', label: 'B', limits: {} }],
    '{ a: { label: A }, b: { label: B } }\n',
  ],
  ['a: {}\n', [{ kind: 'add-key', name: 'a', label: 'a', limits: {} }], ['edit-not-safe']],
  [
    'a: {}\nb: {}\n',
    [
      { kind: 'remove-key', name: 'a' },
      { kind: 'remove-key', name: 'b' },
      { kind: 'add-key', name: 'c', label: 'c', limits: { characters: 1 } },
    ],
    'c:\n  characters: 1\n',
  ],
  ['a: {}\n', [], 'a: {}\n'],
  [
    'a: { protect: true }\n',
    [{ kind: 'set-key', name: 'a', limits: {}, deactivates: false, label: 'B' }],
    'a: { protect: true, label: B }\n',
  ],
  [
    '? a\n: label: A\nb: {}\n',
    [{ kind: 'set-key', name: 'b', limits: {}, deactivates: false, label: 'B' }],
    '? a\n: label: A\nb:\n  label: B\n',
  ],
  [
    'a:\n  label: A\n',
    [{ kind: 'set-key', name: 'a', limits: {}, deactivates: false, label: 'l1, l2' }],
    'a:\n  label: l1, l2\n',
  ],
])('the developer keys %j with %j', (before, edits, after) => {
  expect(shown(editDeveloperKeys(input(before), keyEdits(edits)))).toEqual(after);
});

test.each<Row<StyleListEdit>>([
  [
    "'name': 'A'\n'language': 'de'\n",
    [{ kind: 'set-rule', category: 'n', rule: 'r', option: 'o' }],
    "'name': 'A'\n'language': 'de'\n'configured_rules':\n  'n':\n    'r': 'o'\n",
  ],
  [
    "'name': 'A'\n'language': 'de'\n",
    [{ kind: 'add-instruction', instruction: { label: 'l', prompt: 'p', sourceLanguage: 'en' } }],
    "'name': 'A'\n'language': 'de'\n'custom_instructions':\n  - 'label': 'l'\n    'prompt': 'p'\n    'source_language': 'en'\n",
  ],
  [
    "name: 'A'\nlanguage: de\n",
    [{ kind: 'set-rule', category: 'n', rule: 'r', option: 'o' }],
    'name: \'A\'\nlanguage: de\nconfigured_rules:\n  "n":\n    r: o\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n    n:\n      \'a\': "x"\n',
    [{ kind: 'set-rule', category: 'm', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules:\n    n:\n      \'a\': "x"\n    m:\n      \'b\': "o"\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { \'a\': "x" }\n',
    [{ kind: 'set-rule', category: 'm', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { \'a\': "x" }\n  m:\n    \'b\': "o"\n',
  ],
  [
    "name: A\nlanguage: de\nconfigured_rules:\n  n: {}\n  'm': { 'a': 'x' }\n",
    [{ kind: 'set-rule', category: 'n', rule: 'b', option: 'o' }],
    "name: A\nlanguage: de\nconfigured_rules:\n  n:\n    'b': 'o'\n  'm': { 'a': 'x' }\n",
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n      n: {}\n',
    [{ kind: 'set-rule', category: 'n', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules:\n      n:\n            b: o\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n:\n     a: x\n',
    [{ kind: 'set-rule', category: 'm', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules:\n  n:\n     a: x\n  m:\n     b: o\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules: { n: { a: x } }\n',
    [{ kind: 'set-rule', category: 'm', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules: { n: { a: x }, m: { b: o } }\n',
  ],
  [
    "name: A\nlanguage: de\nconfigured_rules:\n  'n':\n    a: x\n",
    [{ kind: 'set-rule', category: 'm', rule: 'b', option: 'o' }],
    "name: A\nlanguage: de\nconfigured_rules:\n  'n':\n    a: x\n  'm':\n    b: o\n",
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n: {}\n  m:\n     a: x\n',
    [{ kind: 'set-rule', category: 'o', rule: 'b', option: 'o' }],
    'name: A\nlanguage: de\nconfigured_rules:\n  n: {}\n  m:\n     a: x\n  o:\n     b: o\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { a: x, b: y }\n',
    [
      { kind: 'set-rule', category: 'n', rule: 'a', option: 'z' },
      { kind: 'set-rule', category: 'n', rule: 'c', option: 'w' },
      { kind: 'remove-rule', category: 'n', rule: 'b' },
      { kind: 'remove-rule', category: 'n', rule: 'none' },
      { kind: 'remove-rule', category: 'none', rule: 'b' },
    ],
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { a: z, c: w }\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { a: x }\n  m: { b: y }\n',
    [
      { kind: 'remove-rule', category: 'n', rule: 'a' },
      { kind: 'set-rule', category: 'm', rule: 'b', option: 'y' },
    ],
    'name: A\nlanguage: de\nconfigured_rules:\n  m: { b: y }\n',
  ],
  [
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { a: x }\n',
    [
      { kind: 'remove-rule', category: 'n', rule: 'a' },
      { kind: 'set-rule', category: 'n', rule: 'd', option: 'y' },
    ],
    'name: A\nlanguage: de\nconfigured_rules:\n  n: { d: "y" }\n',
  ],
  [
    "name: A\nlanguage: de\ncustom_instructions:\n  - 'label': 'a'\n    'prompt': \"b\"\n",
    [{ kind: 'add-instruction', instruction: { label: 'l', prompt: 'p', sourceLanguage: 'en' } }],
    "name: A\nlanguage: de\ncustom_instructions:\n  - 'label': 'a'\n    'prompt': \"b\"\n  - 'label': 'l'\n    'prompt': \"p\"\n    'source_language': 'en'\n",
  ],
  [
    "name: A\nlanguage: de\ncustom_instructions:\n  - label: 'a'\n    prompt: b\n  - label: c\n    prompt: \"d\"\n    source_language: 'en'\n",
    [{ kind: 'add-instruction', instruction: { label: 'l', prompt: 'p', sourceLanguage: 'fr' } }],
    "name: A\nlanguage: de\ncustom_instructions:\n  - label: 'a'\n    prompt: b\n  - label: c\n    prompt: \"d\"\n    source_language: 'en'\n  - label: l\n    prompt: \"p\"\n    source_language: 'fr'\n",
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: "a"\n    prompt: b\n',
    [{ kind: 'add-instruction', instruction: { label: 'l', prompt: 'p', sourceLanguage: 'fr' } }],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: "a"\n    prompt: b\n  - label: "l"\n    prompt: p\n    source_language: "fr"\n',
  ],
  [
    "name: A\nlanguage: de\ncustom_instructions:\n  - label: 'a'\n    prompt: b\n",
    [{ kind: 'set-instruction', index: 0, instruction: { label: 'a', prompt: 'b', sourceLanguage: 'fr' } }],
    "name: A\nlanguage: de\ncustom_instructions:\n  - label: 'a'\n    prompt: b\n    source_language: 'fr'\n",
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: b\n',
    [
      { kind: 'set-instruction', index: 5, instruction: { label: 'x', prompt: 'y' } },
      { kind: 'remove-instruction', index: 7 },
    ],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: b\n',
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: b\n  - label: c\n    prompt: d\n',
    [
      { kind: 'remove-instruction', index: 0 },
      { kind: 'set-instruction', index: 0, instruction: { label: 'x', prompt: 'y' } },
      { kind: 'add-instruction', instruction: { label: 'e', prompt: 'f' } },
      { kind: 'set-instruction', index: 1, instruction: { label: 'c', prompt: 'z' } },
    ],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: c\n    prompt: z\n  - label: e\n    prompt: f\n',
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions: []\n',
    [{ kind: 'add-instruction', instruction: { label: 'e', prompt: 'f' } }],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: e\n    prompt: f\n',
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: |\n      b\n',
    [{ kind: 'add-instruction', instruction: { label: 'e', prompt: ' f\n' } }],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: |\n      b\n  - label: e\n    prompt: " f\\n"\n',
  ],
  [
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: >\n      b\n',
    [
      {
        kind: 'add-instruction',
        instruction: {
          label: 'e',
          prompt: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen\n',
        },
      },
    ],
    'name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: >\n      b\n  - label: e\n    prompt: >\n      one two three four five six seven eight nine ten eleven twelve thirteen\n      fourteen fifteen\n',
  ],
  [
    'name: A\nlanguage: de\n',
    [
      { kind: 'set-rule', category: 'n', rule: 'r', option: 'o' },
      { kind: 'add-instruction', instruction: { label: 'l', prompt: 'p' } },
      { kind: 'set-name', name: 'B' },
      { kind: 'set-language', language: 'fr' },
    ],
    'name: B\nlanguage: fr\nconfigured_rules:\n  "n":\n    r: o\ncustom_instructions:\n  - label: l\n    prompt: p\n',
  ],
  [
    'name: A\nlanguage: de\n',
    [
      { kind: 'set-rule', category: 'n', rule: 'r', option: 'o' },
      { kind: 'remove-rule', category: 'n', rule: 'r' },
    ],
    'name: A\nlanguage: de\n',
  ],
])('the style list %j with %j', (before, edits, after) => {
  expect(shown(editStyleList({ ...input(before), catalogue: builtInCatalogue() }, listValues(edits)))).toEqual(after);
});

test.each<Row<GlossaryEdit>>([
  [
    "name: a\ndictionaries:\n  - { 'source_lang': 'en', 'target_lang': 'de', 'file': 'x.csv' }\n",
    [{ kind: 'list-dictionary', pair: { source: 'en', target: 'it' }, path: 'a/b.csv' }],
    "name: a\ndictionaries:\n  - { 'source_lang': 'en', 'target_lang': 'de', 'file': 'x.csv' }\n  - { 'source_lang': 'en', 'target_lang': 'it', 'file': 'a/b.csv' }\n",
  ],
  [
    "name: a\ndictionaries:\n  - 'source_lang': en\n    'target_lang': de\n    'file': x.csv\n",
    [
      { kind: 'list-dictionary', pair: { source: 'en', target: 'it' }, path: 'b.csv' },
      { kind: 'list-dictionary', pair: { source: 'en', target: 'fr' }, path: 'c.csv' },
    ],
    "name: a\ndictionaries:\n  - 'source_lang': en\n    'target_lang': de\n    'file': x.csv\n  - 'source_lang': en\n    'target_lang': it\n    'file': b.csv\n  - 'source_lang': en\n    'target_lang': fr\n    'file': c.csv\n",
  ],
  [
    'name: a\ndictionaries:\n  - { source_lang: en, target_lang: de, file: x.csv }\n  - { source_lang: en, target_lang: it, file: y.csv }\n  - { source_lang: en, target_lang: fr, file: z.csv }\n',
    [
      { kind: 'unlist-dictionary', pair: { source: 'en', target: 'fr' } },
      { kind: 'unlist-dictionary', pair: { source: 'en', target: 'de' } },
    ],
    'name: a\ndictionaries:\n  - { source_lang: en, target_lang: it, file: y.csv }\n',
  ],
  [
    'name: a\ndictionaries:\n  - { source_lang: en, target_lang: de, file: x.csv }\n',
    [
      { kind: 'unlist-dictionary', pair: { source: 'en', target: 'de' } },
      { kind: 'list-dictionary', pair: { source: 'en', target: 'de' }, path: 'y.csv' },
    ],
    'name: a\ndictionaries:\n  - { source_lang: en, target_lang: de, file: y.csv }\n',
  ],
  [
    'name: a\ntables:\n  - { file: t.csv, pairs: [en->de, en->fr] }\n  - { file: u.csv, pairs: [en->de] }\n  - { file: v.csv, pairs: [en->it] }\n',
    [
      { kind: 'remove-pattern', table: 0, pattern: 1 },
      { kind: 'remove-pattern', table: 1, pattern: 0 },
      { kind: 'remove-pattern', table: 2, pattern: 0 },
      { kind: 'remove-pattern', table: 7, pattern: 0 },
    ],
    ['edit-not-safe'],
  ],
  [
    'name: a\ntables:\n  - { file: u.csv, pairs: [en->de] }\n',
    [{ kind: 'remove-pattern', table: 0, pattern: 0 }],
    'name: a\ntables: []\n',
  ],
  [
    'name: a\n',
    [{ kind: 'list-none' }, { kind: 'list-dictionary', pair: { source: 'en', target: 'de' }, path: 'y.csv' }],
    'name: a\ndictionaries:\n  - source_lang: en\n    target_lang: de\n    file: y.csv\n',
  ],
  ['name: a\n', [{ kind: 'list-none' }, { kind: 'list-none' }], ['edit-not-safe']],
  ['name: |-\n  a\nmode: additive\n', [{ kind: 'set-name', name: 'b' }], 'name: |-\n  b\nmode: additive\n'],
  ['name: >-\n  a\n', [{ kind: 'set-name', name: 'b\u202e' }], 'name: "b\\u202e"\n'],
  ['name: a\n', [{ kind: 'set-name', name: 'b\u0007' }], ['value-form']],
])('the glossary.yaml %j with %j', (before, edits, after) => {
  expect(shown(editGlossaryFile(input(before), edits))).toEqual(after);
});
