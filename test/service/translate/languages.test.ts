import { describe, expect, test } from 'vitest';
import { GLOSSARY_LANGUAGES, STYLE_LIST_LANGUAGES } from '../../../src/contract/languages.ts';
import type { WireLanguage, WireLanguageResource, WireLegacyLanguage } from '../../../src/contract/wire-languages.ts';
import { testService } from '../../support/in-process.ts';
import { caller } from '../../support/service-caller.ts';

/** The target codes of the v2 list as the description has them, and its later additions that are not in beta. */
const V2_TARGETS =
  'AR, BG, CS, DA, DE, EL, EN-GB, EN-US, ES, ES-419, ET, FI, FR, HU, ID, IT, JA, KO, LT, LV, NB, NL, PL, PT-BR, PT-PT, RO, RU, SK, SL, SV, TR, UK, ZH, ZH-HANS, ZH-HANT'
    .split(', ')
    .concat('HE', 'TH', 'VI')
    .sort();
const BETA = ['de-CH', 'fr-CA'];
const RESOURCES = ['translate_text', 'translate_document', 'voice', 'write', 'glossary', 'style_rules'];

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks a service of its own. A text is the body that goes with it. */
async function ask<Answer>(
  path: string,
  { method = 'GET', headers, body }: Init = {},
  compat = false,
): Promise<Answer> {
  const answer = await caller(testService({ compat }))(method, path, body, headers);
  if (answer.status !== 200) throw new Error(`${path} was refused with ${answer.status}`);
  return answer.body;
}

/** What the service says no with. */
async function refusal(path: string, { method = 'GET', headers, body }: Init = {}): Promise<object> {
  const answer = await caller(testService())(method, path, body, headers);
  return { status: answer.status, ...answer.body };
}

const list = (query: string): Promise<readonly WireLanguage[]> => ask(`/v3/languages?resource=${query}`);
const codes = (languages: readonly WireLanguage[]): readonly string[] => languages.map(({ lang }) => lang);
const everything = '&include=beta&include=external';

/** Codes of the languages that have a feature, with its status when it is not stable. */
async function having(feature: string, query: string): Promise<readonly string[]> {
  return (await list(query)).flatMap(({ lang, features }) => {
    const status = features[feature]?.status;
    return status === undefined ? [] : [status === 'stable' ? lang : `${lang} ${status}`];
  });
}

describe('v3 languages', () => {
  test.each(RESOURCES)('%s: each language once, with all its fields, in BCP 47 casing', async (resource) => {
    const languages = await list(`${resource}${everything}`);
    expect(new Set(codes(languages)).size).toBe(languages.length);
    for (const language of languages) {
      expect(Object.keys(language).sort()).toEqual(
        ['features', 'lang', 'name', 'status', 'usable_as_source', 'usable_as_target'].sort(),
      );
      expect(language.lang).toMatch(/^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/);
      expect(language.usable_as_source || language.usable_as_target).toBe(true);
      expect(language.name).toMatch(/^[A-Z]/);
    }
  });

  test('sources are base languages; a language with regions is no target itself', async () => {
    const languages = await list('translate_text');
    const sources = languages.filter(({ usable_as_source }) => usable_as_source);
    expect(codes(sources)).toEqual([...GLOSSARY_LANGUAGES]);
    const sides = new Map(languages.map((each) => [each.lang, [each.usable_as_source, each.usable_as_target]]));
    expect([...sides].filter(([, [, usable]]) => usable === false).map(([lang]) => lang)).toEqual(['en', 'pt']);
    expect(sides.get('de')).toEqual([true, true]);
    expect(sides.get('zh')).toEqual([true, true]);
    expect(sides.get('pt-BR')).toEqual([false, true]);
    expect(sides.get('zh-Hans')).toEqual([false, true]);
    expect(sides.get('es-419')).toEqual([false, true]);
  });

  test('texts and documents take the same languages', async () => {
    expect(codes(await list(`translate_document${everything}`))).toEqual(
      codes(await list(`translate_text${everything}`)),
    );
  });

  test.each([
    ['glossary', GLOSSARY_LANGUAGES],
    ['style_rules', STYLE_LIST_LANGUAGES],
  ])('%s: base languages on both sides, no features', async (resource, expected) => {
    for (const query of [resource, `${resource}${everything}`]) {
      const languages = await list(query);
      expect(codes(languages)).toEqual([...expected]);
      expect(languages.every((each) => each.usable_as_source && each.usable_as_target)).toBe(true);
      expect(languages.every(({ features }) => Object.keys(features).length === 0)).toBe(true);
    }
  });

  test('text improvement: base languages as sources, variants as targets, and not every language', async () => {
    const languages = await list('write');
    expect(codes(languages)).toEqual('de en en-GB en-US es fr it ja ko pt pt-BR pt-PT zh zh-Hans'.split(' '));
    expect(languages.find(({ lang }) => lang === 'en')).toMatchObject({
      usable_as_source: true,
      usable_as_target: false,
    });
    expect(languages.find(({ lang }) => lang === 'en-GB')).toMatchObject({
      usable_as_source: false,
      usable_as_target: true,
    });
  });
});

