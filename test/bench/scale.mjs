// Half a million terms: the first apply of 100 dictionaries with 5,000 terms each, and its plan with three reports,
// against the same commands with one dictionary of ten terms.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { csv, terms } from './data.mjs';
import { host } from './host.mjs';
import { run } from './measure.mjs';

const CLI = resolve('dist/main.cjs');
const KEY = 'bench-key';
const LANGUAGES = ['de', 'fr', 'ja', 'es', 'it'];
const SMALL_HEAP_MB = 192;
/** Goals of a plan with three reports. */
const REPORTS_MB = 300;
const REPORTS_CPU_SECONDS = 3;
const CONCURRENCY = 4;
/** Goal of the other steps: 12 MB, and 6 MB for each MB that is in flight at that concurrency. */
const beyondGoal = (mbOfCall) => 12 + 6 * CONCURRENCY * mbOfCall;

const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-scale-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = { BENCH_KEY: KEY };

/** A workspace with so many dictionaries, five to a glossary, and a ledger in a folder. */
function workspace(name, url, dictionaries, count) {
  const root = join(folder, name);
  for (let index = 0; index < dictionaries; index += 1) {
    const glossary = `g${Math.floor(index / LANGUAGES.length)}`;
    const home = join(root, 'glossaries', glossary);
    const language = LANGUAGES[index % LANGUAGES.length];
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'glossary.yaml'), `name: ${glossary}\ndictionaries: auto\n`);
    writeFileSync(join(home, `en-${language}.csv`), csv(terms(count, index + 1, language === 'ja')));
  }
  writeFileSync(
    join(root, 'lexform.yaml'),
    `version: 1
targets:
  bench: { base_url: "${url}", key: env:BENCH_KEY }
glossaries: glossaries/*/glossary.yaml
concurrency: ${CONCURRENCY}
ledger: { dir: ledger }
`,
  );
  return root;
}

const REPORTS = ['json', 'html', 'markdown'].flatMap((format) => ['--report', `${format}=${format}.out`]);
const STEPS = {
  plan: ['plan'],
  'saved plan': ['plan', '--out', 'plan.out'],
  'plan with JSON, HTML and markdown': ['plan', ...REPORTS],
  'first apply': ['apply', '--auto-approve'],
};

/** MB of the largest call of a step: of an apply the five dictionaries of a glossary, else one of them. */
function mbOfCall(root, step) {
  const sizes = LANGUAGES.map((language) => statSync(join(root, 'glossaries', 'g0', `en-${language}.csv`)).size / 1e6);
  return step === 'first apply' ? sizes.reduce((sum, size) => sum + size) : Math.max(...sizes);
}

/** Peak memory of each step beyond that of the same step with one small dictionary; sizes; a heap of 192 MB. */
export async function memoryOfMany(report) {
  const service = await host(KEY);
  const small = workspace('small', service.url, 1, 10);
  const base = {};
  for (const [step, args] of Object.entries(STEPS))
    base[step] = (await run([CLI, ...args], { cwd: small, env, memory: true })).peakMb;
  await service.close();
  for (const heap of [undefined, SMALL_HEAP_MB]) {
    const own = await host(KEY);
    const cwd = workspace(`large-${heap}`, own.url, 100, 5000);
    const limited = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
    for (const [step, args] of Object.entries(STEPS)) {
      const { peakMb, cpuSeconds } = await run([...limited, CLI, ...args], { cwd, env, memory: true });
      const where = heap === undefined ? '' : `, in a heap of ${heap} MB`;
      const name = `${step}, 500,000 new terms${where}`;
      const isReports = args.includes('--report');
      report(name, peakMb, 'MB', isReports ? REPORTS_MB : undefined);
      report(name, peakMb - base[step], 'MB beyond ten', isReports ? undefined : beyondGoal(mbOfCall(cwd, step)));
      report(name, cpuSeconds, 's of CPU', isReports ? REPORTS_CPU_SECONDS : undefined);
    }
    for (const format of ['json', 'html'])
      report(`report of 500,000 new terms, ${format}`, statSync(join(cwd, `${format}.out`)).size / 1e6, 'MB');
    await own.close();
  }
}
