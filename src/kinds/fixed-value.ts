import type { Change } from '../model/plan/plan.ts';
import type { ValueChange } from '../model/resources/value.ts';
import type { AnyKind } from './model/resource-kind.ts';

/**
 * The value that requires a replacement: a value of an always present part, other than the name, that differs.
 * `undefined`: no such value.
 */
export const fixedValue = ({ parts }: AnyKind, { values }: Pick<Change, 'values'>): ValueChange | undefined =>
  values.slice(1).find(({ key: [part], from, to }) => parts[part]?.always === true && from !== to);
