import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type BackupJson, backupJsonText } from '../../src/steps/backup/backup-json.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { administeredService, bring, clientOf, desiredState, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { consentTo } from './consent.ts';

const CONFIG = `version: 1
targets:
  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
ledger: { dir: .lexform/ledger }
`;
const WITH_KEYS = CONFIG.replace('key: env:KEY', 'key: env:KEY, admin_key: env:ADMIN');

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
  test('writes everything, whoever owns it, under the names of the workspace, and says what it is', async () => {
    const { client, run, path, read } = await world(START);
    await run(['apply', '--auto-approve']);
    await glossaryCalls(client).create({ name: 'Of somebody else', dictionaries: dictionaries('en->fr', { a: 'b' }) });
    const { code, out } = await run(['backup', 'b']);
    expect([code, out]).toEqual([0, expect.stringContaining('2 glossaries with 3 terms, 1 style list; 5 files')]);
    expect(out).toContain('Developer keys are not included');
    expect(read('b/glossaries/product/en-de.csv')).toBe('house,Haus\ncat,Katze\n');
    expect(read('b/glossaries/of-somebody-else/en-fr.csv')).toBe('a,b\n');
    expect(JSON.parse(read('b/backup.json'))).toMatchObject({
      formatVersion: 1,
      target: { name: 'prod', baseUrl: 'http://127.0.0.1:9' },
      time: '2026-01-02T03:04:05.000Z',
      glossaries: [
        { address: 'glossary.of-somebody-else', dictionaries: [{ pair: 'en->fr', entries: 1 }] },
        { address: 'glossary.product', name: 'Product', dictionaries: [{ pair: 'en->de', entries: 2 }] },
      ],
      styleRules: [{ address: 'style_rules.tone', language: 'de', rules: 0, instructions: 1 }],
    });
    expect(existsSync(path('b/lexform.yaml'))).toBe(false);
    expect((await run(['restore', 'b', '--dry-run'])).out).toBe('No changes. prod matches the backup in b.\n');
    const same = await run(['restore', 'b', '--dry-run', '--json']);
    expect([same.code, JSON.parse(same.out).changes]).toEqual([0, []]);
  });

  test('refuses a folder that is not empty, a workspace and a file; with --force it writes over a backup and nothing else', async () => {
    const { service, client, run, path, read, write } = await world(START);
    await run(['apply', '--auto-approve']);
    await write('b/notes.txt', 'mine');
    const calls = service.calls.length;
    const taken = await run(['backup', 'b']);
    expect([taken.code, taken.err]).toEqual([3, expect.stringContaining('is not empty')]);
    for (const dir of ['.', 'lexform.yaml'])
      expect(await run(['backup', dir, '--force'])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/name (another|a) folder/),
      });
    expect(service.calls.length).toBe(calls);

    expect((await run(['backup', 'b', '--force'])).code).toBe(0);
    const [list] = await styleListCalls(client).list();
    if (list === undefined) throw new Error('apply made it');
    await styleListCalls(client).delete(list.id);
    expect((await run(['backup', 'b', '--force'])).code).toBe(0);
    expect([existsSync(path('b/style-rules/tone.yaml')), read('b/notes.txt')]).toEqual([false, 'mine']);

    await write('b/glossaries/own/glossary.yaml', 'name: Own\n');
    const strange = await run(['backup', 'b', '--force', '--json']);
    expect([strange.code, JSON.parse(strange.out).reason]).toEqual([
      3,
      expect.stringContaining('glossaries/own/glossary.yaml'),
    ]);
    expect(read('b/glossaries/own/glossary.yaml')).toBe('name: Own\n');
  });

  test('names of the service lead nowhere, whatever they are', async () => {
    const { client, cwd, run, path, service, restore } = await world({});
    const names = ['../../evil', 'CON', 'a/b', 'A/B', '::warning::x', '‮evil', '.hidden', '__proto__', '😀', '*'];
    for (const name of [...names, ...names])
      await glossaryCalls(client).create({
        name,
        dictionaries: dictionaries('en->de', { 'sep=;': '"x"', '#': '=1+1' }),
      });
    const before = await contentOf(service);
    expect(await run(['backup', 'b'])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(cwd).sort()).toEqual(['b', 'lexform.yaml']);
    expect(readdirSync(path('b/glossaries')).every((name) => /^[\p{L}\p{N}-]+$/u.test(name))).toBe(true);
    expect(readdirSync(path('b/glossaries'))).toHaveLength(20);
    await wipe(service);
    expect((await restore()).code).toBe(0);
    expect(await contentOf(service)).toEqual(before);
  });

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

  test('does without style lists where the service does not open them to the account', async () => {
    const service = testService({ accounts: [{ key: TEST_KEY, plan: 'free' }] });
    const { client, run, restore } = await world({}, service);
    await glossaryCalls(client).create({ name: 'G', dictionaries: dictionaries('en->de', { a: 'b' }) });
    const { code, out } = await run(['backup', 'b']);
    expect([code, out]).toEqual([0, expect.stringContaining('Style lists are not included')]);
    const [glossary] = await glossaryCalls(client).list();
    if (glossary === undefined) throw new Error('it was made');
    await glossaryCalls(client).delete(glossary.id);
    expect((await restore()).code).toBe(0);
    expect((await contentOfGlossaries(service)).length).toBe(1);
  });
});

