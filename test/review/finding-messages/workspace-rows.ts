import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { FilePorts } from '../../../src/files/ports.ts';
import type { UntrustedFiles } from '../../../src/files/workspace/may-read.ts';
import { type Files, inConfig, inFiles, inGlossary, inKeys, type Row } from './row.ts';

const TARGETS = 'targets:\n  local: { service: embedded }\n';
/** A sound `lexform.yaml` that wants no glossaries, and says `more`. */
const saying = (more: string): string => `${TARGETS}glossaries: []\n${more}`;
const withTarget = (entry: string): string => `targets:\n  prod: ${entry}\nglossaries: []\n`;

const STYLE_LIST = { 'style-rules/s.yaml': 'name: S\nlanguage: de\n' };
const GLOSSARY = { 'glossaries/g/glossary.yaml': 'name: G\n' };
const listed = (file: string): string =>
  `name: G\ndictionaries:\n  - { source_lang: en, target_lang: de, file: ${file} }\n`;

/** A pull request from outside, of which git tracks nothing and in which no file with a dot is expected. */
const untrusted = (rules: Partial<UntrustedFiles>) => (): FilePorts => ({
  ...nodeFiles(),
  untrusted: { isTracked: async () => true, dotNames: async () => new Set(), layers: async () => [], ...rules },
});
/** A link that no text can make. */
const linked =
  (name: string, to: string) =>
  (root: string): FilePorts => {
    symlinkSync(to, join(root, name));
    return nodeFiles();
  };

