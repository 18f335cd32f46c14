import type { Change, Operation } from '../plan.ts';

/** A change whose operations are still to be made. */
export type ChangeBody = Omit<Change, 'operations'>;

/** An operation without its number. */
export type Draft = Omit<Operation, 'id'>;

export type Digests = Pick<Operation, 'pre' | 'post'>;

/** The change with its operations, in running order. */
export const withOperations = (body: ChangeBody, drafts: readonly Draft[]): Change => {
  const { origin, ...rest } = body;
  return {
    ...rest,
    operations: drafts.map((draft, index) => ({ id: `${body.address}#${index + 1}`, ...draft })),
    ...(origin !== undefined && { origin }),
  };
};
