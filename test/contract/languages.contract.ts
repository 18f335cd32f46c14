import { describe, expect, test } from 'vitest';
import type { WireLanguage, WireLanguageResource, WireLegacyLanguage } from '../../src/contract/wire-languages.ts';
import { contract } from './bench.ts';

const RESOURCES = ['translate_text', 'translate_document', 'voice', 'write', 'glossary', 'style_rules'];
const EVERYTHING = 'include=beta&include=external';

/** The table "Feature keys" of the description, row by row. */
const FEATURES: readonly (readonly [
  feature: string,
  side: 'source' | 'target' | 'both',
  resources: readonly string[],
])[] = [
  ['auto_detection', 'source', ['translate_text', 'translate_document', 'voice', 'write']],
  ['style_rules', 'target', ['translate_text']],
  ['formality', 'target', ['translate_text', 'translate_document']],
  ['glossary', 'both', ['translate_text', 'translate_document', 'voice']],
  ['tag_handling', 'both', ['translate_text', 'translate_document']],
  ['transcription', 'source', ['voice']],
  ['transcription_external', 'source', ['voice']],
  ['translated_speech', 'target', ['voice']],
  ['translated_speech_external', 'target', ['voice']],
  ['tone', 'target', ['write']],
  ['writing_style', 'target', ['write']],
];

/** The codes of the v2 target list in the description. */
const V2_TARGETS =
  'AR, BG, CS, DA, DE, EL, EN-GB, EN-US, ES, ES-419, ET, FI, FR, HU, ID, IT, JA, KO, LT, LV, NB, NL, PL, PT-BR, PT-PT, RO, RU, SK, SL, SV, TR, UK, ZH, ZH-HANS, ZH-HANT'.split(
    ', ',
  );

