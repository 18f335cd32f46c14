// A pull request that changes ten of 1,000 dictionaries: what `plan --since` costs beside a workspace that has nothing
// but these ten.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { host } from './host.mjs';
import { defaultRow, manyWorkspace } from './many.mjs';
import { median, run } from './measure.mjs';

const CLI = resolve('dist/main.js');
const KEY = 'bench-key';
const ROUNDS = 5;
const CHANGED = 10;
const SHAPE = { entries: 200, perGlossary: 1 };

const editedRow = (dictionary, at) =>
  dictionary < CHANGED && at === 7 ? [`term ${dictionary} ${at}`, 'anders'] : defaultRow(dictionary, at);

const env = { BENCH_KEY: KEY };
const apply = (cwd) => run([CLI, 'apply', '--auto-approve'], { cwd, env });

function commit(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--message=base');
}

export async function sinceRows(report) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-since-'));
  const service = await host(KEY);
  const alone = await host(KEY);
  try {
    const root = join(folder, 'all');
    const few = join(folder, 'few');
    manyWorkspace(root, service.url, { ...SHAPE, dictionaries: 1000 });
    manyWorkspace(few, alone.url, { ...SHAPE, dictionaries: CHANGED });
    await apply(root);
    await apply(few);
    commit(root);
    manyWorkspace(root, service.url, { ...SHAPE, dictionaries: 1000, row: editedRow });
    manyWorkspace(few, alone.url, { ...SHAPE, dictionaries: CHANGED, row: editedRow });
    const times = { since: [], few: [] };
    const calls = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const since = await service.during(() => run([CLI, 'plan', '--since', 'main'], { cwd: root, env }));
      const lone = await alone.during(() => run([CLI, 'plan'], { cwd: few, env }));
      times.since.push(since.result.ms);
      times.few.push(lone.result.ms);
      Object.assign(calls, { since: since.calls, few: lone.calls });
    }
    const title = `plan --since of ${CHANGED} changed dictionaries among 1,000`;
    const unit = '× a workspace of these alone';
    report(`${title}, calls`, calls.since / calls.few, unit);
    report(`${title}, time`, median(times.since) / median(times.few), unit);
  } finally {
    await service.close();
    await alone.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