/** A glossary and a style list, of which the target selects some. */
const selecting = (target: string, more: Files = {}): Files => ({
  'lexform.yaml': `version: 1\ntargets:\n  local: { service: embedded, ${target} }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
  ...STYLE_LIST,
  ...GLOSSARY,
  'glossaries/g/en-de.csv': 'house,Haus\n',
  ...more,
});

/** What a target selects, and how its resources are called there. */
const SELECTING: readonly Row[] = [
  inFiles(
    'lexform.yaml:3:43: warning: "glossary.h" matches no resource of the files, so it selects nothing for target "local"; did you mean "glossary.g"? [target-pattern-unmatched]',
    selecting('resources: [glossary.h, "*"]'),
  ),
  inFiles(
    'lexform.yaml:3:31: error: target "local" has no resource of the files, so everything that Lexform created there would be deleted; add addresses to "resources", or remove the target [target-selects-nothing]',
    selecting('resources: []'),
  ),
  inFiles(
    'style-rules/s.yaml:1:7: error: the name on target "local" is 1030 bytes in UTF-8, at most 1024 are allowed; shorten the name, or "names" of the target [target-name-too-long]',
    selecting('names: "{name} (staging)"', { 'style-rules/s.yaml': `name: ${'s'.repeat(1020)}\nlanguage: de\n` }),
  ),
  inFiles(
    'style-rules/s.yaml:1:7: error: the name "Lexform preview, may be deleted after 2026-01-02T03:04:05Z (run-1 75e9b4e63cc6bf65)" is reserved for the temporary resources of "plan --preview"; choose another name [name-reserved]',
    selecting('names: "Lexform preview, {name}"', {
      'style-rules/s.yaml': 'name: may be deleted after 2026-01-02T03:04:05Z (run-1 75e9b4e63cc6bf65)\nlanguage: de\n',
    }),
  ),
  inFiles(
    'style-rules/s.yaml:4:3: error: lexform.yaml has no target "loca", it has local; correct the name, or remove these settings; did you mean "local"? [on-target-unknown]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\non:\n  loca: { publish: false }\n' },
  ),
  inFiles(
    'style-rules/t.yaml:1:7: error: the display name "S (staging)" is used by another resource on target "local", each may be used once unless both of them pin an "id" (see style-rules/s.yaml:1:7) [name-repeated]',
    selecting('names: "{name} (staging)"', {
      'style-rules/t.yaml': 'name: T\nlanguage: de\non: { local: { name: S (staging) } }\n',
    }),
  ),
];

/** What may be read as a part of the workspace. */
const READING: readonly Row[] = [
  inFiles(
    'lexform.yaml:1:1: error: there is no lexform.yaml in this folder; "lexform init" writes a small workspace [workspace-missing]',
    {},
    (root) => ({ ...nodeFiles(), realPath: async (path) => (path.endsWith('lexform.yaml') ? undefined : root) }),
  ),
  inConfig(
    'lexform.yaml:1:1: error: lexform.yaml manages nothing: it names no glossaries:, no style_rules: and no developer_keys:, so no file here would ever be applied; add the line "glossaries: glossaries/*/glossary.yaml" or "style_rules: style-rules/*.yaml", or run "lexform pull", which adds the lines for what it writes [nothing-managed]',
    TARGETS,
  ),
  inConfig(
    'lexform.yaml:4:17: error: there is no file "keys.yaml"; correct the path, or add the file [file-missing]',
    `${TARGETS}developer_keys: keys.yaml\n`,
  ),
  inFiles(
    'glossaries/g/en-de.csv:1:1: error: "glossaries/g/en-de.csv" is outside the workspace and is not read as a dictionary; only files inside it are read [file-outside-workspace]',
    GLOSSARY,
    linked('glossaries/g/en-de.csv', '/dev/null'),
  ),
  inFiles(
    'glossaries/g/glossary.yaml:3:47: error: ".env.csv" is in ".env.csv" and is not read as a dictionary; .git, .lexform, .ssh and names that begin with .env are never read, name another file [file-private]',
    { 'glossaries/g/glossary.yaml': listed('../../.env.csv'), '.env.csv': 'house,Haus\n' },
  ),
  inFiles(
    'glossaries/g/glossary.yaml:3:47: error: "glossaries/g/.x/en-de.csv" is in ".x" and is not read as a dictionary in an untrusted run; names that begin with a dot are read only where lexform.yaml of the base branch contains them [file-dot-name]',
    { ...GLOSSARY, 'glossaries/g/.x/en-de.csv': 'house,Haus\n', 'glossaries/g/glossary.yaml': listed('.x/en-de.csv') },
    untrusted({}),
  ),
  inFiles(
    'style-rules/s.yaml:1:1: error: "style-rules/s.yaml" is not tracked by git and is not read as a style list in an untrusted run; commit the file [file-untracked]',
    STYLE_LIST,
    untrusted({ isTracked: async (path) => !path.endsWith('s.yaml') }),
  ),
  inFiles(
    'glossaries/g/glossary.yaml:3:47: error: "glossaries/g/en-de.log" is not read as a dictionary, its name must end in .csv, .tsv or .txt [file-extension]',
    { 'glossaries/g/glossary.yaml': listed('en-de.log'), 'glossaries/g/en-de.log': 'house,Haus\n' },
  ),
  inFiles(
    'glossaries/g/en-de.csv:1:1: error: "glossaries/g/en-de.csv" leads to "notes.md" and is not read as a dictionary, its name must end in .csv, .tsv or .txt [file-extension]',
    { ...GLOSSARY, 'notes.md': 'x' },
    linked('glossaries/g/en-de.csv', '../../notes.md'),
  ),
  inFiles(
    'glossaries/g/glossary.yaml:3:47: error: "glossaries/g/en-de.csv" is not read as a dictionary: it is a folder, a pipe, a socket or a device; a regular file is needed [file-not-regular]',
    { 'glossaries/g/glossary.yaml': listed('en-de.csv') },
    (root) => {
      mkdirSync(join(root, 'glossaries/g/en-de.csv'));
      return nodeFiles();
    },
  ),
  inFiles(
    'style-rules/s.yaml:1:1: error: "style-rules/s.yaml" has 4194305 bytes and is not read as a style list, at most 4194304 bytes are allowed [file-too-large]',
    { 'style-rules/s.yaml': new Uint8Array(4 * 1024 * 1024 + 1) },
  ),
  inConfig(
    'lexform.yaml:4:13: error: "/*/glossary.yaml" leads out of the workspace; only paths that stay inside it are allowed [path-outside-workspace]',
    `${TARGETS}glossaries: /*/glossary.yaml\n`,
  ),
  inConfig(
    'lexform.yaml:4:13: error: the pattern has ** 4 times, allowed: at most 2 [pattern-too-complex]',
    `${TARGETS}glossaries: "a/**/b/**/c/**/d/**/glossary.yaml"\n`,
  ),
  inConfig(
    'lexform.yaml:4:13: warning: the pattern "terms/*/glossary.yaml" matches no file; correct it, or add the files [pattern-matches-nothing]',
    `${TARGETS}glossaries: terms/*/glossary.yaml\n`,
  ),
  inFiles(
    'style-rules/formal.yml:1:1: warning: no pattern of lexform.yaml names this file, so nothing of it is sent; move or rename it, or add it to style-rules/*.yaml [file-unmatched]',
    { 'style-rules/formal.yml': 'name: Formal\nlanguage: de\n' },
  ),
];

