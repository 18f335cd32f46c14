import { KEY_LIMITS } from '../../model/resources/developer-key.ts';
import { isInstruction, keyText, type Value, type ValueChange, type ValueKey } from '../../model/resources/value.ts';
import type { ResourceKind } from '../plan.ts';
import type { ChangeBody } from './draft.ts';

/** What a key and a value of a part look like. */
interface Part {
  readonly isNamed: (names: readonly string[]) => boolean;
  readonly holds: (value: Value) => boolean;
  /** It is given where it stays, too. */
  readonly always?: boolean;
}

const none = (names: readonly string[]): boolean => names.length === 0;
const isText = (value: Value): boolean => typeof value === 'string';

/** The parts of a resource of each kind, in the order of their values. Entries are values of a dictionary. */
const PARTS: Readonly<Record<ResourceKind, Readonly<Record<string, Part>>>> = {
  glossary: { name: { isNamed: none, holds: isText, always: true } },
  'style-list': {
    name: { isNamed: none, holds: isText, always: true },
    language: { isNamed: none, holds: isText, always: true },
    rule: { isNamed: ({ length }) => length === 2, holds: isText },
    instruction: { isNamed: ({ length }) => length === 1, holds: isInstruction },
  },
  'developer-key': {
    label: { isNamed: none, holds: isText, always: true },
    deactivated: { isNamed: none, holds: (value) => typeof value === 'boolean' },
    limit: {
      isNamed: ([name, ...more]) => more.length === 0 && KEY_LIMITS.some((limit) => limit === name),
      holds: (value) => value === null || typeof value === 'number',
    },
  },
};

const areUnique = (keys: readonly ValueKey[]): boolean => new Set(keys.map(keyText)).size === keys.length;

function isSound({ key: [part, ...names], from, to }: ValueChange, parts: Readonly<Record<string, Part>>): boolean {
  const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
  const sides = [from, to].filter((side) => side !== undefined);
  return (
    known?.isNamed(names) === true && sides.length > 0 && sides.every(known.holds) && (known.always || from !== to)
  );
}

/** True when the values of a change are those that its kind has, each once, the ones that are always given first. */
export function areValuesSound({ kind, action, values }: ChangeBody): boolean {
  const parts = PARTS[kind];
  const given = Object.keys(parts).filter((part) => parts[part]?.always);
  const [comes, goes] = [action === 'create', values[0]?.to === undefined];
  return (
    given.every((part, index) => values[index]?.key[0] === part) &&
    areUnique(values.map(({ key }) => key)) &&
    values.every((value) => isSound(value, parts)) &&
    values
      .slice(0, given.length)
      .every(({ from, to }) => comes === (from === undefined) && goes === (to === undefined)) &&
    (!goes || action === 'delete' || action === 'deactivate')
  );
}
