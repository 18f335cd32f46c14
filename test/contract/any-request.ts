import fc from 'fast-check';
import type { Route } from '../../src/service/context.ts';
import { ROUTES } from '../../src/service/routed.ts';

/** A request that may be good, nearly good or nothing of the kind. */
export interface AnyRequest {
  readonly method: string;
  /** With its query, and `{own.glossary_id}` or `{stranger.glossary_id}` for what only a running service knows. */
  readonly path: string;
  readonly as: 'key' | 'admin' | 'nobody' | 'unknown' | 'signature';
  readonly type: string | undefined;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Fields of the bodies and queries of every endpoint. */
const FIELDS = [
  ...[
    'name',
    'dictionaries',
    'source_lang',
    'target_lang',
    'entries',
    'entries_format',
    'language',
    'configured_rules',
  ],
  ...['custom_instructions', 'label', 'prompt', 'source_language', 'text', 'glossary_id', 'style_id', 'model_type'],
  ...[
    'translation_memory_id',
    'translation_memory_threshold',
    'tag_handling',
    'key_id',
    'characters',
    'type',
    'resource',
  ],
  ...['source_file', 'parameters', 'targets', 'content_type', 'content_length', 'speech_to_text_milliseconds'],
  ...['page', 'page_size', 'detailed', 'include', 'group_by', 'start_date', 'end_date', 'signature', 'index'],
  ...['__proto__', 'constructor', 'toString', 'auth_key', 'dictionaries[0].entries', 'dictionaries[999].x'],
];

const IDS = ['glossary_id', 'style_id', 'instruction_id', 'job_id', 'key_id'].flatMap((name) => [
  `{own.${name}}`,
  `{stranger.${name}}`,
]);

/** Texts that mean something to some endpoint, or to something beneath it. */
const telling = fc.constantFrom(
  ...[
    'en',
    'de',
    'EN-us',
    'pt-BR',
    'xx',
    'tsv',
    'csv',
    'a\tb',
    'a,b',
    '"a',
    'true',
    '0',
    '1',
    '-1',
    '1e9',
    '26',
    'NaN',
  ],
  ...['2026-01-01', '2026-02-30', 'glossary', 'beta', 'key', 'key_and_day', 'latency_optimized', 'quality_optimized'],
  ...['audio/wav', 'text/plain', 'application/x-subrip', 'numbers', 'punctuation', 'xml', '<a>b</', '../../etc/passwd'],
  ...['', ' ', '\u0000', '\ud800', '\u202e', '%', '%00', '%zz', '__proto__', '\r\nx: y', 'x'.repeat(2000)],
  ...['99999999-0000-4000-8000-000000000000', ...IDS],
);
const text = fc.oneof({ weight: 3, arbitrary: telling }, fc.string({ unit: 'binary', maxLength: 20 }));
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(0, -1, 25, 26, 1e308, Number.MAX_SAFE_INTEGER + 1),
);

/** JSON whose names are mostly those of the endpoints. */
const { value: known } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELDS) }, text), tie('value'), {
    maxKeys: 6,
  }),
}));

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'a\tb\nc\t"d"', entries_format: 'tsv' };
const INSTRUCTION = { label: 'Tone', prompt: 'Friendly.', source_language: 'en' };
const RULES = { numbers: { unknown_rule: 'x' }, punctuation: { apostrophe: 'use_curly_apostrophes' } };
const KEY = { key_id: '{own.key_id}', label: 'L', characters: 1_000_000 };

/** Bodies that the routes of a path take, so that what lies behind the first checks is reached too. */
const GOOD: Readonly<Record<string, object>> = {
  '/v3/glossaries': { name: 'G', dictionaries: [DICTIONARY] },
  '/v3/glossaries/{glossary_id}': { name: 'G', dictionaries: [DICTIONARY] },
  '/v3/glossaries/{glossary_id}/dictionaries': DICTIONARY,
  '/v2/glossaries': { name: 'G', ...DICTIONARY, entries: 'a,"b"', entries_format: 'csv' },
  '/v3/style_rules': { name: 'L', language: 'de', configured_rules: RULES, custom_instructions: [INSTRUCTION] },
  '/v3/style_rules/{style_id}': { name: 'L' },
  '/v3/style_rules/{style_id}/configured_rules': RULES,
  '/v3/style_rules/{style_id}/custom_instructions': INSTRUCTION,
  '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}': INSTRUCTION,
  '/v2/translate': {
    text: ['a <b>house</b>', 'c'],
    source_lang: 'en',
    target_lang: 'de',
    glossary_id: '{own.glossary_id}',
    style_id: '{own.style_id}',
    tag_handling: 'xml',
  },
  '/v2/admin/developer-keys': { label: 'L' },
  '/v2/admin/developer-keys/deactivate': KEY,
  '/v2/admin/developer-keys/label': KEY,
  '/v2/admin/developer-keys/limits': KEY,
  '/v1/jobs/voice/translate': {
    source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 8 },
    parameters: { source_language: 'en' },
    targets: [{ language: 'de', type: 'text/plain' }],
  },
};

