import type { Change } from '../model/plan/plan.ts';
import type { ValueChange } from '../model/resources/value.ts';
import type { AnyKind } from './model/resource-kind.ts';

/**
 * The value because of which a resource is replaced: beside the name, one that is always given and does not stay.
 * `undefined`: none of those says why.
 */
export const fixedValue = ({ parts }: AnyKind, { values }: Pick<Change, 'values'>): ValueChange | undefined =>
  values.slice(1).find(({ key: [part], from, to }) => parts[part]?.always === true && from !== to);
