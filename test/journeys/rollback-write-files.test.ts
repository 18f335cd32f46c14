import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { administeredService, desiredState } from '../support/target.ts';
import { CONFIG, CONSENT, replaceFiles, rollbackWorld, START, WITH_KEYS } from './rollback-world.ts';

type World = Awaited<ReturnType<typeof rollbackWorld>>;

const read = ({ cwd }: World, path: string): string => readFileSync(join(cwd, path), 'utf8');
const changesOf = async ({ run }: World): Promise<unknown> =>
  JSON.parse((await run(['plan', '--json', '--detailed-exitcode'])).out).changes;

const GLOSSARY = { 'glossaries/product/glossary.yaml': '# ours\nname: Product # shown\n' };
const P = 'glossaries/product/en-de.csv';

const ROLLBACK = ['rollback', '1', '--write-files', '--auto-approve'];

/** The calls of a run, and something that happens when it lists the glossaries after a change: after the apply. */
function beforePull({ service }: World, happens: () => Promise<void>): ReturnType<typeof inProcessFetch> {
  let hasChanged = false;
  return async (url, request) => {
    if (hasChanged && request.method === 'GET' && new URL(url).pathname.endsWith('/v3/glossaries')) await happens();
    hasChanged ||= request.method !== 'GET';
    return inProcessFetch(service)(url, request);
  };
}

/** Two applies of a glossary with these rows. */
async function appliedTwice(first: string, second: string): Promise<World> {
  const world = await rollbackWorld({ ...GLOSSARY, [P]: first });
  expect((await world.apply()).code).toBe(0);
  await world.write(P, second);
  expect((await world.apply()).code).toBe(0);
  return world;
}

