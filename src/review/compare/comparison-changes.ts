import { valueChange } from '../../model/plan/change-values.ts';
import type { Change, ChildChange } from '../../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';
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
interface Beside {
  readonly place: number;
  readonly name: string;
  readonly first: string;
  /** True if there are several such targets, so that an address must name its target. */
  readonly isOneOfMany: boolean;
}

const sidesOf = <Value>(values: PerTarget<Value>, { place }: Beside) =>
  [values[0] ?? undefined, values[place] ?? undefined] as const;

/** The values that differ between the two targets. */
const valuesOf = (values: ResourceComparison['values'], beside: Beside): readonly ValueChange[] =>
  values
    .map(({ key, values: each }) => valueChange(key, ...sidesOf(each, beside)))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

const actionOf = (one: unknown, other: unknown): 'create' | 'delete' | 'update' =>
  one === undefined ? 'create' : other === undefined ? 'delete' : 'update';

function childChange(child: ChildComparison, parent: ResourceAddress, beside: Beside): readonly ChildChange[] {
  const [one, other] = sidesOf(child.sizes, beside);
  const values = valuesOf(child.values, beside);
  const action = actionOf(one, other);
  if ((one === undefined && other === undefined) || (action === 'update' && values.length === 0)) return [];
  const address: ChildAddress = `${parent}/${child.name}`;
  return [{ address, action, before: one?.entry ?? 0, after: other?.entry ?? 0, values }];
}

function resourceChange(resource: ResourceComparison, beside: Beside): readonly Change[] {
  const { kind, name, held, values, children: all } = resource;
  const [one, other] = sidesOf(held, beside);
  const known = one ?? other;
  if (known === undefined) return [];
  const at = beside.isOneOfMany ? `${known.address}@${beside.name}` : known.address;
  const address = at as ResourceAddress;
  const action = actionOf(one, other);
  const children = all.flatMap((child) => childChange(child, address, beside));
  const differing = valuesOf(values, beside);
  if (action === 'update' && children.length === 0 && differing.length === 0) return [];
  const named = valueChange(['name'], name, name);
  const rest = { id: known.id, adopted: false, before: {}, operations: [] };
  return [{ kind, action, address, values: [named, ...differing], children, ...rest }];
}

const on = (name: string): NamedWords => ({ words: 'On', name });

/** Labels for whole resources: the target that has the resource. */
const wholesOf = (changes: readonly Change[], { first, name }: Beside): ViewedChanges['view']['wholes'] =>
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
    const beside = { place: index + 1, name, first, isOneOfMany: others.length > 1 };
    const changes = withoutPairs(resources.flatMap((resource) => resourceChange(resource, beside)));
    const view = { sides: [on(first), on(name)], wholes: wholesOf(changes, beside), words: WORDS } as const;
    return { changes, view };
  });
}
