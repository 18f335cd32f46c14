// A ledger of 5,000 entries in git beside one of 10: what commands take with each, and how a repository grows with
// applies. The entries are made as `test/support/long-ledger.ts` makes them; a test holds that applies write the same.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './bundled.mjs';
import { interleaved, median, run } from './measure.mjs';

const TERMS = Number(process.env.BENCH_LEDGER_TERMS ?? 500);
const FEW = 10;
const MANY = Number(process.env.BENCH_LEDGER_ENTRIES ?? 5000);
const APPLIES = Number(process.env.BENCH_LEDGER_APPLIES ?? 1000);
const REF = 'refs/lexform/ledger/bench';
const ADDRESS = 'glossary.large';
const ROWS = Array.from({ length: TERMS }, (_, row) => [`term ${row} of the product`, `Begriff ${row} des Produkts`]);

const csv = (rows) => rows.map((row) => `${row.join(',')}\n`).join('');
const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
const filePath = (root) => join(root, 'glossaries', 'large', 'en-de.csv');
/** What a folder takes of the disk, in blocks, as `du` says it. */
const kilobytes = (folder) =>
  ['', ...readdirSync(folder, { recursive: true })].reduce(
    (sum, name) => sum + statSync(join(folder, name)).blocks / 2,
    0,
  );

/** A workspace in a repository of its own, with a service of its own and as many entries. */
async function world({ cli, env, serve, workspace }, name, entries) {
  const { longLedgerEntries, longLedgerStream } = await bundled(
    "export { longLedgerEntries, longLedgerStream } from './test/support/long-ledger.ts';",
  );
  const service = await serve('--quiet');
  const root = workspace(name, service.url, { glossaries: [{ title: 'large', dictionaries: [['de', csv(ROWS)]] }] });
  git(root, 'init', '--quiet');
  const apply = () => run([cli, 'apply', '--auto-approve'], { cwd: root, env });
  await apply();
  const first = git(root, 'rev-parse', REF);
  const id = JSON.parse(git(root, 'show', `${REF}:ledger.json`)).glossaries[0].id;
  const made = [
    ...longLedgerEntries(
      {
        target: { name: 'bench', baseUrl: service.url },
        address: ADDRESS,
        id,
        pair: 'en->de',
        rows: ROWS,
        actor: 'bench',
      },
      entries - 1,
    ),
  ];
  const rows = made.at(-1)?.rows ?? ROWS;
  // The service has what the last entry says; the entry of this apply is replaced by those that are made.
  writeFileSync(filePath(root), csv(rows));
  await apply();
  const input = Buffer.concat([...longLedgerStream(REF, first, made)]);
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet', '--force'], { cwd: root, input });
  if (status !== 0) throw new Error(String(stderr));
  return { root, rows, service, apply };
}

/** Changes one translation in the file, which the next apply sends. */
function edit({ root, rows }, number) {
  const [source] = rows[number % rows.length];
  rows[number % rows.length] = [source, `Begriff ${number} in neuer Fassung`];
  writeFileSync(filePath(root), csv(rows));
}

/** The bytes on the disk of a repository when git has compressed all of it as far as it can. */
function compressed({ root }, folder, name) {
  const copy = join(folder, name);
  cpSync(root, copy, { recursive: true });
  git(copy, 'reflog', 'expire', '--expire=now', '--all');
  git(copy, 'gc', '--quiet', '--aggressive', '--prune=now');
  return kilobytes(join(copy, '.git', 'objects'));
}

async function growth(report, bench) {
  const long = await world(bench, 'ledger-growth', FEW);
  const objects = join(long.root, '.git', 'objects');
  const small = compressed(long, bench.folder, 'compressed-before');
  git(long.root, 'gc', '--quiet', '--prune=now');
  const before = kilobytes(objects);
  for (let number = 0; number < APPLIES; number += 1) {
    edit(long, number * 7919);
    await long.apply();
  }
  const grown = kilobytes(objects) - before;
  const ideal = compressed(long, bench.folder, 'compressed-after') - small;
  const name = `${APPLIES.toLocaleString('en')} applies of one term of ${TERMS}`;
  report(`ledger, growth by ${name}`, grown / APPLIES, 'kB for each');
  report('the same, against git gc --aggressive', grown / ideal, '× compressed');
  long.service.stop();
}

/** `long`: also measures how a repository grows, which takes minutes. */
export async function ledgerRows(report, bench, { long }) {
  const { cli, env, rounds } = bench;
  mkdirSync(bench.folder, { recursive: true });
  const sides = [await world(bench, 'ledger-few', FEW), await world(bench, 'ledger-many', MANY)];
  const command = (name, args) =>
    sides.map(({ root }, side) => ({ name: `${name} ${side}`, args: [cli, ...args], options: { cwd: root, env } }));
  const times = await interleaved(
    [
      ...command('plan', ['plan']),
      ...command('drift', ['drift']),
      ...command('log', ['log']),
      ...command('term', ['log', ROWS[7][0]]),
      ...command('absent', ['log', 'a term that was never there']),
    ],
    rounds,
  );
  const applies = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, side] of sides.entries()) {
      edit(side, round);
      const { ms } = await side.apply();
      if (round > 0) applies[index].push(ms);
    }
  const entries = `${MANY.toLocaleString('en')} entries`;
  for (const name of ['plan', 'drift'])
    report(
      `${name} with a ledger of ${entries}`,
      times.get(`${name} 1`) / times.get(`${name} 0`),
      `× with ${FEW}`,
      1.1,
    );
  report(`apply with a ledger of ${entries}`, median(applies[1]) / median(applies[0]), `× with ${FEW}`, 1.1);
  for (const [name, title, goal] of [
    ['log', 'log', 0.3],
    ['term', 'log of a term', 1],
    ['absent', 'log of a term that was never there', 1],
  ]) {
    report(`${title}, ${entries} of ${TERMS} terms`, times.get(`${name} 1`) / 1000, 's', goal);
    report(`${title}, ${FEW} entries`, times.get(`${name} 0`) / 1000, 's');
  }
  for (const { service } of sides) service.stop();
  if (long) await growth(report, bench);
}