contract('languages', (bench) => {
  async function open(options = {}) {
    const opened = await bench.open(options);
    const list = async (resource: string, more = ''): Promise<readonly WireLanguage[]> =>
      (await opened.call('GET', `/v3/languages?resource=${resource}&${more}`)).body;
    return { ...opened, list };
  }

  test.each(RESOURCES)(
    'languages.1: %s: an array of languages with every field of the table, and no other',
    async (resource) => {
      const { list } = await open();
      const languages = await list(resource, EVERYTHING);
      expect(languages.length).toBeGreaterThan(7);
      for (const language of languages) {
        expect(language).toEqual({
          lang: expect.stringMatching(/^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/),
          name: expect.stringMatching(/^[A-Z]/),
          usable_as_source: expect.any(Boolean),
          usable_as_target: expect.any(Boolean),
          status: expect.stringMatching(/^(stable|beta|early_access)$/),
          features: expect.any(Object),
        });
        for (const feature of Object.values(language.features))
          expect(feature).toEqual({ status: expect.stringMatching(/^(stable|beta|early_access)$/) });
        expect(language.usable_as_source || language.usable_as_target).toBe(true);
      }
      expect(new Set(languages.map(({ lang }) => lang)).size).toBe(languages.length);
    },
  );

  test('languages.1: without include only what is stable and not external', async () => {
    const { list } = await open();
    for (const resource of RESOURCES) {
      const languages = await list(resource);
      const statuses = languages.flatMap(({ status, features }) => [
        status,
        ...Object.values(features).map((feature) => feature.status),
      ]);
      expect(new Set(statuses)).toEqual(new Set(['stable']));
      const names = languages.flatMap(({ features }) => Object.keys(features));
      expect(names.filter((name) => name.endsWith('_external'))).toEqual([]);
    }
  });

  test('languages.1: include may be repeated; beta and external each add what they name and take nothing away', async () => {
    const { list } = await open();
    const plain = await list('voice');
    const [beta, external, both] = [
      await list('voice', 'include=beta'),
      await list('voice', 'include=external'),
      await list('voice', EVERYTHING),
    ];
    const codes = (languages: readonly WireLanguage[]) => languages.map(({ lang }) => lang);
    const withExternal = (languages: readonly WireLanguage[]) =>
      languages.filter(({ features }) => Object.keys(features).some((name) => name.endsWith('_external'))).length;
    expect(codes(beta).filter((code) => !codes(plain).includes(code))).toEqual(['de-CH', 'fr-CA']);
    expect(codes(plain).filter((code) => !codes(beta).includes(code))).toEqual([]);
    expect(codes(external)).toEqual(codes(plain));
    expect([withExternal(plain), withExternal(beta)]).toEqual([0, 0]);
    expect(withExternal(external)).toBeGreaterThan(0);
    expect(withExternal(both)).toBeGreaterThan(withExternal(external));
    expect(await list('voice', 'include=external&include=beta&include=beta')).toEqual(both);
  });

  test.each([
    ['/v3/languages', 'required'],
    ['/v3/languages?resource=', 'unknown'],
    ['/v3/languages?resource=Voice', 'unknown'],
    ['/v3/languages?resource=__proto__', 'unknown'],
    ['/v3/languages?resource=voice&resource=write', 'once'],
    ['/v3/languages?product=voice', "renamed to 'resource'"],
    ['/v3/languages?resource=voice&include=stable', 'unknown'],
    ['/v3/languages?resource=voice&include=beta,external', 'unknown'],
    ['/v3/languages?resource=voice&include=', 'unknown'],
    ['/v2/languages?type=both', 'unknown'],
    ['/v2/languages?type=Source', 'unknown'],
    ['/v2/languages?type=', 'unknown'],
  ])('languages.1: %s is 400 and says why', async (path, why) => {
    const { call } = await open();
    const { status, body } = await call('GET', path);
    expect([status, body]).toEqual([400, { message: expect.stringContaining(why), detail: expect.any(String) }]);
  });

  test('languages.2: each resource with its features and where they are needed, flags only when true', async () => {
    const { call } = await open();
    const { status, body } = await call('GET', '/v3/languages/resources');
    expect(status).toBe(200);
    expect(body).toEqual(
      RESOURCES.map((name) => ({
        name,
        features: FEATURES.filter(([, , resources]) => resources.includes(name)).map(([feature, side]) => ({
          name: feature,
          ...(side !== 'target' && { needs_source_support: true }),
          ...(side !== 'source' && { needs_target_support: true }),
        })),
      })),
    );
    expect(body.map(({ name }: WireLanguageResource) => name)).toEqual(RESOURCES);
  });

  describe('features', () => {
    test.each(FEATURES)(
      'languages.features: %s is checked on the %s, for %o and no other resource',
      async (feature, side, resources) => {
        const { list } = await open();
        for (const resource of RESOURCES) {
          const having = (await list(resource, EVERYTHING)).filter(({ features }) => Object.hasOwn(features, feature));
          if (resources.includes(resource)) expect([resource, having.length]).not.toEqual([resource, 0]);
          else expect([resource, having]).toEqual([resource, []]);
          for (const { usable_as_source, usable_as_target } of having) {
            if (side === 'source') expect(usable_as_source).toBe(true);
            if (side === 'target') expect(usable_as_target).toBe(true);
          }
        }
      },
    );

    test('languages.features: a language without one has an empty object', async () => {
      const { list } = await open();
      for (const resource of ['glossary', 'style_rules'])
        for (const { features } of await list(resource, EVERYTHING)) expect(features).toEqual({});
    });
  });

  test('languages.3: v2 lists sources by default and targets on request, in the fields of the legacy table', async () => {
    const { call } = await open();
    const { status, body: targets } = await call('GET', '/v2/languages?type=target');
    expect(status).toBe(200);
    for (const target of targets)
      expect(target).toEqual({
        language: expect.stringMatching(/^[A-Z]{2}(-[A-Z0-9]{2,4})?$/),
        name: expect.stringMatching(/^[A-Z]/),
        supports_formality: expect.any(Boolean),
      });
    const codes = targets.map(({ language }: WireLegacyLanguage) => language);
    expect([...V2_TARGETS, 'HE', 'TH', 'VI'].sort()).toEqual([...codes].sort());
    const { body: sources } = await call('GET', '/v2/languages');
    expect((await call('GET', '/v2/languages?type=source')).body).toEqual(sources);
    expect(sources.map(({ language }: WireLegacyLanguage) => language)).not.toContain('EN-US');
    expect(sources.map(({ language }: WireLegacyLanguage) => language)).toContain('EN');
  });

  test('languages.3: POST asks the same, in the query, a form or JSON', async () => {
    const { call } = await open();
    const { body: targets } = await call('GET', '/v2/languages?type=target');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('POST', '/v2/languages?type=target')).body).toEqual(targets);
    expect((await call('POST', '/v2/languages', 'type=target', form)).body).toEqual(targets);
    expect((await call('POST', '/v2/languages', { type: 'target' })).body).toEqual(targets);
    expect((await call('POST', '/v2/languages', { type: 7 })).status).toBe(400);
  });

  test('languages.3: official clients, under compat, find no formality on sources', async () => {
    const { call } = await open({ compat: true });
    for (const source of (await call('GET', '/v2/languages')).body)
      expect(Object.keys(source)).toEqual(['language', 'name']);
    for (const target of (await call('GET', '/v2/languages?type=target')).body)
      expect(Object.keys(target)).toEqual(['language', 'name', 'supports_formality']);
  });

  test('versioning.3: v3 has GET alone, BCP 47 casing and features in place of v2’s upper case and formality', async () => {
    const { call, list } = await open();
    for (const path of ['/v3/languages?resource=voice', '/v3/languages/resources'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers } = await call(method, path);
        expect([status, headers.get('allow')]).toEqual([405, 'GET']);
      }
    const formal = (await list('translate_text'))
      .filter(({ features }) => Object.hasOwn(features, 'formality'))
      .map(({ lang }) => lang.toUpperCase());
    const { body } = await call('GET', '/v2/languages?type=target');
    const legacy = body.filter((each: WireLegacyLanguage) => each.supports_formality);
    expect(legacy.map(({ language }: WireLegacyLanguage) => language)).toEqual(formal);
  });

  test('versioning.3: input language codes are taken in any case, everywhere', async () => {
    const { call } = await open();
    const dictionary = { source_lang: 'EN', target_lang: 'dE', entries: 'a\tb', entries_format: 'tsv' };
    const { status, body: glossary } = await call('POST', '/v3/glossaries', { name: 'A', dictionaries: [dictionary] });
    expect([status, glossary.dictionaries[0]]).toEqual([201, { source_lang: 'en', target_lang: 'de', entry_count: 1 }]);
    const path = `/v3/glossaries/${glossary.glossary_id}`;
    const statuses = [
      await call('GET', `${path}/entries?source_lang=eN&target_lang=DE`),
      await call('PUT', `${path}/dictionaries`, { ...dictionary, source_lang: 'En' }),
      await call('PATCH', path, { dictionaries: [dictionary] }),
      await call('POST', '/v2/translate', {
        text: ['a'],
        source_lang: 'eN',
        target_lang: 'De',
        glossary_id: glossary.glossary_id,
      }),
      await call('POST', '/v2/translate', { text: ['a'], target_lang: 'zh-HANT' }),
      await call('DELETE', `${path}/dictionaries?source_lang=EN&target_lang=DE`),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 204]);
    const { body: list } = await call('POST', '/v3/style_rules', { name: 'L', language: 'DE' });
    expect(list.language).toBe('de');
    const styled = { text: ['a'], target_lang: 'dE', style_id: list.style_id };
    expect((await call('POST', '/v2/translate', styled)).status).toBe(200);
  });

  test('versioning.4: a language that left the stable list is still there with include=beta', async () => {
    const { list } = await open();
    const codes = async (more: string) => (await list('translate_text', more)).map(({ lang }) => lang);
    expect(await codes('')).not.toContain('de-CH');
    expect(await codes('include=beta')).toContain('de-CH');
    expect((await list('translate_text', 'include=beta')).find(({ lang }) => lang === 'de-CH')?.status).toBe('beta');
  });

  test('versioning.5: any source and target of resource=glossary are a pair', async () => {
    const { call, list } = await open();
    const languages = await list('glossary');
    const pairs = languages
      .filter((source) => source.usable_as_source)
      .flatMap((source) =>
        languages
          .filter((target) => target.usable_as_target && target.lang !== source.lang)
          .map((target) => ({ source_lang: source.lang, target_lang: target.lang })),
      );
    expect(pairs.length).toBeGreaterThan(900);
    const dictionaries = pairs.map((pair) => ({ ...pair, entries: 'a\tb', entries_format: 'tsv' }));
    const { status, body } = await call('POST', '/v3/glossaries', { name: 'A', dictionaries });
    expect([status, body.dictionaries.length]).toEqual([201, pairs.length]);
    const legacy = (await call('GET', '/v2/glossary-language-pairs')).body.supported_languages;
    const keys = (all: typeof pairs) => all.map((pair) => `${pair.source_lang}>${pair.target_lang}`).sort();
    expect(keys(legacy)).toEqual(keys(pairs));
  });
});
