import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { bring, clientOf, desiredState, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { consentTo } from './consent.ts';

const CONFIG = `version: 1
targets:
  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
ledger: { dir: .lexform/ledger }
`;

const START = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'style-rules/tone.yaml':
    'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be friendly. }\n',
};

async function world(files: Readonly<Record<string, string>>, service: Service = testService()) {
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG, ...files });
  const run = (args: readonly string[], more: Partial<CliInput> = {}) =>
    runLexform(
      { cwd, env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY }, fetch: inProcessFetch(service), ...more },
      ...args,
    );
  const path = (name: string): string => join(cwd, name);
  const read = (name: string): string => readFileSync(path(name), 'utf8');
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), text);
  };
  const restore = (...more: readonly string[]) => run(['restore', 'b', '--auto-approve', ...more]);
  return { service, client: clientOf(service), cwd, run, path, read, write, restore };
}

const dictionaries = (pair: PairKey, rows: Readonly<Record<string, string>>) => {
  const [source = '', target = ''] = pair.split('->');
  return new Map([[pair, { pair: { source, target }, entries: entriesOf(Object.entries(rows)) }]]);
};

/** Everything goes, as if the account were new. */
async function wipe(service: Service): Promise<void> {
  const client = clientOf(service);
  for (const { id } of await glossaryCalls(client).list()) await glossaryCalls(client).delete(id);
  for (const { id } of await styleListCalls(client).list()) await styleListCalls(client).delete(id);
}

describe('backup', () => {
  test('killed at any file, it is no backup', async () => {
    for (let left = 0; ; left += 1) {
      const { run } = await world(START);
      await run(['apply', '--auto-approve']);
      let count = left;
      const files = nodeFiles();
      const { code } = await run(['backup', 'b'], {
        files: {
          ...files,
          writeFile: async (...args) => {
            count -= 1;
            if (count < 0) throw new Error('killed');
            return files.writeFile(...args);
          },
        },
      });
      if (code === 0) {
        expect(left).toBe(4);
        break;
      }
      const { code: refused, err } = await run(['restore', 'b', '--dry-run']);
      expect([refused, err]).toEqual([4, expect.stringContaining('b/backup.json:1:1: error: ')]);
      // The same command again, and it is one.
      expect((await run(['backup', 'b', '--force'])).code).toBe(0);
      expect((await run(['restore', 'b', '--dry-run'])).code).toBe(0);
    }
  });

  test('keeps everything but what files cannot hold, names that, and a restore lets it be', async () => {
    const { service, client, run, read, path, cwd } = await world(START);
    await run(['apply', '--auto-approve']);
    const two = new Map([
      ...dictionaries('en->de', { LONG: 'zu lang', a: 'b' }),
      ...dictionaries('en->fr', { a: 'b' }),
    ]);
    const { id: long } = await glossaryCalls(client).create({ name: 'Long', dictionaries: two });
    await glossaryCalls(client).create({ name: 'LONG', dictionaries: dictionaries('en->de', { a: 'b' }) });
    // Of one name with a list that files can hold.
    const italian = { name: 'Tone', language: 'it', rules: new Map(), instructions: [{ label: 'A', prompt: 'B' }] };
    const { id: oddId } = await styleListCalls(client).create(italian);
    // The service has what it should not have, or what this version does not know.
    const plain = inProcessFetch(service);
    const fetch: CliInput['fetch'] = async (url, request) => {
      const answer = await plain(url, request);
      const text = new TextDecoder().decode(await answer.arrayBuffer());
      const odd = text.replaceAll('LONG', 'x'.repeat(1100)).replaceAll('"language":"it"', '"language":"Italian"');
      return {
        status: answer.status,
        headers: answer.headers,
        arrayBuffer: async () => new TextEncoder().encode(odd).buffer,
      };
    };
    const { code, out, err } = await run(['backup', 'b'], { fetch });
    expect([code, out]).toEqual([5, expect.stringContaining('2 glossaries with 3 terms, 1 style list')]);
    expect(out).toMatch(
      /The backup is incomplete: files cannot store glossary\.long\/en->de, glossary\.x+\S* and style_rules\.\S+, for/,
    );
    for (const why of ['phrase-too-long', 'glossary-name-too-long', 'language-unsupported'])
      expect(err).toContain(`[${why}]`);
    const json = JSON.parse(read('b/backup.json'));
    expect(json.leftOut).toMatchObject([
      { address: 'glossary.long/en->de', id: long, why: ['phrase-too-long'] },
      { address: expect.stringMatching(/^glossary\.x+/), why: ['glossary-name-too-long'] },
      { address: expect.stringMatching(/^style_rules\./), id: oddId, why: ['language-unsupported'] },
    ]);
    expect(readdirSync(path('b/glossaries/long')).sort()).toEqual(['en-fr.csv', 'glossary.yaml']);
    expect(readdirSync(path('b/style-rules'))).toHaveLength(1);
    const again = await run(['backup', 'b', '--force', '--json'], { fetch });
    expect([again.code, JSON.parse(again.out).leftOut]).toEqual([5, json.leftOut]);

    const same = await run(['restore', 'b', '--dry-run'], { fetch });
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('No changes')]);
    expect(same.err).toContain(
      'b/backup.json:1:1: warning: the backup is incomplete: files could not store glossary.long/en->de',
    );
    // What it has is brought back; what it does not have stays as it is, whatever its name.
    const before = await contentOf(service);
    for (const { id, content } of await styleListCalls(client).list())
      if (content.language === 'de') await styleListCalls(client).delete(id);
    await glossaryCalls(client).putDictionary(long, { source: 'en', target: 'fr' }, entriesOf([['a', 'edited']]));
    const args = ['restore', 'b', '--auto-approve', '--allow-delete', '*', '--allow-delete', '*/*'];
    const restored = await run(args, { fetch });
    expect([restored.code, restored.err]).toEqual([0, expect.stringContaining('[backup-gap]')]);
    expect(await contentOf(service)).toEqual(before);
    expect((await styleListCalls(client).read(oddId))?.content).toMatchObject({ language: 'it', name: 'Tone' });
    expect(readdirSync(cwd)).toContain('b');
  });
});