/** YAML itself. */
const YAML: readonly Row[] = [
  inFiles('style-rules/s.yaml:1:1: error: the file is empty, a map of keys and values is needed [file-empty]', {
    'style-rules/s.yaml': '',
  }),
  inFiles('style-rules/s.yaml:1:4: error: byte 0xe4 is not UTF-8; save the file as UTF-8 [yaml-not-utf-8]', {
    'style-rules/s.yaml': Uint8Array.of(0x61, 0x3a, 0x20, 0xe4, 0x0a),
  }),
  inFiles('style-rules/s.yaml:3:1: error: not valid YAML: a quoted text has no closing quote [yaml-syntax]', {
    'style-rules/s.yaml': 'name: "S\nlanguage: de\n',
  }),
  inFiles(
    'style-rules/s.yaml:3:1: error: this key appears twice in its map, each key may appear once [yaml-duplicate-key]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\nname: T\n' },
  ),
  inFiles(
    'style-rules/s.yaml:3:1: error: a second document starts here, one per file is allowed [yaml-many-documents]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\n---\nname: T\n' },
  ),
  inFiles(
    'style-rules/s.yaml:1:106: error: lists and maps are more than 100 levels deep here, at most 100 are allowed [yaml-too-deep]',
    { 'style-rules/s.yaml': `name: ${'['.repeat(101)}${']'.repeat(101)}\n` },
  ),
  inFiles(
    'style-rules/s.yaml:3:1: error: a key is a list or a map, only texts are allowed as keys [yaml-key-not-text]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\n[a, b]: c\n' },
  ),
  inFiles(
    'style-rules/s.yaml:1:15: error: the tag "!secret" has no meaning here, plain values are allowed [yaml-tag]',
    { 'style-rules/s.yaml': 'name: !secret S\nlanguage: de\n' },
  ),
  inFiles('style-rules/s.yaml:1:7: error: the alias "other" names no anchor above it [yaml-unknown-alias]', {
    'style-rules/s.yaml': 'name: *other\nlanguage: de\n',
  }),
  inFiles(
    'style-rules/s.yaml:1:11: error: aliases bring in too many values or refer to themselves, at most 10000 values are allowed [yaml-aliases]',
    { 'style-rules/s.yaml': 'name: &a [*a]\nlanguage: de\n' },
  ),
];

