import type { Details, Wordings } from './finding-details.ts';

/** YAML files, their schemas, and the paths that they name. */
export const WORKSPACE_WORDING: Wordings = {
  'nothing-managed': () =>
    'lexform.yaml manages nothing: it names no glossaries:, no style_rules: and no developer_keys:, so no file ' +
    'here would ever be applied; add the line "glossaries: glossaries/*/glossary.yaml" or "style_rules: ' +
    'style-rules/*.yaml", or run "lexform pull", which adds the lines for what it writes',
  'workspace-missing': () => 'there is no lexform.yaml in this folder; "lexform init" writes a small workspace',
  'file-missing': (d) => `there is no file ${d.quoted('file')}; correct the path, or add the file`,
  'file-outside-workspace': (d) =>
    `${d.quoted('file')} lies outside the workspace and is not read as ${d.text('role')}; only files inside it ` +
    'are read',
  'file-private': (d) =>
    `${d.quoted('file')} lies in ${d.quoted('part')} and is not read as ${d.text('role')}; .git, .lexform, .ssh ` +
    'and names that begin with .env are never read, name another file',
  'file-dot-name': (d) =>
    `${d.quoted('file')} lies in ${d.quoted('part')} and is not read as ${d.text('role')} in an untrusted run; ` +
    'names that begin with a dot are read only where lexform.yaml of the base branch contains them',
  'file-untracked': (d) =>
    `${d.quoted('file')} is not tracked by git and is not read as ${d.text('role')} in an untrusted run; commit ` +
    'the file',
  'file-extension': (d) =>
    `${d.quoted('file')}${d.text('real') === d.text('file') ? '' : ` leads to ${d.quoted('real')} and`} is not read ` +
    `as ${d.text('role')}, its name must end in ${d.list('allowed')}`,
  'file-not-regular': (d) =>
    `${d.quoted('file')} is not read as ${d.text('role')}: it is a folder, a pipe, a socket or a device; a ` +
    'regular file is needed',
  'file-too-large': (d) =>
    `${d.quoted('file')} has ${d.count('bytes', 'byte')} and is not read as ${d.text('role')}, at most ` +
    `${d.text('max')} bytes are allowed`,
  'file-empty': () => 'the file is empty, a map of keys and values is needed',
  'move-form': (d) =>
    `"moved" names ${d.quoted('from')} and ${d.quoted('to')}; two different addresses of one kind are needed, ` +
    'such as glossary.product and glossary.products',
  'path-outside-workspace': (d) =>
    `${d.quoted('path')} leads out of the workspace; only paths that stay inside it are allowed`,
  'yaml-not-utf-8': (d) => `byte ${d.text('byte')} is not UTF-8; save the file as UTF-8`,
  'yaml-syntax': (d) => `not valid YAML: ${d.text('problem')}`,
  'yaml-duplicate-key': () => 'this key appears twice in its map, each key may appear once',
  'yaml-many-documents': () => 'a second document starts here, one per file is allowed',
  'yaml-too-deep': (d) =>
    `lists and maps are more than ${d.text('max')} levels deep here, at most ${d.text('max')} are allowed`,
  'findings-more': (d, { severity }) =>
    `${d.count('count', `more ${severity === 'info' ? 'note' : severity}`)} in this file from here on; fix those ` +
    'above first',
  'yaml-key-not-text': () => 'a key is a list or a map, only texts are allowed as keys',
  'yaml-tag': (d) => `the tag ${d.quoted('tag')} has no meaning here, plain values are allowed`,
  'yaml-unknown-alias': (d) => `the alias ${d.quoted('alias')} names no anchor above it`,
  'yaml-aliases': (d) =>
    `aliases bring in too many values or refer to themselves, at most ${d.text('max')} values are allowed`,
  'key-unknown': (d) =>
    `the key ${d.quoted('key')} is unknown in ${d.text('in')}, allowed: ${d.text('allowed')}${d.suggestion()}`,
  'key-missing': (d) => `the key ${d.quoted('key')} is missing in ${d.text('in')}`,
  'value-kind': (d) =>
    `${d.text('key')} is ${d.text('found')}, ${d.list('allowed')} is needed${
      d.text('found') === 'a number' && d.text('allowed').includes('a text') ? '; put it in quotes' : ''
    }`,
  'value-not-allowed': (d) =>
    `${d.text('key')} ${d.has('found') ? `is ${d.quoted('found')}` : 'has another value'}, allowed: ` +
    `${d.quotedList('allowed')}${d.suggestion()}`,
  'value-form': (d) =>
    `${d.text('key')} ${d.has('found') ? `is ${d.quoted('found')}` : 'has another form'}, allowed: ` +
    d.text('allowed'),
  'value-empty': (d) => `${d.text('key')} is empty, it must hold something`,
  'number-range': (d) =>
    `${d.text('key')} is ${d.text('found')}, ${d.text('min')} ${d.has('max') ? `to ${d.text('max')}` : 'or more'} is ` +
    'allowed',
  'text-too-long': (d) => `${d.text('key')} has ${d.count('chars', 'character')}, at most ${d.text('max')} are allowed`,
  'list-too-long': (d) => `${d.text('key')} has ${d.count('items', 'item')}, at most ${d.text('max')} are allowed`,
  'text-blank': (d) => `${d.text('key')} is blank; it is kept as it is`,
  'text-control-character': (d) =>
    `${d.text('key')} holds the control character ${d.text('character')}; it is kept as it is`,
  'text-outer-space': (d) => `${d.text('key')} begins or ends with white space; it is kept as it is`,
  'target-embedded-only': (d) =>
    `target ${d.quoted('target')} is the embedded service, which takes no ${d.quoted('key')}`,
  'target-without-address': (d) =>
    `target ${d.quoted('target')} has no address, one of base_url, preset or "service: embedded" is needed`,
  'base-url-form': (d) =>
    `base_url of target ${d.quoted('target')} is not a URL with https://, one such as https://api.example.com is ` +
    'needed',
  'base-url-credentials': (d) =>
    `base_url of target ${d.quoted('target')} holds credentials, none are allowed; name the key as env:NAME or ` +
    'file:PATH',
  'base-url-query': (d) =>
    `base_url of target ${d.quoted('target')} has a query or a fragment, only host and path are allowed`,
  'base-url-not-encrypted': (d) =>
    `base_url of target ${d.quoted('target')} is not encrypted, so the key can be read on its way; https is safe`,
  'preview-variant': (d) =>
    `${d.quoted('variant')} is not a variant of ${d.quoted('language')}; a base language and one of its variants ` +
    'are needed, such as en: en-GB',
  'address-pattern': (d) =>
    `${d.quoted('pattern')} can match no address, allowed: glossary.NAME, glossary.NAME/SOURCE->TARGET, ` +
    'style_rules.NAME or developer_key.NAME, with * for any part',
  'pattern-too-complex': (d) => `the pattern has ${d.text('what')}, allowed: ${d.text('allowed')}`,
  'pattern-matches-nothing': (d) => `the pattern ${d.quoted('pattern')} matches no file; correct it, or add the files`,
};