describe('restore', () => {
  test('killed at any call and run again, it ends where it would have', async () => {
    let kills = 0;
    for (let calls = 1; ; calls += 1) {
      const { service, client, run, restore } = await world(START);
      await run(['apply', '--auto-approve']);
      await glossaryCalls(client).create({
        name: 'Of somebody else',
        dictionaries: dictionaries('en->de', { a: 'b' }),
      });
      await run(['backup', 'b']);
      const before = await contentOf(service);
      await wipe(service);
      const args = ['restore', 'b', '--auto-approve', '--concurrency', '1'];
      if (await livesFor(calls, service, (more) => run(args, more))) break;
      kills += 1;
      const again = await run(['restore', 'b', '--auto-approve'], { now: () => new Date('2026-01-03T03:04:05Z') });
      expect(again).toMatchObject({ code: 0 });
      expect(await contentOf(service)).toEqual(before);
      expect(JSON.parse((await restore('--dry-run', '--json')).out).changes).toEqual([]);
      // What the workspace owned it owns again, and no more.
      expect(JSON.parse((await run(['plan', '--json'])).out)).toMatchObject({
        changes: [],
        unmanaged: [{ name: 'Of somebody else' }],
      });
    }
    expect(kills).toBeGreaterThan(8);
  });

  test('goes to the target of the backup where none is named, and to another one when asked', async () => {
    const two = CONFIG.replace('targets:\n', 'targets:\n  other: { base_url: "http://127.0.0.1:8", key: env:KEY }\n');
    const [service, other] = [testService(), testService()];
    const { run } = await world({ ...START, 'lexform.yaml': two }, service);
    const fetch: CliInput['fetch'] = (url, request) =>
      inProcessFetch(url.startsWith('http://127.0.0.1:8/') ? other : service)(url, request);
    await run(['apply', '--auto-approve', '--target', 'prod']);
    await run(['backup', 'b', '--target', 'prod']);
    const there = await run(['restore', 'b', '--auto-approve', '--target', 'other'], { fetch });
    expect([there.code, there.err]).toEqual([0, expect.stringContaining('This is a backup of "prod"')]);
    expect(await contentOf(other)).toEqual(await contentOf(service));
    await wipe(service);
    expect((await run(['restore', 'b', '--auto-approve'], { fetch })).out).toContain('Applied to prod');
    expect(await contentOf(service)).toEqual(await contentOf(other));
  });
});

test('whatever is backed up, then edited or wiped, is as it was after a restore', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, desiredState, fc.boolean(), async (had, edits, isWiped) => {
      const service = testService();
      await bring(service, had);
      const { cwd, run, restore } = await world({}, service);
      expect(await run(['backup', 'b'])).toMatchObject({ code: 0, err: '' });
      const before = await contentOf(service);
      if (isWiped) await wipe(service);
      // Changes what is there of the same names, and makes the rest.
      else await bring(service, withoutReplacing(edits, had));
      const more = await contentOf(service);
      expect(await restore('--max-deletes-per-run', '1000', ...consentTo())).toMatchObject({
        code: 0,
      });
      const after = await contentOf(service);
      for (const list of before.lists) expect(after.lists).toContainEqual(list);
      for (const { name, dictionaries: wanted } of before.glossaries) {
        const found = after.glossaries.find((each) => each.name === name);
        expect(found?.dictionaries).toEqual(expect.arrayContaining([...wanted]));
      }
      // What came since is still there.
      expect(after.glossaries.map(({ name }) => name)).toEqual(
        [...new Set([...more.glossaries, ...before.glossaries].map(({ name }) => name))].sort(),
      );
      if (isWiped) expect(after).toEqual(before);
      const again = await run(['restore', 'b', '--dry-run', '--json']);
      expect(JSON.parse(again.out).changes).toEqual([]);
      rmSync(cwd, { recursive: true });
    }),
    { numRuns: runs(12) },
  );
});

/** The same edits, but for lists that would get another language: such a list is made anew, and the old one goes. */
function withoutReplacing(edits: Parameters<typeof bring>[1], had: Parameters<typeof bring>[1]) {
  const languages = new Map(had.styleLists?.map(({ address, content }) => [address, content.language]));
  return {
    ...edits,
    styleLists: (edits.styleLists ?? []).filter(
      ({ address, content }) => (languages.get(address) ?? content.language) === content.language,
    ),
  };
}
