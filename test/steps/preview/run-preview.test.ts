import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import { temporaryName, temporaryOf } from '../../../src/model/resources/temporary-resource.ts';
import type { Fault } from '../../../src/service/faults/faults.ts';
import type { Preview } from '../../../src/steps/preview/preview.ts';
import { livesFor } from '../../support/killed-run.ts';
import { caller } from '../../support/service-caller.ts';
import { namesOn, previewWorld, translating } from './world.ts';

const NAMES = ['Product', 'Tone'];
const later = (minutes: number): Date => new Date(Date.parse('2026-01-02T03:04:05Z') + minutes * 60_000);
const previewOf = (out: string): Preview => JSON.parse(out).preview;

describe('a preview', () => {
  test('translates samples before and after, with temporary resources that are gone when it ends', async () => {
    const { run, service, calls } = await previewWorld();
    const { code, out } = await run({}, 'plan', '--preview', '--json');
    expect(code).toBe(0);
    expect(previewOf(out).subjects).toMatchObject([
      {
        address: 'glossary.product/en->de',
        samples: [
          {
            before: '[DE] The ‹Faktura› is due.',
            after: '[DE] The ‹Rechnung› is due.',
            terms: [{ kind: 'changed', source: 'invoice', target: 'Rechnung', verdict: 'applied', found: 1 }],
          },
        ],
      },
      {
        address: 'glossary.product/en->fr',
        samples: [{ before: '[FR] A house is no home.', after: '[FR] A ‹maison› is no home.' }],
      },
      {
        address: 'style_rules.tone',
        samples: [{ before: '[DE · Tone v1] The invoice is due.', after: '[DE · Tone v1] The invoice is due.' }, {}],
      },
    ]);
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([
      'POST /v3/glossaries',
      ...Array.from({ length: 4 }, () => 'POST /v2/translate'),
      'DELETE /v3/glossaries/ID',
      'POST /v3/style_rules',
      ...Array.from({ length: 2 }, () => 'POST /v2/translate'),
      'DELETE /v3/style_rules/ID',
    ]);
    expect(await namesOn(service)).toEqual(NAMES);
  });

  test('says what became of each term, by an engine that flexes and one that does not listen', async () => {
    const verdictsBy = async (engine: (target: string) => string) => {
      const { run, service } = await previewWorld();
      const { out } = await run({ fetch: inProcessFetch(translating(service, engine)) }, 'plan', '--preview', '--json');
      return previewOf(out).subjects.flatMap(({ samples }) =>
        samples.flatMap(({ terms }) => terms.map(({ source, verdict }) => `${source} ${verdict}`)),
      );
    };
    expect(await verdictsBy((target) => target)).toEqual(['invoice applied', 'house applied']);
    expect(await verdictsBy((target) => `${target}en`)).toEqual(['invoice inflected', 'house inflected']);
    expect(await verdictsBy(() => 'Dings')).toEqual(['invoice ignored', 'house ignored']);
  });

  test('translates without a style list after its deletion, and makes none', async () => {
    const { run, service, cwd, calls } = await previewWorld();
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    const { out } = await run(
      {},
      'plan',
      '--preview',
      '--json',
      ...['only', 'allow-delete'].flatMap((name) => [`--${name}`, 'style_rules.tone']),
    );
    const { subjects, failure } = previewOf(out);
    const [first] = subjects.flatMap(({ samples }) => samples);
    expect([failure, subjects.map(({ address }) => address)]).toEqual([undefined, ['style_rules.tone']]);
    expect(first).toMatchObject({ before: '[DE · Tone v1] The invoice is due.', after: '[DE] The invoice is due.' });
    expect(calls().filter((call) => /^(POST|DELETE) .v3/.test(call))).toEqual([]);
    expect(await namesOn(service)).toEqual(NAMES);
  });

  test('spends what it has counted before', async () => {
    const { run } = await previewWorld();
    const { out } = await run({}, 'plan', '--preview', '--json');
    const { cost, billedCharacters } = previewOf(out);
    expect(cost).toEqual({ budget: 10_000, characters: billedCharacters, calls: 6, samples: 4, leftOut: 0 });
  });

  test.each(['status', 'status-after'] as const)(
    'looks before it makes a throttled resource once more (%s), and leaves nothing',
    async (kind) => {
      const { run, service, calls } = await previewWorld();
      const faults = ['/v3/glossaries', '/v3/style_rules'].map(
        (path): Fault => ({ kind, status: 429, method: 'POST', path, calls: [1] }),
      );
      service.faults.set(faults);
      const { code, out } = await run({}, 'plan', '--preview', '--json');
      expect([code, previewOf(out).failure, previewOf(out).leftBehind]).toEqual([0, undefined, []]);
      const made = calls().filter((call) => /^POST .v3/.test(call));
      expect(made).toHaveLength(kind === 'status' ? 4 : 2);
      expect(await namesOn(service)).toEqual(NAMES);
    },
  );
});

