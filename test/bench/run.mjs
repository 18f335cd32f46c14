// `npm run bench [-- start-up|one|five|plan|apply|growth|service|markdown]`: ratios within one run, medians, the commands interleaved, whole processes. Prints a table and writes bench-results.json.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { csv, edited, entries } from './data.mjs';
import { applyMany, growth, planMany } from './many.mjs';
import { markdownOfMany } from './markdown.mjs';
import { interleaved, run } from './measure.mjs';
import { serviceRows } from './service.mjs';

const CLI = resolve('dist/main.cjs');
const BENCH = resolve('test/bench');
const KEY = 'bench-key';
const DICTIONARY_BYTES = Number(process.env.BENCH_BYTES ?? 9_900_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const TARGETS = ['de', 'fr', 'ja', 'es', 'it'];

const results = [];
function report(name, value, unit, goal) {
  results.push({ name, value: Math.round(value * 1000) / 1000, unit, ...(goal !== undefined && { goal }) });
  process.stdout.write(
    `${name.padEnd(64)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(18)} ${goal === undefined ? '' : `goal ≤ ${goal}`}\n`,
  );
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

function workspace(name, url, glossaries, concurrency = 4) {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'lexform.yaml'),
    `version: 1\ntargets:\n  bench: { base_url: "${url}", key: env:BENCH_KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: ${concurrency}\n`,
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

async function large(count) {
  const service = await serve('--quiet');
  const all = TARGETS.slice(0, count).map((language, index) => [language, entries(DICTIONARY_BYTES, index + 1)]);
  const title = 'large';
  const base = workspace(`base-${count}`, service.url, [
    { title, dictionaries: all.map(([language, list]) => [language, csv(list)]) },
  ]);
  await run([CLI, 'apply', '--auto-approve'], { cwd: base, env });
  const root = workspace(`edited-${count}`, service.url, [
    { title, dictionaries: all.map(([language, list], index) => [language, csv(edited(list, index + 7))]) },
  ]);
  const [{ glossary_id: id }] = await ids(service.url);
  const sides = JSON.stringify({
    key: KEY,
    files: all.map(([language]) => join(root, 'glossaries', title, `en-${language}.csv`)),
    urls: all.map(([language]) => `${service.url}/v3/glossaries/${id}/entries?source_lang=en&target_lang=${language}`),
  });
  const plan = [CLI, 'plan', '--out', join(folder, 'plan.json'), '--json'];
  const times = await interleaved(
    [
      { name: 'floor', args: [join(BENCH, 'floor.mjs'), sides] },
      { name: 'plan', args: plan, options: { cwd: root, env } },
      { name: 'same', args: plan, options: { cwd: base, env } },
      { name: 'csv-parse', args: [join(BENCH, 'csv-parse-diff.mjs'), sides] },
    ],
    ROUNDS,
  );
  const floor = times.get('floor');
  const label = `${count} × ${(DICTIONARY_BYTES / 1e6).toFixed(1)} MB`;
  report(`plan, ${label}, 1 % changed`, times.get('plan') / floor, '× floor', count === 1 ? 1.8 : 1.5);
  report(`plan, ${label}, unchanged`, times.get('same') / floor, '× floor', 1.35);
  report(`plan, ${label}, against csv-parse + Map`, times.get('plan') / times.get('csv-parse'), '× csv-parse', 0.167);
  const { peakMb } = await run(plan, { cwd: root, env, memory: true });
  report(`plan, ${label}, peak memory`, peakMb / (40 + (5 * count * DICTIONARY_BYTES) / 1e6), '× (40 MB + 5/MB)', 1);
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
  report('start-up, --version', times.get('--version') / bare, '× bare node', 1.35);
  report('start-up, --help', times.get('--help') / bare, '× bare node', 1.5);
  report('start-up, validate of the quickstart', times.get('validate') / bare, '× bare node', 3);
  report('start-up, plan of the quickstart', times.get('plan') / bare, '× bare node', 4.5);
}

const parts = {
  'start-up': startUp,
  one: () => large(1),
  five: () => large(5),
  plan: () => planMany(report),
  apply: () => applyMany(report),
  growth: () => growth(report),
  service: () => serviceRows(report),
  markdown: () => markdownOfMany(report),
};
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part();
writeFileSync('bench-results.json', `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);
