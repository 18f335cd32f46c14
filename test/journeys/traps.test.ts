import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { anySeed } from '../support/seeded.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** A workspace with a glossary and a style list, and the service that it is for. */
async function world(more: Readonly<Record<string, string>> = {}) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'house,Haus\ncat,Katze\n',
    'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
    ...more,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  const write = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
  const changes = (): readonly string[] =>
    service.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const tree = (): readonly string[] => readdirSync(cwd, { recursive: true, encoding: 'utf8' }).sort();
  return { service, cwd, run, write, changes, tree, call: caller(service) };
}

/** What tools of this kind have got wrong before: each once through the whole of this one. */
describe('the traps of reconcilers', () => {
  test('JSON lost on an early exit: there is one document however it ends', async () => {
    const { service, run, write } = await world();
    const document = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out);
    expect(await document('apply')).toBeTypeOf('object');
    service.faults.set([{ kind: 'status', status: 403 }]);
    expect(await document('plan')).toBeTypeOf('object');
    service.faults.set([]);
    write('lexform.yaml', 'version: [');
    expect(await document('plan')).toBeTypeOf('object');
  });

  test('racy collection: outcomes stand in the order of the plan, whatever ends first', async () => {
    const names = ['b', 'c', 'd', 'e'];
    const check = async (seed: number): Promise<void> => {
      const { service, run } = await world(
        Object.fromEntries(
          names.flatMap((name) => [
            [`glossaries/${name}/glossary.yaml`, `name: ${name.toUpperCase()}\n`],
            [`glossaries/${name}/en-de.csv`, 'x,y\n'],
          ]),
        ),
      );
      service.faults.set([{ kind: 'delay', milliseconds: 5, probability: 0.5, seed }]);
      const { outcomes } = JSON.parse((await run('apply', '--auto-approve', '--json')).out);
      const addresses = outcomes.map(({ address }: { address: string }) => address);
      expect(addresses).toEqual([...['a', ...names].map((name) => `glossary.${name}`), 'style_rules.tone']);
    };
    await fc.assert(fc.asyncProperty(anySeed, check), { numRuns: runs(2) });
  });

  test('random order: the same states give the same bytes', async () => {
    const { run } = await world({ 'glossaries/z/glossary.yaml': 'name: Z\n', 'glossaries/z/en-fr.csv': 'a,b\n' });
    expect((await run('plan', '--json')).out).toBe((await run('plan', '--json')).out);
  });

  test('a plan that is dead after a partial apply: the same one goes on', async () => {
    const { service, run } = await world();
    await run('plan', '--out', 'plan.json');
    service.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/v3/style_rules' }]);
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(5);
    service.faults.set([]);
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(0);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('a stuck lock: it ends by itself, and can be broken', async () => {
    const { cwd, run, write } = await world();
    await run('apply', '--auto-approve');
    write('glossaries/a/en-de.csv', 'house,Heim\ncat,Katze\n');
    const { baseUrl } = JSON.parse((await run('plan', '--json')).out).target;
    const start = new Date('2026-01-02T03:04:00Z');
    const ports = folderPorts(nodeFiles());
    const { lock } = folderLedger(join(cwd, '.lexform/ledger/prod'), ports, { name: 'prod', baseUrl }, () => start);
    const killed = { id: 'killed', who: 'a cancelled job' };
    expect((await lock.acquire(killed)).kind).toBe('held');
    const refused = await run('apply', '--auto-approve');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('a cancelled job')]);
    const later = () => new Date('2026-01-02T03:15:00Z');
    expect((await runLexform({ cwd, env: { KEY: TEST_KEY }, now: later }, 'apply', '--auto-approve')).code).toBe(0);
    expect((await lock.acquire(killed)).kind).toBe('held');
    expect(await run('ledger', 'unlock', '--force')).toMatchObject({ code: 0 });
    expect(await lock.read()).toBeUndefined();
  });
});
