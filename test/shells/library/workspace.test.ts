import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import {
  consentFor,
  createService,
  ERROR_CODES,
  FindingsError,
  inProcessFetch,
  nodeFiles,
  openWorkspace,
  RefusedError,
  type WorkspacePorts,
} from '../../../src/shells/library/library.ts';
import { runLexform } from '../../support/cli.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { schemaErrors } from '../../support/schema-errors.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { configOf, FILES, libraryWorld } from './world.ts';

/** The code of the error with which something rejects. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not reject',
    (error: { readonly code?: unknown }) => error.code,
  );

describe('a workspace', () => {
  test('is planned, applied, and then has no changes; the command line says the same', async () => {
    const { root, open, terms } = await libraryWorld();
    const workspace = await open();
    expect([workspace.root, workspace.targets.map(({ name }) => name), workspace.findings]).toEqual([
      root,
      ['prod'],
      [],
    ]);

    const plan = await workspace.plan('prod');
    expect(plan).toMatchObject({ isEmpty: false, verdict: { kind: 'allowed' }, counts: { calls: 2 } });
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([
      ['glossary.product', 'create'],
      ['style_rules.tone', 'create'],
    ]);
    const events: string[] = [];
    const applied = await plan.apply({ onEvent: ({ kind }) => events.push(kind) });
    expect(applied).toMatchObject({ verdict: 'done', recorded: { records: [] } });
    expect(applied.report.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect(events.sort()).toEqual(['ended', 'ended', 'started', 'started', 'written', 'written']);
    expect(await applied.render('text')).toContain('2 of 2 calls made.');
    expect(await terms()).toContain('house\tHaus');

    expect((await applied.check()).isEmpty).toBe(true);
    const cli = await runLexform({ cwd: root, env: { KEY: TEST_KEY } }, 'plan', '--detailed-exitcode');
    expect([cli.code, cli.out]).toEqual([0, expect.stringContaining('No changes.')]);
  });

  test('has its target by default when there is one, and asks for it when there are several', async () => {
    const { open, write, url } = await libraryWorld();
    expect((await (await open()).plan()).target.name).toBe('prod');
    expect(await codeOf((await open()).plan('stage'))).toBe('target-unknown');
    await write({ 'lexform.yaml': configOf(url).replace('glossaries:', `  eu: { base_url: "${url}" }\nglossaries:`) });
    expect(await codeOf((await open()).plan())).toBe('target-needed');
  });

  test('with errors is opened and validated, and neither planned nor compared', async () => {
    const { open, write } = await libraryWorld();
    await write({ 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
    const workspace = await open();
    expect(workspace.findings.map(({ code }) => code)).toEqual(['duplicate-source']);
    const validation = await workspace.validate();
    expect(validation.isValid).toBe(false);
    expect(await validation.render('text')).toContain('en-de.csv:2:1: error: ');
    const error = await workspace.plan().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FindingsError);
    expect(error).toMatchObject({ code: 'files-invalid', findings: workspace.findings });
    expect(await codeOf(workspace.drift())).toBe('files-invalid');
    // A plan is made from the files that were read when the workspace was opened.
    await write(FILES);
    expect((await workspace.validate()).isValid).toBe(true);
    expect(await codeOf(workspace.plan())).toBe('files-invalid');
    expect((await (await open()).plan()).isEmpty).toBe(false);
  });

  test('of which the folder has no lexform.yaml has a finding that names the folder', async () => {
    const folder = join(await tempWorkspace({}), 'nowhere');
    const workspace = await openWorkspace(folder);
    expect(workspace.targets).toEqual([]);
    const validation = await workspace.validate();
    expect(validation.isValid).toBe(false);
    const named = `there is no lexform.yaml in ${folder}; "lexform init" writes a small workspace [workspace-missing]`;
    expect(await validation.render('text')).toContain(named);
    expect(await validation.render('junit')).toContain(folder);
    expect(workspace.findings.map(({ message }) => message).join()).toContain(folder);
    const error = await workspace.plan().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'files-invalid', message: expect.stringContaining(named) });
    expect(await codeOf(workspace.ids())).toBe('files-invalid');
  });
});

describe('consent', () => {
  /** A workspace that was applied, and whose files have lost a glossary since. */
  async function shrunken() {
    const world = await libraryWorld({
      ...FILES,
      'glossaries/old/glossary.yaml': 'name: Old\n',
      'glossaries/old/en-de.csv': 'bird,Vogel\n',
    });
    await (await (await world.open()).plan()).apply();
    rmSync(join(world.root, 'glossaries/old'), { recursive: true });
    const names = async () =>
      (await world.call('GET', '/v3/glossaries')).body.glossaries.map(({ name }: never) => name);
    return { ...world, names };
  }

  test('is needed for a deletion: without it the apply rejects, and nothing is changed', async () => {
    const { open, names, write } = await shrunken();
    await write({ 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\ndog,Hund\n' });
    const plan = await (await open()).plan();
    expect(plan.verdict).toMatchObject({
      kind: 'refused',
      code: 'guard',
      refusals: [{ code: 'delete-needs-consent', address: 'glossary.old' }],
      reason: expect.stringContaining('glossary.old'),
    });
    const error = await plan.apply().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: 'guard', refusals: [{ address: 'glossary.old' }] });
    expect(await codeOf(plan.apply({ consent: { allowDelete: ['glossary.other'] } }))).toBe('guard');
    expect((await names()).sort()).toEqual(['Old', 'Product']);
    expect((await (await open()).plan()).counts.values).toMatchObject({ entry: { changed: 1 } });

    // The very plan that was refused is applied once somebody has consented.
    expect(await plan.apply({ consent: { allowDelete: ['glossary.old'] } })).toMatchObject({ verdict: 'done' });
    expect(await names()).toEqual(['Product']);
  });

  test('may be given with the plan, which is then allowed', async () => {
    const { open, names } = await shrunken();
    const plan = await (await open()).plan('prod', { consent: { allowDelete: ['glossary.old'] } });
    expect(plan.verdict).toEqual({ kind: 'allowed' });
    await plan.apply();
    expect(await names()).toEqual(['Product']);
  });

  test('is made of the refusals, and lifts those that it is made of and no others', async () => {
    const { open, names, write } = await shrunken();
    await write({
      'lexform.yaml': `${readFileSync(join((await open()).root, 'lexform.yaml'), 'utf8')}safety: { max_deletes: 0 }\n`,
    });
    await write({ 'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n' });
    const plan = await (await open()).plan();
    if (plan.verdict.kind !== 'refused') throw new Error('the plan is refused');
    const { refusals } = plan.verdict;
    expect(refusals.map(({ code }) => code)).toEqual(['delete-needs-consent', 'too-many-removed']);
    for (const { message } of refusals) expect(plan.verdict.reason).toContain(message);
    expect(consentFor(refusals.slice(0, 1))).toEqual({ allowDelete: ['glossary.old'] });
    expect(consentFor([])).toEqual({});
    expect(consentFor([{ code: 'protected', address: 'glossary.old', message: '', lift: { kind: 'none' } }])).toEqual(
      {},
    );
    expect(await codeOf(plan.apply({ consent: consentFor(refusals.slice(0, 1)) }))).toBe('guard');
    expect(await plan.apply({ consent: consentFor(refusals) })).toMatchObject({ verdict: 'done' });
    expect(await names()).toEqual(['Product']);
  });

  test('is needed to overwrite what somebody changed on the service', async () => {
    const { open, edit, terms } = await libraryWorld();
    await (await (await open()).plan()).apply();
    await edit('house\tHütte');
    const workspace = await open();
    const drift = await workspace.drift();
    expect(drift).toMatchObject({ isEmpty: false, resources: [{ address: 'glossary.product' }] });
    expect(await drift.render('text')).toContain('Hütte');
    expect(schemaErrors('drift', JSON.parse(await drift.render('json')))).toEqual([]);

    const plan = await workspace.plan();
    expect(plan.verdict).toMatchObject({
      kind: 'refused',
      code: 'drift',
      refusals: [{ code: 'drift-undone', address: 'glossary.product' }],
    });
    expect(await codeOf(plan.apply())).toBe('drift');
    expect(await terms()).toContain('house\tHütte');
    const { verdict } = await plan.apply({ consent: { overwriteDrift: true } });
    expect([verdict, (await terms()).includes('house\tHaus')]).toEqual(['done', true]);
    expect((await (await open()).drift()).isEmpty).toBe(true);
  });
});

