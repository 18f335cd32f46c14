import type { Change, Operation } from '../model/plan/plan.ts';

/** A change whose operations do not exist yet. */
export type ChangeBody = Omit<Change, 'operations'>;

/** An operation without its number. */
export type Draft = Omit<Operation, 'id'>;

export type Digests = Pick<Operation, 'pre' | 'post'>;

/** The operations of the change of a resource, in running order. */
export const numbered = (address: Change['address'], drafts: readonly Draft[]): readonly Operation[] =>
  drafts.map((draft, index) => ({ id: `${address}#${index + 1}`, ...draft }));
