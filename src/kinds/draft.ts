import { defined } from '../model/defined.ts';
import type { Change, Operation } from '../model/plan/plan.ts';

/** A change whose operations are still to be made. */
export type ChangeBody = Omit<Change, 'operations'>;

/** An operation without its number. */
export type Draft = Omit<Operation, 'id'>;

export type Digests = Pick<Operation, 'pre' | 'post'>;

/** Each member by name, an optional one too: the compiler finds one that is left out below. */
type AllMembers = { readonly [Name in keyof Required<Change>]: Change[Name] };

/** The change with its operations, in running order. Its members stand in the order of their type, whoever made it. */
export const withOperations = (body: ChangeBody, drafts: readonly Draft[]): Change => {
  const { kind, action, address, leftOf, id, adopted, values, before, children, origin } = body;
  const operations = drafts.map((draft, index) => ({ id: `${address}#${index + 1}`, ...draft }));
  const all: AllMembers = { kind, action, address, leftOf, id, adopted, values, before, children, operations, origin };
  return defined(all);
};
