import { patchedEntries } from '../kinds/glossary/diff-entries.ts';
import type { DesiredGlossary, LiveGlossary, OwnedGlossary } from '../kinds/glossary/glossary.ts';
import type { Dictionary } from '../model/entries/dictionary.ts';
import { NO_ENTRIES } from '../model/entries/entries.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';
import { nameOf } from '../model/plan/change-values.ts';
import type { ValueChange } from '../model/resources/value.ts';
import type { RunSides } from './run-outcomes.ts';

/** What the ledger says of a glossary after a run. */
export function glossaryContent(
  { desired, live, after, change, done }: RunSides<DesiredGlossary, LiveGlossary>,
  before: OwnedGlossary | undefined,
): OwnedGlossary['content'] {
  const dictionaries = new Map<PairKey, Dictionary>();
  const keep = (pair: PairKey, dictionary: Dictionary | undefined): void => {
    if (dictionary !== undefined && dictionary.entries.size > 0)
      dictionaries.set(pair, { pair: dictionary.pair, entries: dictionary.entries });
  };
  const read = (pair: PairKey, changes: readonly ValueChange[]): Dictionary | undefined => {
    const found = after?.dictionaries.get(pair);
    if (found === undefined || found.entryCount === 0) return undefined;
    // What no file names and nothing owned was not read again; that the call left what the plan says was seen when it
    // was made.
    const base = before?.content.dictionaries.get(pair)?.entries ?? NO_ENTRIES;
    return { pair: found.pair, entries: found.entries ?? patchedEntries(base, changes) };
  };
  const pairs = new Set([
    ...desired.dictionaries.keys(),
    ...(before?.content.dictionaries.keys() ?? []),
    ...(change?.children.map(({ pair }) => pairKey(pair)) ?? []),
  ]);
  for (const pair of pairs) {
    const planned = change?.children.find((each) => pairKey(each.pair) === pair);
    const wanted = desired.dictionaries.get(pair);
    if (planned === undefined) {
      const there = live?.dictionaries.get(pair)?.entries ?? NO_ENTRIES;
      // Nothing was to be done: the files and the service agree, unless the plan was narrowed or made from other files.
      if ((wanted?.entries ?? NO_ENTRIES).digest === there.digest) keep(pair, wanted);
      else keep(pair, before?.content.dictionaries.get(pair));
      continue;
    }
    if (done?.isDone(['entry', pair]) !== true) keep(pair, before?.content.dictionaries.get(pair));
    else if (planned.action !== 'delete') keep(pair, after === undefined ? wanted : read(pair, planned.values));
  }
  const { from, to } = change === undefined ? {} : nameOf(change);
  const nameNow = after?.name ?? to ?? desired.name;
  const isNamed = done?.isDone(['name']) !== false;
  return { name: isNamed ? nameNow : (before?.content.name ?? from ?? desired.name), dictionaries };
}
