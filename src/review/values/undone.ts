import { kindAt } from '../../kinds/registry.ts';
import { isRenamed, valuesIn } from '../../model/plan/change-values.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import { keyText, type Value, type ValueKey } from '../../model/resources/value.ts';
import { countedValues } from '../../plan/counts.ts';
import type { Drift, ResourceDrift } from '../../plan/drift/drift.ts';
import { overwritten } from '../../plan/drift/overwritten.ts';
import { counted, plural } from '../format/text.ts';
import { eachPlanTerm, type TermChange } from './term-kinds.ts';
import { valueName } from './value-words.ts';

/** The mark of a change that overwrites drift. */
export const UNDOES = 'undoes a change on the service';

/** The drift that a plan overwrites. */
export interface Undone {
  /** Number of values, and of whole resources and dictionaries. */
  readonly count: number;
  /** True for a resource or child whose drift as a whole the plan overwrites. */
  readonly hasWhole: (address: string) => boolean;
  /** `value`: the value on any side. */
  readonly hasValue: (address: string, key: ValueKey, value?: Value) => boolean;
}

/** The result if nothing is overwritten, or this is unknown. */
export const NOTHING_UNDONE: Undone = { count: 0, hasWhole: () => false, hasValue: () => false };

/** Marks drifted resources and values. Values without a key are identified by their name. */
function undoneIn(resources: readonly ResourceDrift[]): Undone {
  const all = resources.flatMap((resource) => [resource, ...resource.children]);
  const wholes = new Set<string>(all.filter(({ whole }) => whole !== undefined).map(({ address }) => address));
  const nameOf = (address: string, key: ValueKey, value: Value | undefined): string =>
    `${address}\0${key.length === 2 ? JSON.stringify([key[0], valueName(kindAt(address), key, value)]) : keyText(key)}`;
  const values = new Set(
    all.flatMap(({ address, whole, values: drifted }) =>
      whole === undefined ? drifted.map(({ key, base, theirs }) => nameOf(address, key, theirs ?? base)) : [],
    ),
  );
  return {
    count: wholes.size + values.size,
    hasWhole: (address) => wholes.has(address),
    hasValue: (address, key, value) => values.size > 0 && values.has(nameOf(address, key, value)),
  };
}

/** The resources with values of other people that a plan overwrites, whether that was decided or not. */
const overwrittenIn = (drift: Drift, plan: Plan): readonly ResourceDrift[] => {
  const { resources, decided } = overwritten(drift, plan);
  return [...resources, ...decided];
};

/** The drift that a plan overwrites. */
export const undoneBy = (plan: Plan, drift: Drift | undefined): Undone =>
  drift === undefined || drift.resources.length + (drift.decided?.length ?? 0) === 0
    ? NOTHING_UNDONE
    : undoneIn(overwrittenIn(drift, plan));

/** The part of some drift that the files have not changed too. */
function onlyTheirs<Part extends Pick<ResourceDrift, 'whole' | 'values'>>({ whole, values, ...others }: Part) {
  return {
    ...others,
    ...(whole?.kind === 'theirs' && { whole }),
    values: values.filter(({ kind }) => kind === 'theirs'),
  };
}

/** Number of changes in a plan that the files require and that do not only restore what the service had before. */
function changesOfFiles(plan: Plan, drift: Drift): number {
  const resources = overwrittenIn(drift, plan).map((each) => ({
    ...onlyTheirs(each),
    children: each.children.map(onlyTheirs),
  })) as readonly ResourceDrift[];
  const restored = undoneIn(resources);
  const terms = eachPlanTerm(plan);
  let count = 0;
  for (const change of plan.changes.filter(({ address }) => !restored.hasWhole(address))) {
    const { address, children } = change;
    const values = [...countedValues(change), ...(isRenamed(change) ? valuesIn(change, 'name') : [])];
    count += values.filter(({ key, from, to }) => !restored.hasValue(address, key, from ?? to)).length;
    for (const child of children.filter((each) => !restored.hasWhole(each.address)))
      for (const term of terms(child)) if (!undoesTerm(restored, child.address, term)) count += 1;
  }
  return count;
}

/** True if a term of a child was changed on the service, and the plan restores the earlier state. */
export const undoesTerm = (
  { hasValue }: Undone,
  child: ChildAddress,
  { before, after, to = child }: Pick<TermChange, 'before' | 'after' | 'to'>,
): boolean => {
  const isOf = (address: string, source: string | undefined): boolean =>
    source !== undefined && hasValue(address, ['entry', address.slice(address.indexOf('/') + 1), source]);
  return isOf(child, before?.source) || isOf(to, after?.source);
};

/** The sentence about overwritten drift, without a full stop; `undefined` if none is overwritten. */
export function undoneText(plan: Plan, drift: Drift | undefined): string | undefined {
  const { count } = undoneBy(plan, drift);
  if (drift === undefined || count === 0) return undefined;
  const own = changesOfFiles(plan, drift);
  const files = own === 0 ? 'No change comes' : `${counted(own, 'change')} ${plural(own, 'comes', 'come')}`;
  return `${files} from the files; ${counted(count, 'change')} made on the service would be overwritten`;
}
