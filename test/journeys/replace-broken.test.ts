import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import type { HttpResponse } from '../../src/client/transport/ports.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { styleListDigest } from '../../src/kinds/style-list/style-list.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { clientOf } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const GERMAN = 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: A, prompt: Be kind. }\n';
const FRENCH = GERMAN.replace('language: de', 'language: fr');
const APPLY = ['apply', '--auto-approve', '--allow-delete', 'style_rules.tone'];

/** A list that was applied in German, and is to be French. */
async function world(isAdopted = false) {
  const service = testService();
  const client = clientOf(service);
  const cwd = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nstyle_rules: style-rules/*.yaml\nledger: { dir: history }\n',
    'style-rules/tone.yaml': GERMAN,
  });
  let hours = 3;
  /** Each run an hour later: the lock of a dead one has ended. */
  const run = (args: readonly string[], more: Partial<CliInput> = {}) => {
    hours += 1;
    const now = new Date(Date.UTC(2026, 0, 2, hours));
    return runLexform(
      { cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), now: () => now, ...more },
      ...args,
    );
  };
  const write = (text: string): void => writeFileSync(join(cwd, 'style-rules/tone.yaml'), text);
  if (isAdopted)
    await styleListCalls(client).create({ name: 'Tone', language: 'de', rules: new Map(), instructions: [] });
  else expect((await run(['apply', '--auto-approve'])).code).toBe(0);
  write(FRENCH);
  const ids = async (): Promise<unknown> => JSON.parse((await run(['ledger', 'ids', '--format', 'json'])).out);
  const lists = () => styleListCalls(client).list();
  /** One list, owned under its address, with nothing left to do. */
  async function checkEnd(language: string): Promise<void> {
    const [one, ...more] = await lists();
    expect([one?.content.language, more]).toEqual([language, []]);
    expect(await ids()).toMatchObject({ ids: { 'style_rules.tone': one?.id } });
    expect(JSON.parse((await run(['plan', '--json'])).out)).toMatchObject({ changes: [], unmanaged: [] });
    const target = { name: 'prod', baseUrl: 'http://127.0.0.1:9', workspace: '' };
    const ports = folderPorts(nodeFiles());
    const state = (await folderLedger(join(cwd, 'history/prod'), ports, target, () => new Date()).read())?.state;
    const left = state?.styleLists.get('style_rules.tone')?.content;
    expect([left && styleListDigest(left), state?.unfinished]).toEqual([
      one && styleListDigest(one.content),
      undefined,
    ]);
  }
  /** A run in which no list can be deleted. */
  const withoutDelete: CliInput['fetch'] = async (url, request) =>
    request.method === 'DELETE'
      ? ({
          status: 403,
          headers: { get: () => null },
          arrayBuffer: async () => new ArrayBuffer(0),
        } satisfies HttpResponse)
      : inProcessFetch(service)(url, request);
  return { service, client, cwd, run, write, lists, checkEnd, withoutDelete };
}

describe('a replacement that is killed at any call', () => {
  test.each([
    ['of a list of its own', false],
    ['of a list that it takes over', true],
  ])('%s comes to the same end when it is run again', async (_, isAdopted) => {
    let kills = 0;
    for (let calls = 1; ; calls += 1) {
      const { service, run, checkEnd, lists } = await world(isAdopted);
      const lived = await livesFor(calls, service, (more) => run([...APPLY, '--concurrency', '1'], more));
      expect((await lists()).length).toBeLessThanOrEqual(2);
      if (!lived) kills += 1;
      const again = await run(APPLY);
      expect([calls, again.code, again.err.replace(/^style_rules.*\n/gm, '')]).toEqual([calls, 0, '']);
      await checkEnd('fr');
      if (lived) break;
    }
    expect(kills).toBeGreaterThan(5);
  });
});

describe('a replacement whose old list could not be deleted', () => {
  test('is finished by the same command, and the plan says what it does', async () => {
    const { run, checkEnd, withoutDelete, cwd, lists } = await world();
    const broken = await run(APPLY, { fetch: withoutDelete });
    expect([broken.code, (await lists()).length]).toEqual([5, 2]);
    const { out } = await run(['plan']);
    expect(out).toMatch(
      /- delete style_rules\.tone-\S+ {2}"Tone" .*left over from the replacement of style_rules\.tone, cannot be undone/,
    );
    const saved = await run(['plan', '--out', 'plan.json']);
    expect(saved.code).toBe(3);
    expect(readFileSync(join(cwd, 'plan.json'), 'utf8')).toContain('"leftOf": "style_rules.tone"');
    // It is no stranger's, but still a deletion.
    expect(await run(['apply', '--auto-approve'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('--allow-delete'),
    });
    expect((await run([...APPLY, 'plan.json'])).code).toBe(0);
    await checkEnd('fr');
  });

  test('is finished by the plan that was saved or approved before it broke', async () => {
    for (const args of [['plan.json'], ['--approved', 'plan.json']]) {
      const { run, checkEnd, withoutDelete } = await world();
      expect((await run(['plan', '--out', 'plan.json'])).code).toBe(3);
      expect((await run([...APPLY, ...args], { fetch: withoutDelete })).code).toBe(5);
      expect(await run([...APPLY, ...args])).toMatchObject({ code: 0 });
      await checkEnd('fr');
    }
  });

  test('is finished beside a later change of the files', async () => {
    const { run, checkEnd, withoutDelete, write, lists } = await world();
    await run(APPLY, { fetch: withoutDelete });
    const [made] = (await lists()).filter(({ content }) => content.language === 'fr');
    write(FRENCH.replace('Be kind.', 'Be brief.'));
    expect((await run(APPLY)).code).toBe(0);
    await checkEnd('fr');
    expect((await lists())[0]?.id).toBe(made?.id);
  });

  test('is finished when the files have dropped the list', async () => {
    const { run, withoutDelete, cwd, lists } = await world();
    await run(APPLY, { fetch: withoutDelete });
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    expect((await run(APPLY)).code).toBe(0);
    expect(await lists()).toEqual([]);
    expect(JSON.parse((await run(['plan', '--json'])).out)).toMatchObject({ changes: [], unmanaged: [] });
  });

  test('is a stranger’s when it is forgotten', async () => {
    const { run, withoutDelete, lists } = await world();
    await run(APPLY, { fetch: withoutDelete });
    expect((await run(['ledger', 'forget', 'style_rules.tone', '--auto-approve'])).code).toBe(0);
    expect((await run(['plan', '--json'])).out).not.toContain('leftOf');
    expect(await lists()).toHaveLength(2);
  });
});

test('a killed replacement that is not wanted any more leaves the old list, and its twin goes', async () => {
  const { service, run, write, checkEnd, lists } = await world();
  const [old] = await lists();
  for (let calls = 1; (await lists()).length === 1; calls += 1)
    await livesFor(calls, service, (more) => run([...APPLY, '--concurrency', '1'], more));
  write(GERMAN);
  expect((await run(APPLY)).code).toBe(0);
  await checkEnd('de');
  expect((await lists())[0]?.id).toBe(old?.id);
});
