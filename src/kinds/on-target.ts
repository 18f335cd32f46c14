import type { FileEdit } from '../change/file-edit.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { matchesAny } from '../model/resources/address.ts';
import {
  type DesiredResource,
  type FileValue,
  keyText,
  type Value,
  type ValueKey,
} from '../model/resources/resource.ts';
import type { TargetView } from '../model/workspace/workspace.ts';
import type { AnyKind } from './kind.ts';
import { desiredStateFrom, namePart, withName } from './registry.ts';
import { type DesiredState, desiredOf } from './states.ts';

const PLACEHOLDER = '{name}';

/** The name that the pattern of a target makes of a name in the files. */
const withPattern = ({ names = PLACEHOLDER }: TargetView, name: string): string =>
  names.replace(PLACEHOLDER, () => name);

/** The inverse of `withPattern`; `undefined` if the pattern of the target does not match. */
export function withoutPattern({ names = PLACEHOLDER }: TargetView, name: string): string | undefined {
  const place = names.indexOf(PLACEHOLDER);
  const [before, after] = [names.slice(0, place), names.slice(place + PLACEHOLDER.length)] as const;
  const isMatch = name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length;
  return isMatch ? name.slice(before.length, name.length - after.length) : undefined;
}

/** The values that a resource has on a target and not in the files. */
function valuesOn(
  kind: AnyKind,
  desired: DesiredResource,
  target: TargetView,
): readonly (readonly [ValueKey, Value])[] {
  const set = desired.on?.get(target.name)?.values ?? [];
  const part = namePart(kind);
  const name = kind.name(kind.contentOf(desired));
  if (target.names === undefined || name === undefined || set.some(([key]) => key[0] === part)) return set;
  return [...set, [[part], withPattern(target, name)]];
}

/** True if a resource of the files exists on a target. */
export const isOnTarget = ({ address, isUnpublished, on }: DesiredResource, { name, resources }: TargetView): boolean =>
  (on?.get(name)?.isPublished ?? isUnpublished !== true) && (resources === undefined || matchesAny(resources, address));

/** A resource with its values on a target. */
export function resourceOnTarget(kind: AnyKind, desired: DesiredResource, target: TargetView): DesiredResource {
  const values = valuesOn(kind, desired, target);
  return values.length === 0 ? desired : (kind.withValues?.(desired, values) ?? desired);
}

/**
 * The desired state on a target: the resources that exist there, with their values there. The same object if nothing
 * differs there.
 */
export function stateOnTarget(desired: DesiredState, target: TargetView): DesiredState {
  let isSame = true;
  const state = desiredStateFrom((kind) => {
    const all = desiredOf(desired, kind.plural);
    if (all === undefined) return undefined;
    const there = all.filter((each) => isOnTarget(each, target)).map((each) => resourceOnTarget(kind, each, target));
    isSame &&= all.every((each, index) => each === there[index]);
    return there;
  });
  return isSame ? desired : state;
}

/** A value that a pull writes, at its place in the files of a resource: the value of all targets or that of one. */
function valueInFiles(kind: AnyKind, value: FileValue, { desired, target }: FilesOnTarget): FileValue {
  const key = keyText(value.key);
  const isSet = desired?.on?.get(target.name)?.values.some(([each]) => keyText(each) === key) === true;
  if (isSet) return { ...value, on: target.name };
  if (target.names === undefined || value.key[0] !== namePart(kind) || typeof value.to !== 'string') return value;
  const name = withoutPattern(target, value.to);
  return name === undefined ? { ...value, on: target.name } : { ...value, to: name };
}

/** A target, and a resource as its files have it. Absent: no file has the resource yet. */
export interface FilesOnTarget {
  readonly desired: DesiredResource | undefined;
  readonly target: TargetView;
}

/**
 * An edit of the files from values of a target. A value that the files set for the target is written there. So is a
 * name that does not match the pattern of the target; any other name is written without the pattern.
 */
export function editInFiles(kind: AnyKind, edit: FileEdit, files: FilesOnTarget): FileEdit {
  const values = edit.values.map((value) => valueInFiles(kind, value, files));
  if (edit.add === undefined) return { ...edit, values };
  const { content } = edit.add;
  const to = kind.name(content);
  if (to === undefined) return edit;
  const { on, to: name } = valueInFiles(kind, { key: [namePart(kind)], to }, files);
  const named = withName(kind, content, String(name));
  return { ...edit, add: { ...edit.add, content: named, ...omitUndefined({ nameOn: on }) } };
}