const contentOfGlossaries = async (service: Service) => glossaryCalls(clientOf(service)).list();

describe('restore', () => {
  test('refuses a backup that is not whole, naming every file; nothing is called', async () => {
    const { service, run, path, read, write } = await world(START);
    await run(['apply', '--auto-approve']);
    await run(['backup', 'b']);
    const { digest: _, ...whole } = JSON.parse(read('b/backup.json'));
    const signed = (json: object): string => backupJsonText(json as BackupJson);
    // The files are as they were, but do not give what the description says.
    writeFileSync(path('b/backup.json'), signed({ ...whole, glossaries: [] }));
    expect(await run(['restore', 'b'])).toMatchObject({ code: 4, err: expect.stringContaining('[backup-content]') });
    writeFileSync(path('b/backup.json'), signed(whole));
    expect((await run(['restore', 'b', '--dry-run'])).code).toBe(0);
    const after = service.calls.length;
    await write('b/glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await write('b/glossaries/own/glossary.yaml', 'name: Own\n');
    rmSync(path('b/style-rules/tone.yaml'));
    const { code, err } = await run(['restore', 'b']);
    expect(code).toBe(4);
    expect(err).toContain('b/glossaries/product/en-de.csv:1:1: error: this file is not what the backup wrote');
    expect(err).toContain('b/glossaries/own/glossary.yaml:1:1: error: this file does not belong to the backup');
    expect(err).toContain('b/style-rules/tone.yaml:1:1: error: this file of the backup is missing');
    const { time: _time, ...timeless } = whole;
    for (const [text, word] of [
      ['{', 'backup-damaged'],
      ['{"formatVersion": 2}', 'backup-format'],
      [signed({ ...whole, files: [{ path: '../../../etc/passwd', sha256: '' }] }), 'backup-damaged'],
      [signed(timeless), 'backup-damaged'],
      [signed(whole).replace('Product', 'Other'), 'backup-file-edited'],
    ] as const) {
      writeFileSync(path('b/backup.json'), text);
      expect(await run(['restore', 'b'])).toMatchObject({ code: 4, err: expect.stringContaining(`[${word}]`) });
    }
    rmSync(path('b/backup.json'));
    expect(await run(['restore', 'b', '--json'])).toMatchObject({
      code: 4,
      out: expect.stringContaining('backup-incomplete'),
    });
    expect(service.calls.length).toBe(after);
  });

  test('finds a resource by its id under whatever name, and leaves what the backup does not have', async () => {
    const { service, client, run, restore } = await world(START);
    await run(['apply', '--auto-approve']);
    await run(['backup', 'b']);
    const before = await contentOf(service);
    const [glossary] = await glossaryCalls(client).list();
    if (glossary === undefined) throw new Error('apply made it');
    await glossaryCalls(client).patch(glossary.id, { name: 'Renamed' });
    const pair = { source: 'en', target: 'fr' };
    await glossaryCalls(client).putDictionary(glossary.id, pair, entriesOf([['new', 'neuf']]));
    await glossaryCalls(client).create({ name: 'Later', dictionaries: dictionaries('en->de', { a: 'b' }) });
    const { code, out } = await restore('--allow-delete', '*', '--allow-delete', '*/*');
    expect([code, out]).toEqual([0, expect.stringContaining('glossary.product')]);
    expect(out).not.toContain('The files');
    expect(out).toContain('2 resources on prod are not in the backup in b, and left unchanged.');
    const after = await contentOf(service);
    expect(after.glossaries.map(({ name }) => name)).toEqual(['Later', 'Product']);
    expect(after.glossaries[1]?.dictionaries).toEqual([
      ...(before.glossaries[0]?.dictionaries ?? []),
      ['en->fr', [['new', 'neuf']]],
    ]);
  });

  test('makes nothing the ledger’s own that was not: the next apply deletes nothing', async () => {
    const { service, client, run, write, restore } = await world(START);
    await write('glossaries/product/glossary.yaml', 'name: Product\nmode: additive\n');
    await run(['apply', '--auto-approve']);
    const [glossary] = await glossaryCalls(client).list();
    if (glossary === undefined) throw new Error('apply made it');
    const [en, de, fr] = ['en', 'de', 'fr'];
    await glossaryCalls(client).patch(glossary.id, {
      dictionary: { pair: { source: en, target: de }, entries: entriesOf([['theirs', 'ihrs']]) },
    });
    await glossaryCalls(client).putDictionary(glossary.id, { source: en, target: fr }, entriesOf([['new', 'neuf']]));
    await glossaryCalls(client).create({ name: 'Of somebody else', dictionaries: dictionaries('en->de', { a: 'b' }) });
    await run(['backup', 'b']);
    const before = await contentOf(service);
    await wipe(service);
    expect(await restore()).toMatchObject({ code: 0, out: expect.not.stringContaining('The files') });
    expect(await contentOf(service)).toEqual(before);
    const next = await run(['plan', '--json']);
    expect(JSON.parse(next.out).changes).toEqual([]);
    const { out } = await run(['plan']);
    expect(out).toContain('No changes');
  });

  test('says when the files ask for something else of what was restored', async () => {
    const { service, run, write, restore } = await world(START);
    await run(['apply', '--auto-approve']);
    const before = await contentOf(service);
    await run(['backup', 'b']);
    await write('glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await run(['apply', '--auto-approve']);
    const { code, out } = await restore();
    expect([code, out]).toEqual([0, expect.stringContaining('The files were not changed: they ask for another state')]);
    expect(await contentOf(service)).toEqual(before);
    expect((await run(['log'])).out).toContain(
      'restore the backup of 2026-01-02T03:04:05.000Z: update glossary.product',
    );
    expect((await run(['plan'])).out).toContain('~ house: Haus → Heim');
  });

  test('brings labels and limits of developer keys back, but no key that is gone', async () => {
    const service = administeredService();
    const { client, run, read, restore } = await world({ ...START, 'lexform.yaml': WITH_KEYS }, service);
    await run(['apply', '--auto-approve']);
    const made = await developerKeyCalls(client).create('CI');
    const gone = await developerKeyCalls(client).create('Gone');
    expect(await run(['backup', 'b'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 developer keys without secrets'),
    });
    expect(read('b/backup.json')).not.toContain('secret');
    await developerKeyCalls(client).rename(made.id, 'Renamed');
    await developerKeyCalls(client).setLimits(made.id, { characters: 5 });
    await developerKeyCalls(client).deactivate(gone.id);
    const { code, err } = await restore();
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('developer_key.gone was deleted or deactivated permanently'),
    ]);
    const keys = await developerKeyCalls(client).list();
    expect(keys.find(({ id }) => id === made.id)).toMatchObject({ label: 'CI', limits: { characters: null } });
    expect(keys).toHaveLength(3);
    // Without an admin key the other kinds can still be restored.
    const env = { KEY: TEST_KEY };
    expect(await run(['restore', 'b', '--dry-run'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('ADMIN'),
    });
    expect((await run(['restore', 'b', '--dry-run', '--only', 'glossary.*'], { env })).code).toBe(0);
  });

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
