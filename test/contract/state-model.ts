import fc from 'fast-check';
import type { WireDictionary, WireInstruction } from '../../src/contract/wire.ts';

/** What a service should hold, and should answer when it is read: as plain as can be, so that it can be believed. */
export interface State {
  /** By id, in the order of their creation; `undefined` after a deletion, so that it can be asked for what is gone. */
  readonly glossaries: Map<string, ModelGlossary | undefined>;
  readonly lists: Map<string, ModelList | undefined>;
}

export interface ModelGlossary {
  name: string;
  readonly time: string;
  /** `en de` → source → target. */
  readonly dictionaries: Map<string, Map<string, string>>;
}

export interface ModelList {
  name: string;
  readonly language: string;
  readonly time: string;
  updated: string;
  version: number;
  rules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By id, in their order; `undefined` after a deletion. */
  readonly instructions: Map<string, Omit<WireInstruction, 'id'> | undefined>;
}

export const emptyState = (): State => ({ glossaries: new Map(), lists: new Map() });

export interface ModelDictionary {
  readonly pair: string;
  readonly format: 'tsv' | 'csv';
  readonly entries: readonly (readonly [string, string])[];
}

const quoted = (phrase: string): string => `"${phrase.replaceAll('"', '""')}"`;
const tsvField = (phrase: string): string => (/^"([^"]|"")*"$/.test(phrase) ? quoted(phrase) : phrase);
const csvField = (phrase: string): string => (/[",]/.test(phrase) ? quoted(phrase) : phrase);

const textOf = (entries: Iterable<readonly [string, string]>, format: 'tsv' | 'csv' = 'tsv'): string =>
  [...entries]
    .map((entry) => (format === 'tsv' ? entry.map(tsvField).join('\t') : entry.map(csvField).join(',')))
    .join('\n');

const languagesOf = (pair: string) => {
  const [source_lang = '', target_lang = ''] = pair.split(' ');
  return { source_lang, target_lang };
};

export const sentDictionary = ({ pair, format, entries }: ModelDictionary): WireDictionary => ({
  ...languagesOf(pair),
  entries: textOf(entries, format),
  entries_format: format,
});

export const wireGlossary = (id: string, { name, time, dictionaries }: ModelGlossary) => ({
  glossary_id: id,
  name,
  dictionaries: [...dictionaries].map(([pair, entries]) => ({ ...languagesOf(pair), entry_count: entries.size })),
  creation_time: time,
});

/** As v2 has it, when it has it. */
export function wireV2(id: string, { name, time, dictionaries }: ModelGlossary) {
  const [[pair, entries] = ['', new Map<string, string>()], ...others] = dictionaries;
  if (pair === '' || others.length > 0) return undefined;
  return { glossary_id: id, ready: true, name, ...languagesOf(pair), creation_time: time, entry_count: entries.size };
}

export const wireShortList = (id: string, { name, language, time, updated, version }: ModelList) => ({
  style_id: id,
  name,
  creation_time: time,
  updated_time: updated,
  language,
  version,
});

export const wireList = (id: string, list: ModelList) => ({
  ...wireShortList(id, list),
  configured_rules: list.rules,
  custom_instructions: present(list.instructions).map(([instruction, content]) => ({ id: instruction, ...content })),
});

export const present = <Thing>(things: ReadonlyMap<string, Thing | undefined>): [string, Thing][] =>
  [...things].flatMap(([id, thing]) => (thing === undefined ? [] : [[id, thing] as [string, Thing]]));

/** A GET and what it must answer; without a body, any body that says 404. */
export interface Reading {
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

const found = (path: string, body: unknown): Reading =>
  body === undefined ? { path, status: 404 } : { path, status: 200, body };

export const PAIRS = ['en de', 'en fr', 'de en'];

/** Every GET that there is on glossaries and style lists. */
export function readings({ glossaries, lists }: State): readonly Reading[] {
  const there = present(glossaries);
  const some = present(lists);
  return [
    found('/v3/glossaries', { glossaries: there.map(([id, glossary]) => wireGlossary(id, glossary)) }),
    found('/v2/glossaries', { glossaries: there.flatMap(([id, glossary]) => wireV2(id, glossary) ?? []) }),
    ...[...glossaries].flatMap(([id, glossary]) => [
      found(`/v3/glossaries/${id}`, glossary && wireGlossary(id, glossary)),
      found(`/v2/glossaries/${id}`, glossary && wireV2(id, glossary)),
      found(
        `/v2/glossaries/${id}/entries`,
        glossary?.dictionaries.size === 1 ? textOf([...glossary.dictionaries.values()][0] ?? []) : undefined,
      ),
      ...PAIRS.map((pair) => {
        const entries = glossary?.dictionaries.get(pair);
        const dictionary = entries && { ...languagesOf(pair), entries: textOf(entries), entries_format: 'tsv' };
        const query = new URLSearchParams(languagesOf(pair));
        return found(`/v3/glossaries/${id}/entries?${query}`, dictionary && { dictionaries: [dictionary] });
      }),
    ]),
    found('/v3/style_rules?page_size=25', { style_rules: some.map(([id, list]) => wireShortList(id, list)) }),
    found('/v3/style_rules?page_size=25&detailed=true', { style_rules: some.map(([id, list]) => wireList(id, list)) }),
    found('/v3/style_rules?page_size=2&page=1&detailed=true', {
      style_rules: some.slice(2, 4).map(([id, list]) => wireList(id, list)),
    }),
    ...[...lists].flatMap(([id, list]) => [
      found(`/v3/style_rules/${id}`, list && wireList(id, list)),
      ...[...(list?.instructions ?? [])].map(([instruction, content]) =>
        found(`/v3/style_rules/${id}/custom_instructions/${instruction}`, content && { id: instruction, ...content }),
      ),
    ]),
  ];
}

const phrase = fc.constantFrom('a', 'b', '10', '__proto__', '"q"', 'say "x", y', 'é😀', '"');
const name = fc.constantFrom('one', 'two', '__proto__', 'é😀');
const dictionary: fc.Arbitrary<ModelDictionary> = fc.record({
  pair: fc.constantFrom(...PAIRS),
  format: fc.constantFrom('tsv' as const, 'csv' as const),
  entries: fc.uniqueArray(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 4, selector: ([source]) => source }),
});
const dictionaries = fc.uniqueArray(dictionary, { minLength: 1, maxLength: 3, selector: ({ pair }) => pair });
const rules = fc.constantFrom<ModelList['rules']>(
  {},
  { punctuation: { apostrophe: 'use_curly_apostrophes' } },
  { numbers: { unknown_rule: 'kept' }, style_and_tone: { short_vs_long_words: 'use_short_words' } },
);
const instruction = fc.record(
  { label: name, prompt: name, source_language: fc.constantFrom('en', 'pt-br') },
  { requiredKeys: ['label', 'prompt'] },
);
/** Picks one of those that were ever there, by its place. */
const at = fc.nat(7);

const createGlossary = fc.record({ kind: fc.constant('create-glossary' as const), name, dictionaries });
const createList = fc.record({
  kind: fc.constant('create-list' as const),
  name,
  language: fc.constantFrom('de', 'zh'),
  rules,
  instructions: fc.array(instruction, { maxLength: 2 }),
});

/**
 * One call that changes something, and what it is about. What needs something that is there comes more often than what
 * removes it.
 */
const step = fc.oneof(
  createGlossary,
  createList,
  fc.record({ kind: fc.constant('create-v2' as const), name, dictionary }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), at, dictionary }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      at,
      name: fc.option(name),
      dictionary: fc.option(dictionary),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete-dictionary' as const), at, pair: fc.constantFrom(...PAIRS) }),
  },
  fc.record({
    kind: fc.constant('delete-glossary' as const),
    at,
    version: fc.constantFrom('v2' as const, 'v3' as const),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), at, name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace-rules' as const), at, rules }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), at, instruction }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), at, inner: at, instruction }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at, inner: at }) },
  fc.record({ kind: fc.constant('delete-list' as const), at }),
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Something to begin with, and what is done then. */
export const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(createGlossary, createList, fc.array(step, { maxLength: 18, size: 'max' }))
  .map(([glossary, list, others]) => [glossary, list, ...others]);
