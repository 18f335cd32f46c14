import type { Dictionary } from '../model/entries/dictionary.ts';
import { NO_ENTRIES } from '../model/entries/entries.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';
import { grouped } from '../model/grouped.ts';
import { glossaryId, styleId } from '../model/ids.ts';
import type { LedgerState, OwnedGlossary } from '../model/ledger/ledger-state.ts';
import type { GlossaryAddress, StyleListAddress } from '../model/resources/address.ts';
import type { DesiredGlossary } from '../model/resources/desired.ts';
import type { LiveGlossary } from '../model/resources/live.ts';
import type { ValueChange } from '../model/resources/value.ts';
import { nameOf } from '../plan/change-values.ts';
import { resolveReplacements, withUnfinished } from '../plan/compile/replacement-intent.ts';
import { patchedEntries } from '../plan/diff/diff-entries.ts';
import { type Matches, matchAll } from '../plan/match/match-all.ts';
import type { Change } from '../plan/plan.ts';
import { nextDeveloperKeys } from './next-developer-keys.ts';
import { listContent } from './next-style-list.ts';
import { nextUnfinished } from './next-unfinished.ts';
import { plannedBeyond } from './planned-content.ts';
import {
  type ChangeOutcome,
  changeOutcome,
  deletedIds,
  isCovered,
  type NextStateInput,
  pruned,
  removeById,
} from './run-outcomes.ts';

function glossaryContent(
  input: {
    readonly desired: DesiredGlossary;
    readonly live: LiveGlossary | undefined;
    readonly after: LiveGlossary | undefined;
    readonly change: Change | undefined;
    readonly done: ChangeOutcome | undefined;
  },
  before: OwnedGlossary | undefined,
): OwnedGlossary['content'] {
  const { desired, live, after, change, done } = input;
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

function glossariesAfter(
  input: NextStateInput,
  decided: NonNullable<Matches['glossaries']>,
): LedgerState['glossaries'] {
  const { before, live, liveAfter, plan, report } = input;
  const gone = deletedIds(plan, report);
  const there = live.glossaries === undefined ? undefined : new Set<string>(live.glossaries.map(({ id }) => id));
  const state = pruned(before.glossaries, there, gone);
  const beyond = liveAfter === undefined ? [] : plannedBeyond(plan, before, decided.desired).glossaries;
  const changes = grouped(
    plan.changes.filter(({ kind }) => kind === 'glossary'),
    ({ address }) => address,
  );
  const afterById = new Map((liveAfter?.glossaries ?? []).map((each) => [each.id as string, each]));
  for (const { desired, live: found, owned } of [...decided.matches, ...beyond]) {
    const [change] = changes.get(desired.address) ?? [];
    // A saved plan may delete what the files name by now.
    if (change?.action === 'delete') continue;
    const done = change === undefined ? undefined : changeOutcome(change, report);
    const id = found?.id ?? done?.id;
    if (id === undefined || !isCovered(input, desired.address, owned !== undefined, change)) continue;
    const after = afterById.get(id);
    const content = glossaryContent({ desired, live: found, after, change, done }, owned);
    removeById(state, id);
    state.set(desired.address as GlossaryAddress, {
      id: glossaryId(id),
      content,
      protect: desired.protect,
    });
  }
  return state;
}

function listsAfter(input: NextStateInput, decided: NonNullable<Matches['styleLists']>): LedgerState['styleLists'] {
  const { before, live, liveAfter, plan, report } = input;
  const gone = deletedIds(plan, report);
  const there = live.styleLists === undefined ? undefined : new Set<string>(live.styleLists.map(({ id }) => id));
  const state = pruned(before.styleLists, there, gone);
  const beyond = liveAfter === undefined ? [] : plannedBeyond(plan, before, decided.desired).styleLists;
  const changes = grouped(
    plan.changes.filter(({ kind }) => kind === 'style-list'),
    ({ address }) => address,
  );
  const afterById = new Map((liveAfter?.styleLists ?? []).map((each) => [each.id as string, each]));
  for (const { desired, live: found, owned } of [...decided.matches, ...beyond]) {
    const [change] = changes.get(desired.address) ?? [];
    if (change?.action === 'delete') continue;
    const done = change === undefined ? undefined : changeOutcome(change, report);
    const created = report.ids.find(({ address }) => address === desired.address)?.id;
    const id = created ?? found?.id ?? done?.id;
    if (id === undefined || !isCovered(input, desired.address, owned !== undefined, change)) continue;
    const after = afterById.get(id);
    const content = listContent({ desired, live: found, after, change, done }, owned);
    removeById(state, id);
    state.set(desired.address as StyleListAddress, { id: styleId(id), content, protect: desired.protect });
  }
  return state;
}

/**
 * What the ledger says after a run, of a run that went well, in part, or not at all: for each part that its call
 * changed, what the call left; for each part that was already as the files want it, that; for any other part what the
 * ledger said before. What is gone from the service is dropped, what moved to another address moves along. Pure.
 */
export function nextState(given: NextStateInput): LedgerState {
  const { desired, live, plan, deletable } = given;
  const before = resolveReplacements({ ledger: given.before, desired, live });
  const input = { ...given, before };
  const decisions = matchAll({ desired, live, ledger: before, only: plan.only, deletable });
  const styleLists = decisions.styleLists === undefined ? before.styleLists : listsAfter(input, decisions.styleLists);
  const state = {
    glossaries: decisions.glossaries === undefined ? before.glossaries : glossariesAfter(input, decisions.glossaries),
    styleLists,
    developerKeys:
      decisions.developerKeys === undefined ? before.developerKeys : nextDeveloperKeys(input, decisions.developerKeys),
  };
  return withUnfinished(state, nextUnfinished({ ...input, styleLists, gone: deletedIds(plan, given.report) }));
}
