import { grouped } from '../../model/grouped.ts';
import { byCodeUnit } from '../../model/order.ts';
import { allValues } from '../../model/plan/change-values.ts';
import type { Change } from '../../model/plan/plan.ts';
import { isRecord, keyText, type Value, type ValueChange } from '../../model/resources/value.ts';
import type { Violation } from './violation.ts';

/** True for a value that has fields, and so no key of its own. */
const isItem = ({ from, to }: ValueChange): boolean => isRecord(to ?? from);

const changesOf = (change: Change): readonly ValueChange[] => allValues(change).filter(({ from, to }) => from !== to);

const fieldsOfSide = (side: Value | undefined) =>
  isRecord(side)
    ? Object.entries(side)
        .filter(([, text]) => text !== undefined)
        .sort(([one], [other]) => byCodeUnit(one, other))
    : null;

/** What becomes of a value that has no key. Which of several with this content it is, the calls say. */
const contentText = ({ key: [part], from, to }: ValueChange): string =>
  JSON.stringify([part, fieldsOfSide(from), fieldsOfSide(to)]);

/** How often each of them may change: as often as one plan says, since a resource may hold the same value twice. */
function approvedTimes(approved: readonly (readonly ValueChange[])[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const changes of approved)
    for (const [text, alike] of grouped(changes.filter(isItem), contentText))
      times.set(text, Math.max(alike.length, times.get(text) ?? 0));
  return times;
}

/**
 * What a change says and none of the approved ones does. Of several that say something of one value, the last one
 * counts: its reviewers have seen the others merged.
 */
export function checkValues(planned: Change, approved: readonly Change[]): readonly Violation[] {
  const { address } = planned;
  const changes = approved.map(changesOf);
  const known = new Map(changes.flat().map((change) => [keyText(change.key), change]));
  const left = approvedTimes(changes);
  return changesOf(planned).flatMap((change): readonly Violation[] => {
    if (isItem(change)) {
      const times = left.get(contentText(change)) ?? 0;
      left.set(contentText(change), times - 1);
      return times > 0 ? [] : [{ kind: 'value', address, planned: change }];
    }
    const found = known.get(keyText(change.key));
    if (found !== undefined && found.from === change.from && found.to === change.to) return [];
    return [{ kind: 'value', address, planned: change, ...(found !== undefined && { approved: found }) }];
  });
}