describe('an apply', () => {
  test('rejects while another run holds the lock, and after another run has applied', async () => {
    const { open, write, terms } = await libraryWorld();
    let locked: unknown;
    const real = nodeFetchPort();
    // The first run sends nothing before the second one has ended.
    const fetch: WorkspacePorts['fetch'] = async (url, request) => {
      if (request.method !== 'GET') await locked;
      return real(url, request);
    };
    const [first, second] = [await (await open({ ports: { fetch } })).plan(), await (await open()).plan()];
    const applied = await first.apply({
      // A secret or an event is handed on in the middle of the run: the lock is held then.
      onEvent: () => {
        locked ??= codeOf(second.apply());
      },
    });
    expect([applied.verdict, await locked]).toEqual(['done', 'locked']);
    expect(await codeOf(second.apply())).toBe('ledger-moved');
    expect(await codeOf(first.apply())).toBe('ledger-moved');
    await write({ 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\ndog,Hund\n' });
    expect(await (await (await open()).plan()).apply()).toMatchObject({ verdict: 'done' });
    expect(await terms()).toContain('house\tHeim');
  });

  test('is refused when the files have changed since the plan, as the command line refuses it', async () => {
    const { open, write, terms, root } = await libraryWorld();
    await (await (await open()).plan()).apply();
    const csv = 'glossaries/product/en-de.csv';
    const before = FILES[csv];
    await write({ [csv]: `${before}bad,schlecht\n` });
    const workspace = await open();
    const plan = await workspace.plan();
    writeFileSync(join(root, 'plan.json'), await plan.render('json'));
    await write({ [csv]: before });

    const error = await plan.apply().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    const cli = await runLexform({ cwd: root, env: { KEY: TEST_KEY } }, 'apply', 'plan.json', '--auto-approve');
    expect(cli.err).toContain('[files-changed]');
    expect(error).toMatchObject({
      code: 'files-changed',
      refusals: [],
      message: cli.err.replace('plan.json', 'the plan').trimEnd(),
    });
    expect(await terms()).not.toContain('bad');

    // The same workspace plans from the files that it was opened with, and is refused again; a new one is not.
    expect(await codeOf((await workspace.plan()).apply())).toBe('files-changed');
    expect((await (await open()).plan()).isEmpty).toBe(true);
    await write({ [csv]: 'bad,schlecht\nbad,schlimm\n' });
    expect(await codeOf(plan.apply())).toBe('files-invalid');
    // Only what is planned counts.
    await write({ [csv]: `${before}bad,schlecht\n` });
    const part = await workspace.plan('prod', { only: ['style_rules.*'] });
    await write({ [csv]: before });
    expect(await part.apply()).toMatchObject({ verdict: 'done' });
    await write({ [csv]: `${before}bad,schlecht\n` });
    expect(await (await workspace.plan()).apply()).toMatchObject({ verdict: 'done' });
  });

  test('is checked against the files as they are by then', async () => {
    const { open, write } = await libraryWorld();
    const applied = await (await (await open()).plan()).apply();
    expect((await applied.check()).isEmpty).toBe(true);
    await write({ 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\ndog,Hund\n' });
    const after = await applied.check();
    expect(after.isEmpty).toBe(false);
    expect(await after.apply()).toMatchObject({ verdict: 'done' });
    await write({ 'lexform.yaml': 'version: 1\n' });
    expect(await codeOf(applied.check())).toBe('files-invalid');
  });

  test('obeys the limits and the address of the target that the files have by then', async () => {
    const { open, write, url } = await libraryWorld();
    await (await (await open()).plan()).apply();
    await write({ 'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n' });
    const plan = await (await open()).plan();
    expect(plan.verdict.kind).toBe('allowed');
    await write({ 'lexform.yaml': configOf(url, 'safety: { max_deletes: 0 }\n') });
    expect(await codeOf(plan.apply())).toBe('guard');
    await write({ 'lexform.yaml': configOf('http://127.0.0.1:9') });
    expect(await codeOf(plan.apply())).toBe('plan-unusable');
    await write({ 'lexform.yaml': configOf(url) });
    expect(await plan.apply()).toMatchObject({ verdict: 'done' });
  });

  test('that is stopped makes no further call, and its ledger says what was done', async () => {
    const { open } = await libraryWorld();
    const stop = new AbortController();
    const plan = await (await open()).plan('prod', { concurrency: 1 });
    const applied = await plan.apply({ signal: stop.signal, onEvent: () => stop.abort() });
    expect(applied.verdict).toBe('interrupted');
    expect(applied.report.outcomes.map(({ kind }) => kind)).toContain('not-tried');
    const after = await applied.check();
    expect(after.changes.length).toBe(applied.report.outcomes.filter(({ kind }) => kind === 'not-tried').length);
  });

  test('of which a call fails resolves, with an outcome and a code for each call', async () => {
    const world = await libraryWorld();
    const fetch: WorkspacePorts['fetch'] = async (url, { method, headers, body }) =>
      method === 'POST' && url.endsWith('/v3/style_rules')
        ? new Response('{"message":"no"}', { status: 400 })
        : globalThis.fetch(url, { method, headers, ...(body !== undefined && { body: new Uint8Array(body) }) });
    const applied = await (await (await world.open({ ports: { fetch } })).plan()).apply();
    expect(applied).toMatchObject({
      verdict: 'partly',
      report: { outcomes: [{ kind: 'applied' }, { kind: 'failed', error: { code: 'service-refused' } }] },
    });
    const document = JSON.parse(await applied.render('json'));
    expect(schemaErrors('report', document)).toEqual([]);
    expect(document.outcomes[1]).toMatchObject({ outcome: 'failed', code: 'service-refused' });
    expect((await applied.check()).changes.map(({ address }) => address)).toEqual(['style_rules.tone']);
  });
});

describe('what is shown', () => {
  test('is what the command line shows, in every form', async () => {
    const { open, root } = await libraryWorld();
    const plan = await (await open()).plan();
    const run = (...args: readonly string[]) => runLexform({ cwd: root, env: { KEY: TEST_KEY } }, ...args);
    expect(await plan.render('text')).toBe((await run('plan')).out);
    const text = await plan.render('json');
    expect(schemaErrors('plan', JSON.parse(text))).toEqual([]);
    expect(await plan.render('markdown')).toMatch(/^#+ /);
    expect(await plan.render('html')).toMatch(/^<!doctype html>/i);
    // It can be kept, and applied by the command line.
    writeFileSync(join(root, 'plan.json'), text);
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(0);
    expect((await (await open()).plan()).isEmpty).toBe(true);
  });
});

describe('ports', () => {
  test('that are replaced are used: clock, calls, files, variables', async () => {
    const service = createService({ accounts: [{ key: TEST_KEY, plan: 'pro' }] });
    const root = await tempWorkspace({ 'lexform.yaml': configOf('http://service.test'), ...FILES });
    const { now, sleep } = manualClock('2031-02-03T04:05:06Z');
    const paths: string[] = [];
    const calls: string[] = [];
    const fetch = inProcessFetch(service);
    const files = nodeFiles();
    const workspace = await openWorkspace(root, {
      ports: {
        now,
        sleep,
        env: (name) => (name === 'KEY' ? TEST_KEY : undefined),
        fetch: (url, request) => {
          calls.push(`${request.method} ${new URL(url).pathname}`);
          return fetch(url, request);
        },
        files: {
          ...files,
          readFile: (path) => {
            paths.push(path);
            return files.readFile(path);
          },
        },
      },
    });
    const plan = await workspace.plan();
    expect(JSON.parse(await plan.render('json')).created).toBe('2031-02-03T04:05:06.000Z');
    expect(await plan.apply()).toMatchObject({ verdict: 'done' });
    expect(calls).toContain('POST /v3/glossaries');
    expect(paths.every((path) => path.startsWith(root) || path.includes('lexform'))).toBe(true);
    expect(paths.length).toBeGreaterThan(0);
  });

  test('of the machine that refuse become errors with its code, and those of the caller stay what they are', async () => {
    const { open } = await libraryWorld();
    const refused = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      syscall: 'open',
      path: '/x',
    });
    const readFile = () => Promise.reject(refused);
    const error = await open({ ports: { files: { ...nodeFiles(), readFile, readRegularFile: readFile } } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'SystemError', code: 'EACCES', message: expect.stringContaining('/x') });
  });
});

test.each([
  [
    'no key',
    async () => (await (await libraryWorld()).open({ ports: { env: () => undefined } })).plan(),
    'key-not-set',
  ],
  [
    'a wrong key',
    async () => (await (await libraryWorld()).open({ ports: { env: () => 'x' } })).plan(),
    'access-refused',
  ],
  [
    'a key that no header can carry',
    async () => (await (await libraryWorld()).open({ ports: { env: () => 'a b' } })).plan(),
    'key-malformed',
  ],
  [
    'no answer',
    async () => {
      const fetch = () => Promise.reject(new Error('connect ECONNREFUSED'));
      return (await (await libraryWorld()).open({ ports: { fetch, sleep: async () => {} } })).plan();
    },
    'unreachable',
  ],
  ['no ledger yet', async () => (await (await libraryWorld()).open()).drift(), 'ledger-absent'],
  [
    'no ledger at all',
    async () => (await (await libraryWorld(FILES, 'ledger: false\n')).open()).drift(),
    'ledger-absent',
  ],
  [
    'an interruption',
    async () => (await (await libraryWorld()).open({ signal: AbortSignal.abort() })).plan(),
    'interrupted',
  ],
] as const)('%s: an error whose code stands in the table', async (_, work, code) => {
  expect(await codeOf(work())).toBe(code);
  expect(Object.hasOwn(ERROR_CODES, code)).toBe(true);
});

describe('a saved plan', () => {
  const saved = async () => {
    const world = await libraryWorld();
    const workspace = await world.open();
    return { ...world, workspace, text: await (await workspace.plan('prod')).render('json') };
  };

  test('is applied by another process, once, and the command line says that it was', async () => {
    const { text, open, root, terms } = await saved();
    const applied = await (await open()).applySaved(text);
    expect(applied).toMatchObject({ verdict: 'done', recorded: { records: [] } });
    expect(await applied.render('text')).toContain('2 of 2 calls made.');
    expect(await terms()).toContain('house\tHaus');
    expect((await applied.check()).isEmpty).toBe(true);
    const again = await (await open()).applySaved(text);
    expect(again.report.outcomes.map(({ kind }) => kind)).toEqual(['already-done', 'already-done']);
    const cli = await runLexform({ cwd: root, env: { KEY: TEST_KEY } }, 'plan', '--detailed-exitcode');
    expect(cli.code).toBe(0);
  });

  test('is refused when the files ask for something else, when it is none, and when it deletes without consent', async () => {
    const { text, workspace, write, open } = await saved();
    await write({ 'glossaries/product/en-de.csv': 'house,Gebäude\n' });
    expect(await codeOf(workspace.applySaved(text))).toBe('files-changed');
    expect(await codeOf(workspace.applySaved('{}'))).toBe('plan-unusable');
    expect(await codeOf(workspace.applySaved(''))).toBe('plan-unusable');
    await write(FILES);
    await workspace.applySaved(text);
    await write({ 'glossaries/product/en-de.csv': '' });
    const emptied = await (await (await open()).plan('prod')).render('json');
    expect(await codeOf(workspace.applySaved(emptied))).toBe('guard');
    const consent = { allowDelete: ['glossary.product/en->de', 'glossary.product'], maxDeletesPerRun: 9 };
    expect(await workspace.applySaved(emptied, { consent })).toMatchObject({ verdict: 'done' });
  });
});

describe('a finding', () => {
  test('has the message that the command line shows', async () => {
    const { open, write, root } = await libraryWorld();
    await write({ 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
    const [finding] = (await open()).findings;
    const { err } = await runLexform({ cwd: root, env: { KEY: TEST_KEY } }, 'plan');
    expect(err).toContain(`error: ${finding?.message} [duplicate-source]`);
  });
});

describe('a pull', () => {
  const edited = async () => {
    const world = await libraryWorld();
    await (await (await world.open()).plan()).apply();
    await world.edit('house\tHütte');
    return { ...world, csv: () => readFileSync(join(world.root, 'glossaries/product/en-de.csv'), 'utf8') };
  };

  test('writes what changed on the service into the files; the next plan is then empty', async () => {
    const { open, csv } = await edited();
    const before = csv();
    const pulled = { files: ['glossaries/product/en-de.csv'], deleted: [], conflicts: 0, left: [], notes: [] };
    expect(await (await open()).pull('prod', { check: true })).toEqual(pulled);
    expect(csv()).toBe(before);
    expect(await (await open()).pull()).toEqual(pulled);
    expect(csv()).toBe(before.replace('house,Haus', 'house,Hütte'));
    expect((await (await open()).plan()).changes).toEqual([]);
  });

  test('keeps a conflict as the files have it, unless it takes theirs', async () => {
    const { open, csv, write } = await edited();
    await write({ 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\ndog,Hund\n' });
    expect(await (await open()).pull()).toMatchObject({ files: [], conflicts: 1 });
    expect(csv()).toContain('house,Heim');
    expect(await (await open()).pull('prod', { theirs: true })).toMatchObject({ conflicts: 0 });
    expect(csv()).toContain('house,Hütte');
  });

  test('with bad files, a wrong address or a wrong number rejects and writes nothing', async () => {
    const { open, csv, write } = await edited();
    expect(await codeOf((await open()).pull('prod', { addresses: ['glossary.unknown'] }))).toBe('usage');
    expect(await codeOf((await open()).pull('prod', { concurrency: 0 }))).toBe('usage');
    await write({ 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
    expect(await codeOf((await open()).pull())).toBe('files-invalid');
    expect(csv()).toBe('house,Haus\nhouse,Heim\n');
  });
});

describe('the log', () => {
  test('has each apply, newest first, and what it changed of a term', async () => {
    const { open, write } = await libraryWorld();
    expect(await (await open()).log()).toEqual({ entries: [], more: false });
    await (await (await open()).plan()).apply();
    await write({ 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\ndog,Hund\n' });
    const second = await (await (await open()).plan()).apply();
    const workspace = await open();
    const { entries, more } = await workspace.log();
    expect([entries.length, more, entries[0]?.version]).toEqual([2, false, second.recorded?.version]);
    expect(await workspace.log('prod', { limit: 1 })).toMatchObject({ entries: [{}], more: true });
    const ofTerm = await workspace.log('prod', { about: 'house' });
    const [newest] = ofTerm.entries;
    expect(newest?.changes?.[0]?.children[0]?.values).toMatchObject([{ from: 'Haus', to: 'Heim' }]);
    expect(ofTerm.entries.length).toBe(2);
  });
});