describe('what a preview makes', () => {
  test('has the whole of the dictionaries that samples need, and no others', async () => {
    const { run, service } = await previewWorld({
      'glossaries/product/glossary.yaml': 'name: Product\nsamples: { en: [ The invoice is due. ] }\n',
    });
    const real = inProcessFetch(service);
    const made: unknown[] = [];
    const fetch: typeof real = async (url, request) => {
      if (request.method === 'POST' && url.endsWith('/v3/glossaries'))
        made.push(JSON.parse(new TextDecoder().decode(request.body)));
      return real(url, request);
    };
    await run({ fetch, id: () => '5e78d5a3-2e83-4b05-af9b-4238cbbc32c1' }, 'plan', '--preview');
    const name = temporaryName({ until: later(60), run: '5e78d5a3-2e83-4b05-af9b-4238cbbc32c1-1' });
    expect(made).toEqual([
      {
        name,
        dictionaries: [
          { source_lang: 'en', target_lang: 'de', entries: 'house\tHaus\ninvoice\tRechnung', entries_format: 'tsv' },
        ],
      },
    ]);
  });

  test('is gone after the next preview, whenever the one before was killed, and not before its lease is over', async () => {
    let [count, left] = [0, 0];
    for (let isDone = false; !isDone; count += 1) {
      const { run, service } = await previewWorld();
      isDone = await livesFor(count + 1, service, (more) => run(more, 'plan', '--preview'));
      const names = await namesOn(service);
      left += names.length - NAMES.length;
      await run({ now: () => later(59) }, 'plan', '--preview');
      expect(await namesOn(service)).toEqual(names);
      const { out } = await run({ now: () => later(61) }, 'plan', '--preview', '--json');
      expect(await namesOn(service)).toEqual(NAMES);
      expect(previewOf(out).swept).toBe(names.length - NAMES.length);
    }
    expect(count).toBeGreaterThan(14);
    expect(left).toBeGreaterThan(5);
  });

  test('is gone at the end also when any one call fails, answered or not', async () => {
    const { run, calls } = await previewWorld();
    await run({}, 'plan', '--preview');
    const total = calls().length;
    for (const outcome of ['lost', 'refused', 'busy'] as const) {
      // Each plan must leave the service as it was, so the next one finds the same.
      const { run: again, service } = await previewWorld();
      for (let at = 0; at < total; at += 1) {
        const real = inProcessFetch(service);
        let count = -1;
        const fetch: typeof real = async (url, request) => {
          count += 1;
          if (count !== at) return real(url, request);
          if (outcome === 'lost') await real(url, request);
          if (outcome === 'lost') throw new Error('reset');
          return Response.json({ message: 'no' }, { status: outcome === 'busy' ? 503 : 456 });
        };
        const { code, out } = await again({ fetch }, 'plan', '--preview');
        expect([outcome, at, await namesOn(service)]).toEqual([outcome, at, NAMES]);
        // The plan itself needs its readings; the preview changes nothing about how it ends.
        if (out.includes('Preview:')) expect(code).toBe(0);
      }
    }
  });

  test('is told of when it cannot be removed', async () => {
    const { run, service } = await previewWorld();
    const real = inProcessFetch(service);
    const fetch: typeof real = async (url, request) =>
      request.method === 'DELETE' ? Response.json({ message: 'no' }, { status: 403 }) : real(url, request);
    const { code, out } = await run({ fetch }, 'plan', '--preview');
    expect(code).toBe(0);
    expect(out).toMatch(
      /could not be removed; a later preview removes it: "Lexform preview, may be deleted after 2026-01-02T04:04:05Z/,
    );
    expect(await namesOn(service)).toHaveLength(4);
  });

  test('and nothing else: a foreign glossary whose name resembles a lease stays', async () => {
    const { run, service } = await previewWorld();
    const call = caller(service);
    const over = temporaryName({ until: later(-1000), run: 'a' });
    const foreign = [over.replace('(a', '(b'), `${over} `, over.replace('preview', 'Preview'), `Copy of ${over}`];
    const make = (name: string) =>
      call('POST', '/v3/glossaries', {
        name,
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
      });
    for (const name of foreign) expect(temporaryOf(name)).toBeUndefined();
    for (const name of [...foreign, over, temporaryName({ until: later(1), run: 'other' })]) await make(name);
    const { out } = await run({}, 'plan', '--preview', '--json', '--unmanaged');
    expect(previewOf(out).swept).toBe(1);
    expect((await namesOn(service)).filter((name) => !NAMES.includes(name)).sort()).toEqual(
      [...foreign, temporaryName({ until: later(1), run: 'other' })].sort(),
    );
    expect(JSON.parse(out).unmanaged).toHaveLength(foreign.length);
  });

  test('is never what another command shows, pulls, keeps or owns', async () => {
    const { run, service, cwd } = await previewWorld();
    const call = caller(service);
    const name = temporaryName({ until: later(30), run: 'other' });
    const made = await call('POST', '/v3/glossaries', {
      name,
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
    });
    await call('POST', '/v3/style_rules', { name, language: 'de' });
    for (const args of [
      ['plan', '--unmanaged'],
      ['plan', '--allow-delete', '*'],
      ['drift'],
      ['service', 'translate', '--to', 'de', '--from', 'en', '--glossary', 'product', 'a'],
      ['explain', 'a', '--all'],
      ['backup', 'kept'],
      ['pull', '--force'],
      ['restore', 'kept', '--auto-approve'],
      ['apply', '--auto-approve', '--allow-delete', '*'],
    ]) {
      const { out, err } = await run({}, ...args);
      expect([args, out + err]).toEqual([args, expect.not.stringContaining('Lexform preview')]);
    }
    expect(await namesOn(service)).toEqual([name, name, ...NAMES].sort());
    await run({}, 'ledger', 'forget', 'glossary.product', '--auto-approve');
    const adopted = await run({}, 'ledger', 'adopt', 'glossary.product', made.body.glossary_id);
    expect([adopted.code, adopted.err]).toEqual([1, expect.stringContaining('has no glossary with the id')]);
    expect((await run({ cwd }, 'ledger', 'ids')).out).not.toContain(made.body.glossary_id);
  });
});

