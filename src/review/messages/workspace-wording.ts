import type { Details, Wordings } from './finding-details.ts';

/** The content of one side of a conflict. */
const sideText = (d: Details, side: 'ours' | 'theirs'): string =>
  d.has(side) ? `${side} has ${d.quoted(side)}` : `${side} has removed it`;

/** Both sides of a conflict, unless the finding must not quote the file. */
const sidesText = (d: Details): string =>
  d.has('ours') || d.has('theirs') ? `: ${sideText(d, 'ours')}, ${sideText(d, 'theirs')}` : '';

const conflictPlace = (d: Details): string =>
  `${d.has('term') ? d.quoted('term') : 'this place'}${d.has('name') ? ` (${d.text('name')})` : ''}`;

/** Findings in YAML files, and in the paths that they name. */
export const WORKSPACE_WORDING: Wordings = {
  'nothing-managed':
    'lexform.yaml manages nothing: it names no glossaries:, no style_rules: and no developer_keys:, so no file here ' +
    'would ever be applied; add the line "glossaries: glossaries/*/glossary.yaml" or "style_rules: ' +
    'style-rules/*.yaml", or run "lexform pull", which adds the lines for what it writes',
  'workspace-missing': (d) =>
    `there is no lexform.yaml in ${d.has('folder') ? d.text('folder') : 'this folder'}; "lexform init" writes a ` +
    'small workspace',
  'file-missing': 'there is no file "{file}"; correct the path, or add the file',
  'file-outside-workspace':
    '"{file}" is outside the workspace and is not read as {role}; only files inside it are read',
  'file-private':
    '"{file}" is in "{part}" and is not read as {role}; .git, .lexform, .ssh and names that begin with .env are ' +
    'never read, name another file',
  'file-dot-name':
    '"{file}" is in "{part}" and is not read as {role} in an untrusted run; names that begin with a dot are read ' +
    'only where lexform.yaml of the base branch contains them',
  'file-untracked': '"{file}" is not tracked by git and is not read as {role} in an untrusted run; commit the file',
  'file-extension': (d) =>
    `${d.quoted('file')}${d.text('real') === d.text('file') ? '' : ` leads to ${d.quoted('real')} and`} is not read ` +
    `as ${d.text('role')}, its name must end in ${d.list('allowed')}`,
  'file-not-regular':
    '"{file}" is not read as {role}: it is a folder, a pipe, a socket or a device; a regular file is needed',
  'file-too-large': '"{file}" has {count bytes byte} and is not read as {role}, at most {max} bytes are allowed',
  'file-empty': 'the file is empty, a map of keys and values is needed',
  'move-form':
    '"moved" names "{from}" and "{to}"; two different addresses of one kind are needed, such as glossary.product ' +
    'and glossary.products',
  'path-outside-workspace': '"{path}" leads out of the workspace; only paths that stay inside it are allowed',
  'merge-conflict': (d) =>
    `a merge left ${conflictPlace(d)} in conflict${sidesText(d)}; keep what is right and remove the lines <<<<<<<, ` +
    '======= and >>>>>>>',
  'fmt-not-safe':
    'the file is left as it is: formatted, it would be read differently; where its first row would be taken for a ' +
    'header, set "header: false" in glossary.yaml',
  'merge-not-safe':
    'the merged file would not be read as the terms of both sides, so the terms were not merged; merge its lines',
  'merge-comment-lost': 'the merged file has no place for the comment "{comment}" of their side; add it by hand',
  'yaml-not-utf-8': 'byte {byte} is not UTF-8; save the file as UTF-8',
  'yaml-syntax': 'not valid YAML: {problem}',
  'yaml-duplicate-key': 'this key appears twice in its map, each key may appear once',
  'yaml-many-documents': 'a second document starts here, one per file is allowed',
  'yaml-too-deep': 'lists and maps are more than {max} levels deep here, at most {max} are allowed',
  'findings-more': (d) =>
    `${d.count('count', `more ${d.severity === 'info' ? 'note' : d.severity}`)} in this file from here on; fix those ` +
    'above first',
  'yaml-key-not-text': 'a key is a list or a map, only texts are allowed as keys',
  'yaml-tag': 'the tag "{tag}" has no meaning here, plain values are allowed',
  'yaml-unknown-alias': 'the alias "{alias}" names no anchor above it',
  'yaml-aliases': 'aliases bring in too many values or refer to themselves, at most {max} values are allowed',
  'key-unknown': 'the key "{key}" is unknown in {in}, allowed: {allowed}{suggestion}',
  'key-missing': 'the key "{key}" is missing in {in}',
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
  'value-empty': '{key} is empty; add a value',
  'number-range': (d) =>
    `${d.text('key')} is ${d.text('found')}, ${d.text('min')} ${d.has('max') ? `to ${d.text('max')}` : 'or more'} is ` +
    'allowed',
  'text-too-long': '{key} has {count chars character}, at most {max} are allowed',
  'list-too-long': '{key} has {count items item}, at most {max} are allowed',
  'text-blank': '{key} is blank; it is kept as it is',
  'text-control-character': '{key} contains the control character {character}; it is kept as it is',
  'text-outer-space': '{key} begins or ends with white space; it is kept as it is',
  'target-embedded-only': 'target "{target}" is the embedded service, which takes no "{key}"',
  'target-without-address':
    'target "{target}" has no address, one of base_url, preset or "service: embedded" is needed',
  'base-url-form':
    'base_url of target "{target}" is not a URL with https://, one such as https://api.example.com is needed',
  'base-url-credentials':
    'base_url of target "{target}" contains credentials, none are allowed; name the key as env:NAME or file:PATH',
  'base-url-query': 'base_url of target "{target}" has a query or a fragment, only host and path are allowed',
  'base-url-not-encrypted':
    'base_url of target "{target}" is not encrypted, so the key can be read on its way; https is safe',
  'on-target-unknown': (d) =>
    `lexform.yaml has no target ${d.quoted('target')}, it has ${d.all('known')}; correct the name, or remove these ` +
    `settings${d.suggestion()}`,
  'target-pattern-unmatched': (d) =>
    `${d.quoted('pattern')} matches no resource of the files, so it selects nothing for target ${d.quoted('target')}` +
    (d.suggestion() || '; correct it, or add the files'),
  'target-selects-nothing':
    'target "{target}" has no resource of the files, so everything that Lexform created there would be deleted; add ' +
    'addresses to "resources", or remove the target',
  'target-name-too-long':
    'the name on target "{target}" is {count bytes byte} in UTF-8, at most {max} are allowed; shorten the name, or ' +
    '"names" of the target',
  'target-account-shared':
    'the targets {all targets} are one account, and each would publish {address} there as "{name}"; give one of them ' +
    'other names with "names", leave the resource out of one with "resources", or name only one target',
  'preview-variant':
    '"{variant}" is not a variant of "{language}"; a base language and one of its variants are needed, such as en: ' +
    'en-GB',
  'address-pattern':
    '"{pattern}" can match no address, allowed: glossary.NAME, glossary.NAME/SOURCE->TARGET, style_rules.NAME or ' +
    'developer_key.NAME, with * for any part',
  'pattern-too-complex': 'the pattern has {what}, allowed: {allowed}',
  'file-unmatched': (d) =>
    d.has('missing')
      ? `this table belongs to nothing, and nothing of it is sent: its folder has no ${d.text('missing')}; ` +
        'add one, or move the table to the folder of one'
      : `no pattern of lexform.yaml names this file, so nothing of it is sent; move or rename it, or add it to ` +
        d.all('patterns'),
  'pattern-matches-nothing': 'the pattern "{pattern}" matches no file; correct it, or add the files',
};

