import type { ValueDrift } from '../../src/change/drift-values.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../src/model/entries/language-pair.ts';
import { childName } from '../../src/model/resources/address.ts';
import type { ValueKey } from '../../src/model/resources/resource.ts';
import type { ChildDrift, ResourceDrift } from '../../src/plan/drift/drift.ts';

/** A value that changed outside git, without its key. */
type Difference = Omit<ValueDrift, 'key'>;
type EntryLike = Difference & { readonly source: string };
type RuleLike = Difference & { readonly category: string; readonly rule: string };
type LimitLike = Difference & { readonly limit: string };
type DictionaryDrift = ChildDrift & { readonly pair: LanguagePair };
type DictionaryLike = Omit<DictionaryDrift, 'values'> & { readonly entries: readonly EntryLike[] };

/** The values of a drift under the names of their parts: how tests write them. */
export interface DriftParts {
  readonly name?: Difference;
  readonly label?: Difference;
  readonly language?: Difference;
  readonly rules?: readonly RuleLike[];
  readonly instructions?: readonly Difference[];
  readonly limits?: readonly LimitLike[];
  readonly dictionaries?: readonly DictionaryLike[];
}

type WithParts<Of> = Of extends unknown ? Omit<Of, 'values' | 'children'> & DriftParts : never;
export type ResourceLike = WithParts<ResourceDrift>;

const keyed = (key: ValueKey, value: Difference | undefined): readonly ValueDrift[] =>
  value === undefined ? [] : [{ ...value, key }];

const ofDictionary = ({ entries, ...known }: DictionaryLike): ChildDrift => ({
  ...known,
  values: entries.map(({ source, ...value }) => ({ ...value, key: ['entry', pairKey(known.pair), source] })),
});

/** The drift that such parts are. */
export function fromParts(like: ResourceLike): ResourceDrift {
  const { name, label, language, rules = [], instructions = [], limits = [], dictionaries = [], ...known } = like;
  return {
    ...known,
    values: [
      ...keyed(['name'], name),
      ...keyed(['label'], label),
      ...keyed(['language'], language),
      ...rules.map(({ category, rule, ...value }): ValueDrift => ({ ...value, key: ['rule', category, rule] })),
      ...instructions.map((value): ValueDrift => ({ ...value, key: ['instruction'] })),
      ...limits.map(({ limit, ...value }): ValueDrift => ({ ...value, key: ['limit', limit] })),
    ],
    children: dictionaries.map(ofDictionary),
  } as ResourceDrift;
}

function entryOf({ key, ...value }: ValueDrift, pair: PairKey): EntryLike {
  const [part, inside, source = '', ...rest] = key;
  if (part !== 'entry' || inside !== pair || rest.length > 0)
    throw new Error(`${key.join(' ')} is no entry of ${pair}`);
  return { ...value, source };
}

/** What the service has of a new dictionary is what its entries say. */
function dictionaryOf({ values, ...known }: ChildDrift) {
  const { whole, address } = known;
  const key = childName(address) as PairKey;
  return {
    ...known,
    ...(whole?.how === 'created-outside' && { whole: { kind: whole.kind, how: whole.how } }),
    entries: values.map((value) => entryOf(value, key)),
  };
}

/** The parts that a drift has; lists are there for every kind that can have them. */
export function partsOf({ values, children, ...known }: ResourceDrift) {
  const ofPart = (part: string): readonly ValueDrift[] => values.filter(({ key }) => key[0] === part);
  const single = (part: string) =>
    ofPart(part).map(({ key, ...value }) => {
      if (key.length > 1) throw new Error(`${key.join(' ')} has a name`);
      return [part, value] as const;
    });
  const parts: readonly string[] = ['name', 'label', 'language', 'rule', 'instruction', 'limit'];
  if (values.some(({ key }) => !parts.includes(key[0]))) throw new Error('a value of an unknown part');
  return {
    ...known,
    ...Object.fromEntries([...single('name'), ...single('label'), ...single('language')]),
    ...(known.kind === 'glossary' && { dictionaries: children.map(dictionaryOf) }),
    ...(known.kind === 'style-list' && {
      rules: ofPart('rule').map(({ key: [, category, rule], ...value }) => ({ ...value, category, rule })),
      instructions: ofPart('instruction').map(({ key: _, ...value }) => value),
    }),
    ...(known.kind === 'developer-key' && {
      limits: ofPart('limit').map(({ key: [, limit], ...value }) => ({ ...value, limit })),
    }),
  } as unknown as Omit<ResourceDrift, 'values' | 'children'> & Required<DriftParts>;
}
