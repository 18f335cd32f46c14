import { styleId } from '../../model/ids.ts';
import type { LedgerState, UnfinishedReplacement } from '../../model/ledger/ledger-state.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { StyleListAddress } from '../../model/resources/address.ts';
import type { DesiredState } from '../../model/resources/desired.ts';
import { styleListDigest } from '../../model/resources/digest.ts';
import type { LiveState, LiveStyleList } from '../../model/resources/live.ts';

/** The ledger with what is left unfinished, or without it. */
export function withUnfinished(
  { unfinished: _, ...ledger }: LedgerState,
  unfinished: readonly UnfinishedReplacement[],
): LedgerState {
  return unfinished.length === 0 ? ledger : { ...ledger, unfinished };
}

/**
 * The ledger that says of every replacement of a plan that it is about to begin: a run that dies between its calls can
 * then be told from one that never was. Pure.
 */
export function recordReplacements(ledger: LedgerState, plan: Plan): LedgerState {
  const replacements = plan.changes.flatMap((change): readonly UnfinishedReplacement[] => {
    const { action, address, id: old, operations } = change;
    const create = operations.find(({ pre }) => pre === 'absent');
    if (action !== 'replace' || old === undefined || create === undefined || create.post === 'absent') return [];
    const notIds = (create.notIds ?? []).map(styleId);
    return [{ kind: 'pending', address: address as StyleListAddress, old: styleId(old), digest: create.post, notIds }];
  });
  const again = new Set(replacements.map(({ address }) => address));
  const others = (ledger.unfinished ?? []).filter(({ kind, address }) => kind === 'left' || !again.has(address));
  return withUnfinished(ledger, [...others, ...replacements]);
}

export interface ResolveInput {
  readonly ledger: LedgerState;
  readonly desired: DesiredState;
  readonly live: LiveState;
}

/** Which of the lists the files mean by now: the old one when they ask for its language again, else the new one. */
function meansOld(old: LiveStyleList, made: LiveStyleList, wanted: string | undefined): boolean {
  return wanted === old.content.language && wanted !== made.content.language;
}

/**
 * The ledger with every pending replacement resolved from the live state. If the new list exists, the ledger owns it
 * and the old one is left over. If not, nothing has happened. A list that is gone is no longer left over. Pure.
 */
export function resolveReplacements({ ledger, desired, live }: ResolveInput): LedgerState {
  const { unfinished = [] } = ledger;
  const { styleLists: lists } = live;
  if (unfinished.length === 0 || lists === undefined) return ledger;
  const byId = new Map(lists.map((list) => [list.id, list]));
  const owned = new Map(ledger.styleLists);
  const left: UnfinishedReplacement[] = [];
  const isKnown = (list: LiveStyleList): boolean =>
    [...owned.values()].some(({ id }) => id === list.id) || left.some(({ old }) => old === list.id);
  for (const each of unfinished) {
    const { address } = each;
    const old = byId.get(each.old);
    if (each.kind === 'left') {
      if (old !== undefined) left.push(each);
      continue;
    }
    const [made, ...twins] = lists.filter(
      (list) =>
        list.id !== each.old &&
        !each.notIds.includes(list.id) &&
        styleListDigest(list.content) === each.digest &&
        !isKnown(list),
    );
    if (made === undefined) continue;
    const wanted = desired.styleLists?.find((list) => list.address === address);
    const keepsOld = old !== undefined && meansOld(old, made, wanted?.content.language);
    if (!keepsOld)
      owned.set(address, {
        id: made.id,
        content: made.content,
        protect: owned.get(address)?.protect ?? wanted?.protect ?? false,
      });
    const gone = keepsOld ? [made, ...twins] : [...(old === undefined ? [] : [old]), ...twins];
    left.push(...gone.map(({ id }): UnfinishedReplacement => ({ kind: 'left', address, old: id })));
  }
  return withUnfinished({ ...ledger, styleLists: owned }, left);
}