describe('rollback --write-files', () => {
  test('writes what the service has into the cells of the files, and the plan is empty', async () => {
    const world = await appliedTwice('house,"Haus"\ncat,Katze\n', 'house,"Heim"\ncat,Katze\ndog,Hund\n');
    const { code, out, err } = await world.rollback('1', '--write-files');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Changed 1 file to what prod has:\n  ${P}\n`);
    expect(out).not.toContain('were not changed');
    expect(read(world, P)).toBe('house,"Haus"\ncat,Katze\n');
    expect(await changesOf(world)).toEqual([]);
  });

  test('run again, finds nothing to do; run after a rollback without it, writes the files', async () => {
    const world = await appliedTwice('house,Haus\n', 'house,Heim\n');
    const without = await world.rollback('1');
    expect(without.out).toMatch(
      /still have the newer content.*\n.* run lexform rollback 000001 --write-files, or lexform pull/,
    );
    expect(read(world, P)).toBe('house,Heim\n');
    const files = await world.rollback('000001', '--write-files');
    expect([files.code, files.out]).toEqual([0, expect.stringMatching(/Nothing to apply(?:.|\n)*Changed 1 file/)]);
    expect(read(world, P)).toBe('house,Haus\n');
    expect((await world.rollback('1', '--write-files')).out).toContain('prod has no changes to pull.');
    expect(await changesOf(world)).toEqual([]);
  });

  test('is refused together with --dry-run before anything is read', async () => {
    const world = await appliedTwice('house,Haus\n', 'house,Heim\n');
    const calls = world.service.calls.length;
    const { code, err } = await world.rollback('1', '--write-files', '--dry-run');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('--dry-run changes nothing, and --write-files writes files'),
    ]);
    expect(world.service.calls.length).toBe(calls);
  });

  test.each([
    ['a row', P, 'house,Heim\nhouse,Hof\n', `${P}:2:1: error:`],
    ['another file', 'style-rules/tone.yaml', 'name: Tone\n', 'style-rules/tone.yaml:1:1: error:'],
  ])('errors in %s end the command before anything is sent, and are named', async (_, path, text, named) => {
    const world = await appliedTwice('house,Haus\n', 'house,Heim\n');
    await world.write(path, text);
    const before = await contentOf(world.service);
    const calls = world.service.calls.length;
    for (const json of [[], ['--json']]) {
      const { code, out, err } = await world.rollback('1', '--write-files', ...json);
      expect([code, json.length > 0 ? JSON.parse(out).findings : err]).toEqual([
        4,
        json.length > 0
          ? expect.arrayContaining([expect.objectContaining({ file: path })])
          : expect.stringContaining(named),
      ]);
    }
    expect(world.service.calls.length).toBe(calls);
    expect(await contentOf(world.service)).toEqual(before);
    expect(read(world, path)).toBe(text);
  });

  test('keeps edits that were never applied, and names their resources and files', async () => {
    const world = await appliedTwice('a,1\nb,1\nc,1\n', 'a,2\nb,2\nc,1\n');
    await world.write(P, 'a,2\nb,3\nc,1\nd,1\n');
    const { code, out } = await world.rollback('1', '--write-files');
    expect(code).toBe(0);
    expect(out).toContain(
      'The files still differ from entry 000001 in 1 resource; lexform plan shows the differences:\n' +
        '  glossary.product  glossaries/product/glossary.yaml\n',
    );
    expect(read(world, P)).toBe('a,1\nb,3\nc,1\nd,1\n');
    expect(await changesOf(world)).toMatchObject([{ address: 'glossary.product' }]);
  });

  test('a change of the service during the run is a conflict: it is counted, and the files keep their value', async () => {
    const world = await appliedTwice('a,1\nb,1\n', 'a,2\nb,1\n');
    await world.write(P, 'a,2\nb,ours\n');
    const { code, out } = await world.run(ROLLBACK, {
      fetch: beforePull(world, async () => {
        const call = caller(world.service);
        const [{ glossary_id: id }] = (await call('GET', '/v3/glossaries')).body.glossaries;
        const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'b\ttheirs', entries_format: 'tsv' }];
        await call('PATCH', `/v3/glossaries/${id}`, { dictionaries });
      }),
    });
    expect([code, out]).toEqual([5, expect.stringContaining('1 conflict stays as the files have it')]);
    expect(out).toContain('  glossary.product  glossaries/product/glossary.yaml\n');
    expect(read(world, P)).toBe('a,1\nb,ours\n');
  });

  test.each([
    ['an error of the service', 5, undefined, 'error: '],
    ['Ctrl-C', 130, new DOMException('interrupted', 'AbortError'), 'interrupted'],
  ])(
    '%s after the apply is part of the result, and the same command writes the files',
    async (_, code, abort, named) => {
      const world = await appliedTwice('a,1\n', 'a,2\n');
      const end = new AbortController();
      const fetch = beforePull(world, async () => {
        end.abort();
        throw abort ?? new Error('no way to the service');
      });
      const interrupted = abort === undefined ? new AbortController().signal : end.signal;
      const failed = await world.run([...ROLLBACK, '--json'], { fetch, interrupted });
      expect([failed.code, JSON.parse(failed.out).verdict]).toEqual([code, 'done']);
      expect(failed.err).toContain(named);
      expect(failed.err).toContain('The files were not changed, and the next apply would restore their content.');
      expect(read(world, P)).toBe('a,2\n');
      expect((await world.run(ROLLBACK)).code).toBe(0);
      expect(read(world, P)).toBe('a,1\n');
    },
  );

  test('an error that comes into the files while the question is open is named, and nothing is written', async () => {
    const world = await appliedTwice('a,1\n', 'a,2\n');
    const broken = 'a,2\na,3\n';
    const { code, out, err } = await world.run(['rollback', '1', '--write-files'], {
      answer: async () => {
        await world.write(P, broken);
        return 'yes';
      },
    });
    expect([code, err]).toEqual([5, expect.stringContaining(`${P}:2:1: error:`)]);
    expect(err).toContain('nothing was written');
    expect(out).toContain('The files were not changed');
    expect(read(world, P)).toBe(broken);
  });

  test('with files of resources that it deletes or makes again: as --allow-delete says', async () => {
    const world = await rollbackWorld(START);
    await world.apply();
    await world.write('glossaries/other/glossary.yaml', 'name: Other\n');
    await world.write('glossaries/other/en-de.csv', 'a,b\n');
    await world.write('glossaries/other/readme.md', 'mine\n');
    // The kind is no longer managed here: its lists stay on the service until the workspace manages it again.
    rmSync(join(world.cwd, 'style-rules/tone.yaml'));
    expect((await world.apply(...CONSENT)).code).toBe(0);
    await world.write('lexform.yaml', CONFIG.replace(/style_rules:.*\n/, ''));
    const { code, out } = await world.rollback('1', '--write-files', ...CONSENT);
    expect([code, out]).toEqual([0, expect.stringContaining('Deleted 2 files that prod no longer has:')]);
    expect(existsSync(join(world.cwd, 'glossaries/other/glossary.yaml'))).toBe(false);
    expect(read(world, 'glossaries/other/readme.md')).toBe('mine\n');
    expect(read(world, 'style-rules/tone.yaml')).toContain('Be friendly.');
    expect(read(world, 'lexform.yaml')).toContain('style_rules: style-rules/*.yaml\n');
    expect(await changesOf(world)).toEqual([]);
  });

  const MOVED = { from: 'glossaries/product', to: 'glossaries/moved' };
  const TABLE = 'en;de;fr;note\nfloor;Boden;sol;"keep; me"\nroof;Dach;toit;\n';
  const WIDE = 'name: Home # ours\ntables:\n  - { file: terms.csv, pairs: [en->de, en->fr] }\n';
  test.each<[string, Readonly<Record<string, string>>, (world: World) => unknown, Readonly<Record<string, string>>]>([
    [
      'a wide table with notes',
      { 'glossaries/home/glossary.yaml': WIDE, 'glossaries/home/terms.csv': TABLE },
      (world) => world.write('glossaries/home/terms.csv', TABLE.replace('Boden', 'Etage').replace(';toit', ';')),
      { 'glossaries/home/terms.csv': TABLE, 'glossaries/home/glossary.yaml': WIDE },
    ],
    [
      'the language of a style list, which is made again',
      { 'style-rules/tone.yaml': 'name: Tone # ours\nlanguage: de\n' },
      (world) => world.write('style-rules/tone.yaml', 'name: Tone # ours\nlanguage: fr\n'),
      { 'style-rules/tone.yaml': 'name: Tone # ours\nlanguage: de\n' },
    ],
    [
      'a glossary that has moved to another folder since',
      { ...GLOSSARY, [P]: 'a,1\n' },
      async (world) => {
        renameSync(join(world.cwd, MOVED.from), join(world.cwd, MOVED.to));
        await world.write(`${MOVED.to}/en-de.csv`, 'a,2\n');
      },
      { [`${MOVED.to}/en-de.csv`]: 'a,1\n' },
    ],
  ])('%s: the files have what the entry has, and the plan is empty', async (_, files, change, wanted) => {
    const world = await rollbackWorld(files);
    expect((await world.apply()).code).toBe(0);
    const before = await contentOf(world.service);
    await change(world);
    expect((await world.apply(...CONSENT)).code).toBe(0);
    expect(await contentOf(world.service)).not.toEqual(before);
    expect(await world.rollback('1', '--write-files', ...CONSENT)).toMatchObject({ code: 0 });
    for (const [path, text] of Object.entries(wanted)) expect(read(world, path)).toBe(text);
    expect(await contentOf(world.service)).toEqual(before);
    expect(await changesOf(world)).toEqual([]);
  });

  test('goes no further than --only, and makes no files of unmanaged resources', async () => {
    const world = await rollbackWorld(START);
    await world.apply();
    await world.write('glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await world.write('style-rules/tone.yaml', START['style-rules/tone.yaml'].replace('friendly', 'brief'));
    await world.apply();
    await caller(world.service)('POST', '/v3/glossaries', { name: 'Theirs', dictionaries: [] });
    expect((await world.rollback('1', '--write-files', '--only', 'glossary.*')).code).toBe(0);
    expect(read(world, 'glossaries/product/en-de.csv')).toBe('house,Haus\ncat,Katze\n');
    expect(read(world, 'style-rules/tone.yaml')).toContain('brief');
    expect(existsSync(join(world.cwd, 'glossaries/theirs'))).toBe(false);
    const other = await world.rollback('1', '--write-files', '--only', 'glossary.nothing');
    expect([other.code, other.err]).toEqual([4, expect.stringContaining('glossary.nothing')]);
  });

  test('writes labels and limits of developer keys, and reads no keys where the target has no admin key', async () => {
    const keys = 'ci: { characters: 1000 }\n';
    const files = { ...START, 'lexform.yaml': WITH_KEYS, 'developer-keys.yaml': keys };
    const world = await rollbackWorld(files, administeredService());
    await world.apply();
    await world.write('developer-keys.yaml', 'ci: { characters: 2000 } # more\n');
    expect((await world.apply()).code).toBe(0);
    expect((await world.rollback('1', '--write-files')).code).toBe(0);
    expect(read(world, 'developer-keys.yaml')).toBe('ci: { characters: 1000 } # more\n');
    expect(await changesOf(world)).toEqual([]);
    await world.write('lexform.yaml', WITH_KEYS.replace(', admin_key: env:ADMIN', ''));
    const { code, err } = await world.rollback('2', '--write-files');
    expect([code, err]).toEqual([0, expect.stringContaining('the target has no admin_key')]);
    expect(read(world, 'developer-keys.yaml')).toBe('ci: { characters: 1000 } # more\n');
  });
});

test('after any two applies, a rollback with --write-files to the first leaves an empty plan and what the first left', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(desiredState, desiredState, async (first, second) => {
      const world = await rollbackWorld({});
      for (const state of [first, second]) {
        await replaceFiles(world.cwd, state);
        expect(await world.apply(...CONSENT)).toMatchObject({ code: 0 });
        if (state === first && JSON.parse((await world.run(['log', '--json'])).out).entries.length === 0) return;
      }
      const { code, out, err } = await world.rollback('1', '--write-files', ...CONSENT);
      expect([code, err.replace(/^.*(?:warning|info): .*\n|^0 errors.*\n/gm, '')]).toEqual([0, '']);
      expect(out).not.toContain('still differ');
      expect(await changesOf(world)).toEqual([]);
      if (out.includes('Changed')) written += 1;
      rmSync(world.cwd, { recursive: true });
    }),
    { numRuns: runs(12) },
  );
  expect(written).toBeGreaterThan(0);
});

test('killed at any call and run again, files and service end where they would have', async () => {
  let kills = 0;
  for (let steps = 1; ; steps += 1) {
    const world = await rollbackWorld(START);
    await world.apply();
    const before = await contentOf(world.service);
    await world.write('glossaries/product/en-de.csv', 'house,Heim\ndog,Hund\n');
    await world.write('glossaries/other/glossary.yaml', 'name: Other\n');
    await world.write('glossaries/other/en-de.csv', 'a,b\n');
    rmSync(join(world.cwd, 'style-rules/tone.yaml'));
    expect((await world.apply(...CONSENT)).code).toBe(0);
    const args = [...ROLLBACK, ...CONSENT, '--concurrency', '1'];
    const isWhole = await livesFor(steps, world.service, (more) => world.run(args, more));
    // A day later, the lock of the killed run has ended.
    const later = { now: () => new Date('2026-01-03T03:04:05Z') };
    if (!isWhole) expect([steps, await world.run(args, later)]).toMatchObject([steps, { code: 0 }]);
    expect([steps, await contentOf(world.service)]).toEqual([steps, before]);
    expect([steps, await changesOf(world)]).toEqual([steps, []]);
    expect(read(world, 'glossaries/product/en-de.csv')).toContain('house,Haus\n');
    expect(existsSync(join(world.cwd, 'glossaries/other/glossary.yaml'))).toBe(false);
    expect(read(world, 'style-rules/tone.yaml')).toContain('Be friendly.');
    if (isWhole) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
});