/** Which catalogue a rule was looked up in, and how to name another one. */
const catalogueOf = (d: Details): string =>
  d.has('catalogue')
    ? `the catalogue ${d.quoted('catalogue')}`
    : 'the built-in catalogue ("rule_catalog" in lexform.yaml names another one)';

/** Glossaries and style lists, one by one and across files. */
export const RESOURCE_WORDING: Wordings = {
  'address-without-name': () =>
    'this file is in no folder that could give it a name; move it to glossaries/NAME/glossary.yaml',
  'address-name-form': (d) =>
    `the name ${d.quoted('name')} cannot be part of an address, names without white space, control characters, ` +
    '"/", "*", "#" and "->" are allowed',
  'address-repeated': (d) =>
    `the name ${d.quoted('name')} is taken by another file or entry, each name may be used once`,
  'name-repeated': (d) =>
    `the display name ${d.quoted('name')} is used by another file, each may be used once unless both files pin an "id"`,
  'id-repeated': (d) => `the id ${d.quoted('id')} is pinned by another file or entry, each id may be pinned once`,
  'pair-repeated': (d) => `the dictionary ${d.text('pair')} is declared twice, each pair may be declared once`,
  'name-reserved': (d) =>
    `the name ${d.quoted('name')} is reserved for the temporary resources of "plan --preview"; choose another name`,
  'sample-blank': () => 'the sample is blank, a sentence is needed',
  'sample-control-character': (d) =>
    `the sample holds the control character ${d.text('character')}, none but line ends and tabs are allowed`,
  'sample-too-long': (d) =>
    `the sample has ${d.count('chars', 'character')}, at most ${d.text('max')} are allowed; a sentence is enough`,
  'sample-repeated': () => 'this sample appears twice; it is used once',
  'glossary-name-too-long': (d) => `name is ${d.count('bytes', 'byte')} in UTF-8, at most ${d.text('max')} are allowed`,
  'glossary-without-dictionaries': () =>
    'no dictionary was found, at least one <source>-<target>.csv or a table is needed; if you intend none, write ' +
    '"dictionaries: []"',
  'glossary-empty': () => 'the glossary has no dictionary; it is created once it has one',
  'dictionary-without-rows': () => 'the file has no entries, which is the same as no dictionary',
  'dictionary-file-name': (d) =>
    `${d.quoted('name')} is not used: its name is not <source>-<target>, and neither "dictionaries" nor "tables" ` +
    'names it',
  'spreadsheet-unused': (d) =>
    `the spreadsheet ${d.quoted('file')} is not read; export each dictionary as CSV in UTF-8 with a name such as ` +
    'en-de.csv, or a table of languages as CSV and list it under "tables:"',
  'column-use': (d) =>
    `the column ${d.quoted('header')} cannot be ${d.quoted('found')}, allowed: a language such as de, ` +
    `${d.list('allowed')}`,
  'language-variant': (d) =>
    `${d.quoted('language')} is a variant, only base languages are allowed; use ${d.quoted('base')}` +
    (d.has('line') ? `, or map the column to it in glossary.yaml: ${d.text('line')}` : ''),
  'language-unsupported': (d) =>
    `the language ${d.quoted('language')} is not supported, allowed: ${d.text('allowed')}${d.suggestion()}`,
  'language-unknown': (d) =>
    `Lexform does not know the language ${d.quoted('language')}; the target decides whether it accepts ` +
    `it${d.suggestion()}`,
  'same-languages': (d) => `source and target language are both ${d.quoted('language')}, they must differ`,
  'source-language-unusual': (d) =>
    `Lexform does not know the source language ${d.quoted('language')}; it is sent as it is, a base language ` +
    'such as en is usual',
  'rule-category-unknown': (d) =>
    `the category ${d.quoted('category')} is not in ${catalogueOf(d)}; it is sent as it is${d.suggestion()}`,
  'rule-unknown': (d) =>
    `the rule ${d.quoted('rule')} of ${d.quoted('category')} is not in ${catalogueOf(d)}; it is sent as it ` +
    `is${d.suggestion()}`,
  'rule-option-unknown': (d) =>
    `the option ${d.quoted('option')} of ${d.text('category')}.${d.text('rule')} is not in ${catalogueOf(d)}, ` +
    `which has ${d.someQuoted('known')}; it is sent as it is${d.suggestion()}`,
  'rule-catalogue-form': () =>
    'no rules were found at components.schemas.ConfiguredRules, the OpenAPI document of the service is needed',
  'instruction-repeated': (d) =>
    `the instruction ${d.quoted('label')} appears twice with the same content; one is enough`,
  'instruction-label-repeated': (d) =>
    `the label ${d.quoted('label')} is used by another instruction of this list; give each instruction its own label`,
  'label-blank': () => 'the label is blank, which the service does not accept; leave it out to use the name',
  'label-repeated': (d) =>
    `the label ${d.quoted('label')} is used by another entry, each may be used once unless both entries pin an "id"`,
  'label-shared': (d) =>
    `an entry that is not deactivated has the label ${d.quoted('label')} too, and takes the active key of that ` +
    'label; pin the "id" of the key that you mean',
};
