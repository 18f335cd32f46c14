import { keyText, type Value, type ValueKey } from '../model/resources/value.ts';

/** Values by the text of their key. `undefined`: the resource has this value, but it is unknown. */
export type Values = ReadonlyMap<string, Value | undefined>;

export const keyedValues = (...values: readonly (readonly [key: ValueKey, value: Value | undefined])[]): Values =>
  new Map(values.map(([key, value]) => [keyText(key), value]));
