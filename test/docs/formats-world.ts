import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { wav } from '../contract/voice-bench.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { fillWorkspace } from '../support/temp-workspace.ts';

/** The files of the workspace that the pages show. */
export const FILES = {
  'lexform.yaml': `version: 1
targets:
  prod:
    base_url: https://api.example.com
    key: env:KEY
    admin_key: env:ADMIN_KEY
  staging:
    base_url: https://staging.example.com
    key: env:KEY
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
safety:
  max_deletes: [10, 10%]
  protect: [style_rules.marketing-de]
ledger: true
concurrency: 4
http: { timeout: 30s, time_limit: 5m, max_wait: 60s }
preview: { budget: 10000, variants: { en: en-GB } }
review: { columns: [part_of_speech, definition, note] }
lint:
  extends: recommended
  rules: { terms/near-duplicate: error }
  overrides:
    - { languages: [ja, zh], rules: { space/double: off } }
  waive:
    - { rule: space/double, terms: "Acme *", reason: The logo is written so. }
  baseline: lint-baseline.json
`,
  'glossaries/product/glossary.yaml': `name: Product terms
dictionaries: auto
tables:
  - { file: terms.csv, pairs: [en->fr] }
mode: authoritative
protect: false
columns: { remark: note }
comments: none
samples:
  en: [Please sign in.]
lint: { rules: { space/double: error } }
`,
  'glossaries/product/en-de.csv': 'sign in,anmelden\nbasket,Warenkorb\n',
  'glossaries/product/terms.csv':
    'en,fr,note,example\nsign in,se connecter,button,Please sign in.\nbasket,,not sold in France,\n',
  'developer-keys.yaml': `ci: { characters: 1000000 }
website: { label: Website, protect: true }
old-website: { deactivated: true }
`,
  'style-rules/marketing-de.yaml': `name: Marketing DE
language: de
configured_rules:
  punctuation: { apostrophe: use_curly_apostrophes }
custom_instructions:
  - { label: Tone, prompt: "Use a friendly, informal tone.", source_language: en }
`,
} as const;

const ENV = { KEY: TEST_KEY, ADMIN_KEY: 'admin-key' };

/**
 * Runs the commands of which the pages show an example, one after the other, in one workspace outside git. Returns what
 * each has printed or written.
 */
