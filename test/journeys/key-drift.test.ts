import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { withDigest } from '../../src/model/resources/digest.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { administeredService, clientOf, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const KEYS = 'developer-keys.yaml';

/**
 * A workspace that manages keys and keeps its history in a folder, a listening service, and somebody else with the
 * admin key.
 */
async function world(keys: string) {
  const service = administeredService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY, admin_key: env:ADMIN }\ndeveloper_keys: ${KEYS}\nledger: { dir: history }\n`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config, [KEYS]: keys });
  const env = { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY };
  const admin = developerKeyCalls(clientOf(service));
  const lost = new Set<string>();
  const real = nodeFetchPort();
  /** The service keeps every key; on this network some are not listed any more. */
  const fetch: Ports['fetch'] = async (address, request) => {
    const response = await real(address, request);
    if (lost.size === 0 || request.method !== 'GET' || !address.endsWith('/developer-keys')) return response;
    const keys = JSON.parse(new TextDecoder().decode(await response.arrayBuffer())) as readonly {
      readonly key_id: string;
    }[];
    return Response.json(keys.filter(({ key_id: id }) => !lost.has(id)));
  };
  const lexform = (...args: readonly string[]) => runLexform({ cwd, env, fetch }, ...args);
  expect((await lexform('apply', '-y')).code).toBe(0);
  return {
    service,
    cwd,
    admin,
    lexform,
    write: (text: string) => writeFileSync(join(cwd, KEYS), text),
    read: () => readFileSync(join(cwd, KEYS), 'utf8'),
    lose: (id: string) => lost.add(id),
    /** The id of the active key of a label. */
    id: async (label: string) =>
      (await admin.list()).find((key) => key.label === label && !key.deactivated)?.id ?? keyId('none'),
    json: async (...args: readonly string[]) => JSON.parse((await lexform(...args, '--json')).out),
  };
}

const FILE = `# the keys of the account
ci:
  characters: 1000   # a month