/** What the schemas of YAML files say. */
const SCHEMA: readonly Row[] = [
  // Below a name that may be one of a secret, no value is repeated.
  inConfig(
    'lexform.yaml:3:22: error: targets.my-key.service has another value, allowed: "embedded" [value-not-allowed]',
    'targets:\n  my-key: { service: deepl }\nglossaries: []\n',
  ),
  inConfig(
    'lexform.yaml:5:1: error: the key "glosaries" is unknown in the file, allowed: version, targets, glossaries, style_rules, developer_keys, layers, safety, prune, moved, ledger, rule_catalog, concurrency, http, lint, preview, review; did you mean "glossaries"? [key-unknown]',
    saying('glosaries: []\n'),
  ),
  inFiles('style-rules/s.yaml:1:1: error: the key "language" is missing in the file [key-missing]', {
    'style-rules/s.yaml': 'name: S\n',
  }),
  inFiles('style-rules/s.yaml:1:7: error: name is a number, a text is needed; put it in quotes [value-kind]', {
    'style-rules/s.yaml': 'name: 2026\nlanguage: de\n',
  }),
  inFiles('style-rules/s.yaml:3:22: error: custom_instructions is a text, a list is needed [value-kind]', {
    'style-rules/s.yaml': 'name: S\nlanguage: de\ncustom_instructions: no\n',
  }),
  inGlossary(
    'glossaries/g/glossary.yaml:2:7: error: mode is "aditive", allowed: "authoritative" or "additive"; did you mean "additive"? [value-not-allowed]',
    'name: G\nmode: aditive\n',
  ),
  inConfig(
    'lexform.yaml:3:20: error: targets.prod.service is "deepl", allowed: "embedded" [value-not-allowed]',
    'targets:\n  prod: { service: deepl }\nglossaries: []\n',
  ),
  inConfig(
    'lexform.yaml:3:31: error: targets.prod.key has another form, allowed: env:NAME or file:PATH, never the key itself [value-form]',
    withTarget('{ preset: deepl, key: sk-123 }'),
  ),
  inConfig(
    'lexform.yaml:3:3: error: a name in targets is "a b", allowed: letters, digits, hyphens, underscores and single dots, starting with a letter or a digit [value-form]',
    'targets:\n  "a b": { service: embedded }\nglossaries: []\n',
  ),
  inConfig(
    'lexform.yaml:5:9: error: ledger has another form, allowed: only one of remote, dir [value-form]',
    saying('ledger: { remote: origin, dir: x }\n'),
  ),
  inConfig('lexform.yaml:2:10: error: targets is empty; add a value [value-empty]', 'targets: {}\nglossaries: []\n'),
  inConfig('lexform.yaml:5:14: error: concurrency is 0, 1 to 32 is allowed [number-range]', saying('concurrency: 0\n')),
  inKeys(
    'developer-keys.yaml:1:19: error: ci.characters is -1, 0 or more is allowed [number-range]',
    'ci: { characters: -1 }\n',
  ),
  inFiles(
    'style-rules/s.yaml:4:14: error: custom_instructions[0].label has 101 characters, at most 100 are allowed [text-too-long]',
    {
      'style-rules/s.yaml': `name: S\nlanguage: de\ncustom_instructions:\n  - { label: ${'x'.repeat(101)}, prompt: y }\n`,
    },
  ),
  inFiles('style-rules/s.yaml:4:3: error: custom_instructions has 201 items, at most 200 are allowed [list-too-long]', {
    'style-rules/s.yaml': `name: S\nlanguage: de\ncustom_instructions:\n${Array.from({ length: 201 }, (_, index) => `  - { label: x${index}, prompt: y }\n`).join('')}`,
  }),
  inFiles(
    'style-rules/s.yaml:1003:1: error: 2 more errors in this file from here on; fix those above first [findings-more]',
    {
      'style-rules/s.yaml': `name: S\nlanguage: de\n${Array.from({ length: 1002 }, (_, index) => `x${index}: y\n`).join('')}`,
    },
  ),
];

