import type { DesiredDeveloperKey, OwnedDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import { KEY_LIMITS } from '../../kinds/developer-key/developer-key.ts';
import { diffEntries, sourceOfKey } from '../../kinds/glossary/diff-entries.ts';
import type { DesiredGlossary, OwnedGlossary } from '../../kinds/glossary/glossary.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type {
  ConfiguredRules,
  CustomInstruction,
  DesiredStyleList,
  OwnedStyleList,
  StyleListContent,
} from '../../kinds/style-list/style-list.ts';
import { instructionDigest, styleListDigest } from '../../kinds/style-list/style-list.ts';
import type { Dictionary } from '../../model/entries/dictionary.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import { sameEntries } from './drift-entries.ts';

/**
 * A state that the ledger had at or since the last apply that was made from files. `settled`: patterns of what later
 * applies from files (`--only`) were about; of that, this state says nothing any more.
 */
export interface EarlierState {
  readonly state: LedgerState;
  readonly settled: readonly string[];
}

/** True when a state still speaks of a resource. A dictionary that was applied by itself settles its glossary. */
const speaksOf = ({ settled }: EarlierState, address: Address): boolean =>
  !matchesAny(
    settled.map((pattern) => pattern.replace(/\/.*$/u, '')),
    address,
  );

/** What earlier states have of one resource; `undefined` for each that does not have it. */
export const earlierOf = <Owned>(
  earlier: readonly EarlierState[],
  address: Address,
  pick: (state: LedgerState) => Owned | undefined,
): readonly (Owned | undefined)[] => earlier.filter((each) => speaksOf(each, address)).map(({ state }) => pick(state));

/** The base of one value: what the files have, when an earlier state had it so; else what the last entry has. */
const knownValue = <Value>(base: Value, ours: Value, earlier: readonly Value[]): Value =>
  earlier.includes(ours) ? ours : base;

/** Entry by entry: what the files have of an earlier state was applied, and is no edit. */
function entriesBase(pair: PairKey, base: Entries, ours: Entries, earlier: readonly Entries[]): Entries {
  const others = earlier.filter((each) => !sameEntries(each, base));
  if (others.length === 0) return base;
  const same = others.find((each) => sameEntries(each, ours));
  if (same !== undefined) return same;
  const merged = new Map<string, string>(base);
  for (const other of others) {
    const { added, changed, removed } = diffEntries(pair, base, other);
    for (const { key } of [...added, ...changed, ...removed]) {
      const source = sourceOfKey(key);
      const value = ours.get(source);
      if (value !== other.get(source)) continue;
      if (value === undefined) merged.delete(source);
      else merged.set(source, value);
    }
  }
  return entriesOf([...merged]);
}

/** The base of a glossary for `pull`, part by part. */
export function glossaryBase(
  base: OwnedGlossary,
  ours: DesiredGlossary,
  earlier: readonly OwnedGlossary[],
): OwnedGlossary {
  if (earlier.length === 0) return base;
  const had = earlier.map(({ content }) => content);
  const entries = (side: { readonly dictionaries: ReadonlyMap<PairKey, Dictionary> }, pair: PairKey): Entries =>
    side.dictionaries.get(pair)?.entries ?? NO_ENTRIES;
  const pairs = new Set([base.content, ours, ...had].flatMap(({ dictionaries }) => [...dictionaries.keys()]));
  const dictionaries = [...pairs].flatMap((pair): readonly (readonly [PairKey, Dictionary])[] => {
    const known = entriesBase(
      pair,
      entries(base.content, pair),
      entries(ours, pair),
      had.map((content) => entries(content, pair)),
    );
    return known.size === 0 ? [] : [[pair, { pair: parsePairKey(pair), entries: known }]];
  });
  const name = knownValue(
    base.content.name,
    ours.name,
    had.map((content) => content.name),
  );
  return { ...base, content: { name, dictionaries: new Map(dictionaries) } };
}

function rulesBase(base: ConfiguredRules, ours: ConfiguredRules, earlier: readonly ConfiguredRules[]): ConfiguredRules {
  const merged = new Map<string, Map<string, string>>();
  const option = (rules: ConfiguredRules, category: string, rule: string) => rules.get(category)?.get(rule);
  for (const rules of [base, ours, ...earlier])
    for (const [category, selected] of rules)
      for (const rule of selected.keys()) {
        const had = earlier.map((each) => option(each, category, rule));
        const value = knownValue(option(base, category, rule), option(ours, category, rule), had);
        if (value === undefined) continue;
        const kept = merged.get(category) ?? new Map<string, string>();
        merged.set(category, kept.set(rule, value));
      }
  return merged;
}

/**
 * Instructions of the last entry but those that files and an earlier state lack, and those that files and an earlier
 * state alone have.
 */
function instructionsBase(
  base: StyleListContent,
  ours: StyleListContent,
  earlier: readonly StyleListContent[],
): readonly CustomInstruction[] {
  const keysOf = ({ instructions, language }: StyleListContent): readonly string[] =>
    instructions.map((each) => instructionDigest(each, language));
  const [inBase, inOurs] = [keysOf(base), keysOf(ours)];
  const had = earlier.map((content) => new Set(keysOf(content)));
  const kept = base.instructions.filter((_, index) => {
    const key = inBase[index] as string;
    return inOurs.includes(key) || had.every((keys) => keys.has(key));
  });
  const applied = ours.instructions.filter((_, index) => {
    const key = inOurs[index] as string;
    return !inBase.includes(key) && had.some((keys) => keys.has(key));
  });
  return [...kept, ...applied];
}

/** The base of a style list for `pull`, part by part. */
export function styleListBase(
  base: OwnedStyleList,
  { content: ours }: DesiredStyleList,
  earlier: readonly OwnedStyleList[],
): OwnedStyleList {
  const had = earlier.map(({ content }) => content);
  const whole = had.find((content) => styleListDigest(content) === styleListDigest(ours));
  if (had.length === 0 || whole !== undefined) return { ...base, content: whole ?? base.content };
  const of = (field: 'name' | 'language'): string =>
    knownValue(
      base.content[field],
      ours[field],
      had.map((content) => content[field]),
    );
  const content = {
    name: of('name'),
    language: of('language'),
    rules: rulesBase(
      base.content.rules,
      ours.rules,
      had.map(({ rules }) => rules),
    ),
    instructions: instructionsBase(base.content, ours, had),
  };
  return { ...base, content };
}

/** The base of a developer key for `pull`: its label and its limits. Nobody brings a deactivated key back. */
export function developerKeyBase(
  base: OwnedDeveloperKey,
  ours: DesiredDeveloperKey,
  earlier: readonly OwnedDeveloperKey[],
): OwnedDeveloperKey {
  const had = earlier.map(({ content }) => content);
  const { label: was, ...content } = base.content;
  const label =
    was === undefined
      ? undefined
      : knownValue<string | undefined>(
          was,
          ours.label,
          had.map((each) => each.label),
        );
  const limits = KEY_LIMITS.flatMap((limit) => {
    const known = content.limits[limit];
    if (known === undefined) return [];
    const value = knownValue<number | null | undefined>(
      known,
      ours.limits[limit],
      had.map((each) => each.limits[limit]),
    );
    return value === undefined ? [] : [[limit, value] as const];
  });
  return {
    ...base,
    content: { ...content, ...(label !== undefined && { label }), limits: Object.fromEntries(limits) },
  };
}
