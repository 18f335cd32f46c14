import { inFiles, inGlossary, inKeys, inStyleList, type Row } from './row.ts';

const instructions = (...items: readonly string[]): string =>
  `custom_instructions:\n${items.map((item) => `  - ${item}\n`).join('')}`;
const CSV = 'house,Haus\n';

/** What must differ from resource to resource. */
const IDENTITY: readonly Row[] = [
  inFiles(
    'glossary.yaml:1:1: error: this file is in no folder that could give it a name; move it to glossaries/NAME/glossary.yaml [address-without-name]',
    {
      'lexform.yaml': 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossary.yaml\n',
      'glossary.yaml': 'name: G\n',
      'en-de.csv': CSV,
    },
  ),
  inFiles(
    'style-rules/a b.yaml:1:1: error: the name "a b" cannot be part of an address, names without white space, control characters, "/", "*", "#" and "->" are allowed [address-name-form]',
    { 'style-rules/a b.yaml': 'name: S\nlanguage: de\n' },
  ),
  inKeys(
    'developer-keys.yaml:2:1: error: the name "CI" is taken by another file or entry, each name may be used once (see developer-keys.yaml:1:1) [address-repeated]',
    'ci: { label: A }\nCI: { label: B }\n',
  ),
  inFiles(
    'style-rules/t.yaml:1:7: error: the display name "S" is used by another file, each may be used once unless both files pin an "id" (see style-rules/s.yaml:1:7) [name-repeated]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\n', 'style-rules/t.yaml': 'name: S\nlanguage: fr\n' },
  ),
  inFiles(
    'style-rules/t.yaml:3:5: error: the id "a1" is pinned by another file or entry, each id may be pinned once (see style-rules/s.yaml:3:5) [id-repeated]',
    {
      'style-rules/s.yaml': 'name: S\nlanguage: de\nid: a1\n',
      'style-rules/t.yaml': 'name: T\nlanguage: de\nid: a1\n',
    },
  ),
];

const GLOSSARIES: readonly Row[] = [
  inFiles(
    'glossaries/g/en-de.tsv:1:1: error: the dictionary en->de is declared twice, each pair may be declared once (see glossaries/g/en-de.csv:1:1) [pair-repeated]',
    {
      'glossaries/g/glossary.yaml': 'name: G\n',
      'glossaries/g/en-de.csv': CSV,
      'glossaries/g/en-de.tsv': 'cat\tKatze\n',
    },
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:1:7: error: name is 1026 bytes in UTF-8, at most 1024 are allowed [glossary-name-too-long]',
    `name: ${'é'.repeat(513)}\n`,
  ),
  inFiles(
    'glossaries/g/glossary.yaml:1:7: error: no dictionary was found, at least one <source>-<target>.csv or a table is needed; if you intend none, write "dictionaries: []" [glossary-without-dictionaries]',
    { 'glossaries/g/glossary.yaml': 'name: G\n' },
  ),
  inFiles(
    'glossaries/g/glossary.yaml:2:15: warning: the glossary has no dictionary; it is created once it has one [glossary-empty]',
    { 'glossaries/g/glossary.yaml': 'name: G\ndictionaries: []\n' },
  ),
  inFiles(
    'glossaries/g/terms.csv:1:1: error: "terms.csv" is not used: its name is not <source>-<target>, and neither "dictionaries" nor "tables" names it [dictionary-file-name]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/terms.csv': CSV },
  ),
  inFiles(
    'glossaries/g/jp-kr.csv:1:1: error: "jp-kr.csv" is not used: its name is not <source>-<target>, and neither "dictionaries" nor "tables" names it; did you mean "ja-ko.csv"? [dictionary-file-name]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/jp-kr.csv': CSV },
  ),
  inFiles(
    'glossaries/g/terms.xlsx:1:1: error: the spreadsheet "terms.xlsx" is not read; export each dictionary as CSV in UTF-8 with a name such as en-de.csv, or a table of languages as CSV and list it under "tables:" [spreadsheet-unused]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/terms.xlsx': 'PK' },
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:19: error: the column "Owner" cannot be "nobody", allowed: a language such as de, note, ignore, example, preferred, status, pos, definition, translate, do-not-translate, forbidden, lint, override or concept [column-use]',
    'name: G\ncolumns: { Owner: nobody }\n',
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:17: error: the sample is blank, a sentence is needed [sample-blank]',
    'name: G\nsamples: { en: [" "] }\n',
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:17: error: the sample contains the control character U+0007, none but line ends and tabs are allowed [sample-control-character]',
    'name: G\nsamples: { en: ["The\\u0007house."] }\n',
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:17: error: the sample has 1001 characters, at most 1000 are allowed; a sentence is enough [sample-too-long]',
    `name: G\nsamples: { en: [${'x'.repeat(1001)}] }\n`,
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:29: warning: this sample appears twice; it is used once (see glossaries/g/glossary.yaml:2:17) [sample-repeated]',
    'name: G\nsamples: { en: [The house., The house.] }\n',
  ),
];

