import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import { folderLedger, folderLockStore } from '../../src/ledger/folder-ledger.ts';
import { ledgerVersion } from '../../src/ledger/ledger.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { chunksIn, type FolderPorts } from '../../src/ledger/ports.ts';
import { sha256, withDigest } from '../../src/model/resources/digest.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const TIME = new Date('2026-01-02T03:04:05Z');
const FOLDER = join('/', 'ledger');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const entry = (summary: string) => ({ state: EMPTY_LEDGER, note: { summary, facts: [] }, time: TIME });
const SEE_LOG = 'See the entries with: lexform log';
const REPAIR = 'Bring the file back, or remove the entries from it on';
const error = (message: string, wayOut: string) => ({ name: 'LedgerError', message, wayOut });

/** A file system in memory that notes what it was asked for. `hooks`: what happens first at a call. */
function memory(given: Readonly<Record<string, string>> = {}, hooks: { list?: () => void; create?: () => void } = {}) {
  const files = new Map(Object.entries(given).map(([path, text]) => [join(FOLDER, path), bytes(text)]));
  const asked: string[] = [];
  const note = (what: string, path: string) => asked.push(`${what} ${path.slice(FOLDER.length + 1)}`);
  const ports: FolderPorts = {
    async readFile(path) {
      note('read', path);
      return files.get(path);
    },
    async list(folder) {
      hooks.list?.();
      return [...files.keys()]
        .filter((path) => path.startsWith(join(folder, '/')))
        .map((path) => path.slice(folder.length + 1));
    },
    async createFile(path, content) {
      hooks.create?.();
      note('create', path);
      if (files.has(path)) return false;
      files.set(path, content);
      return true;
    },
    async putFile(path, content) {
      note('put', path);
      files.set(path, Buffer.concat([...chunksIn(content)]));
    },
    async removeFile(path) {
      note('remove', path);
      files.delete(path);
    },
  };
  const set = (path: string, text: string) => files.set(join(FOLDER, path), bytes(text));
  const texts = () =>
    Object.fromEntries(
      [...files].map(([path, content]) => [path.slice(FOLDER.length + 1), new TextDecoder().decode(content)]),
    );
  return { ports, asked, files, set, texts, ledger: folderLedger(FOLDER, ports, TARGET, () => TIME) };
}

/** The digests of what each entry here holds. */
const [STATE = ''] = [...ledgerFiles(EMPTY_LEDGER, TARGET).values()].map(sha256);
const stored = (name: string, digest: string): string => `files/${name}.${digest.slice(0, 16)}.json`;
const STATE_FILE = stored('ledger', STATE);

