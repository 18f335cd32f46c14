import { entriesOn, upsertsOf } from '../../change/diff-entries.ts';
import type { Digests } from '../../change/draft.ts';
import { pairKey } from '../../model/entries/language-pair.ts';
import type { Digest } from '../../model/ids.ts';
import { valueCount, valuesAtHand } from '../../model/plan/additions.ts';
import { nameOf } from '../../model/plan/change-values.ts';
import type { Change, ChildChange, Operation } from '../../model/plan/plan.ts';
import { changedDigest } from '../../model/resources/changed-digest.ts';
import { changeKind } from '../../model/resources/value.ts';
import { areOfParts, isText } from '../check-values.ts';
import { dictionariesOf, glossaryDigest } from './glossary.ts';
import { glossaryOperations } from './glossary-operations.ts';

/** What is wrong with the numbers and the entries of a dictionary that changes. */
export function isDictionarySound(change: ChildChange, glossary: Change): boolean {
  const { action, before, after } = change;
  const pair = change.pair && pairKey(change.pair);
  // What lies in the files as rows was checked when they were read.
  const values = valuesAtHand(change);
  const count = (kind: string): number => values.filter((value) => changeKind(value) === kind).length;
  const [changed, removed] = [count('changed'), count('removed')];
  const all = valueCount(change);
  const added = all - changed - removed;
  const isOf =
    action === 'create'
      ? before === 0 && added === all
      : action === 'delete'
        ? after === 0 && removed === all && removed === before
        : after > 0 && before >= removed + changed;
  return (
    isOf &&
    change.address === `${glossary.address}/${pair}` &&
    (glossary.action === 'update' || action === glossary.action) &&
    all > 0 &&
    areOfParts(values, {
      entry: { isNamed: ([of, ...names]) => of === pair && names.length === 1, holds: isText, keepsPlace: true },
    }) &&
    before - removed + added === after
  );
}

/** The digest that a dictionary has after its change: what its operation says cannot differ from what is shown. */
function digestsOf(change: ChildChange, stated: Digests | undefined, carries: boolean): Digests {
  const { action } = change;
  // Where it comes or goes, the change has the whole of it.
  const [before, after] = [entriesOn('from', valuesAtHand(change)), upsertsOf(change)];
  if (action === 'create') return { pre: 'absent', post: after.digest };
  if (action === 'delete') return { pre: before.digest, post: 'absent' };
  const { pre = 'absent', post = 'absent' } = stated ?? {};
  // A digest that covers the name too cannot be taken apart.
  if (carries) return { pre, post };
  return { pre, post: changedDigest(pre, [...before], [...after]) ?? ('no digest of entries' as Digest) };
}

/**
 * The operations that the change says, with the digests that it has; what it cannot say is as its own operations say.
 */
export function glossaryOperationsOf(change: Change): readonly Operation[] {
  const { action, operations } = change;
  const children = dictionariesOf(change);
  const side = action === 'create' ? 'to' : 'from';
  const dictionaries = () =>
    new Map(
      children.map((each) => {
        const entries = side === 'to' ? upsertsOf(each) : entriesOn(side, each.values);
        return [pairKey(each.pair), { entries }];
      }),
    );
  const ofPair = (pair: string): Operation | undefined =>
    operations.find(({ touches }) => touches.some(([part, name]) => part === 'entry' && name === pair));
  return glossaryOperations(change, {
    notIds: operations[0]?.notIds ?? [],
    whole: () => glossaryDigest(nameOf(change)[side] ?? '', dictionaries()),
    of: (dictionary, carries) => digestsOf(dictionary, ofPair(pairKey(dictionary.pair)), carries),
  });
}