describe('a preview that cannot be made', () => {
  test('leaves the plan as it is, and its exit code', async () => {
    const { run, service } = await previewWorld();
    const real = inProcessFetch(service);
    const fetch: typeof real = async (url, request) =>
      url.endsWith('/v2/translate')
        ? Response.json({ message: 'Quota exceeded' }, { status: 456 })
        : real(url, request);
    const { code, out } = await run({ fetch }, 'plan', '--preview', '--detailed-exitcode');
    expect(code).toBe(2);
    expect(out).toContain('+ house → maison');
    expect(out).toContain('the preview stopped: POST /v2/translate at service.test answered 456');
    expect(await namesOn(service)).toEqual(NAMES);
  });

  test('because what earlier previews left cannot be listed spends nothing', async () => {
    const { run, service, calls } = await previewWorld();
    const real = inProcessFetch(service);
    let lists = 0;
    const fetch: typeof real = async (url, request) => {
      if (request.method === 'GET' && url.endsWith('/v3/glossaries')) lists += 1;
      return lists === 2 ? Response.json({ message: 'no' }, { status: 403 }) : real(url, request);
    };
    const { code, out, err } = await run({ fetch }, 'plan', '--preview', '--json');
    const { failure, subjects, billedCharacters } = previewOf(out);
    expect([code, failure, billedCharacters]).toEqual([0, expect.stringContaining('answered 403'), undefined]);
    expect(subjects.map(({ failure: why }) => why)).toEqual(subjects.map(() => 'not tried'));
    expect(err).not.toContain('characters');
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('for one dictionary is made for the others', async () => {
    const { run, service } = await previewWorld();
    const real = inProcessFetch(service);
    const fetch: typeof real = async (url, request) =>
      url.endsWith('/v2/translate') && new TextDecoder().decode(request.body).includes('"fr"')
        ? Response.json({ message: 'no French today' }, { status: 400 })
        : real(url, request);
    const { out } = await run({ fetch }, 'plan', '--preview', '--json');
    expect(previewOf(out).subjects.map(({ samples, failure }) => [samples.length, failure])).toEqual([
      [1, undefined],
      [0, 'POST /v2/translate at service.test answered 400: no French today'],
      [2, undefined],
    ]);
  });

  test('ends when its lease could, before anybody takes away what it uses', async () => {
    const { run, service } = await previewWorld();
    let minutes = 0;
    const real = inProcessFetch(service);
    const fetch: typeof real = async (url, request) => {
      if (url.endsWith('/v2/translate')) minutes += 51;
      return real(url, request);
    };
    const { out } = await run({ fetch, now: () => later(minutes) }, 'plan', '--preview');
    expect(out).toContain('the preview stopped: the preview has taken longer than its lease');
    expect(await namesOn(service)).toEqual(NAMES);
  });

  test.each<[string, string, RegExp, number | undefined, number]>([
    ['a translation', 'POST', /translate$/, undefined, 1],
    ['the removal of the first resource', 'DELETE', /glossaries/, undefined, 4],
    ['a wait to make one', 'POST', /glossaries$/, 429, 0],
  ])(
    'is ended by Ctrl-C during %s: what it made is removed, the plan is shown, and the exit code is 130',
    async (_, method, path, status, translations) => {
      const { run, service, calls } = await previewWorld();
      const interruption = new AbortController();
      const real = inProcessFetch(service);
      const fetch: typeof real = async (url, request) => {
        if (request.method !== method || !path.test(url)) return real(url, request);
        const answer = status === undefined ? await real(url, request) : Response.json({}, { status });
        interruption.abort();
        return answer;
      };
      const { code, out } = await run({ fetch, interrupted: interruption.signal }, 'plan', '--preview');
      expect(code).toBe(130);
      expect(out).toContain('+ house → maison');
      expect(out).toContain('the preview stopped: interrupted');
      expect(calls().filter((call) => call.includes('/v2/translate'))).toHaveLength(translations);
      // The plan and the search for resources of killed runs list the style lists, and nothing after the interruption.
      expect(calls().filter((call) => call.includes('/v3/style_rules'))).toHaveLength(2);
      expect(await namesOn(service)).toEqual(NAMES);
    },
  );
});
