import type { CountSettled, ValueDrift } from '../../change/drift-values.ts';
import { driftValues } from '../../change/drift-values.ts';
import type { Values } from '../../change/values.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Scope } from '../../model/plan/scope.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../../model/resources/resource.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import { parseKey } from '../../model/resources/value.ts';
import type { ChildDrift, ResourceDrift, WholeDrift } from './drift.ts';
import { driftChild, entriesRead } from './drift-child.ts';
import { driftItems } from './drift-items.ts';

/** One resource that the ledger owns. `live` may be another one of its name that stands in its place. */
export interface OwnedSides {
  readonly address: ResourceAddress;
  readonly base: OwnedResource;
  /** Absent: the files no longer have it. */
  readonly desired?: DesiredResource;
  /** Absent: it is gone from the service. */
  readonly live?: LiveResource;
}

/** What is compared, and with what. */
export interface DriftContext {
  readonly kind: AnyKind;
  readonly scope: Scope;
  /**
   * Parts that nobody in git has ever named count too, unless the resource is additive. Of one that the files dropped
   * they count always, since its deletion takes them with it.
   */
  readonly added: boolean;
  readonly count: CountSettled;
}

/** The differences within a resource. */
interface Differences {
  readonly values: readonly ValueDrift[];
  readonly children: readonly ChildDrift[];
}

type Present = OwnedSides & { readonly live: LiveResource };

function childDifferences({ address, base, desired, live }: Present, context: DriftContext): readonly ChildDrift[] {
  const { kind, scope, added, count } = context;
  const inBase = kind.children?.(base.content);
  const inLive = kind.liveChildren?.(live);
  if (inBase === undefined || inLive === undefined) return [];
  const ours = desired === undefined ? inBase : kind.children?.(kind.contentOf(desired));
  const additive = desired !== undefined && kind.drift?.isAdditive?.(desired) === true;
  const names = new Set([
    ...inBase.keys(),
    ...(ours?.keys() ?? []),
    ...(desired === undefined || (added && !additive) ? inLive.keys() : []),
  ]);
  return [...names]
    .filter((name) => desired === undefined || scope.child(address, name))
    .sort(byCodeUnit)
    .flatMap((name) => {
      const [was, wanted] = [inBase.get(name), ours?.get(name)];
      const sides = {
        address,
        name,
        base: was,
        // What the files dropped has no place in them.
        ours: desired === undefined ? was && { entries: was.entries } : wanted,
        theirs: entriesRead(address, name, inLive.get(name)),
        additive,
        isNew: desired === undefined ? (was?.entries.size ?? 0) === 0 : was === undefined && wanted === undefined,
      };
      return driftChild(kind, sides, count) ?? [];
    });
}

/** Compares the live resource with the files; without `desired` with the base, which the files dropped. */
function differencesOf(sides: Present, context: DriftContext): Differences {
  const { kind, scope, count } = context;
  const { address, base, desired, live } = sides;
  const content = base.content;
  const ours = desired === undefined ? content : kind.contentOf(desired);
  const children = childDifferences(sides, context);
  // The plan is about a part of it.
  if (desired !== undefined && !scope.whole(address)) return { values: [], children };
  const isCompared = (key: ValueKey): boolean =>
    kind.parts[key[0]]?.ofWhole !== true && kind.drift?.isCompared?.(key, { base: content, ours, live }) !== false;
  const compared = (side: unknown): Values =>
    new Map([...kind.values(side)].filter(([key, value]) => value !== undefined && isCompared(parseKey(key))));
  const places = desired && kind.ledger.places?.(desired);
  const values = driftValues(
    { base: compared(content), ours: compared(ours), theirs: compared(kind.contentOfLive(live)) },
    Object.keys(kind.parts),
    count,
    (key) => (kind.parts[key[0]]?.always === true ? undefined : places?.of?.(key)),
  );
  return { values: [...values, ...driftItems(kind, { base: content, desired, live }, count)], children };
}

const isEmpty = ({ values, children }: Differences): boolean => values.length === 0 && children.length === 0;

/** All that the service has of a resource, for files that get it. What is listed must have been read. */
function contentRead(kind: AnyKind, address: Address, live: LiveResource): unknown {
  for (const [name, child] of kind.liveChildren?.(live) ?? []) entriesRead(address, name, child);
  return kind.drift?.wholeOf?.(live) ?? kind.contentOfLive(live);
}

function isEdited(kind: AnyKind, desired: DesiredResource, { content }: OwnedResource): boolean {
  const byDigest = (): boolean => kind.digest(kind.contentOf(desired)) !== kind.digest(content);
  return kind.drift?.isEdited?.(desired, content) ?? byDigest();
}

/** What became of one resource that the ledger owns; `undefined` when nobody changed it outside git. */
export function driftResource(sides: OwnedSides, context: DriftContext): ResourceDrift | undefined {
  const { kind, count } = context;
  const { address, base, desired, live } = sides;
  const drift = (
    name: string,
    whole: WholeDrift<unknown> | undefined,
    differences: Differences = { values: [], children: [] },
  ): ResourceDrift => ({
    kind: kind.kind,
    address,
    id: (live ?? base).id,
    baseName: name,
    ...(whole !== undefined && { whole }),
    ...differences,
  });
  // Of a resource whose first apply failed, the ledger has the id and no name.
  const baseName = kind.name(base.content) ?? (desired && kind.name(kind.contentOf(desired)));
  if (desired === undefined) {
    if (live === undefined) {
      count(kind.kind, 'same');
      return undefined;
    }
    if (baseName === undefined) return undefined;
    // A deletion takes all that the service has with it, so what anybody changed there counts.
    const differences = differencesOf({ address, base, live }, { ...context, count: () => undefined });
    if (isEmpty(differences)) {
      count(kind.kind, 'ours');
      return undefined;
    }
    const whole = { kind: 'both', how: 'dropped-here', theirs: contentRead(kind, address, live) } as const;
    return drift(baseName, whole, differences);
  }
  const differences = live === undefined ? undefined : differencesOf({ address, base, desired, live }, context);
  const isSame = live?.id === base.id;
  const standing = kind.drift?.standing?.({ base: base.content, desired, live, isSame }, count);
  if (standing === 'ignored' || baseName === undefined) return undefined;
  const edited = (): 'theirs' | 'both' => (isEdited(kind, desired, base) ? 'both' : 'theirs');
  if (live === undefined || differences === undefined)
    return drift(baseName, { kind: edited(), how: 'deleted-outside' });
  if (!isSame) return drift(baseName, { kind: 'theirs', how: 'recreated-outside' }, differences);
  if (standing !== undefined) return drift(baseName, { kind: edited(), how: standing }, differences);
  return isEmpty(differences) ? undefined : drift(baseName, undefined, differences);
}

/** One resource that gets files. */
export interface Newcomer {
  readonly address: ResourceAddress;
  readonly live: LiveResource;
}

/**
 * A resource that no file has and that gets files: whole, with nothing to compare it with. `undefined`: nobody wants
 * what is not in use in files.
 */
export function driftNewcomer(kind: AnyKind, { address, live }: Newcomer): ResourceDrift | undefined {
  if (kind.isInUse?.(live) === false) return undefined;
  const theirs = contentRead(kind, address, live);
  const whole = { kind: 'theirs', how: 'created-outside', theirs } as const;
  const baseName = kind.name(kind.contentOfLive(live)) ?? '';
  return { kind: kind.kind, address, id: live.id, baseName, whole, values: [], children: [] };
}
