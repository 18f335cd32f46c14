import type { Fault } from '../../src/service/faults/faults.ts';
import { TEST_URL } from '../support/in-process.ts';

/** The address of the second target. */
export const OTHER_URL = 'http://other.test';

/** Files of a workspace by their paths; `null`: the file is deleted. */
type Files = Readonly<Record<string, string | null>>;

/** A call that a colleague makes on the web page of the service. `{NAME}` in a path is the id of that resource. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One run of a command in a world that is always the same. Its outputs are kept under `rendered/`. */
export interface Story {
  /** What was applied before; absent: nothing. */
  readonly before?: Files;
  /** What changed in the service since then. */
  readonly calls?: readonly Call[];
  /** What changed in the files since then. */
  readonly files: Files;
  readonly args: readonly string[];
  /** Runs before the last one, whose output is not kept. */
  readonly first?: readonly (readonly string[])[];
  /** What changed in the service after those runs. */
  readonly lastCalls?: readonly Call[];
  /** Faults of the service during the last run. */
  readonly faults?: readonly Fault[];
  /** More of `lexform.yaml`. */
  readonly config?: string;
}

const GLOSSARY = 'name: Product terms\ndictionaries: auto\n';
const glossary = (name: string, dictionaries: Files, more = ''): Files => ({
  [`glossaries/${name}/glossary.yaml`]: `name: ${name}\ndictionaries: auto\n${more}`,
  ...Object.fromEntries(Object.entries(dictionaries).map(([file, rows]) => [`glossaries/${name}/${file}`, rows])),
});
const rows = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([source, target]) => `${source},${target}\n`)
    .join('');
const numbered = (from: number, to: number, word: string): string =>
  Array.from({ length: to - from }, (_, at) => `term ${from + at},${word} ${from + at}\n`).join('');

const TONE = (prompt: string, decimal: string): string =>
  `name: Tone\nlanguage: de\nconfigured_rules: { numbers: { decimal: ${decimal} } }\ncustom_instructions:\n  - { label: Tone, prompt: ${prompt} }\n`;

const PRODUCT = (content: string): Files => ({
  'glossaries/product/glossary.yaml': GLOSSARY,
  'glossaries/product/en-de.csv': content,
});
const SMALL = PRODUCT(rows({ house: 'Haus', cat: 'Katze', dog: 'Hund' }));

/** Something of every kind of resource. */
const ALL_BEFORE: Files = {
  ...PRODUCT(rows({ house: 'Haus', cat: 'Katze', dog: 'Hund', 'sign in': 'anmelden', Email: 'Email' })),
  'glossaries/product/en-fr.csv': rows({ house: 'maison' }),
  ...glossary('legal', { 'en-de.csv': rows({ contract: 'Vertrag', party: 'Partei' }) }),
  ...glossary('old', { 'en-de.csv': rows({ a: 'b', c: 'd' }) }),
  'style-rules/tone.yaml': TONE('Be friendly.', 'comma'),
  'style-rules/french.yaml': 'name: French\nlanguage: fr\n',
  'developer-keys.yaml': 'ci: { label: CI }\nbuild: { label: Build, characters: 1000 }\n',
};
const ALL_AFTER: Files = {
  'glossaries/product/en-de.csv':
    'en,de,note,status\nhouse,Heim,a home,approved\nfeline,Katze,,\nsign in,Anmelden,,\nEmail,E-Mail,,\nbird,Vogel,,\nsecret,geheim,never use,forbidden\nlog in,anmelden; einloggen,,\n',
  'glossaries/product/en-fr.csv': null,
  'glossaries/product/en-ja.csv': rows({ house: '家' }),
  'glossaries/legal/glossary.yaml': 'name: Legal and contracts\ndictionaries: auto\n',
  'glossaries/old/glossary.yaml': null,
  'glossaries/old/en-de.csv': null,
  ...glossary('fresh', { 'en-es.csv': rows({ yes: 'sí', no: 'no' }) }),
  'style-rules/tone.yaml': `${TONE('Be friendly and brief.', 'point')}  - { label: Length, prompt: Use short sentences., source_language: en }\n`,
  'style-rules/french.yaml': 'name: French\nlanguage: es\n',
  'style-rules/new.yaml': 'name: New\nlanguage: it\n',
  'developer-keys.yaml':
    'ci: { label: CI, deactivated: true }\nbuild: { label: Build, characters: 2000 }\nfresh: { label: Fresh }\n',
};
const ALL_CALLS: readonly Call[] = [
  {
    method: 'POST',
    path: '/v3/glossaries',
    body: {
      name: 'By hand',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
    },
  },
];

