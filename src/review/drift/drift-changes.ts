import { type Change, type ChildChange, valueChange } from '../../model/plan/plan.ts';
import { changeKind } from '../../model/resources/resource.ts';
import { type ChildDrift, type Drift, type ResourceDrift, sharingIn, theirValues } from '../../plan/drift/drift.ts';
import type { NamedWords, ViewedChanges } from '../values/change-view.ts';
import { wholeDriftWords } from './drift-text.ts';

/** The words of a drift: in the past tense, because the changes were already made. */
const WORDS = { change: 'changed', create: 'created', delete: 'deleted', replace: 'recreated' };

const ACTIONS = {
  'deleted-outside': 'delete',
  'deactivated-outside': 'deactivate',
  'dropped-here': 'update',
  'recreated-outside': 'replace',
  'created-outside': 'create',
} as const;

function childChange(child: ChildDrift, inherits: boolean): ChildChange {
  const { address, pair, baseSize, whole, values: all } = child;
  const values = theirValues(all);
  const count = (kind: 'added' | 'removed'): number =>
    all.filter(({ key, base, theirs }) => changeKind(valueChange(key, base, theirs)) === kind).length;
  const action = whole === undefined ? 'update' : ACTIONS[whole.how];
  return {
    address,
    pair,
    action: action === 'create' || action === 'delete' ? action : 'update',
    before: baseSize,
    after: action === 'delete' ? 0 : baseSize + count('added') - count('removed'),
    values,
    ...(inherits && { inherits }),
  };
}

function resourceChange(resource: ResourceDrift, isSharing: (child: ChildDrift) => boolean): Change {
  const { kind, address, id, baseName, whole, values, children } = resource;
  const theirs = theirValues(values);
  const name = theirs.find(({ key }) => key.length === 1 && key[0] === 'name');
  const others = theirs.filter((value) => value !== name);
  return {
    kind,
    action: whole === undefined ? 'update' : ACTIONS[whole.how],
    address,
    id,
    adopted: false,
    values: [name ?? valueChange(['name'], baseName, baseName), ...others],
    before: {},
    children: children.map((child) => childChange(child, isSharing(child))),
    operations: [],
  };
}

/** True if a resource or child has a difference that is not only a conflict of values. */
const hasOthers = ({ whole, values }: ChildDrift | ResourceDrift): boolean =>
  whole !== undefined || values.some(({ kind }) => kind === 'theirs');

/** The resource without children that have only conflicts; empty if nothing is left of it. */
function withoutConflicts(resource: ResourceDrift): readonly ResourceDrift[] {
  const children = resource.children.filter(hasOthers);
  return children.length > 0 || hasOthers(resource) ? [{ ...resource, children }] : [];
}

/**
 * Changes made outside git, as changes from the last apply to the service, so that the renderers of a plan can show
 * them. Conflicts have a third side, so they are left out of the values.
 */
export function driftChanges(drift: Drift): ViewedChanges {
  const resources = drift.resources.flatMap(withoutConflicts);
  const isSharing = sharingIn(drift);
  const changes = resources.map((each) => resourceChange(each, isSharing));
  const wholes = new Map<Change | ChildChange, NamedWords>();
  for (const [index, change] of changes.entries()) {
    const resource = resources[index];
    if (resource?.whole !== undefined) wholes.set(change, { words: wholeDriftWords(resource.whole) });
    for (const [place, child] of change.children.entries()) {
      const whole = resource?.children[place]?.whole;
      if (whole !== undefined) wholes.set(child, { words: wholeDriftWords(whole) });
    }
  }
  const sides = [{ words: 'After the last apply' }, { words: 'On the service' }] as const;
  return { changes, view: { sides, wholes, words: WORDS } };
}
