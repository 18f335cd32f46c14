import type { Value, ValueChange, ValueKey } from '../resources/value.ts';
import type { Change } from './plan.ts';

/** A text before and after. */
export interface TextSides {
  readonly from?: string;
  readonly to?: string;
}

type Values = Pick<Change, 'values'>;

/** Both sides of a value, where they are texts. */
export const textSides = (value: ValueChange | undefined): TextSides => ({
  ...(typeof value?.from === 'string' && { from: value.from }),
  ...(typeof value?.to === 'string' && { to: value.to }),
});

/** The name of a resource before and after; both are equal if it keeps its name. */
export const nameOf = ({ values: [name] }: Values): TextSides => textSides(name);

/** The name that a reader knows: the new one, or the old one of a deleted resource. */
export const shownName = (change: Values): string => nameOf(change).to ?? nameOf(change).from ?? '';

/** True when a resource that stays gets another name. */
export function isRenamed(change: Values): boolean {
  const { from, to } = nameOf(change);
  return from !== undefined && to !== undefined && from !== to;
}

/** The language of a style list before and after. */
export const languageOf = ({ values }: Values): TextSides => textSides(values.find(({ key }) => key[0] === 'language'));

/** The changes of the values of some parts. */
export const valuesIn = ({ values }: Values, ...parts: readonly string[]): readonly ValueChange[] =>
  values.filter(({ key: [part] }) => parts.includes(part));

/** Every value that a change speaks of, with those of its dictionaries. */
export const allValues = ({ values, children }: Pick<Change, 'values' | 'children'>): readonly ValueChange[] => [
  ...values,
  ...children.flatMap((child) => child.values),
];

/** True for a change of the resource itself, and not only of its children. */
export const isOfWhole = ({ action, values }: Pick<Change, 'action' | 'values'>): boolean =>
  action !== 'update' || values.some(({ from, to }) => from !== to);

/** True for a resource that is deleted or deactivated. */
export const isDeletion = ({ action }: Pick<Change, 'action'>): boolean =>
  action === 'delete' || action === 'deactivate';

/** A value on its sides; one that is `undefined` is left out. */
export const valueChange = (
  key: ValueKey,
  from: Value | undefined,
  to: Value | undefined,
  at?: ValueChange['at'],
): ValueChange => ({
  key,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(at !== undefined && { at }),
});
