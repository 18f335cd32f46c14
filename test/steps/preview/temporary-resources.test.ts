import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import type { Fault } from '../../../src/service/faults/faults.ts';
import type { Preview } from '../../../src/steps/preview/preview.ts';
import { caller } from '../../support/service-caller.ts';
import { namesOn, previewWorld } from './world.ts';

const NAMES = ['Product', 'Tone'];
const KINDS = [
  { area: '/v3/glossaries', ids: 'glossary_id', list: 'glossaries' },
  { area: '/v3/style_rules', ids: 'style_id', list: 'style_rules' },
] as const;

const previewOf = (out: string): Preview => JSON.parse(out).preview;

/** Each fault of one call, and how many calls are sent because of it. */
const FAULTS: readonly (readonly [name: string, fault: Omit<Fault, 'method' | 'path'>, isExecuted: boolean])[] = [
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 8 }, false],
  ['executed, then 429', { kind: 'status-after', status: 429 }, true],
  ['executed, then 503', { kind: 'status-after', status: 503 }, true],
  ['lost before it is executed', { kind: 'reset-before' }, false],
  ['executed, then lost', { kind: 'reset-after' }, true],
];

describe('a change of a temporary resource', () => {
  test.each(
    FAULTS.flatMap(([name, fault, isExecuted]) =>
      (['POST', 'DELETE'] as const).map((m) => [m, name, fault, isExecuted] as const),
    ),
  )('%s: %s: is made once, and nothing is left', async (method, _, fault, isExecuted) => {
    const { run, service, calls } = await previewWorld();
    const paths = KINDS.map(({ area }) => (method === 'POST' ? area : `${area}/*`));
    service.faults.set(paths.map((path): Fault => ({ ...fault, method, path, calls: [1] })));
    const { code, out } = await run({ now: () => new Date('2026-01-02T03:04:05Z') }, 'plan', '--preview', '--json');
    const { failure, leftBehind, subjects } = previewOf(out);
    expect([code, failure, leftBehind]).toEqual([0, undefined, []]);
    expect(subjects.map(({ samples, failure: one }) => [samples.length, one])).toEqual([
      [1, undefined],
      [1, undefined],
      [2, undefined],
    ]);
    expect(calls().filter((call) => call.startsWith(method) && call.includes('/v3/'))).toHaveLength(isExecuted ? 2 : 4);
    expect(await namesOn(service)).toEqual(NAMES);
  });

  test.each([1, 2])('has a check directly before each attempt, also attempt %i', async (attempts) => {
    const { run, service, calls } = await previewWorld();
    if (attempts > 1)
      service.faults.set(
        KINDS.map(
          ({ area }): Fault => ({
            ...{ kind: 'status', status: 429, retryAfter: 1, method: 'DELETE', path: `${area}/*`, calls: [1] },
          }),
        ),
      );
    await run({}, 'plan', '--preview');
    const made = calls();
    const removals = made.flatMap((call, index) => (call.startsWith('DELETE') ? [made[index - 1]] : []));
    expect(removals).toEqual(KINDS.flatMap(({ area }) => Array.from({ length: attempts }, () => `GET ${area}/ID`)));
  });

  test.each(KINDS)('leaves a resource alone that got another name ($area)', async ({ area, ids, list }) => {
    for (const when of ['while it is used', 'before it is removed again'] as const) {
      const { run, service } = await previewWorld();
      const call = caller(service);
      const real = inProcessFetch(service);
      const rename = async (): Promise<void> => {
        const listed = (await call('GET', `${area}?page_size=25`)).body[list];
        const made = listed.find(({ name }: { readonly name: string }) => name.startsWith('Lexform preview'));
        if (made !== undefined) await call('PATCH', `${area}/${made[ids]}`, { name: 'Kept' });
      };
      let removals = 0;
      const fetch: typeof real = async (url, request) => {
        if (when === 'while it is used' && url.endsWith('/v2/translate')) await rename();
        if (request.method !== 'DELETE' || !url.includes(area) || when === 'while it is used')
          return real(url, request);
        removals += 1;
        if (removals > 1) return real(url, request);
        await rename();
        return Response.json({ message: 'later' }, { status: 429, headers: { 'retry-after': '8' } });
      };
      const { out } = await run({ fetch }, 'plan', '--preview', '--json');
      expect([when, previewOf(out).failure, previewOf(out).leftBehind]).toEqual([when, undefined, []]);
      expect(await namesOn(service)).toEqual(['Kept', ...NAMES]);
    }
  });

  test('is never taken for another one, which a refused call has created after all', async () => {
    const { run, service } = await previewWorld({
      'glossaries/a/glossary.yaml': 'name: A\nsamples: { en: [ A house. ] }\n',
      'glossaries/a/en-de.csv': 'house,Bau\n',
    });
    const real = inProcessFetch(service);
    let [creations, late] = [0, async (): Promise<unknown> => undefined];
    const fetch: typeof real = async (url, request) => {
      if (request.method !== 'POST' || !url.endsWith('/v3/glossaries')) return real(url, request);
      creations += 1;
      if (creations === 1) {
        late = () => real(url, request);
        return Response.json({ message: 'no' }, { status: 400 });
      }
      if (creations > 2) return real(url, request);
      await late();
      return Response.json({ message: 'later' }, { status: 429, headers: { 'retry-after': '1' } });
    };
    const { out } = await run({ fetch }, 'plan', '--preview', '--json');
    const [refused, ...others] = previewOf(out).subjects.map(({ address, failure, samples }) => ({
      ...{ address, failure },
      after: samples.map(({ after }) => after),
    }));
    expect(refused).toMatchObject({ address: 'glossary.a/en->de', failure: expect.stringContaining('answered 400') });
    expect(others[0]).toMatchObject({ failure: undefined, after: ['[DE] The ‹Rechnung› is due.'] });
    expect([creations, await namesOn(service)]).toEqual([3, NAMES]);
  });

  test('that may have been created is named if the service cannot be asked for it', async () => {
    const { run, service } = await previewWorld();
    const real = inProcessFetch(service);
    let isSent = false;
    const fetch: typeof real = async (url, request) => {
      if (!url.endsWith('/v3/glossaries')) return real(url, request);
      if (request.method === 'POST') isSent = true;
      if (request.method === 'POST') throw new Error('reset');
      return isSent ? Response.json({ message: 'no' }, { status: 403 }) : real(url, request);
    };
    const { out } = await run({ fetch }, 'plan', '--preview', '--json');
    expect(previewOf(out).leftBehind).toEqual([expect.stringMatching(/^Lexform preview, may be deleted after /)]);
    expect(previewOf(out).failure).toBeDefined();
  });
});
