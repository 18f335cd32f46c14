import type { Finding, SourceRef } from '../../../src/model/finding.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import type { SideLike } from '../../plan/drift-input.ts';
import { dictionaryChange, glossaryChange, keyChange, type Line, styleListChange } from '../../support/changes.ts';

/** Resources by address. Pairs of a glossary are keys, such as `glossary.product: { en->de: { cart: Korb } }`. */
export type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const NAMES: Readonly<Record<string, keyof SideLike>> = {
  glossary: 'glossaries',
  style_rules: 'lists',
  developer_key: 'keys',
};

function resourceOf(kind: string, like: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
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
  for (const [address, like] of Object.entries(resources)) {
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

interface DictionaryLike {
  readonly pair: string;
  readonly lines?: readonly Line[];
  readonly origin?: string;
}

/** A change by hand. `lines` are those of `Line`, with places as text. */
export interface ChangeLike {
  readonly kind: 'glossary' | 'style-list' | 'developer-key';
  readonly origin?: string;
  readonly dictionaries?: readonly DictionaryLike[];
  readonly rules?: readonly Line[];
  readonly instructions?: readonly Line[];
  readonly limits?: readonly Line[];
}

const isPlace = (item: unknown, index: number): item is string =>
  index > 2 && typeof item === 'string' && /^[\w./-]+:\d+$/.test(item);

const linesOf = (lines: readonly Line[] = []): readonly Line[] =>
  lines.map((line) => line.map((item, index) => (isPlace(item, index) ? placeOf(item) : item)) as unknown as Line);

const CHANGES = { glossary: glossaryChange, 'style-list': styleListChange, 'developer-key': keyChange };

export function changeOf({ kind, origin, dictionaries, rules, instructions, limits, ...more }: ChangeLike): Change {
  const at = (place: string | undefined) => (place === undefined ? {} : { origin: placeOf(place) });
  const parts = {
    ...(rules && { rules: linesOf(rules) }),
    ...(instructions && { instructions: linesOf(instructions) }),
    ...(limits && { limits: linesOf(limits) }),
    ...(dictionaries && {
      dictionaries: dictionaries.map(({ pair, lines, origin: place, ...others }) =>
        dictionaryChange(pair as 'en->de', linesOf(lines), { ...others, ...at(place) } as object),
      ),
    }),
  };
  return CHANGES[kind]({ ...more, ...at(origin), ...parts } as never);
}

/** A finding, with its place as text. */
export type FindingLike = Omit<Finding, 'at'> & { readonly at: string };

export const findingsOf = (findings: readonly FindingLike[] = []): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, details: finding.details ?? {}, at: placeOf(finding.at) }));

export type PlanMore = Partial<Plan>;