/** What `lexform.yaml` says. */
const CONFIG: readonly Row[] = [
  inConfig(
    'lexform.yaml:6:5: error: "moved" names "glossary.a" and "style_rules.a"; two different addresses of one kind are needed, such as glossary.product and glossary.products [move-form]',
    saying('moved:\n  - { from: glossary.a, to: style_rules.a }\n'),
  ),
  inConfig(
    'lexform.yaml:3:31: error: target "local" is the embedded service, which takes no "key" [target-embedded-only]',
    'targets:\n  local: { service: embedded, key: env:KEY }\nglossaries: []\n',
  ),
  inConfig(
    'lexform.yaml:3:3: error: target "prod" has no address, one of base_url, preset or "service: embedded" is needed [target-without-address]',
    withTarget('{ key: env:KEY }'),
  ),
  inConfig(
    'lexform.yaml:3:21: error: base_url of target "prod" is not a URL with https://, one such as https://api.example.com is needed [base-url-form]',
    withTarget('{ base_url: "ftp://api.example.com" }'),
  ),
  inConfig(
    'lexform.yaml:3:21: error: base_url of target "prod" contains credentials, none are allowed; name the key as env:NAME or file:PATH [base-url-credentials]',
    withTarget('{ base_url: "https://me:secret@api.example.com" }'),
  ),
  inConfig(
    'lexform.yaml:3:21: error: base_url of target "prod" has a query or a fragment, only host and path are allowed [base-url-query]',
    withTarget('{ base_url: "https://api.example.com?key=secret" }'),
  ),
  inConfig(
    'lexform.yaml:3:21: warning: base_url of target "prod" is not encrypted, so the key can be read on its way; https is safe [base-url-not-encrypted]',
    withTarget('{ base_url: "http://api.example.com" }'),
  ),
  inConfig(
    'lexform.yaml:5:28: error: "de-AT" is not a variant of "en"; a base language and one of its variants are needed, such as en: en-GB [preview-variant]',
    saying('preview: { variants: { en: de-AT } }\n'),
  ),
  inConfig(
    'lexform.yaml:5:9: error: "product" can match no address, allowed: glossary.NAME, glossary.NAME/SOURCE->TARGET, style_rules.NAME or developer_key.NAME, with * for any part [address-pattern]',
    saying('prune: [product]\n'),
  ),
];

/** Names and labels, in any file. */
const TEXTS: readonly Row[] = [
  inFiles('style-rules/s.yaml:1:7: warning: name is blank; it is kept as it is [text-blank]', {
    'style-rules/s.yaml': 'name: " "\nlanguage: de\n',
  }),
  inFiles(
    'style-rules/s.yaml:1:7: error: name is "a⇥b", allowed: 1 to 1024 characters, none of them a control character [value-form]',
    { 'style-rules/s.yaml': 'name: "a\\tb"\nlanguage: de\n' },
  ),
  inFiles(
    'style-rules/s.yaml:3:43: warning: custom_instructions[0].prompt contains the control character U+0007; it is kept as it is [text-control-character]',
    {
      'style-rules/s.yaml': 'name: S\nlanguage: de\ncustom_instructions: [{ label: a, prompt: "a\\u0007b" }]\n',
    },
  ),
  inFiles(
    'style-rules/s.yaml:1:7: warning: name begins or ends with white space; it is kept as it is [text-outer-space]',
    { 'style-rules/s.yaml': 'name: "S "\nlanguage: de\n' },
  ),
  inFiles(
    'style-rules/s.yaml:1:7: error: the name "Lexform preview, may be deleted after 2026-01-02T03:04:05Z (run-1 75e9b4e63cc6bf65)" is reserved for the temporary resources of "plan --preview"; choose another name [name-reserved]',
    {
      'style-rules/s.yaml':
        'name: "Lexform preview, may be deleted after 2026-01-02T03:04:05Z (run-1 75e9b4e63cc6bf65)"\nlanguage: de\n',
    },
  ),
];

export const WORKSPACE_ROWS: readonly Row[] = [...READING, ...YAML, ...SCHEMA, ...CONFIG, ...SELECTING, ...TEXTS];