const HOSTILE_NAME = '<img src=x onerror=alert(1)> ::error::x `code` | **bold** @team #1 \\u202e';
const HOSTILE: Files = {
  'glossaries/h/glossary.yaml': `name: ${JSON.stringify(`${HOSTILE_NAME}\u202e`)}\ndictionaries: auto\n`,
  'glossaries/h/en-de.csv': [
    '"<script>alert(1)</script>","</td></table>"',
    '"::set-output name=a::b","##vso[task.setvariable]"',
    '"`code` | pipe","**bold** _it_"',
    '"=HYPERLINK(""http://evil.test"")","@everyone #12 GH-1"',
    '"a\u200bb","a\u202eb"',
    '__proto__,constructor',
    'paypal,p\u0430ypal',
    '',
  ].join('\n'),
  'style-rules/h.yaml': `name: ${JSON.stringify('"><svg/onload=alert(1)>')}\nlanguage: de\ncustom_instructions:\n  - { label: ${JSON.stringify('[x](javascript:alert(1))')}, prompt: ${JSON.stringify('</script> ::error::')} }\n`,
};

const SCRIPTS_BEFORE: Files = {
  ...glossary('ui', {
    'en-ar.csv': rows({ save: 'حفظ', settings: 'الإعدادات', 'file (PDF)': 'ملف (PDF)' }),
    'en-ja.csv': rows({ save: '保存', settings: '設定', sheet: 'シート' }),
    'ja-en.csv': rows({ 保存: 'save', 設定する: 'configure' }),
  }),
};
const SCRIPTS_AFTER: Files = {
  'glossaries/ui/en-ar.csv': rows({ save: 'احفظ', 'file (PDF)': 'الملف (PDF)', 'sign in': 'تسجيل الدخول' }),
  'glossaries/ui/en-ja.csv': rows({ save: '保存する', sheet: 'シート', '50 %': '50 パーセント' }),
  'glossaries/ui/ja-en.csv': rows({ 保存: 'store', 設定: 'settings' }),
};

const MANY_BEFORE: Files = {
  ...PRODUCT(numbered(0, 2000, 'Begriff')),
  'glossaries/product/en-fr.csv': numbered(0, 20, 'terme'),
};
const MANY_AFTER: Files = {
  'glossaries/product/en-de.csv': `${numbered(700, 1300, 'Wort')}${numbered(1300, 2000, 'Begriff')}${numbered(2000, 2700, 'Begriff')}`,
  'glossaries/product/en-fr.csv': `${numbered(1, 20, 'terme')}moved term,terme\n`,
};

const REFUSED_BEFORE: Files = {
  ...ALL_BEFORE,
  ...glossary('protected', { 'en-de.csv': rows({ a: 'b' }) }, 'protect: true\n'),
  ...glossary('emptied', { 'en-de.csv': rows({ a: 'b', c: 'd', e: 'f' }) }),
  ...glossary('halved', { 'en-de.csv': numbered(0, 100, 'Wort') }),
};
const REFUSED_AFTER: Files = {
  ...ALL_AFTER,
  'glossaries/protected/glossary.yaml': null,
  'glossaries/protected/en-de.csv': null,
  'glossaries/emptied/en-de.csv': '',
  'glossaries/halved/en-de.csv': numbered(60, 100, 'Wort'),
};

