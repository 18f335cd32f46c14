// Half a million terms in a small heap: the plan of 100 dictionaries with 5,000 terms each, the same with three reports,
// and the first apply.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { csv, terms } from './data.mjs';
import { host } from './host.mjs';
import { run } from './measure.mjs';

const CLI = resolve('dist/main.js');
const KEY = 'bench-key';
const LANGUAGES = ['de', 'fr', 'ja', 'es', 'it'];
const HEAP_MB = 192;
const PEAK_MB = 250;

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
ledger: { dir: ledger }
`,
  );
  return root;
}

const REPORTS = ['json', 'html', 'markdown'].flatMap((format) => ['--report', `${format}=${format}.out`]);
const STEPS = {
  plan: ['plan'],
  'plan with three reports': ['plan', ...REPORTS],
  'first apply': ['apply', '--auto-approve'],
};

/** Peak memory and CPU time of each step. The goal is one for Node 20: later versions keep more garbage. */
export async function memoryOfMany(report) {
  const service = await host(KEY);
  const cwd = workspace('large', service.url, 100, 5000);
  const goal = process.versions.node.startsWith('20.') ? PEAK_MB : undefined;
  for (const [step, args] of Object.entries(STEPS)) {
    const { peakMb, cpuSeconds } = await run([`--max-old-space-size=${HEAP_MB}`, CLI, ...args], {
      cwd,
      env,
      memory: true,
    });
    const name = `${step}, 500,000 new terms in a heap of ${HEAP_MB} MB`;
    report(name, peakMb, 'MB', goal);
    report(name, cpuSeconds, 's of CPU');
  }
  await service.close();
}