describe('include', () => {
  test('without it only what is stable is shown', async () => {
    for (const resource of RESOURCES) {
      const languages = await list(resource);
      const statuses = languages.flatMap(({ status, features }) => [
        status,
        ...Object.values(features).map((feature) => feature.status),
      ]);
      expect(new Set(statuses)).toEqual(new Set(['stable']));
      expect(
        languages.flatMap(({ features }) => Object.keys(features)).filter((name) => /external/.test(name)),
      ).toEqual([]);
    }
  });

  test('beta adds the languages in beta, whose features are in beta, and takes nothing away', async () => {
    const [plain, beta] = [await list('translate_text'), await list('translate_text&include=beta')];
    const added = beta.filter(({ lang }) => !codes(plain).includes(lang));
    expect(codes(added)).toEqual(BETA);
    expect(beta.filter(({ lang }) => !BETA.includes(lang))).toEqual(plain);
    expect(added[0]).toEqual({
      lang: 'de-CH',
      name: 'German (Swiss)',
      usable_as_source: false,
      usable_as_target: true,
      status: 'beta',
      features: {
        style_rules: { status: 'beta' },
        formality: { status: 'beta' },
        glossary: { status: 'beta' },
        tag_handling: { status: 'beta' },
      },
    });
  });

  test('beta adds features in beta to stable languages', async () => {
    expect(await having('tone', 'write')).toEqual('de en-GB en-US es fr it pt-BR pt-PT'.split(' '));
    expect(await having('tone', 'write&include=beta')).toEqual(
      'de,en-GB,en-US,es,fr,it,ja beta,ko beta,pt-BR,pt-PT,zh beta,zh-Hans beta'.split(','),
    );
  });

  test('external adds the external features, and those in early access need beta too', async () => {
    const external = await having('translated_speech_external', 'voice&include=external');
    const both = await having('translated_speech_external', `voice${everything}`);
    expect(external).toContain('ar');
    expect(external).not.toContain('th');
    expect(both.filter((each) => each.includes(' '))).toEqual([
      'de-CH beta',
      'fr-CA beta',
      'he early_access',
      'th early_access',
      'vi early_access',
    ]);
    expect(both).toHaveLength(external.length + 5);
    expect(await having('translated_speech_external', 'voice&include=beta')).toEqual([]);
  });

  test('may be repeated, in any order and more than once', async () => {
    const all = await list(`voice${everything}`);
    expect(await list('voice&include=external&include=beta&include=beta')).toEqual(all);
  });
});

describe('features', () => {
  test.each(RESOURCES)(
    '%s: every feature stands on the side that the descriptor names, and nowhere else',
    async (name) => {
      const descriptors = await ask<readonly WireLanguageResource[]>('/v3/languages/resources');
      const known = descriptors.find((each) => each.name === name)?.features ?? [];
      const languages = await list(`${name}${everything}`);
      const found = new Set<string>();
      for (const { lang, usable_as_source: source, usable_as_target: target, features } of languages) {
        for (const feature of Object.keys(features)) {
          found.add(feature);
          const needs = known.find((each) => each.name === feature);
          const right =
            (source && needs?.needs_source_support === true) || (target && needs?.needs_target_support === true);
          expect(right, `${feature} of ${lang}`).toBe(true);
        }
      }
      expect([...found].sort()).toEqual(known.map((feature) => feature.name).sort());
    },
  );

  test('every source can be detected', async () => {
    for (const resource of ['translate_text', 'translate_document', 'voice', 'write']) {
      const sources = (await list(resource)).filter(({ usable_as_source }) => usable_as_source);
      expect(await having('auto_detection', resource)).toEqual(codes(sources));
    }
  });

  test('every language and variant has the glossaries of its base, and tags', async () => {
    const all = codes(await list('translate_text'));
    for (const resource of ['translate_text', 'translate_document', 'voice'])
      expect(await having('glossary', resource)).toEqual(all);
    expect(await having('tag_handling', 'translate_document')).toEqual(all);
  });

  test('style rules are for text targets, variants too', async () => {
    expect(await having('style_rules', 'translate_text')).toEqual(
      'de en-GB en-US es es-419 fr it ja ko zh zh-Hans zh-Hant'.split(' '),
    );
    expect(await having('style_rules', 'translate_document')).toEqual([]);
  });

  test('formality is for the same targets of texts and documents', async () => {
    const expected = 'de es es-419 fr it ja nl pl pt-BR pt-PT ru'.split(' ');
    expect(await having('formality', 'translate_text')).toEqual(expected);
    expect(await having('formality', 'translate_document')).toEqual(expected);
  });

  test('a language is heard by the service or by an external provider, and so is it spoken', async () => {
    const languages = await list(`voice${everything}`);
    for (const { lang, usable_as_source, usable_as_target, features } of languages) {
      const ways = (name: string): number =>
        [name, `${name}_external`].filter((each) => Object.hasOwn(features, each)).length;
      expect([lang, ways('transcription')]).toEqual([lang, usable_as_source ? 1 : 0]);
      expect([lang, ways('translated_speech')]).toEqual([lang, usable_as_target ? 1 : 0]);
    }
  });
});

