import { type Change, scopeOf } from '../model/plan/plan.ts';
import type { DesiredResource, LiveResource, ValueChange } from '../model/resources/resource.ts';
import { partsWith } from './check-values.ts';
import type { AnyKind, PlanContext } from './kind.ts';
import { childrenOf, singleValue, valuesOf } from './ledger-content.ts';

/**
 * True for a kind whose resources are deactivated instead of deleted. This takes effect immediately and is permanent.
 * Consent needs a pattern that begins with the prefix of the kind.
 */
export const isIrreversible = ({ actions }: AnyKind): boolean => actions.includes('deactivate');

/** The patterns of `--allow-delete` and `prune:` that apply to a kind: `developer_key.*` does, `*` does not. */
export const patternsFor = (kind: AnyKind, patterns: readonly string[]): readonly string[] =>
  isIrreversible(kind) ? patterns.filter((pattern) => pattern.startsWith(kind.prefix)) : patterns;

/** True for a kind that is read and written with the admin key of the target. */
export const isOfAdmin = ({ access }: Pick<AnyKind, 'access'>): boolean => access === 'admin-key';

/** False for a live resource that is deactivated: a name does not find it. */
export const isInUse = (kind: AnyKind, live: LiveResource): boolean => kind.isInUse?.(kind.contentOf(live)) !== false;

/** False for a resource that should be deactivated, according to the files. */
export const isWanted = (kind: AnyKind, desired: DesiredResource): boolean =>
  kind.isInUse?.(kind.contentOf(desired)) !== false;

/** The part whose number a deletion shows; `undefined`: the entries of its children. */
export const contentPart = ({ children, items }: AnyKind): string | undefined =>
  children === undefined ? items?.part : undefined;

/** True for files that own only the values and entries that they name. */
export const ownsNamed = (kind: AnyKind, desired: DesiredResource): boolean =>
  (kind.mode?.(desired) ?? 'authoritative') !== 'authoritative';

/** True for files that keep entries of the service that were never in git. */
export const isAdditive = (kind: AnyKind, desired: DesiredResource): boolean => kind.mode?.(desired) === 'additive';

/** The part that differs between two contents and cannot be changed, so that one resource must replace the other. */
export const replacingPart = (kind: AnyKind, before: unknown, after: unknown): string | undefined => {
  const [left, right] = [valuesOf(kind, before), valuesOf(kind, after)];
  const [, ...fixed] = partsWith(kind.parts, 'heading');
  return fixed.find((part) => singleValue(left, part) !== singleValue(right, part));
};

/**
 * The changed value that makes a replacement necessary. `undefined`: the values of the heading, except the name, are
 * unchanged.
 */
export const fixedValue = ({ parts }: AnyKind, { values }: Pick<Change, 'values'>): ValueChange | undefined =>
  values.slice(1).find(({ key: [part], from, to }) => parts[part]?.role === 'heading' && from !== to);

const WHOLE_SCOPE: PlanContext = { scope: scopeOf([]), isPlanned: () => true, sameName: [] };

/** False for a resource that the service does not create as it is, such as a glossary without entries. */
export const canBeCreated = (kind: AnyKind, desired: DesiredResource): boolean =>
  kind.plan({ desired, adopted: false }, WHOLE_SCOPE)?.change !== undefined;

/** The part of a kind that is the name of a resource. */
export const namePart = ({ parts }: Pick<AnyKind, 'parts'>): string => Object.keys(parts)[0] ?? '';

/** A content with another name. Default: without a name. */
export function withName(kind: AnyKind, content: unknown, name?: string): unknown {
  const part = namePart(kind);
  if (name !== undefined && name === kind.name(content)) return content;
  const others = valuesOf(kind, content).filter(([[each]]) => each !== part);
  return kind.fromValues(
    [...(name === undefined ? [] : [[[part], name] as const]), ...others],
    childrenOf(kind, content),
  );
}