const WRONG: Files = {
  'glossaries/product/glossary.yaml': 'name: ""\ndictionaries: auto\nmodes: additive\n',
  'glossaries/product/en-de.csv': `house,Haus\nhouse,Heim\n,x\nonly\n"open,x\na,${'b'.repeat(1100)}\n`,
  'glossaries/product/en-xx.csv': 'a,b\n',
  'glossaries/product/english-german.csv': 'a,b\n',
  'glossaries/ui/glossary.yaml': 'name: UI\ndictionaries: auto\n',
  'glossaries/ui/en-de.csv':
    'trailing ,double  space\nSIGN IN,anmelden\nhouse,Haus; Heim\n#REF!,x\n<b>x</b>,y\nconflict,Konflikt\nconflict ,anders\n',
  'style-rules/wrong.yaml':
    'name: W\nlanguage: klingon\nconfigured_rules: { numbers: nothing }\ncustom_instructions:\n  - { label: L }\n  - { label: L, prompt: p, extra: 1 }\n',
  'style-rules/broken.yaml': 'name: [\n',
  'developer-keys.yaml': 'ci: { label: "", characters: -1 }\n',
};

const DRIFT_CALLS: readonly Call[] = [
  {
    method: 'PUT',
    path: '/v3/glossaries/{Product terms}/dictionaries',
    body: {
      source_lang: 'en',
      target_lang: 'de',
      entries: 'house\tGebäude\ncat\tKater\nby hand\tvon Hand\nsign in\tanmelden',
      entries_format: 'tsv',
    },
  },
  { method: 'PATCH', path: '/v3/glossaries/{legal}', body: { name: 'Renamed by hand' } },
  { method: 'DELETE', path: '/v3/glossaries/{old}' },
];
const DRIFT_FILES: Files = {
  'glossaries/product/en-de.csv': rows({ house: 'Heim', cat: 'Katze', dog: 'Hund', 'sign in': 'Anmelden' }),
};

