import { languageOf, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Operation, OperationKind } from '../../model/plan/plan.ts';
import { changeKind, type ValueChange } from '../../model/resources/value.ts';
import { contentOn } from '../items.ts';
import { styleListDigest } from './style-list.ts';
import { styleListOperations } from './style-list-change.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';

/** What is wrong with the numbers of rules and instructions of a list that changes, and with its language. */
export function isStyleListSound(change: Change): boolean {
  const { action, before } = change;
  const parts = ['rule', 'instruction'].map((part) => ({ values: valuesIn(change, part), size: before[part] ?? 0 }));
  const language = languageOf(change);
  const isOnly = (kind: string, values: readonly ValueChange[]): boolean =>
    values.every((value) => changeKind(value) === kind);
  const counts = parts.every(({ values, size }) => {
    if (action === 'create') return isOnly('added', values) && size === 0;
    if (action === 'delete') return isOnly('removed', values) && size === values.length;
    return values.filter(({ from }) => from !== undefined).length <= size;
  });
  return (
    counts &&
    (action !== 'update' || language.from === language.to) &&
    (action !== 'replace' || language.from !== language.to)
  );
}

/** One whole side of a list that comes or goes. */
const wholeDigest = (change: Change, side: 'from' | 'to'): Operation['pre'] =>
  styleListDigest(contentOn(STYLE_LIST_LEDGER, side, change));

/**
 * The operations that the change says, with the digests that it has; what it cannot say is as its own operations say.
 */
export function styleListOperationsOf(change: Change): readonly Operation[] {
  const { action, operations } = change;
  const stated = (kind: OperationKind): Operation | undefined =>
    operations.find((operation) => operation.kind === kind);
  const create = stated('create-style-list');
  const rules = stated('replace-rules');
  return styleListOperations(change, {
    notIds: create?.notIds ?? [],
    // What stays of a list that is replaced stands in no plan.
    created: () => (action === 'create' ? wholeDigest(change, 'to') : (create?.post ?? 'absent')),
    deleted: () => (action === 'delete' ? wholeDigest(change, 'from') : (stated('delete-style-list')?.pre ?? 'absent')),
    rules: () => ({ pre: rules?.pre ?? 'absent', post: rules?.post ?? 'absent' }),
    occurrence: ({ key: [, name] }) =>
      Math.max(
        1,
        operations.find(({ touches }) => touches[0]?.[1] === name && touches[0]?.[0] === 'instruction')?.occurrence ??
          0,
      ),
  });
}
