// Many small dictionaries and style lists, every answer 20 ms late: what the calls cost beyond their own time, and
// whether anything grows faster than the number.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { csv } from './data.mjs';
import { host } from './host.mjs';
import { median, run } from './measure.mjs';

const CLI = resolve('dist/main.js');
const KEY = 'bench-key';
const LATENCY_MS = 20;
const CONCURRENCY = 8;
const LANGUAGES = ['de', 'fr', 'ja', 'es', 'it'];
/** Most style lists of a page of the service. */
const PAGE = 25;

const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-many-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = { BENCH_KEY: KEY };

/** Dictionaries in glossaries of five, or of as many as said, with rows of `row(dictionary, index)`. */
export function manyWorkspace(
  root,
  url,
  { dictionaries, entries, styleLists = 0, perGlossary = LANGUAGES.length, row = defaultRow },
) {
  mkdirSync(join(root, 'style-rules'), { recursive: true });
  writeFileSync(
    join(root, 'lexform.yaml'),
    `version: 1\ntargets:\n  bench: { base_url: "${url}", key: env:BENCH_KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nconcurrency: ${CONCURRENCY}\n`,
  );
  for (let index = 0; index < dictionaries; index += 1) {
    const home = join(root, 'glossaries', `g${Math.floor(index / perGlossary)}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'glossary.yaml'), `name: g${Math.floor(index / perGlossary)}\ndictionaries: auto\n`);
    const rows = Array.from({ length: entries }, (_, at) => row(index, at));
    writeFileSync(join(home, `en-${LANGUAGES[index % perGlossary]}.csv`), csv(rows));
  }
  for (let index = 0; index < styleLists; index += 1)
    writeFileSync(
      join(root, 'style-rules', `s${index}.yaml`),
      `name: Style ${index}\nlanguage: de\nconfigured_rules:\n  style_and_tone:\n    short_vs_long_words: use_short_words\n`,
    );
  return root;
}
export const defaultRow = (dictionary, at) => [`term ${dictionary} ${at}`, `Begriff ${dictionary} ${at}`];
const workspace = (name, url, shape) => manyWorkspace(join(folder, name), url, shape);

/** Reads paths with node:http, so many at once, and looks at no answer. */
const BARE = `const { readFileSync } = require('node:fs');
const { Agent, request } = require('node:http');
const [url, file, key, atOnce] = process.argv.slice(1);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const headers = { authorization: 'Service-Auth-Key ' + key };
const paths = JSON.parse(readFileSync(file, 'utf8'));
const next = () => {
  const path = paths.pop();
  if (path !== undefined) request(url + path, { agent, headers }, (answer) => answer.resume().on('end', next)).end();
};
for (let index = 0; index < Number(atOnce); index += 1) next();`;

/**
 * Milliseconds that a whole process takes which does nothing but make so many calls: what Node, the service, its timers
 * and the sockets take by themselves.
 */
async function bareCalls(url, paths) {
  const file = join(folder, 'paths.json');
  writeFileSync(file, JSON.stringify(paths));
  return (await run(['-e', BARE, url, file, KEY, String(CONCURRENCY)])).ms;
}

const apply = (cwd) => run([CLI, 'apply', '--auto-approve'], { cwd, env });

/** `plan` of 1,000 dictionaries and 300 style lists, 1 term in 100 dictionaries changed. */
export async function planMany(report) {
  const service = await host(KEY);
  const shape = { dictionaries: 1000, entries: 100, styleLists: 300 };
  await apply(workspace('plan-base', service.url, shape));
  const row = (dictionary, at) =>
    dictionary % 10 === 0 && at === 7 ? [`term ${dictionary} ${at}`, 'anders'] : defaultRow(dictionary, at);
  const cwd = workspace('plan-edited', service.url, { ...shape, row });
  // One listing of the glossaries, the pages of style lists and the one that shows that there are no more, and the
  // entries of every dictionary.
  const needed = 1 + shape.styleLists / PAGE + 1 + shape.dictionaries;
  service.delay(LATENCY_MS);
  const times = [];
  const bare = [];
  let made = 0;
  for (let round = 0; round < 5; round += 1) {
    const { result, calls, paths } = await service.during(() =>
      run([CLI, 'plan', '--out', join(folder, 'many.json')], { cwd, env }),
    );
    times.push(result.ms);
    made = calls;
    bare.push(await bareCalls(service.url, paths));
  }
  const ideal = (needed * LATENCY_MS) / CONCURRENCY;
  report('plan of 1,000 dictionaries and 300 style lists, calls', made / needed, '× needed', 1);
  report(
    `plan of 1,000 dictionaries and 300 style lists, ${LATENCY_MS} ms, concurrency ${CONCURRENCY}`,
    median(times) / ideal,
    '× ideal',
  );
  report('the same calls, made by a process that does nothing else', median(bare) / ideal, '× ideal');
  report('that plan, against that process', median(times.map((ms, round) => ms / bare[round])), '× the process', 1.5);
  await service.close();
}

/**
 * Applies saved plans of which each changes the first `changed` entries of the first `edited` dictionaries. Gives, of each: the time
 * as a multiple of the calls' own, that of a process that makes as many and does nothing else, the calls, the bytes of
 * their bodies.
 */
async function appliedPlans(name, shape, changed, rounds, edited = shape.dictionaries) {
  const service = await host(KEY);
  const row = (version) => (dictionary, at) =>
    dictionary < edited && at < changed
      ? [`term ${dictionary} ${at}`, `Begriff ${dictionary} ${at} ${version}`]
      : defaultRow(dictionary, at);
  await apply(workspace(`${name}-0`, service.url, { ...shape, row: row(0) }));
  const runs = [];
  for (let version = 1; version <= rounds; version += 1) {
    const cwd = workspace(`${name}-${version}`, service.url, { ...shape, row: row(version) });
    const plan = join(folder, `${name}.json`);
    service.delay(0);
    await run([CLI, 'plan', '--out', plan], { cwd, env });
    service.delay(LATENCY_MS);
    const { result, calls, paths, bytes } = await service.during(() =>
      run([CLI, 'apply', plan, '--auto-approve'], { cwd, env }),
    );
    const ideal = (calls * LATENCY_MS) / CONCURRENCY;
    runs.push({ ideal: result.ms / ideal, bare: (await bareCalls(service.url, paths)) / ideal, calls, bytes });
  }
  await service.close();
  const texts = Array.from({ length: shape.dictionaries }, (_, dictionary) =>
    JSON.stringify(Array.from({ length: changed }, (_, at) => row(rounds)(dictionary, at).join('\t')).join('\n')),
  );
  return { runs, bytes: Buffer.byteLength(texts.join('')) };
}

/**
 * `apply` of saved plans over 200 dictionaries: the time with one term changed in each, the calls also with one changed
 * in ten of them, the bytes with 200 changed in each.
 */
export async function applyMany(report) {
  const small = await appliedPlans('small', { dictionaries: 200, entries: 21, perGlossary: 1 }, 1, 5);
  // For each: the read before the PATCH, the PATCH, and the read after it. One list of the glossaries for the ledger.
  report('apply of 200 changes, calls', small.runs[0].calls / (3 * 200 + 1), '× needed', 1);
  report(
    `apply of 200 changes, ${LATENCY_MS} ms, concurrency ${CONCURRENCY}`,
    median(small.runs.map(({ ideal }) => ideal)),
    '× ideal',
  );
  report(
    'as many reads, made by a process that does nothing else',
    median(small.runs.map(({ bare }) => bare)),
    '× ideal',
  );
  report(
    'that apply, against that process',
    median(small.runs.map(({ ideal, bare }) => ideal / bare)),
    '× the process',
    1.7,
  );
  const part = await appliedPlans('part', { dictionaries: 200, entries: 21, perGlossary: 1 }, 1, 1, 10);
  report('apply of 10 changes of 200, calls', part.runs[0].calls / (3 * 10 + 1), '× needed', 1);
  const large = await appliedPlans('large', { dictionaries: 200, entries: 250 }, 200, 1);
  report('apply of 200 changes, bytes sent', large.runs[0].bytes / large.bytes, '× changed entries');
}
