import type { ResourceKind } from '../model/plan/plan.ts';
import { KEY_LIMITS } from '../model/resources/developer-key.ts';
import { isInstruction, keyText, type Value, type ValueChange } from '../model/resources/value.ts';
import type { ChangeBody } from './draft.ts';

/** What a key and a value of a part look like. */
interface Part {
  readonly isNamed: (names: readonly string[]) => boolean;
  readonly holds: (value: Value) => boolean;
  /** It is given where it stays, too, and has no place of its own in the files. */
  readonly always?: boolean;
  /** It says how many there were before. */
  readonly sized?: boolean;
}

export type Parts = Readonly<Record<string, Part>>;

export const isText = (value: Value): boolean => typeof value === 'string';
const none = (names: readonly string[]): boolean => names.length === 0;

/** The parts of a resource of each kind, in the order of their values. Entries are values of a dictionary. */
const PARTS: Readonly<Record<ResourceKind, Parts>> = {
  glossary: { name: { isNamed: none, holds: isText, always: true } },
  'style-list': {
    name: { isNamed: none, holds: isText, always: true },
    language: { isNamed: none, holds: isText, always: true },
    rule: { isNamed: ({ length }) => length === 2, holds: isText, sized: true },
    instruction: { isNamed: ({ length }) => length === 1, holds: isInstruction, sized: true },
  },
  'developer-key': {
    label: { isNamed: none, holds: isText, always: true },
    deactivated: { isNamed: none, holds: (value) => typeof value === 'boolean' },
    limit: {
      isNamed: ([name, ...more]) => more.length === 0 && KEY_LIMITS.some((limit) => limit === name),
      holds: (value) => value === null || (typeof value === 'number' && value >= 0),
    },
  },
};

function isSound({ key: [part, ...names], from, to, at }: ValueChange, parts: Parts): boolean {
  const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
  const sides = [from, to].filter((side) => side !== undefined);
  const isPlaceless = known?.always === true || to === undefined;
  return (
    known?.isNamed(names) === true &&
    sides.length > 0 &&
    sides.every(known.holds) &&
    (known.always === true || from !== to) &&
    (!isPlaceless || at === undefined)
  );
}

/** True for values of some parts and of no other, each there once, and each with another value on its other side. */
export const areOfParts = (values: readonly ValueChange[], parts: Parts): boolean =>
  new Set(values.map(({ key }) => keyText(key))).size === values.length &&
  values.every((value) => isSound(value, parts));

/** A key works before it is deactivated and not after, and a limit is always one or none. */
function isOfKeySound({ action, values }: ChangeBody): boolean {
  const deactivations = values.filter(({ key: [part] }) => part === 'deactivated');
  return (
    deactivations.length === (action === 'deactivate' ? 1 : 0) &&
    deactivations.every(({ from, to }) => from === false && to === true) &&
    values.every(({ key: [part], from, to }) => part !== 'limit' || (from !== undefined && to !== undefined))
  );
}

/** True when the values of a change are those that its kind has, each once, the ones that are always given first. */
export function areValuesSound(change: ChangeBody): boolean {
  const { kind, action, values, before } = change;
  const parts = PARTS[kind];
  const [given, sized] = (['always', 'sized'] as const).map((flag) =>
    Object.keys(parts).filter((part) => parts[part]?.[flag]),
  ) as [string[], string[]];
  const [comes, goes] = [action === 'create', values[0]?.to === undefined];
  return (
    given.every((part, index) => values[index]?.key[0] === part) &&
    areOfParts(values, parts) &&
    values
      .slice(0, given.length)
      .every(({ from, to }) => comes === (from === undefined) && goes === (to === undefined)) &&
    // The label of a key that a file still names may stay when the key is deactivated.
    (action === 'deactivate' || goes === (action === 'delete')) &&
    Object.keys(before).length === sized.length &&
    sized.every((part) => Object.hasOwn(before, part)) &&
    (kind !== 'developer-key' || isOfKeySound(change))
  );
}