/** Each story by the name of its folder. */
export const STORIES: Readonly<Record<string, Story>> = {
  'plan-0': { before: SMALL, files: {}, args: ['plan'] },
  'plan-1': { before: SMALL, files: PRODUCT(rows({ house: 'Heim', cat: 'Katze', dog: 'Hund' })), args: ['plan'] },
  'plan-first': { files: ALL_BEFORE, args: ['plan'] },
  'plan-2000': { before: MANY_BEFORE, files: MANY_AFTER, args: ['plan'] },
  'plan-2000-full': { before: MANY_BEFORE, files: MANY_AFTER, args: ['plan', '--full'] },
  'plan-all-kinds': {
    before: ALL_BEFORE,
    calls: ALL_CALLS,
    files: ALL_AFTER,
    args: ['plan', '--unmanaged', '--held-back'],
  },
  'plan-allowed': {
    before: ALL_BEFORE,
    files: ALL_AFTER,
    args: [
      'plan',
      ...['glossary.old', 'glossary.product/*', 'style_rules.*', 'developer_key.*'].flatMap((each) => [
        '--allow-delete',
        each,
      ]),
    ],
  },
  'plan-refused': { before: REFUSED_BEFORE, files: REFUSED_AFTER, args: ['plan'] },
  'plan-limits': {
    before: REFUSED_BEFORE,
    files: REFUSED_AFTER,
    args: ['plan'],
    config: 'safety: { max_deletes: 1, max_deletes_per_kind: 1, max_deletes_per_run: 2 }\n',
  },
  'plan-hostile': {
    files: HOSTILE,
    args: ['plan'],
    config: 'lint: { rules: { character/invisible: warning, script/mixed: warning } }\n',
  },
  'plan-scripts': { before: SCRIPTS_BEFORE, files: SCRIPTS_AFTER, args: ['plan'] },
  'plan-drift': { before: ALL_BEFORE, calls: DRIFT_CALLS, files: DRIFT_FILES, args: ['plan'] },
  'plan-without-ledger': { files: SMALL, args: ['plan'], config: 'ledger: false\n' },
  'plan-against-ledger': { before: ALL_BEFORE, files: ALL_AFTER, args: ['plan', '--against', 'ledger'] },
  'plan-several-targets': {
    before: SMALL,
    files: PRODUCT(rows({ house: 'Heim' })),
    args: ['plan', '--target', 'test,other'],
  },
  'plan-bad-files': { files: WRONG, args: ['plan'] },
  'validate-bad-files': { files: WRONG, args: ['validate'] },
  'validate-fine': { files: SMALL, args: ['validate'] },
  'lint-terms': {
    files: {
      ...SMALL,
      'glossaries/ui/glossary.yaml': WRONG['glossaries/ui/glossary.yaml'] ?? '',
      'glossaries/ui/en-de.csv': 'trailing ,double  space\nhouse,Haus; Heim\n<b>x</b>,y\n',
    },
    args: ['lint'],
  },
  'drift-none': { before: SMALL, files: {}, args: ['drift'] },
  'drift-all': { before: ALL_BEFORE, calls: DRIFT_CALLS, files: DRIFT_FILES, args: ['drift'] },
  'compare-json': {
    before: ALL_BEFORE,
    calls: DRIFT_CALLS,
    files: {},
    args: ['service', 'compare', '--target', 'test,other', '--json'],
    first: [['apply', '--target', 'other', '--auto-approve', '--overwrite-drift']],
  },
  'compare-two': {
    before: ALL_BEFORE,
    calls: DRIFT_CALLS,
    files: {},
    args: ['service', 'compare', '--target', 'test,other', '--full'],
    first: [['apply', '--target', 'other', '--auto-approve', '--overwrite-drift']],
  },
  'apply-all': {
    before: ALL_BEFORE,
    files: ALL_AFTER,
    args: [
      'apply',
      '--auto-approve',
      '--secrets-file',
      'secrets.json',
      ...['glossary.old', 'glossary.product/*', 'style_rules.*', 'developer_key.*'].flatMap((each) => [
        '--allow-delete',
        each,
      ]),
    ],
  },
  'apply-refused': { before: REFUSED_BEFORE, files: REFUSED_AFTER, args: ['apply', '--auto-approve'] },
  'apply-failing': {
    before: ALL_BEFORE,
    files: { ...DRIFT_FILES, 'style-rules/tone.yaml': TONE('Be brief.', 'comma') },
    args: ['apply', '--auto-approve'],
    faults: [{ kind: 'status', status: 400, method: 'PUT' }],
  },
  'apply-stale': {
    before: SMALL,
    files: PRODUCT(rows({ house: 'Heim', cat: 'Katze', dog: 'Hund' })),
    first: [['plan', '--out', 'plan.json']],
    lastCalls: DRIFT_CALLS.slice(0, 1),
    args: ['apply', 'plan.json', '--auto-approve'],
  },
  log: {
    before: SMALL,
    files: PRODUCT(rows({ house: 'Heim' })),
    first: [['apply', '--auto-approve']],
    args: ['log'],
  },
  show: {
    before: SMALL,
    files: PRODUCT(rows({ house: 'Heim' })),
    first: [['apply', '--auto-approve', '--allow-delete', 'glossary.product/*']],
    args: ['log', '--show', 'latest'],
  },
};

/** The configuration of a story. The second target has an account of its own. */
export function configOf({ before = {}, files, args, config = '' }: Story): string {
  const hasKeys = Object.keys({ ...before, ...files }).includes('developer-keys.yaml');
  const admin = hasKeys ? ', admin_key: env:ADMIN' : '';
  const other = args.some((arg) => arg.includes('other'))
    ? `  other: { base_url: "${OTHER_URL}", key: env:KEY${admin} }\n`
    : '';
  return [
    'version: 1\ntargets:\n',
    `  test: { base_url: "${TEST_URL}", key: env:KEY${admin} }\n${other}`,
    'glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n',
    ...(hasKeys ? ['developer_keys: developer-keys.yaml\n'] : []),
    ...(config.includes('ledger:') ? [] : ['ledger: { dir: ledger }\n']),
    config,
  ].join('');
}
