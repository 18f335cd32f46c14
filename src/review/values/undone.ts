import { kindAt } from '../../kinds/registry.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import { keyText, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { overwritten } from '../../plan/drift/overwritten.ts';
import { counted } from '../format/text.ts';
import type { TermChange } from './term-kinds.ts';
import { valueName } from './value-words.ts';

/** The mark of a change that overwrites drift. */
export const UNDOES = 'undoes a change on the service';

/** The drift that a plan overwrites. */
export interface Undone {
  /** Number of values, and of whole resources and dictionaries. */
  readonly count: number;
  /** True for a resource or child whose drift as a whole the plan overwrites. */
  readonly hasWhole: (address: string) => boolean;
  /** `value`: the value on any side. */
  readonly hasValue: (address: string, key: ValueKey, value?: Value) => boolean;
}

/** The result if nothing is overwritten, or this is unknown. */
export const NOTHING_UNDONE: Undone = { count: 0, hasWhole: () => false, hasValue: () => false };

/** The drift that a plan overwrites. Values without a key are identified by their name. */
export function undoneBy(plan: Plan, drift: Drift | undefined): Undone {
  if (drift === undefined || drift.resources.length === 0) return NOTHING_UNDONE;
  const all = overwritten(drift, plan).resources.flatMap((resource) => [resource, ...resource.children]);
  const wholes = new Set<string>(all.filter(({ whole }) => whole !== undefined).map(({ address }) => address));
  const nameOf = (address: string, key: ValueKey, value: Value | undefined): string =>
    `${address}\0${key.length === 2 ? JSON.stringify([key[0], valueName(kindAt(address), key, value)]) : keyText(key)}`;
  const values = new Set(
    all.flatMap(({ address, whole, values: drifted }) =>
      whole === undefined ? drifted.map(({ key, base, theirs }) => nameOf(address, key, theirs ?? base)) : [],
    ),
  );
  return {
    count: wholes.size + values.size,
    hasWhole: (address) => wholes.has(address),
    hasValue: (address, key, value) => values.size > 0 && values.has(nameOf(address, key, value)),
  };
}

/** True if a term of a child was changed on the service, and the plan restores the earlier state. */
export const undoesTerm = (
  { hasValue }: Undone,
  child: ChildAddress,
  { before, after, to = child }: Pick<TermChange, 'before' | 'after' | 'to'>,
): boolean => {
  const isOf = (address: string, source: string | undefined): boolean =>
    source !== undefined && hasValue(address, ['entry', address.slice(address.indexOf('/') + 1), source]);
  return isOf(child, before?.source) || isOf(to, after?.source);
};

/** The sentence about overwritten drift; `undefined` if the count is 0. */
export const undoneText = ({ count }: Undone): string | undefined =>
  count === 0 ? undefined : `This plan would undo ${counted(count, 'change')} made on the service`;
