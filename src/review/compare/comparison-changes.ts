import { type Change, type ChildChange, valueChange } from '../../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { ChildComparison, Comparison, PerTarget, ResourceComparison } from '../../plan/compare/comparison.ts';
import { withoutPairs } from '../../plan/term-pairs.ts';
import type { NamedWords, ViewedChanges } from '../values/change-view.ts';

/** The words of a comparison, from the view of the second of two targets. */
const WORDS = {
  removed: 'missing',
  added: 'extra',
  changed: 'different',
  change: 'different',
  create: 'extra',
  delete: 'missing',
};

/** One target compared with the first: its index among the targets, and its name. */
interface OtherTarget {
  readonly place: number;
  readonly name: string;
  readonly first: string;
  /** True if there are several such targets, so that an address must name its target. */
  readonly isOneOfMany: boolean;
}

const sidesOf = <Value>(values: PerTarget<Value>, { place }: OtherTarget) =>
  [values[0] ?? undefined, values[place] ?? undefined] as const;

/** The values that differ between the two targets. */
const valuesOf = (values: ResourceComparison['values'], other: OtherTarget): readonly ValueChange[] =>
  values
    .map(({ key, values: each }) => valueChange(key, ...sidesOf(each, other)))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

const actionOf = (one: unknown, other: unknown): 'create' | 'delete' | 'update' =>
  one === undefined ? 'create' : other === undefined ? 'delete' : 'update';

function childChange(child: ChildComparison, parent: ResourceAddress, target: OtherTarget): readonly ChildChange[] {
  const [one, other] = sidesOf(child.sizes, target);
  const values = valuesOf(child.values, target);
  const action = actionOf(one, other);
  if ((one === undefined && other === undefined) || (action === 'update' && values.length === 0)) return [];
  const address: ChildAddress = `${parent}/${child.name}`;
  return [{ address, action, before: one?.entry ?? 0, after: other?.entry ?? 0, values }];
}

function resourceChange(resource: ResourceComparison, target: OtherTarget): readonly Change[] {
  const { kind, name, held, values, children: all } = resource;
  const [one, other] = sidesOf(held, target);
  const known = one ?? other;
  if (known === undefined) return [];
  const at = target.isOneOfMany ? `${known.address}@${target.name}` : known.address;
  const address = at as ResourceAddress;
  const action = actionOf(one, other);
  const children = all.flatMap((child) => childChange(child, address, target));
  const differing = valuesOf(values, target);
  if (action === 'update' && children.length === 0 && differing.length === 0) return [];
  const named = valueChange(['name'], name, name);
  const rest = { id: known.id, adopted: false, before: {}, operations: [] };
  return [{ kind, action, address, values: [named, ...differing], children, ...rest }];
}

const on = (name: string): NamedWords => ({ words: 'On', name });

/** Labels for whole resources: the target that has the resource. */
const wholesOf = (changes: readonly Change[], { first, name }: OtherTarget): ViewedChanges['view']['wholes'] =>
  new Map(
    changes
      .flatMap((change) => [change, ...change.children])
      .flatMap((each) =>
        each.action === 'update'
          ? []
          : [[each, { words: 'only on', name: each.action === 'create' ? name : first }] as const],
      ),
  );

/**
 * The differences of each target from the first one, as changes from the first one to it, so that the renderers of a
 * plan can show them. Every value that differs on some target is in one of them.
 */
export function comparisonChanges({ targets, resources }: Comparison): readonly ViewedChanges[] {
  const [first = '', ...others] = targets;
  return others.map((name, index) => {
    const target = { place: index + 1, name, first, isOneOfMany: others.length > 1 };
    const changes = withoutPairs(resources.flatMap((resource) => resourceChange(resource, target)));
    const view = { sides: [on(first), on(name)], wholes: wholesOf(changes, target), words: WORDS } as const;
    return { changes, view };
  });
}
