import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderPorts } from '../../src/app/machine/folder-ports.ts';
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
  test('plan writes state: no option of plan changes the service or the folder', async () => {
    const { run, changes, tree } = await world();
    const before = tree();
    for (const options of [
      [],
      ['--json'],
      ['--full'],
      ['--unmanaged'],
      ['--detailed-exitcode'],
      ['--allow-delete', '*'],
      ['--max-deletes-per-run', '9'],
      ['--only', 'glossary.a'],
    ])
      await run('plan', ...options);
    expect([changes(), tree()]).toEqual([[], before]);
  });

  test('a plan that is not bound to its target is not taken for another one', async () => {
    const { cwd, run, write, changes } = await world();
    await run('plan', '--out', 'plan.json');
    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    write('lexform.yaml', config.replace('prod:', 'other:'));
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(1);
    expect(changes()).toEqual([]);
  });

  test('a flag that implies apply: consent to deletions and to overwriting is no approval', async () => {
    const { run, changes } = await world();
    expect((await run('apply', '--allow-delete', '*', '--overwrite-drift', '--max-deletes-per-run', '99')).code).toBe(
      3,
    );
    expect(changes()).toEqual([]);
  });

  test('a threshold with a floor: a small dictionary is guarded too when its last terms go', async () => {
    const { run, write, changes } = await world();
    await run('apply', '--auto-approve');
    write('glossaries/a/en-de.csv', '');
    const before = changes().length;
    expect((await run('apply', '--auto-approve')).code).toBe(3);
    expect(changes().length).toBe(before);
  });

  test('exit 0 in JSON mode: --json has the exit codes of the text', async () => {
    const { run, write } = await world();
    expect((await run('plan', '--json', '--detailed-exitcode')).code).toBe(2);
    expect((await run('apply', '--json')).code).toBe(3);
    write('glossaries/a/en-de.csv', 'house,Haus\nhouse,Heim\n');
    expect((await run('plan', '--json')).code).toBe(4);
    expect((await run('apply', '--json', '--auto-approve')).code).toBe(4);
  });

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

  test('a flag wired to another variable: each narrows or consents to what it says', async () => {
    const { run, write } = await world();
    const changed = async (...args: readonly string[]) =>
      JSON.parse((await run('plan', '--json', ...args)).out).changes.map(({ address }: { address: string }) => address);
    expect(await changed('--only', 'glossary.a')).toEqual(['glossary.a']);
    expect(await changed('--only', 'style_rules.tone')).toEqual(['style_rules.tone']);
    await run('apply', '--auto-approve');
    write('glossaries/a/en-de.csv', 'house,Haus\n');
    expect((await run('apply', '--auto-approve', '--max-deletes-per-run', '0')).code).toBe(3);
    expect((await run('apply', '--auto-approve', '--max-deletes-per-run', '1')).code).toBe(0);
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

  test('a stale plan replayed on an empty base: it makes nothing twice', async () => {
    const { run, call } = await world();
    await run('plan', '--out', 'plan.json');
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(0);
    await run('apply', 'plan.json', '--auto-approve');
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
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

  test('protection that vanishes with its block', async () => {
    const { cwd, run, write, changes } = await world();
    write('glossaries/a/glossary.yaml', 'name: A\nprotect: true\n');
    await run('apply', '--auto-approve');
    rmSync(join(cwd, 'glossaries/a'), { recursive: true });
    expect((await run('apply', '--auto-approve', '--allow-delete', 'glossary.a')).code).toBe(3);
    expect(changes().filter((change) => change.startsWith('DELETE'))).toEqual([]);
  });

  test('omission deletes: what nobody has managed here is left alone', async () => {
    const { run, call, changes } = await world();
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }];
    await call('POST', '/v3/glossaries', { name: 'Foreign', dictionaries });
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect(changes().filter((change) => change.startsWith('DELETE'))).toEqual([]);
  });

  test('a rename that leaves a twin: a new name or folder is the same resource', async () => {
    const { cwd, run, write, call } = await world();
    await run('apply', '--auto-approve');
    renameSync(join(cwd, 'glossaries/a'), join(cwd, 'glossaries/renamed'));
    write('glossaries/renamed/glossary.yaml', 'name: Another name\n');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    expect(glossaries.map(({ name }: { name: string }) => name)).toEqual(['Another name']);
  });

  test('masking that corrupts data: what is shown as hidden or escaped is sent as it is', async () => {
    // As an error, the rule would stop the apply.
    const lint = 'lint: { rules: { character/invisible: warning } }';
    const { run, write, call } = await world({ 'glossaries/a/glossary.yaml': `name: A\n${lint}\n` });
    write('glossaries/a/en-de.csv', 'test-key,::warning::x\n"a\u202eb",\u200bz\n');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const [{ glossary_id: id }] = (await call('GET', '/v3/glossaries')).body.glossaries;
    const { body } = await call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`);
    expect(body.dictionaries[0].entries).toBe('test-key\t::warning::x\na\u202eb\t\u200bz');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('defaults of the service give no perpetual change', async () => {
    const service = testService({ compat: true });
    const { url, close } = await listen(service);
    onTestFinished(close);
    const { run, write } = await world();
    write(
      'lexform.yaml',
      `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nstyle_rules: style-rules/*.yaml\n`,
    );
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('dependants that run after a failure: nothing more of that resource is tried, and others are', async () => {
    const { service, run, write } = await world();
    await run('apply', '--auto-approve');
    write('style-rules/tone.yaml', 'name: New\nlanguage: de\nconfigured_rules: { numbers: { a: b } }\n');
    write('glossaries/a/en-de.csv', 'house,Heim\ncat,Katze\n');
    service.faults.set([{ kind: 'status', status: 400, method: 'PATCH', path: '/v3/style_rules/*' }]);
    const { outcomes } = JSON.parse(
      (await run('apply', '--auto-approve', '--allow-delete', 'style_rules.tone', '--json')).out,
    );
    const kinds = outcomes.map(({ address, outcome, kind }: Record<string, string>) => [address, outcome ?? kind]);
    expect(kinds[0]).toEqual(['glossary.a/en->de', 'applied']);
    expect(kinds.slice(1).map(([, kind]: readonly [string, string]) => kind)).toEqual([
      'failed',
      'not-tried',
      'not-tried',
    ]);
  });

  test('a preview that hides the children of what is new: every term of a new glossary is there', async () => {
    const { run } = await world();
    const { out } = await run('plan');
    for (const text of ['house → Haus', 'cat → Katze', 'Be kind.']) expect(out).toContain(text);
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
