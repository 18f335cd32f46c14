import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { desiredState } from '../support/target.ts';
import { CONSENT, replaceFiles, rollbackWorld, START } from './rollback-world.ts';

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
