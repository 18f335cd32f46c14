import { kindAt } from '../../kinds/registry.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import { keyText, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { overwritten } from '../../plan/drift/overwritten.ts';
import { counted, plural } from '../format/text.ts';
import type { TermChange } from './term-kinds.ts';
import { valueName } from './value-words.ts';

/** What stands beside a change that puts back what somebody has changed outside git. */
export const UNDOES = 'undoes a change on the service';

/** What a plan undoes of the changes that somebody has made on the service. */
export interface Undone {
  /** How many values, and resources and dictionaries as a whole. */
  readonly count: number;
  /** True for a resource or a child of which the plan undoes what somebody has made of the whole. */
  readonly ofWhole: (address: string) => boolean;
  /** `value`: what it is on any side. */
  readonly ofValue: (address: string, key: ValueKey, value?: Value) => boolean;
}

/** Nothing is undone, or nobody knows. */
export const NOTHING_UNDONE: Undone = { count: 0, ofWhole: () => false, ofValue: () => false };

/** What a plan undoes of a drift. Of what has no key of its own, by its name. */
export function undoneBy(plan: Plan, drift: Drift | undefined): Undone {
  if (drift === undefined || drift.resources.length === 0) return NOTHING_UNDONE;
  const all = overwritten(drift, plan).resources.flatMap((resource) => [resource, ...resource.children]);
  const wholes = new Set<string>(all.filter(({ whole }) => whole !== undefined).map(({ address }) => address));
  const nameOf = (address: string, key: ValueKey, value: Value | undefined): string =>
    `${address}\0${key.length === 2 ? JSON.stringify([key[0], valueName(kindAt(address), key, value)]) : keyText(key)}`;
  const values = new Set(
    all.flatMap(({ address, whole, values: ofOne }) =>
      whole === undefined ? ofOne.map(({ key, base, theirs }) => nameOf(address, key, theirs ?? base)) : [],
    ),
  );
  return {
    count: wholes.size + values.size,
    ofWhole: (address) => wholes.has(address),
    ofValue: (address, key, value) => values.size > 0 && values.has(nameOf(address, key, value)),
  };
}

/** True when a term of a child was changed on the service, and the plan puts back what was there before. */
export const undoesTerm = (
  { ofValue }: Undone,
  child: ChildAddress,
  { before, after, to = child }: Pick<TermChange, 'before' | 'after' | 'to'>,
): boolean => {
  const isOf = (address: string, source: string | undefined): boolean =>
    source !== undefined && ofValue(address, ['entry', address.slice(address.indexOf('/') + 1), source]);
  return isOf(child, before?.source) || isOf(to, after?.source);
};

/** `3 of these changes undo changes on the service`; nothing where there is none. */
export const undoneText = ({ count }: Undone): string | undefined =>
  count === 0
    ? undefined
    : `${counted(count, 'change')} of somebody else on the service ${plural(count, 'is', 'are')} undone by this plan`;
