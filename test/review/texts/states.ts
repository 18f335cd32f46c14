import type { DictionaryChange } from '../../../src/kinds/glossary/glossary.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import type { Finding, SourceRef } from '../../../src/model/finding.ts';
import type { Change, Operation, Plan } from '../../../src/model/plan/plan.ts';
import type { Value } from '../../../src/model/resources/resource.ts';
import type { GlossaryLike, KeyLike, SideLike } from '../../plan/drift-input.ts';
import type { DictionariesLike } from '../../support/build.ts';
import {
  call,
  dictionaryChange,
  glossaryChange,
  keyChange,
  type Line,
  styleListChange,
} from '../../support/changes.ts';

type EntriesLike = NonNullable<DictionariesLike[PairKey]>;
type ListLike = NonNullable<SideLike['lists']>[string];

/** Resources by address. Pairs of a glossary are keys, such as `glossary.product: { en->de: { cart: Korb } }`. */
export interface Resources {
  readonly [glossary: `glossary.${string}`]:
    | (Omit<GlossaryLike, 'dictionaries'> & { readonly [pair: PairKey]: EntriesLike })
    | null;
  readonly [list: `style_rules.${string}`]: ListLike | null;
  readonly [key: `developer_key.${string}`]: (KeyLike & { readonly pinnedId?: string }) | null;
}

const NAMES: Readonly<Record<string, keyof SideLike>> = {
  glossary: 'glossaries',
  style_rules: 'lists',
  developer_key: 'keys',
};

function resourceOf(kind: string, like: object): object {
  if (kind !== 'glossary') return like;
  const entries = Object.entries(like);
  const isPair = ([key]: readonly [string, unknown]): boolean => key.includes('->');
  return {
    ...Object.fromEntries(entries.filter((entry) => !isPair(entry))),
    dictionaries: Object.fromEntries(entries.filter(isPair)),
  };
}

export function sideOf(resources: Resources = {}): SideLike {
  const side: Record<string, Record<string, unknown>> = {};
  for (const [address, like] of Object.entries(resources as Readonly<Record<string, object | null>>)) {
    const [, kind = '', name = ''] = /^([a-z_]+)\.(.*)$/s.exec(address) ?? [];
    side[NAMES[kind] ?? kind] = { ...side[NAMES[kind] ?? kind], [name]: resourceOf(kind, like ?? {}) };
  }
  return side as SideLike;
}

/** A place as `de.csv:3`. */
export function placeOf(text: string): SourceRef {
  const [, file = '', line = '1'] = /^(.*):(\d+)$/s.exec(text) ?? [];
  return { file, line: Number(line), column: 1 };
}

/** A `Line` with its place as text. */
type LineLike<Of extends Value = string> =
  | readonly ['-', name: string | readonly string[], from: Of]
  | readonly ['~', name: string | readonly string[], from: Of, to: Of, at?: string]
  | readonly ['+', name: string | readonly string[], to: Of, at?: string];

interface DictionaryLike extends Omit<Partial<DictionaryChange>, 'pair' | 'origin'> {
  readonly pair: PairKey;
  readonly lines?: readonly LineLike[];
  readonly origin?: string;
}

const CHANGES = { glossary: glossaryChange, 'style-list': styleListChange, 'developer-key': keyChange };

/** The parts of a change that are written in another form here. */
interface Written {
  readonly origin?: string;
  readonly operations?: readonly Pick<Operation, 'id' | 'kind'>[];
  readonly dictionaries?: readonly DictionaryLike[];
  readonly rules?: readonly LineLike[];
  readonly instructions?: readonly LineLike<Value>[];
  readonly limits?: readonly LineLike<number | null>[];
}

/** A change by hand: the argument of the function that makes one of this kind. */
type ChangeOf<Kind extends keyof typeof CHANGES, Part extends keyof Written> = Pick<
  Written,
  Part | 'origin' | 'operations'
> &
  Omit<NonNullable<Parameters<(typeof CHANGES)[Kind]>[0]>, keyof Written> & { readonly kind: Kind };

export type ChangeLike =
  | ChangeOf<'glossary', 'dictionaries'>
  | ChangeOf<'style-list', 'rules' | 'instructions'>
  | ChangeOf<'developer-key', 'limits'>;

const isPlace = (item: unknown, index: number): item is string =>
  index > 2 && typeof item === 'string' && /^[\w./-]+:\d+$/.test(item);

const linesOf = (lines: readonly LineLike<Value>[] = []): readonly Line[] =>
  lines.map((line) => line.map((item, index) => (isPlace(item, index) ? placeOf(item) : item)) as unknown as Line);

export function changeOf(change: ChangeLike): Change {
  const {
    kind,
    origin,
    operations,
    dictionaries,
    rules,
    instructions,
    limits,
    ...more
  }: Written & Pick<ChangeLike, 'kind'> = change;
  const at = (place: string | undefined) => (place === undefined ? {} : { origin: placeOf(place) });
  const parts = {
    ...(operations && { operations: operations.map((operation) => call(operation.kind, operation.id)) }),
    ...(rules && { rules: linesOf(rules) }),
    ...(instructions && { instructions: linesOf(instructions) }),
    ...(limits && { limits: linesOf(limits) }),
    ...(dictionaries && {
      dictionaries: dictionaries.map(({ pair, lines, origin: place, ...others }) =>
        dictionaryChange(pair, linesOf(lines), { ...others, ...at(place) }),
      ),
    }),
  };
  return CHANGES[kind]({ ...more, ...at(origin), ...parts } as never);
}

/** A finding, with its place as text. */
export type FindingLike = Omit<Finding, 'at' | 'details'> & Partial<Pick<Finding, 'details'>> & { readonly at: string };

export const findingsOf = (findings: readonly FindingLike[] = []): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, details: finding.details ?? {}, at: placeOf(finding.at) }));

export type PlanMore = Partial<Plan>;
