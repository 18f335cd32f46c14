import type { Dictionary, GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries, Entry } from '../../model/entries/entries.ts';
import { entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { parsePairKey } from '../../model/entries/language-pair.ts';
import { diffEntries, sameEntries, sourceOfKey } from '../change/diff-entries.ts';
import { knownValue } from '../change/known-value.ts';
import type { PullModel } from '../model/pull-model.ts';

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
export function rolledBackGlossary(
  base: GlossaryContent,
  ours: GlossaryContent,
  earlier: readonly GlossaryContent[],
): GlossaryContent {
  const entries = ({ dictionaries }: GlossaryContent, pair: PairKey): Entries =>
    dictionaries.get(pair)?.entries ?? NO_ENTRIES;
  const pairs = new Set([base, ours, ...earlier].flatMap(({ dictionaries }) => [...dictionaries.keys()]));
  const dictionaries = [...pairs].flatMap((pair): readonly (readonly [PairKey, Dictionary])[] => {
    const known = entriesBase(
      pair,
      entries(base, pair),
      entries(ours, pair),
      earlier.map((content) => entries(content, pair)),
    );
    return known.size === 0 ? [] : [[pair, { pair: parsePairKey(pair), entries: known }]];
  });
  const name = knownValue(
    base.name,
    ours.name,
    earlier.map((content) => content.name),
  );
  return { name, dictionaries: new Map(dictionaries) };
}

/** Entries that the files alone have stay, unless their loss is consented to. */
function withoutLocal(
  ours: Entries,
  sides: { readonly was: Entries; readonly live: Entries },
  mayGo: boolean,
): Entries {
  const isLocal = (source: string): boolean =>
    sides.live.get(source) === undefined && sides.was.get(source) === undefined;
  const kept = mayGo ? undefined : [...ours].filter(([source]: Entry) => !isLocal(source));
  return kept === undefined || kept.length === ours.size ? ours : entriesOf(kept);
}

export const GLOSSARY_PULL: PullModel<GlossaryContent> = {
  unknown: { name: '', dictionaries: new Map() },
  rolledBack: rolledBackGlossary,
  withoutLocal({ name, dictionaries }, { was, live, mayGo }) {
    const kept = [...dictionaries].map(([key, { pair, entries }]) => {
      const sides = {
        was: was?.dictionaries.get(key)?.entries ?? NO_ENTRIES,
        live: live.dictionaries.get(key)?.entries ?? NO_ENTRIES,
      };
      return [key, { pair, entries: withoutLocal(entries, sides, mayGo(key)) }] as const;
    });
    return { name, dictionaries: new Map(kept) };
  },
};