describe('an entry', () => {
  test('is a numbered file that names its files with their digests', async () => {
    const { ledger, texts, asked } = memory();
    const planText = { bytes: bytes('{}'), sha256: sha256(bytes('{}')) };
    const note = { summary: 'first', facts: [['Plan', 'sha256:1']] as const };
    expect(await ledger.write({ ...entry('x'), note, after: undefined, planText })).toEqual({
      kind: 'written',
      version: '000001',
    });
    const digest = sha256(bytes('{}'));
    expect(texts()).toEqual({
      [stored('plan', digest)]: '{}',
      [STATE_FILE]: new TextDecoder().decode(ledgerFiles(EMPTY_LEDGER, TARGET).get('ledger.json')),
      'entries/000001.json': `{
  "after": null,
  "time": "2026-01-02T03:04:05.000Z",
  "message": "first\\n\\nLexform-Plan: sha256:1\\n",
  "files": {
    "plan.json": "${digest}",
    "ledger.json": "${STATE}"
  },
  "digest": "sha256:45c4a6642489b962e532ab793e00739413137f0e0b70d3dd7a22de7861122a46"
}
`,
    });
    expect(asked).toEqual([
      `read ${stored('plan', digest)}`,
      `read ${STATE_FILE}`,
      `put ${stored('plan', digest)}`,
      `put ${STATE_FILE}`,
      'create entries/000001.json',
    ]);
    expect(await ledger.entries()).toEqual([
      { version: '000001', time: '2026-01-02T03:04:05.000Z', summary: 'first', facts: [['Plan', 'sha256:1']] },
    ]);
    expect(await ledger.owners()).toEqual(new Map());
  });

  test('writes again no content that is there and whole', async () => {
    const { ledger, asked, set } = memory();
    const first = await ledger.write({ ...entry('x'), after: undefined });
    if (first.kind !== 'written') throw new Error('nobody else is there');
    asked.length = 0;
    expect(await ledger.write({ ...entry('y'), after: first.version })).toEqual({ kind: 'written', version: '000002' });
    expect(asked).toEqual([`read ${STATE_FILE}`, 'create entries/000002.json']);
    set(STATE_FILE, 'edited');
    asked.length = 0;
    await ledger.write({ ...entry('z'), after: ledgerVersion('000002') });
    expect(asked).toEqual([`read ${STATE_FILE}`, `put ${STATE_FILE}`, 'create entries/000003.json']);
  });

  test('is the last one by its number, and files of other names are none', async () => {
    const made = (message: string) =>
      JSON.stringify(withDigest({ after: null, time: 't', message, files: { 'ledger.json': STATE } }));
    const { ledger, texts } = memory({
      'entries/999999.json': made('nine'),
      'entries/1000000.json': made('ten'),
      'entries/000007.json': made('seven'),
      'entries/x2000000.json': '',
      'entries/2000000x.json': '',
      'entries/2000000.json3': '',
      'entries/20000.json': '',
      'entries/2000001.json.run.tmp': '',
      [STATE_FILE]: new TextDecoder().decode(ledgerFiles(EMPTY_LEDGER, TARGET).get('ledger.json')),
    });
    const summaries = async (limit?: number) => (await ledger.entries(limit)).map(({ summary }) => summary);
    expect(await summaries()).toEqual(['ten', 'nine', 'seven']);
    expect(await summaries(2)).toEqual(['ten', 'nine']);
    expect((await ledger.read())?.version).toBe('1000000');
    expect((await ledger.readAnyAddress())?.version).toBe('1000000');
    expect((await ledger.readAt(ledgerVersion('000007'))).version).toBe('000007');
    expect(await ledger.write({ ...entry('x'), after: ledgerVersion('999999') })).toEqual({
      kind: 'lost',
      winner: { version: '1000000', time: 't', summary: 'ten', facts: [] },
    });
    expect(await ledger.write({ ...entry('x'), after: ledgerVersion('1000000') })).toMatchObject({
      version: '1000001',
    });
    expect(JSON.parse(texts()['entries/1000001.json'] ?? '')).toMatchObject({ after: '1000000' });
  });

  test('is none where nothing was written', async () => {
    const { ledger } = memory();
    expect([await ledger.read(), await ledger.readAnyAddress(), await ledger.entries()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });

  test.each(['000009', '../secret', 'x000001', '000001x', '1'])('%s that is not there is named', async (version) => {
    const { ledger, asked } = memory({ 'secret.json': '{}', 'entries/1.json': '{}', 'entries/x000001.json': '{}' });
    const refused = error(`the ledger has no entry ${version}`, SEE_LOG);
    await expect(ledger.readAt(ledgerVersion(version))).rejects.toMatchObject(refused);
    await expect(ledger.readMany([{ version: ledgerVersion(version), path: 'x' }])).rejects.toMatchObject(refused);
    expect(asked).toEqual(version === '000009' ? ['read entries/000009.json', 'read entries/000009.json'] : []);
  });

  test('of another target or workspace is not this one’s', async () => {
    const { ports, ledger } = memory();
    await ledger.write({ ...entry('x'), after: undefined });
    const here = (more: object) => folderLedger(FOLDER, ports, { ...TARGET, ...more }, () => TIME);
    const moved = here({ baseUrl: 'https://other.example.com' });
    await expect(moved.read()).rejects.toThrow('is about https://api.example.com');
    expect((await moved.readAnyAddress())?.version).toBe('000001');
    await expect(here({ workspace: 'docs' }).read()).rejects.toThrow('belongs to the workspace');
    await expect(here({ workspace: 'docs' }).readAnyAddress()).rejects.toThrow('belongs to the workspace');
  });
});

describe('damage', () => {
  const said = (message: string) => ({
    ...error(`the ledger's folder is damaged: ${message}`, REPAIR),
    code: 'ledger-damaged',
  });
  const DIGEST = sha256(bytes('plan'));
  const files = (more: Readonly<Record<string, string>>) =>
    memory({
      'entries/000001.json': JSON.stringify(
        withDigest({ after: null, time: 't', message: 'm', files: { 'plan.json': DIGEST } }),
      ),
      ...more,
    })
      .ledger.readMany([{ version: ledgerVersion('000001'), path: 'plan.json' }])
      .then(([found]) => found);

  test('of a content is named with its path', async () => {
    expect(await files({ [stored('plan', DIGEST)]: 'plan' })).toEqual(bytes('plan'));
    await expect(files({})).rejects.toMatchObject(said('the content of plan.json is missing'));
    await expect(files({ [stored('plan', DIGEST)]: 'plaN' })).rejects.toMatchObject(
      said('the content of plan.json has been edited'),
    );
  });

  test('of a digest is named, so that no digest leads to another folder', async () => {
    const digest = '/../../../secret';
    const entryJson = JSON.stringify(
      withDigest({ after: null, time: 't', message: 'm', files: { 'plan.json': digest } }),
    );
    const { ledger, asked } = memory({ 'entries/000001.json': entryJson });
    await expect(ledger.readMany([{ version: ledgerVersion('000001'), path: 'plan.json' }])).rejects.toMatchObject({
      message: expect.stringContaining('in 000001.json, '),
      wayOut: REPAIR,
      code: 'ledger-damaged',
    });
    expect(asked).toEqual(['read entries/000001.json']);
  });

  test('of an entry is named with its file', async () => {
    await expect(files({ 'entries/000001.json': '{"after":7}' })).rejects.toMatchObject(
      said('in 000001.json, after is not a text, but 7'),
    );
  });
});

describe('a write under a lock', () => {
  const locked = async () => {
    const made = memory({
      'entries/000001.json.tmp': 'half',
      'files/x.tmp': 'half',
      'locks/000001.json.tmp': 'half',
      'files/x.tmp.kept': 'whole',
    });
    const held = await made.ledger.lock.acquire({ id: 'a', who: 'ana' });
    if (held.kind !== 'held') throw new Error('nobody else is there');
    return { ...made, lock: held.lock };
  };

  test('takes away what was begun, and then frees the lock', async () => {
    const { ledger, lock, asked, texts } = await locked();
    asked.length = 0;
    expect(await ledger.write({ ...entry('x'), after: undefined, unlock: lock })).toMatchObject({ kind: 'written' });
    expect(asked.filter((each) => !each.startsWith('read'))).toEqual([
      `put ${STATE_FILE}`,
      'create entries/000001.json',
      'remove files/x.tmp',
      'remove entries/000001.json.tmp',
      'remove locks/000001.json.tmp',
      'create locks/000002.json',
      'remove locks/000001.json',
    ]);
    expect(texts()['locks/000002.json']).toBe('');
    expect(await ledger.lock.read()).toBeUndefined();
  });

  test('writes nothing when the lock is another’s by now, or nobody’s', async () => {
    const { ledger, lock, texts } = await locked();
    const lost = { kind: 'lost', winner: undefined };
    expect(await ledger.write({ ...entry('x'), after: undefined, unlock: { ...lock, at: 'other' } })).toEqual(lost);
    await ledger.lock.release(lock);
    expect(await ledger.write({ ...entry('x'), after: undefined, unlock: lock })).toEqual(lost);
    expect(texts()).not.toHaveProperty(['entries/000001.json']);
    expect(texts()).toHaveProperty(['files/x.tmp'], 'half');
  });
});

describe('the files of a lock', () => {
  const store = (given: Readonly<Record<string, string>> = {}, hooks: Parameters<typeof memory>[1] = {}) => {
    const made = memory(given, hooks);
    return { ...made, store: folderLockStore(FOLDER, made.ports) };
  };

  test('are numbered, and only the last one counts', async () => {
    const { store: lock, texts } = store({
      '999999.json': 'old',
      '1000000.json': 'ana',
      'x2000000.json': 'x',
      '2000000.json.tmp': 'x',
      '20000.json': 'x',
      '2000000xjson': 'x',
    });
    expect(await lock.see()).toEqual({ at: 'ana', bytes: bytes('ana') });
    expect(await lock.move('old', 'ben')).toBe(false);
    expect(await lock.move('ana', 'ben')).toBe(true);
    expect(texts()).toEqual({
      '1000001.json': 'ben',
      'x2000000.json': 'x',
      '2000000.json.tmp': 'x',
      '20000.json': 'x',
      '2000000xjson': 'x',
    });
    expect(await lock.move('ben', undefined)).toBe(true);
    expect(texts()['1000002.json']).toBe('');
    expect(await lock.see()).toBeUndefined();
    expect(await lock.move(undefined, await lock.put(bytes('eva'), TIME))).toBe(true);
    expect(await lock.see()).toEqual({ at: 'eva', bytes: bytes('eva') });
  });

  test('begin with number one', async () => {
    const { store: lock, texts } = store();
    expect(await lock.see()).toBeUndefined();
    expect(await lock.move('ana', 'ben')).toBe(false);
    expect(texts()).toEqual({});
    expect(await lock.move(undefined, 'ana')).toBe(true);
    expect(texts()).toEqual({ '000001.json': 'ana' });
  });

  test('are not written over when somebody else was faster', async () => {
    const made: ReturnType<typeof store> = store({}, { create: () => made.set('000001.json', 'ben') });
    expect(await made.store.move(undefined, 'ana')).toBe(false);
    expect(made.texts()).toEqual({ '000001.json': 'ben' });
  });

  test('with a number that others have gone past are taken away again', async () => {
    const made: ReturnType<typeof store> = store({}, { create: () => made.set('000005.json', 'ben') });
    expect(await made.store.move(undefined, 'ana')).toBe(false);
    expect(made.texts()).toEqual({ '000005.json': 'ben' });
  });

  test.each([
    [99, true],
    [100, false],
  ])('that are gone %i times when they are to be read: read at last: %j', async (times, found) => {
    let looks = 0;
    const { ports } = memory({ '000001.json': 'ana' });
    const vanishing: FolderPorts = {
      ...ports,
      async readFile(path) {
        looks += 1;
        return looks > times ? ports.readFile(path) : undefined;
      },
    };
    const seen = folderLockStore(FOLDER, vanishing).see();
    if (found) expect(await seen).toEqual({ at: 'ana', bytes: bytes('ana') });
    else
      await expect(seen).rejects.toMatchObject({
        ...error(`the lock in ${FOLDER} cannot be read`, 'Run the same command again'),
        code: 'ledger-contended',
      });
  });
});