const LANGUAGES: readonly Row[] = [
  inFiles(
    'glossaries/g/en-pt_BR.csv:1:1: error: "pt-BR" is a variant, only base languages are allowed; use "pt", or give the variant a glossary in glossary.yaml: variants: { pt-BR: { over: pt } } [language-variant]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-pt_BR.csv': CSV },
  ),
  inFiles(
    'style-rules/s.yaml:2:11: error: the language "klingon" is not supported, allowed: de, en, es, fr, it, ja, ko, zh [language-unsupported]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: klingon\n' },
  ),
  inFiles(
    'style-rules/s.yaml:2:11: warning: Lexform does not know the language "jp"; the target decides whether it accepts it; did you mean "ja"? [language-unknown]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: jp\n' },
  ),
  inFiles(
    'glossaries/g/en-en.csv:1:1: error: source and target language are both "en", they must differ [same-languages]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-en.csv': CSV },
  ),
];

const STYLE_LISTS: readonly Row[] = [
  inStyleList(
    'style-rules/s.yaml:3:21: warning: the category "punctuaton" is not in the built-in catalogue ("rule_catalog" in lexform.yaml names another one); it is sent as it is; did you mean "punctuation"? [rule-category-unknown]',
    'configured_rules: { punctuaton: { apostrophe: use_curly_apostrophes } }\n',
  ),
  inStyleList(
    'style-rules/s.yaml:3:36: warning: the rule "apostrophes" of "punctuation" is not in the built-in catalogue ("rule_catalog" in lexform.yaml names another one); it is sent as it is; did you mean "apostrophe"? [rule-unknown]',
    'configured_rules: { punctuation: { apostrophes: use_curly_apostrophes } }\n',
  ),
  inStyleList(
    'style-rules/s.yaml:3:48: warning: the option "curly" of punctuation.apostrophe is not in the built-in catalogue ("rule_catalog" in lexform.yaml names another one), which has "use_curly_apostrophes" and "use_straight_apostrophes"; it is sent as it is [rule-option-unknown]',
    'configured_rules: { punctuation: { apostrophe: curly } }\n',
  ),
  inFiles(
    'rules.json:1:1: error: no rules were found at components.schemas.ConfiguredRules, the OpenAPI document of the service is needed [rule-catalogue-form]',
    {
      'lexform.yaml':
        'version: 1\ntargets:\n  local: { service: embedded }\nstyle_rules: []\nrule_catalog: rules.json\n',
      'rules.json': '{}',
    },
  ),
  inFiles(
    'style-rules/s.yaml:3:32: warning: the rule "c" of "numbers" is not in the catalogue "rules.json"; it is sent as it is [rule-unknown]',
    {
      'lexform.yaml':
        'version: 1\ntargets:\n  local: { service: embedded }\nstyle_rules: style-rules/*.yaml\nrule_catalog: rules.json\n',
      'rules.json':
        '{"components":{"schemas":{"ConfiguredRules":{"properties":{"numbers":{"properties":{"a":{"enum":["b"]}}}}}}}}',
      'style-rules/s.yaml': 'name: S\nlanguage: de\nconfigured_rules: { numbers: { c: b } }\n',
    },
  ),
  inStyleList(
    'style-rules/s.yaml:4:45: warning: Lexform does not know the source language "en-gb"; it is sent as it is, a base language such as en is usual [source-language-unusual]',
    instructions('{ label: A, prompt: B, source_language: en-GB }'),
  ),
  inStyleList(
    'style-rules/s.yaml:5:14: warning: the instruction "A" appears twice with the same content; one is enough (see style-rules/s.yaml:4:14) [instruction-repeated]',
    instructions('{ label: A, prompt: B }', '{ label: A, prompt: B }'),
  ),
  inStyleList(
    'style-rules/s.yaml:5:14: warning: the label "A" is used by another instruction of this list; give each instruction its own label (see style-rules/s.yaml:4:14) [instruction-label-repeated]',
    instructions('{ label: A, prompt: B }', '{ label: A, prompt: C }'),
  ),
];

const KEYS: readonly Row[] = [
  inKeys(
    'developer-keys.yaml:1:1: error: the name "a/b" cannot be part of an address, names without white space, control characters, "/", "*", "#" and "->" are allowed [address-name-form]',
    'a/b: { label: CI }\n',
  ),
  inKeys(
    'developer-keys.yaml:1:14: error: the label is blank, which the service does not accept; leave it out to use the name [label-blank]',
    'ci: { label: " " }\n',
  ),
  inKeys(
    'developer-keys.yaml:2:14: error: the label "CI" is used by another entry, each may be used once unless both entries pin an "id" (see developer-keys.yaml:1:14) [label-repeated]',
    'ci: { label: CI }\ncd: { label: CI }\n',
  ),
  inKeys(
    'developer-keys.yaml:2:15: warning: an entry that is not deactivated has the label "CI" too, and takes the active key of that label; pin the "id" of the key that you mean (see developer-keys.yaml:1:14) [label-shared]',
    'ci: { label: CI }\nold: { label: CI, deactivated: true }\n',
  ),
];

export const RESOURCE_ROWS: readonly Row[] = [...IDENTITY, ...GLOSSARIES, ...LANGUAGES, ...STYLE_LISTS, ...KEYS];