/** The catalogue that lacks the rule, and how to use another one. */
const catalogueOf = (d: Details): string =>
  d.has('catalogue')
    ? `the catalogue ${d.quoted('catalogue')}`
    : 'the built-in catalogue ("rule_catalog" in lexform.yaml names another one)';

/** Findings in glossaries, style lists and developer keys, in one file or across files. */
export const RESOURCE_WORDING: Wordings = {
  'address-without-name':
    'this file is in no folder that could give it a name; move it to glossaries/NAME/glossary.yaml',
  'address-name-form':
    'the name "{name}" cannot be part of an address, names without white space, control characters, "/", "*", "#" ' +
    'and "->" are allowed',
  'address-repeated': 'the name "{name}" is taken by another file or entry, each name may be used once',
  'name-repeated': (d) =>
    `the display name ${d.quoted('name')} is used by another ${d.has('target') ? 'resource' : 'file'}` +
    `${d.has('target') ? ` on target ${d.quoted('target')}` : ''}, each may be used once unless both ` +
    `${d.has('target') ? 'of them' : 'files'} pin an "id"`,
  'id-repeated': 'the id "{id}" is pinned by another file or entry, each id may be pinned once',
  'pair-repeated': 'the dictionary {pair} is declared twice, each pair may be declared once',
  'name-reserved': 'the name "{name}" is reserved for the temporary resources of "plan --preview"; choose another name',
  'sample-blank': 'the sample is blank, a sentence is needed',
  'sample-control-character':
    'the sample contains the control character {character}, none but line ends and tabs are allowed',
  'sample-too-long': 'the sample has {count chars character}, at most {max} are allowed; a sentence is enough',
  'sample-repeated': 'this sample appears twice; it is used once',
  'glossary-name-too-long': 'name is {count bytes byte} in UTF-8, at most {max} are allowed',
  'glossary-without-dictionaries':
    'no dictionary was found, at least one <source>-<target>.csv or a table is needed; if you intend none, write ' +
    '"dictionaries: []"',
  'glossary-empty': 'the glossary has no dictionary; it is created once it has one',
  'dictionary-without-rows': 'the file has no entries, which is the same as no dictionary',
  'dictionary-file-name':
    '"{name}" is not used: its name is not <source>-<target>, and neither "dictionaries" nor "tables" names ' +
    'it{suggestion}',
  'spreadsheet-unused':
    'the spreadsheet "{file}" is not read; export each dictionary as CSV in UTF-8 with a name such as en-de.csv, or ' +
    'a table of languages as CSV and list it under "tables:"',
  'column-use': 'the column "{header}" cannot be "{found}", allowed: a language such as de, {list allowed}',
  'language-variant': (d) =>
    `${d.quoted('language')} is a variant, only base languages are allowed; use ${d.quoted('base')}` +
    (d.has('line') ? `, or map the column to it in glossary.yaml: ${d.text('line')}` : '') +
    (d.has('declare') ? `, or give the variant a glossary in glossary.yaml: ${d.text('declare')}` : ''),
  'language-unsupported': 'the language "{language}" is not supported, allowed: {allowed}{suggestion}',
  'language-unknown':
    'Lexform does not know the language "{language}"; the target decides whether it accepts it{suggestion}',
  'same-languages': 'source and target language are both "{language}", they must differ',
  'source-language-unusual':
    'Lexform does not know the source language "{language}"; it is sent as it is, a base language such as en is usual',
  'rule-category-unknown': (d) =>
    `the category ${d.quoted('category')} is not in ${catalogueOf(d)}; it is sent as it is${d.suggestion()}`,
  'rule-unknown': (d) =>
    `the rule ${d.quoted('rule')} of ${d.quoted('category')} is not in ${catalogueOf(d)}; it is sent as it ` +
    `is${d.suggestion()}`,
  'rule-option-unknown': (d) =>
    `the option ${d.quoted('option')} of ${d.text('category')}.${d.text('rule')} is not in ${catalogueOf(d)}, ` +
    `which has ${d.someQuoted('known')}; it is sent as it is${d.suggestion()}`,
  'rule-catalogue-form':
    'no rules were found at components.schemas.ConfiguredRules, the OpenAPI document of the service is needed',
  'instruction-repeated': 'the instruction "{label}" appears twice with the same content; one is enough',
  'instruction-label-repeated':
    'the label "{label}" is used by another instruction of this list; give each instruction its own label',
  'label-blank': 'the label is blank, which the service does not accept; leave it out to use the name',
  'label-repeated':
    'the label "{label}" is used by another entry, each may be used once unless both entries pin an "id"',
  'label-shared':
    'an entry that is not deactivated has the label "{label}" too, and takes the active key of that label; pin the ' +
    '"id" of the key that you mean',
};