/** The good body of a path, or of another, with a field lost now and then, and some exchanged or added. */
const nearlyGood = (path: string) =>
  fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: fc.constant(GOOD[path] ?? {}) }, fc.constantFrom(...Object.values(GOOD))),
      fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...FIELDS), known, { maxKeys: 2 })),
      fc.nat(15),
    )
    .map(([body, more, drop]) => ({
      ...Object.fromEntries(Object.entries(body).filter((_, index) => index !== drop)),
      ...more,
    }));

const pairs = fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELDS) }, text), text), {
  maxLength: 6,
});
const formText = pairs.map((all) => new URLSearchParams(all).toString());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array));
const type = fc.constantFrom(JSON_TYPE, `${JSON_TYPE}; charset=latin1`, FORM_TYPE, 'text/plain', '*', undefined);

const content = (path: string): fc.Arbitrary<Pick<AnyRequest, 'type' | 'body'>> =>
  fc.oneof(
    { weight: 6, arbitrary: nearlyGood(path).map((value) => ({ type: JSON_TYPE, body: JSON.stringify(value) })) },
    { weight: 2, arbitrary: known.map((value) => ({ type: JSON_TYPE, body: JSON.stringify(value) })) },
    fc.json().map((body) => ({ type: JSON_TYPE, body })),
    { weight: 2, arbitrary: formText.map((body) => ({ type: FORM_TYPE, body })) },
    fc.record({ type, body: bytes }),
    fc.record({ type, body: fc.constant(undefined) }),
  );

/** Half of a surrogate pair has no place in an address. */
const wellFormed = (given: string): string => given.replace(/\p{Surrogate}/gu, '\ufffd');

const junk = fc.oneof(
  text.map((each) => encodeURIComponent(wellFormed(each))),
  fc.constantFrom('%', '..', '.', '%2e%2e', '%ff'),
);

/** What stands for a placeholder of a route. */
const filling = (name: string): fc.Arbitrary<string> =>
  name === 'index'
    ? fc.oneof(fc.constantFrom('0', '1', '-1', '00', '9999999'), junk)
    : fc.oneof(
        { weight: 6, arbitrary: fc.constant(`{own.${name}}`) },
        { weight: 3, arbitrary: fc.constant(`{stranger.${name}}`) },
        fc.constant('99999999-0000-4000-8000-000000000000'),
        junk,
      );

const pathOf = ({ path }: Route): fc.Arbitrary<string> =>
  fc
    .tuple(...path.split('/').map((part) => (part.startsWith('{') ? filling(part.slice(1, -1)) : fc.constant(part))))
    .map((parts) => parts.join('/'));

const anyPath = fc.oneof(
  fc.array(junk, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.constantFrom(
    '//',
    '/-/faults',
    '/v3/',
    '/v3/glossaries/',
    '/V3/glossaries',
    '/v3//glossaries',
    '/v3/glossaries;a=b',
  ),
);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constant('?source_lang=en&target_lang=de') },
  { weight: 2, arbitrary: formText.map((each) => `?${each}`) },
  fc.constantFrom('?', '?=', '?&&', '?%', '?source_lang=en&source_lang=de&target_lang'),
);

const ofRoute = (route: Route): fc.Arbitrary<AnyRequest> => {
  const access = route.access ?? 'key';
  return fc
    .record({
      method: fc.oneof({ weight: 8, arbitrary: fc.constant(route.method) }, fc.constantFrom(...METHODS)),
      path: fc.tuple(fc.oneof({ weight: 12, arbitrary: pathOf(route) }, anyPath), query).map((parts) => parts.join('')),
      as: fc.oneof(
        { weight: 12, arbitrary: fc.constant(access) },
        fc.constantFrom('key', 'admin', 'nobody', 'unknown', 'signature'),
      ) as fc.Arbitrary<AnyRequest['as']>,
      content: content(route.path),
    })
    .map(({ content: { type: given, body }, ...rest }) => ({ ...rest, type: given, body }));
};

/** Every route is asked as often as every other. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc.oneof(...ROUTES.map(ofRoute));