report: { label: Report, speech_to_text_milliseconds: 5000 }
`;

describe('a key that was deleted on the service', () => {
  test('is drift, also where its id is pinned, and its entry goes with the next pull', async () => {
    for (const pinned of [false, true]) {
      const w = await world('ci: {}\nreport: { label: Report }\n');
      const id = await w.id('ci');
      if (pinned) w.write(`ci: { id: "${id}" }\nreport: { label: Report }\n`);
      w.lose(id);
      const drift = await w.lexform('drift', '--detailed-exitcode');
      expect(drift).toMatchObject({ code: 2, err: '' });
      expect(drift.out).toContain('- developer_key.ci  "ci"  deleted outside git');
      expect((await w.lexform('plan')).out).toMatch(/^Drift on test: 1 developer key changed outside git/);
      expect((await w.lexform('pull')).code).toBe(0);
      expect(w.read()).toBe('report: { label: Report }\n');
      expect((await w.lexform('plan', '--detailed-exitcode')).code).toBe(0);
      expect((await w.lexform('drift', '--detailed-exitcode')).code).toBe(0);
    }
  });
});

test('keys are pulled by their address into a workspace that manages none', async () => {
  const w = await world('keys: {}\n');
  await w.admin.create('CI');
  writeFileSync(
    join(w.cwd, 'lexform.yaml'),
    readFileSync(join(w.cwd, 'lexform.yaml'), 'utf8').replace(/^developer_keys.*\n/m, ''),
  );
  expect((await w.lexform('pull', 'glossary.*')).out).not.toContain(KEYS);
  const { code, out, err } = await w.lexform('pull', 'developer_key.*');
  expect([code, out + err]).toEqual([0, expect.stringContaining(KEYS)]);
  expect(w.read()).toContain('CI');
});

test('keys are pulled into the file that lexform.yaml names, also if it does not exist', async () => {
  const w = await world('keys: {}\n');
  await w.admin.create('CI');
  rmSync(join(w.cwd, KEYS));
  expect(await w.lexform('pull', 'developer_key.*')).toMatchObject({ code: 0, out: expect.stringContaining(KEYS) });
  expect(w.read()).toContain('CI');
});

test('whatever somebody does to keys: once it is pulled, nothing is left to do, and other lines stay', async () => {
  const limit = fc.option(fc.nat(9), { nil: null });
  const deed = fc.oneof(
    fc.record({
      kind: fc.constant('label' as const),
      label: fc.constantFrom('x', 'ä: b', '- c', 'null', '"q"', '1e3'),
    }),
    fc.record({ kind: fc.constant('characters' as const), limit }),
    fc.record({ kind: fc.constant('speech' as const), limit }),
    fc.record({ kind: fc.constant('deactivate' as const) }),
  );
  const files = ['ci: { characters: 5 } # one', 'two: {}', 'three:', '  # inside', '  label: "Three" # t', 'four:'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('ci', 'two', 'Three', 'four'), deed), { maxLength: 6 }),
      async (deeds) => {
        const w = await world(`${files.join('\n')}\n`);
        const ids = new Map((await w.admin.list()).map(({ label, id }) => [label, id]));
        for (const [label, each] of deeds) {
          const id = ids.get(label) ?? keyId('');
          if (each.kind === 'label') await w.admin.rename(id, `${label} ${each.label}`);
          if (each.kind === 'characters') await w.admin.setLimits(id, { characters: each.limit });
          if (each.kind === 'speech') await w.admin.setLimits(id, { speechToTextMilliseconds: each.limit });
          if (each.kind === 'deactivate') await w.admin.deactivate(id).catch(() => undefined);
        }
        const keys = await w.admin.list();
        expect((await w.lexform('pull')).code).toBe(0);
        expect((await w.lexform('plan', '--detailed-exitcode')).code).toBe(0);
        expect((await w.lexform('drift', '--detailed-exitcode')).code).toBe(0);
        expect((await w.lexform('pull', '--check')).code).toBe(0);
        expect(await w.admin.list()).toEqual(keys);
        const touched = new Set(deeds.map(([label]) => label));
        const lines = w.read();
        for (const [label, own] of [
          ['ci', files.slice(0, 1)],
          ['two', files.slice(1, 2)],
          ['Three', files.slice(2, 5)],
          ['four', files.slice(5)],
        ] as const)
          if (!touched.has(label)) expect(`\n${lines}`).toContain(`\n${own.join('\n')}\n`);
        expect(lines).toContain(' # one');
        expect(lines).toContain('  # inside\n');
      },
    ),
    { numRuns: runs(8) },
  );
});

/** Leaves in the first entry of a history nothing but ids of keys. */
function forgetContents(cwd: string): void {
  const path = join(cwd, 'history', 'test', 'entries', '000001.json');
  const entry = JSON.parse(readFileSync(path, 'utf8'));
  const stored = (digest: string) => join(cwd, 'history', 'test', 'files', `ledger.${digest.slice(0, 16)}.json`);
  const json = JSON.parse(readFileSync(stored(entry.files['ledger.json']), 'utf8'));
  for (const key of json.developer_keys) {
    delete key.label;
    delete key.limits;
    delete key.deactivated;
  }
  delete json.digest;
  const bytes = JSON.stringify(withDigest(json));
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(stored(digest), bytes);
  const { 'developer-keys.yaml': _, ...files } = entry.files;
  delete entry.digest;
  writeFileSync(path, JSON.stringify(withDigest({ ...entry, files: { ...files, 'ledger.json': digest } })));
}

/** Every file of the history, as one text. */
function historyOf(cwd: string): string {
  const names = readdirSync(join(cwd, 'history'), { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(cwd, 'history', name)).filter((path) => statSync(path).isFile());
  return files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

describe('the history of keys', () => {
  test('tells labels and limits, and never a secret', async () => {
    const w = await world(FILE);
    w.write(
      `${FILE.replace('characters: 1000', 'characters: 2000').replace('label: Report', 'label: Reports')}new: {}\n`,
    );
    expect((await w.lexform('apply', '-y', '--secrets-file', 'secrets.json')).code).toBe(0);
    const log = await w.lexform('log', 'developer_key.*');
    expect(log.out).toContain('characters: 1,000 → 2,000');
    expect(log.out).toContain('label: Report → Reports');
    const shown = await w.json('log', '--show', 'latest');
    expect(shown.changes).toMatchObject([
      { address: 'developer_key.ci', values: [{ key: ['limit', 'characters'], from: 1000, to: 2000 }] },
      { address: 'developer_key.new', action: 'added', name: 'new' },
      { address: 'developer_key.report', values: [{ key: ['label'], from: 'Report', to: 'Reports' }] },
    ]);
    const secrets = Object.values<string>(JSON.parse(readFileSync(join(w.cwd, 'secrets.json'), 'utf8')));
    expect(secrets).toHaveLength(1);
    const history = historyOf(w.cwd);
    expect(history).toContain('characters: 2000');
    for (const secret of secrets) expect(history).not.toContain(secret);
  });

  test('with nothing but ids knows of no drift, and learns with the next apply', async () => {
    const w = await world(FILE);
    forgetContents(w.cwd);
    await w.admin.setLimits(await w.id('ci'), { characters: 2000 });
    await w.admin.deactivate(await w.id('Report'));
    const drift = await w.lexform('drift', '--detailed-exitcode');
    // That the key is dead is told as it was before there was drift of keys.
    expect(drift).toMatchObject({ code: 4, out: '', err: expect.stringContaining('[key-deactivated]') });
    w.write(`${FILE.replace('label: Report', 'deactivated: true, label: Report')}`);
    expect((await w.lexform('drift', '--detailed-exitcode')).out).toContain('No drift on test');
    expect((await w.lexform('apply', '-y')).out).toContain('characters: 2,000 → 1,000');
    await w.admin.setLimits(await w.id('ci'), { characters: 3000 });
    expect((await w.lexform('drift')).out).toContain('~ characters: 1,000 → 3,000');
    expect((await w.lexform('log', 'developer_key.ci')).out).not.toContain('characters: 1,000');
  });
});
