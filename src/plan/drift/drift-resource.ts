import type { Address } from '../../model/resources/address.ts';
import type { DictionaryDrift, DriftOf, ResourceDrift, ValueDrift, WholeDrift } from './drift.ts';
import type { CountSettled } from './drift-values.ts';

/** One resource that the ledger owns. `live` may be another one of its name that stands in its place. */
export interface OwnedSides<At extends Address, Desired, Live, Owned> {
  readonly address: At;
  readonly base: Owned;
  /** Absent: the files no longer have it. */
  readonly desired?: Desired;
  /** Absent: it is gone from the service. */
  readonly live?: Live;
}

/** The differences within a resource. */
export interface Differences {
  readonly values: readonly ValueDrift[];
  readonly children: readonly DictionaryDrift[];
}

/** What the comparison has to know of one kind of resource. */
export interface DriftKind<Kind extends ResourceDrift['kind'], At extends Address, Desired, Live, Owned, Content> {
  readonly kind: Kind;
  /** The name that the last apply left; `undefined` when the ledger does not know it. */
  readonly baseName: (base: Owned, desired?: Desired) => string | undefined;
  /** Compares the live resource with the files; without `desired` with the base, which the files dropped. */
  readonly differences: (
    sides: OwnedSides<At, Desired, Live, Owned> & { readonly live: Live },
    count: CountSettled,
  ) => Differences;
  /** True when the files want it otherwise than the last apply left it. */
  readonly isEdited: (desired: Desired, base: Owned) => boolean;
  readonly liveName: (live: Live) => string;
  /** All that the service has of it, for files that get it. */
  readonly contentOf: (address: At, live: Live) => Content;
  /** False: nobody wants it in files. Default: it gets files. */
  readonly getsFiles?: (live: Live) => boolean;
  /**
   * A rule that only this kind has for the whole: `ignored`: there is no drift; `deactivated-outside`: that is the
   * drift. Default: none.
   */
  readonly standing?: (
    sides: { readonly base: Owned; readonly desired: Desired; readonly live: Live | undefined },
    count: CountSettled,
  ) => 'ignored' | 'deactivated-outside' | undefined;
}

const isEmpty = ({ values, children }: Differences): boolean => values.length === 0 && children.length === 0;

/** What became of one resource that the ledger owns; `undefined` when nobody changed it outside git. */
export function driftResource<
  Kind extends ResourceDrift['kind'],
  At extends Address,
  Desired,
  Live extends { readonly id: string },
  Owned extends { readonly id: Live['id'] },
  Content,
>(
  kind: DriftKind<Kind, At, Desired, Live, Owned, Content>,
  sides: OwnedSides<At, Desired, Live, Owned>,
  count: CountSettled,
): DriftOf<Kind, At, Live['id'], Content> | undefined {
  const { address, base, desired, live } = sides;
  const drift = (
    baseName: string,
    whole: WholeDrift<Content> | undefined,
    differences: Differences = { values: [], children: [] },
  ): DriftOf<Kind, At, Live['id'], Content> => ({
    kind: kind.kind,
    address,
    id: (live ?? base).id,
    baseName,
    ...(whole !== undefined && { whole }),
    ...differences,
  });
  const baseName = kind.baseName(base, desired);
  if (desired === undefined) {
    if (live === undefined) {
      count(kind.kind, 'same');
      return undefined;
    }
    if (baseName === undefined) return undefined;
    // A deletion takes all that the service has with it, so what anybody changed there counts.
    const differences = kind.differences({ address, base, live }, () => undefined);
    if (isEmpty(differences)) {
      count(kind.kind, 'ours');
      return undefined;
    }
    const whole = { kind: 'both', how: 'dropped-here', theirs: kind.contentOf(address, live) } as const;
    return drift(baseName, whole, differences);
  }
  const differences = live === undefined ? undefined : kind.differences({ address, base, desired, live }, count);
  const standing = kind.standing?.({ base, desired, live }, count);
  if (standing === 'ignored' || baseName === undefined) return undefined;
  const edited = (): 'theirs' | 'both' => (kind.isEdited(desired, base) ? 'both' : 'theirs');
  if (live === undefined || differences === undefined)
    return drift(baseName, { kind: edited(), how: 'deleted-outside' });
  if (live.id !== base.id) return drift(baseName, { kind: 'theirs', how: 'recreated-outside' }, differences);
  if (standing !== undefined) return drift(baseName, { kind: edited(), how: standing }, differences);
  return isEmpty(differences) ? undefined : drift(baseName, undefined, differences);
}

/** A resource that no file has and that gets files: whole, with nothing to compare it with. */
export function driftNewcomer<
  Kind extends ResourceDrift['kind'],
  At extends Address,
  Desired,
  Live extends { readonly id: string },
  Owned,
  Content,
>(
  kind: DriftKind<Kind, At, Desired, Live, Owned, Content>,
  { address, live }: { readonly address: At; readonly live: Live },
): DriftOf<Kind, At, Live['id'], Content> | undefined {
  if (kind.getsFiles?.(live) === false) return undefined;
  const whole = { kind: 'theirs', how: 'created-outside', theirs: kind.contentOf(address, live) } as const;
  return { kind: kind.kind, address, id: live.id, baseName: kind.liveName(live), whole, values: [], children: [] };
}