describe('refusals', () => {
  test.each([
    ['', 'required'],
    ['?resource=', 'unknown'],
    ['?resource=Voice', 'unknown'],
    ['?resource=__proto__', 'unknown'],
    ['?resource=voice&resource=voice', 'once'],
    ['?product=voice', "renamed to 'resource'"],
    ['?resource=voice&product=voice', "renamed to 'resource'"],
  ])('/v3/languages%s is a 400 that says why', async (query, message) => {
    const said = await refusal(`/v3/languages${query}`);
    expect(said).toMatchObject({ status: 400, message: expect.stringContaining(message) });
    if (!query.includes('product'))
      expect(said).toHaveProperty('detail', `'resource' must be one of: ${RESOURCES.join(', ')}`);
  });

  test.each(['beta,external', 'stable', 'Beta', '', 'beta&include=early_access'])(
    'include=%s is a 400',
    async (value) => {
      expect(await refusal(`/v3/languages?resource=voice&include=${value}`)).toMatchObject({
        status: 400,
        detail: "'include' must be one of: beta, external",
      });
    },
  );

  test.each(['{"type":1}', '["target"]', 'null'])('a v2 body of %s is a 400', async (body) => {
    const headers = { 'content-type': 'application/json' };
    expect(await refusal('/v2/languages', { method: 'POST', headers, body })).toHaveProperty('status', 400);
  });
});

describe('v2 languages', () => {
  const legacy = (query: string, init: Init = {}, compat = false): Promise<readonly WireLegacyLanguage[]> =>
    ask(`/v2/languages${query}`, init, compat);

  test('targets are those of the description, in upper case, each with its formality', async () => {
    const targets = await legacy('?type=target');
    expect(targets.map(({ language }) => language).sort()).toEqual(V2_TARGETS);
    expect(targets.find(({ language }) => language === 'PT-BR')).toEqual({
      language: 'PT-BR',
      name: 'Portuguese (Brazilian)',
      supports_formality: true,
    });
    expect(targets.filter(({ supports_formality }) => supports_formality).map(({ language }) => language)).toEqual(
      'DE ES ES-419 FR IT JA NL PL PT-BR PT-PT RU'.split(' '),
    );
    expect(targets.every(({ supports_formality }) => typeof supports_formality === 'boolean')).toBe(true);
  });

  test('sources are base languages, and the default', async () => {
    const sources = await legacy('');
    expect(sources.map(({ language }) => language)).toEqual(GLOSSARY_LANGUAGES.map((code) => code.toUpperCase()));
    expect(sources.every(({ supports_formality }) => supports_formality === false)).toBe(true);
    expect(await legacy('?type=source')).toEqual(sources);
  });

  test('a POST asks the same in its query, in a form or in JSON; the body counts before the query', async () => {
    const targets = await legacy('?type=target');
    const post = (type: string, body: string, query = ''): Promise<readonly WireLegacyLanguage[]> =>
      legacy(query, { method: 'POST', headers: { 'content-type': type }, body });
    expect(await legacy('?type=target', { method: 'POST' })).toEqual(targets);
    expect(await post('application/x-www-form-urlencoded', 'type=target', '?type=source')).toEqual(targets);
    expect(await post('application/json', '{"type":"target"}')).toEqual(targets);
    expect(await post('application/json', '{}')).toEqual(await legacy(''));
  });
});
