import { type Change, type ResourceKind, scopeOf } from '../model/plan/plan.ts';
import { type Address, addressMatches, kindIn, type ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource, ValueChange } from '../model/resources/resource.ts';
import { partsWith } from './check-values.ts';
import { DEVELOPER_KEY } from './developer-key/developer-key-kind.ts';
import { GLOSSARY } from './glossary/glossary-kind.ts';
import type { AnyKind, PlanContext } from './kind.ts';
import { childrenOf, singleValue, valuesOf } from './ledger-content.ts';
import { type DesiredState, desiredOf, desiredResources, type LedgerState, type LiveState, ownedOf } from './states.ts';
import { STYLE_LIST } from './style-list/style-list-kind.ts';

/** The name of a kind, with a part of its description. */
export type OfKind<Each> = Each & { readonly kind: ResourceKind };

/** A list with one entry for each kind, to which tests add kinds of their own. `what`: the noun for an entry. */
export const registryOf = <Each extends OfKind<object>>(what: string, list: Each[]) => ({
  all: list as readonly Each[],
  /** Adds an entry at the end. Returns the function that removes it. */
  register(each: Each): () => void {
    list.push(each);
    return () => void list.splice(list.indexOf(each), 1);
  },
  of(kind: ResourceKind): Each {
    const found = list.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`there is no ${what} ${kind}`);
    return found;
  },
});

/** Every kind of resource, in the order of reports. */
export const {
  all: KINDS,
  register: registerKind,
  of: kindNamed,
} = registryOf<AnyKind>('kind of resource called', [GLOSSARY, STYLE_LIST, DEVELOPER_KEY]);

/** The kind of the resource, or of the part, with an address. */
export const kindAt = (address: string): AnyKind | undefined => KINDS.find(({ prefix }) => prefix === kindIn(address));

/** The kinds that the files manage. */
export const managedKinds = (desired: DesiredState): readonly AnyKind[] =>
  KINDS.filter(({ plural }) => desiredOf(desired, plural) !== undefined);

/** Every resource that the files ask for, kind by kind. */
export const allDesired = (desired: DesiredState): readonly DesiredResource[] =>
  KINDS.flatMap(({ plural }) => desiredResources(desired, plural));

const byPlural = <Each>(of: (kind: AnyKind) => Each | undefined): Readonly<Record<string, Each>> =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const each = of(kind);
      return each === undefined ? [] : [[kind.plural, each]];
    }),
  );

/** A ledger that owns nothing yet. */
export const EMPTY_LEDGER = byPlural(() => new Map()) as unknown as LedgerState;

/** A ledger from the owned resources of each kind, without unfinished replacements. */
export const ledgerFrom = (
  of: (kind: AnyKind) => Iterable<readonly [ResourceAddress, OwnedResource]>,
): LedgerState => ({ ...EMPTY_LEDGER, ...byPlural((kind) => new Map(of(kind))) });

/** A desired state from the resources of each kind; `undefined`: the kind is not managed. */
export const desiredStateFrom = (of: (kind: AnyKind) => readonly DesiredResource[] | undefined): DesiredState =>
  byPlural(of);

/** A live state from the resources of each kind; `undefined`: it was not read. */
export const liveStateFrom = (of: (kind: AnyKind) => readonly LiveResource[] | undefined): LiveState => byPlural(of);

/** The desired state with only some kinds. */
export const desiredOfKinds = (desired: DesiredState, isIn: (kind: AnyKind) => boolean): DesiredState =>
  desiredStateFrom((kind) => (isIn(kind) ? desiredOf(desired, kind.plural) : undefined));

/** Every resource that is owned, kind by kind. */
export const allOwned = (ledger: LedgerState): ReadonlyMap<ResourceAddress, OwnedResource> =>
  new Map(KINDS.flatMap(({ plural }) => [...ownedOf(ledger, plural)]));

/** The owned resource with an id, and its address. */
export const ownedUnder = (
  ledger: LedgerState,
  id: string,
): readonly [address: ResourceAddress, owned: OwnedResource] | undefined =>
  [...allOwned(ledger)].find(([, owned]) => owned.id === id);

/**
 * The probable meaning of an address or pattern that matches nothing: the same text with the prefix of a kind, if that
 * matches.
 */
export const addressWithKind = (pattern: string, known: readonly Address[]): string | undefined =>
  KINDS.map(({ prefix }) => `${prefix}.${pattern}`).find((candidate) =>
    known.some((address) => addressMatches(candidate, address)),
  );

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
  if (name === kind.name(content)) return content;
  const others = valuesOf(kind, content).filter(([[each]]) => each !== part);
  return kind.fromValues(
    [...(name === undefined ? [] : [[[part], name] as const]), ...others],
    childrenOf(kind, content),
  );
}
