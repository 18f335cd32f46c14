// `npm run bench [-- start-up|one|five|quoted|plan|apply|scale|service|markdown|merge|exchange|lint|
// ledger|stacks|page]`, and with `--long` those that take minutes, or by name: `organisation`:
// ratios within one run, medians, the commands interleaved, whole processes. Prints a table and writes bench-results.json. `page` needs a
// Chromium, at CHROMIUM_PATH or /usr/bin/chromium; without one it is skipped, and the table and the results say so.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { csv, edited, entries, quotedCsv, shuffled } from './data.mjs';
import { exchangeRows } from './exchange.mjs';
import { pageOfMany } from './html-page.mjs';
import { ledgerRows } from './ledger.mjs';
import { lintRows } from './lint.mjs';
import { applyMany, planMany } from './many.mjs';
import { markdownOfMany } from './markdown.mjs';
import { interleaved, run } from './measure.mjs';
import { mergeOfMany } from './merge.mjs';
import { organisationRows } from './organisation.mjs';
import { memoryOfMany } from './scale.mjs';
import { serviceRows } from './service.mjs';
import { stackRows } from './stacks.mjs';

const CLI = resolve('dist/main.js');
const BENCH = resolve('test/bench');
const KEY = 'bench-key';
const DICTIONARY_BYTES = Number(process.env.BENCH_BYTES ?? 9_900_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
/** Also measures what takes minutes. */
const IS_LONG = process.argv.includes('--long');
const TARGETS = ['de', 'fr', 'ja', 'es', 'it'];

const results = [];
function report(name, value, unit, goal) {
  results.push({ name, value: Math.round(value * 1000) / 1000, unit, ...(goal !== undefined && { goal }) });
  process.stdout.write(
    `${name.padEnd(64)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(18)} ${goal === undefined ? '' : `goal ≤ ${Math.round(goal * 100) / 100}`}\n`,
  );
}
function skip(name, why) {
  results.push({ name, value: null, unit: `skipped: ${why}` });
  process.stdout.write(`${name.padEnd(64)} ${'skipped'.padStart(9)} ${why}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-'));
const services = [];
process.on('exit', () => {
  for (const service of services) service.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a service and waits for its address. `calls()` says how many calls it has answered. */
async function serve(...args) {
  const service = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--key', KEY, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  services.push(service);
  let said = '';
  let calls = 0;
  service.stderr.on('data', (chunk) => {
    calls += String(chunk)
      .split('\n')
      .filter((line) => /\b(GET|POST|PUT|PATCH|DELETE)\b/.test(line)).length;
  });
  const url = await new Promise((found, failed) => {
    service.on('exit', () => failed(new Error(`the service ended: ${said}`)));
    service.stdout.on('data', (chunk) => {
      said += chunk;
      const match = /http:\/\/[\w.:[\]]+/.exec(said);
      if (match !== null) found(match[0]);
    });
  });
  return { url, calls: () => calls, stop: () => service.kill('SIGTERM') };
}

function workspace(name, url, { glossaries, concurrency = 4, ledger = true }) {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'lexform.yaml'),
    `version: 1\ntargets:\n  bench: { base_url: "${url}", key: env:BENCH_KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: ${concurrency}\n${ledger ? '' : 'ledger: false\n'}`,
  );
  for (const { title, dictionaries } of glossaries) {
    const home = join(root, 'glossaries', title);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'glossary.yaml'), `name: ${title}\ndictionaries: auto\n`);
    for (const [language, text] of dictionaries) writeFileSync(join(home, `en-${language}.csv`), text);
  }
  return root;
}

const env = { BENCH_KEY: KEY };
const ids = async (url) => {
  const response = await fetch(`${url}/v3/glossaries`, { headers: { authorization: `Service-Auth-Key ${KEY}` } });
  return (await response.json()).glossaries;
};

/** What the floor and the peers read: files, and what a service answers. */
const sidesOf = async (url, files, languages) => {
  const [{ glossary_id: id }] = await ids(url);
  return JSON.stringify({
    key: KEY,
    files,
    urls: languages.map((language) => `${url}/v3/glossaries/${id}/entries?source_lang=en&target_lang=${language}`),
  });
};

/** A service that has dictionaries, and workspaces that want them as they are, or changed in one of several ways. */
async function filled(name, lists, ways) {
  const service = await serve('--quiet');
  const make = (way, change, ledger) =>
    workspace(`${name}-${way}`, service.url, {
      glossaries: [
        { title: 'large', dictionaries: lists.map(([language, list], index) => [language, csv(change(list, index))]) },
      ],
      ledger,
    });
  const base = make('base', (list) => list, true);
  await run([CLI, 'apply', '--auto-approve'], { cwd: base, env });
  const languages = lists.map(([language]) => language);
  const made = { base: { root: base } };
  for (const [way, change] of Object.entries(ways)) made[way] = { root: make(way, change, false) };
  for (const each of Object.values(made)) {
    each.files = languages.map((language) => join(each.root, 'glossaries', 'large', `en-${language}.csv`));
    each.sides = await sidesOf(service.url, each.files, languages);
  }
  return { service, made };
}

const floorOf = ({ sides }) => ({ args: [join(BENCH, 'floor.mjs'), sides] });
const planOf = ({ root }) => ({
  args: [CLI, 'plan', '--out', join(folder, 'plan.json'), '--json'],
  options: { cwd: root, env },
});
const megabytes = (count) => `${count} × ${(DICTIONARY_BYTES / 1e6).toFixed(1)} MB`;

async function large(count) {
  const lists = TARGETS.slice(0, count).map((language, index) => [language, entries(DICTIONARY_BYTES, index + 1)]);
  const { service, made } = await filled(`large-${count}`, lists, {
    changed: (list, index) => edited(list, index + 7),
    same: (list) => list,
    mixed: (list, index) => shuffled(edited(list, index + 7), index + 70),
  });
  const { changed, same, mixed } = made;
  const times = await interleaved(
    [
      { name: 'floor', ...floorOf(changed) },
      { name: 'changed', ...planOf(changed) },
      { name: 'same', ...planOf(same) },
      { name: 'mixed', ...planOf(mixed) },
      { name: 'csv-parse', args: [join(BENCH, 'csv-parse-diff.mjs'), changed.sides] },
    ],
    ROUNDS,
  );
  const floor = times.get('floor');
  const label = megabytes(count);
  report(`plan, ${label}, 1 % changed`, times.get('changed') / floor, '× floor', count === 1 ? 3.5 : 2.6);
  report(`plan, ${label}, unchanged`, times.get('same') / floor, '× floor', count === 1 ? 2.7 : 1.8);
  report(`plan, ${label}, 1 % changed, in random order`, times.get('mixed') / floor, '× floor', 4.5);
  report(`plan, ${label}, against csv-parse + Map`, times.get('changed') / times.get('csv-parse'), '× csv-parse', 0.35);
  service.stop();
}

/** One dictionary with every cell in quotes, against the same one with quotes only where they are needed. */
async function quoted() {
  const list = entries(DICTIONARY_BYTES, 1);
  const { service, made } = await filled('quoted', [['de', list]], { plain: (all) => edited(all, 7) });
  const dictionaries = [['de', quotedCsv(edited(list, 7))]];
  const root = workspace('quoted-all', service.url, { glossaries: [{ title: 'large', dictionaries }], ledger: false });
  const times = await interleaved(
    [
      { name: 'plain', ...planOf(made.plain) },
      { name: 'quoted', ...planOf({ root }) },
    ],
    ROUNDS,
  );
  const ratio = times.get('quoted') / times.get('plain');
  report(`plan, ${megabytes(1)}, every cell quoted`, ratio, '× the same file unquoted');
  service.stop();
}

async function startUp() {
  const quickstart = resolve('examples/quickstart');
  const copy = join(folder, 'quickstart');
  const { cpSync } = await import('node:fs');
  cpSync(quickstart, copy, { recursive: true });
  const times = await interleaved(
    [
      { name: 'bare', args: ['-e', '0'] },
      { name: '--version', args: [CLI, '--version'] },
      { name: '--help', args: [CLI, '--help'] },
      { name: 'validate', args: [CLI, 'validate'], options: { cwd: copy } },
      { name: 'plan', args: [CLI, 'plan'], options: { cwd: copy } },
    ],
    ROUNDS * 3,
  );
  const bare = times.get('bare');
  // Node 20 has no compile cache: its figures are shown without a goal.
  const hasGoal = 'enableCompileCache' in Module;
  const startUpRow = (name, key, goal) =>
    report(`start-up, ${name}`, times.get(key) / bare, '× bare node', hasGoal ? goal : undefined);
  startUpRow('--version', '--version', 1.35);
  startUpRow('--help', '--help', 1.5);
  startUpRow('validate of the quickstart', 'validate', 5.5);
  startUpRow('plan of the quickstart', 'plan', 7.5);
  const list = join(folder, 'loaded.txt');
  for (const command of ['validate', 'plan']) {
    rmSync(list, { force: true });
    const hook = pathToFileURL(resolve('test/support/list-loaded.mjs')).href;
    await run(['--import', hook, CLI, command], { cwd: copy, env: { LEXFORM_LOADED: list } });
    const files = readFileSync(list, 'utf8').trim().split('\n').map(fileURLToPath);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    report(`loaded code, ${command} of the quickstart, ${files.length} files`, bytes / 1000, 'kB');
  }
}

const parts = {
  'start-up': startUp,
  one: () => large(1),
  five: () => large(5),
  quoted,
  plan: () => planMany(report),
  apply: () => applyMany(report),
  scale: () => memoryOfMany(report),
  service: () => serviceRows(report),
  markdown: () => markdownOfMany(report),
  merge: () => mergeOfMany(report, { cli: CLI, folder, rounds: ROUNDS }),
  exchange: () => exchangeRows(report),
  lint: () => lintRows(report, { cli: CLI, folder, rounds: ROUNDS, bytes: DICTIONARY_BYTES }),
  ledger: () => ledgerRows(report, { cli: CLI, folder, rounds: ROUNDS, env, serve, workspace }, { long: IS_LONG }),
  stacks: () => stackRows(report, { cli: CLI, folder, rounds: ROUNDS }),
  page: () => pageOfMany(report, skip),
};
/** Parts that take minutes: only with `--long`, or by name. */
const longParts = { organisation: () => organisationRows(report) };
const wanted = process.argv.slice(2).filter((each) => each !== '--long');
for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part();
for (const [name, part] of Object.entries(longParts))
  if (wanted.includes(name) || (IS_LONG && wanted.length === 0)) await part();
writeFileSync('bench-results.json', `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);