export async function runExamples(): Promise<ReadonlyMap<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'lexform-'));
  const made = new Map<string, string>();
  const accounts = [
    { key: TEST_KEY, plan: 'pro' as const, account: 'a' },
    { key: 'admin-key', plan: 'pro' as const, account: 'a', admin: true },
  ];
  const memory = {
    ...{ id: '00000000-0000-4000-8000-aaaaaaaaaaaa', name: 'Manual', sourceLanguage: 'en' },
    ...{ targetLanguages: ['de'], segmentCount: 1204 },
  };
  const prod = testService({ accounts, translationMemories: [memory] });
  const staging = testService({ accounts });
  const answers = { 'api.example.com': inProcessFetch(prod), 'staging.example.com': inProcessFetch(staging) };
  const id = idsInOrder();
  const ports = {
    fetch: (url: string, request: Parameters<(typeof answers)['api.example.com']>[1]) =>
      answers[new URL(url).hostname as keyof typeof answers](url, request),
    id,
    sleep: async () => undefined,
    // No repository: the ledger is the one in a folder.
    git: () => ({ run: () => Promise.reject(new Error('there is no git here')) }),
  };
  const run = async (...args: readonly string[]) => {
    const ran = await runLexform({ cwd: root, env: ENV, ...ports }, ...args);
    return { ...ran, out: ran.out.replaceAll(root, '/home/me/terms'), err: ran.err.replaceAll(root, '/home/me/terms') };
  };
  /** Keeps what a command prints, under the name of its example. */
  const keep = async (name: string, code: number, ...args: readonly string[]): Promise<void> => {
    const ran = await run(...args);
    if (ran.code !== code) throw new Error(`${args.join(' ')} ended with ${ran.code}: ${ran.err}${ran.out}`);
    made.set(name, ran.out);
  };
  const write = (files: Readonly<Record<string, string | Uint8Array>>) => fillWorkspace(root, files);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const prodOnly = ['--target', 'prod'];
  const call = caller(prod);
  try {
    await keep('init', 0, 'init', 'new-terms', '--json');
    await write(FILES);
    await write({ 'glossaries/product/en-de.csv': 'sign in,anmelden\n,Warenkorb\n' });
    await keep('validate', 4, 'validate', '--json');
    await write({ 'glossaries/product/en-de.csv': '"sign in",anmelden\nbasket,Warenkorb\n' });
    await keep('fmt', 4, 'fmt', '--check', '--json');
    await write({ base: 'basket,Korb\n', ours: 'basket,Warenkorb\n', theirs: 'basket,Einkaufskorb\n' });
    await keep('merge', 1, 'merge', 'base', 'ours', 'theirs', 'glossaries/product/en-de.csv', '--json');
    await write({ 'glossaries/product/en-de.csv': 'sign in,anmelden\n,Warenkorb\n' });
    const reports = ['sarif', 'junit', 'gitlab-codequality', 'annotations', 'html', 'markdown'];
    await run('validate', ...reports.flatMap((format) => ['--report', `${format}=report.${format}`]));
    for (const format of ['sarif', 'junit', 'gitlab-codequality', 'annotations'])
      made.set(format, read(`report.${format}`));
    await write({ 'glossaries/product/en-de.csv': 'sign  in,anmelden\n' });
    await keep('lint', 4, 'lint', '--json');
    await write(FILES);
    await keep('apply', 0, 'apply', ...prodOnly, '--auto-approve', '--json', '--report', 'events=events.jsonl');
    made.set('events', read('events.jsonl'));
    const ledger = '.lexform/ledger/prod';
    const all = readdirSync(join(root, ledger), { recursive: true, encoding: 'utf8', withFileTypes: true });
    const paths = all
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
    made.set('ledger files', paths.sort().join('\n'));
    made.set('ledger entry', read(`${ledger}/entries/000001.json`));
    const { files } = JSON.parse(read(`${ledger}/entries/000001.json`)) as { readonly files: Record<string, string> };
    made.set('ledger.json', read(`${ledger}/files/ledger.${files['ledger.json']?.slice(0, 16)}.json`));
    await write({ 'glossaries/product/en-de.csv': 'sign in,Anmelden\nbasket,Warenkorb\n' });
    await keep(
      'plan',
      0,
      'plan',
      ...prodOnly,
      '--json',
      '--report',
      'gitlab-terraform=report.tf',
      '--report',
      'html=plan.html',
    );
    made.set('gitlab-terraform', read('report.tf'));
    made.set('html', read('plan.html'));
    await keep('plan --preview', 0, 'plan', ...prodOnly, '--preview', '--json');
    await keep('validate in several workspaces', 0, 'validate', '--workspaces', '.', '--json');
    await keep('plan of several targets', 4, 'plan', '--target', 'all', '--only', 'glossary.none', '--json');
    await run('plan', ...prodOnly, '--report', 'markdown=plan.md');
    made.set('markdown', read('plan.md'));
    await keep('ledger ids', 0, 'ledger', 'ids', ...prodOnly, '--json');
    await run('plan', ...prodOnly, '--out', 'plan.json');
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    const glossary = glossaries[0].glossary_id as string;
    await call('PATCH', `/v3/glossaries/${glossary}`, {
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'basket\tKorb', entries_format: 'tsv' }],
    });
    await keep('apply of a stale plan', 3, 'apply', ...prodOnly, '--auto-approve', '--json', 'plan.json');
    await keep('drift', 0, 'drift', ...prodOnly, '--json');
    await keep('pull', 2, 'pull', ...prodOnly, '--check', '--json');
    await keep('log', 0, 'log', ...prodOnly, '--json');
    await keep('log --show', 0, 'log', '--show', 'latest', ...prodOnly, '--json');
    await keep(
      'service compare',
      0,
      'service',
      'compare',
      '--target',
      'prod,staging',
      '--only',
      'style_rules.*',
      '--json',
    );
    await keep('error', 1, 'plan', '--target', 'none', '--json');
    await keep('doctor', 0, 'doctor', ...prodOnly, '--json');
    await keep('explain', 0, 'explain', 'sign in', ...prodOnly, '--json');
    await write({ 'list.csv': 'en,de,status,Category\nsign in,anmelden,preferred,red\n' });
    await keep('import', 0, 'import', 'list.csv', '--to', 'glossary.legal', '--dry-run', '--json');
    await keep('export', 0, 'export', 'glossary.product', '--format', 'google', '--lang', 'en,fr', '--json');
    await keep(
      'service languages',
      0,
      'service',
      'languages',
      ...prodOnly,
      '--pair',
      'en->de',
      '--feature',
      'glossary',
      '--json',
    );
    await keep('service usage', 0, 'service', 'usage', ...prodOnly, '--json');
    await keep(
      'service translate',
      0,
      'service',
      'translate',
      'Please sign in.',
      '--from',
      'en',
      '--to',
      'de',
      ...prodOnly,
      '--json',
    );
    await keep('service list', 0, 'service', 'list', ...prodOnly, '--json');
    await keep('service memories', 0, 'service', 'memories', ...prodOnly, '--json');
    await keep('backup', 0, 'backup', 'backup', ...prodOnly, '--json');
    made.set('backup.json', read('backup/backup.json'));
    await keep('restore', 0, 'restore', 'backup', ...prodOnly, '--dry-run', '--json');
    await keep('rollback', 0, 'rollback', 'latest', ...prodOnly, '--dry-run', '--json');
    await write({ 'talk.wav': wav(1) });
    await keep(
      'service voice translate',
      0,
      'service',
      'voice',
      'translate',
      'talk.wav',
      '--to',
      'de',
      ...prodOnly,
      '--json',
    );
    await keep('service voice status', 0, 'service', 'voice', 'status', 'talk.voice.json', ...prodOnly, '--json');
    await keep('service voice download', 0, 'service', 'voice', 'download', 'talk.voice.json', ...prodOnly, '--json');
    made.set('receipt', read('talk.voice.json'));
    await keep('ledger forget', 0, 'ledger', 'forget', 'glossary.product', ...prodOnly, '--auto-approve', '--json');
    await keep('ledger adopt', 0, 'ledger', 'adopt', 'glossary.product', glossary, ...prodOnly, '--json');
    await keep('ledger unlock', 0, 'ledger', 'unlock', ...prodOnly, '--json');
    await keep('ledger confirm-address', 0, 'ledger', 'confirm-address', ...prodOnly, '--json');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return made;
}
