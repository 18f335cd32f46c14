import { isIrreversible, kindAt } from '../../kinds/registry.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';

/** Noun of the removed values: `entries` of a child, or another part whose losses are limited. */
export type PartNoun = string;

/** Noun of the resource or child that is deleted, or deactivated permanently. */
export type DeletedNoun = string;

/** The counted entries of a refusal, by what the plan does with their terms. The sum is the number in the refusal. */
export interface TakenAway {
  readonly removed: number;
  readonly moved: number;
  readonly renamed: number;
}

/** One reason why a plan is not run, as data. `review/` words it, with the flag that lifts it. */
export type Refusal =
  /**
   * The resource was changed on the service since the last apply, and the plan would undo that. `isConflict`: the files
   * have changed each of these values too. `hasConflict`: they have changed some of them. Absent: false. `deleted`: the
   * addresses of it and its children that were deleted on the service. Absent: none.
   */
  | {
      readonly code: 'drift-undone';
      readonly address: Address;
      readonly isConflict?: true;
      readonly hasConflict?: true;
      readonly deleted?: readonly Address[];
    }
  /** No option lifts this: the protection must be removed first. */
  | { readonly code: 'protected'; readonly address: Address }
  /** A deletion without consent. */
  | {
      readonly code: 'delete-needs-consent';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly entries: number;
      /** Absent, here and below: all of them are removed. */
      readonly taken?: TakenAway;
      /**
       * For a child: a given pattern that consents to the deletion of its resource, which does not include the child.
       * Absent: no such pattern.
       */
      readonly ownerPattern?: string;
    }
  /** Values that stop the use of the resource. */
  | { readonly code: 'block-needs-consent'; readonly address: Address; readonly values: readonly ValueChange[] }
  /** `value`: the value that requires the replacement. Absent: the change contains no such value. */
  | { readonly code: 'replace-needs-consent'; readonly address: Address; readonly value?: ValueChange }
  /** A pattern would delete the last ones of a kind, or more than half of them. */
  | {
      readonly code: 'too-many-deleted';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly deleted: number;
      readonly total: number;
      /** The source of the consent so far. */
      readonly by: 'allow-delete' | 'prune';
    }
  /**
   * The files name no resource of this kind, or `file` has no rows. Usually the reason is a wrong folder or a failed
   * export.
   */
  | {
      readonly code: 'empty-source';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly entries: number;
      readonly taken?: TakenAway;
      readonly file?: string;
      /**
       * Number of rows that the file holds back; they are all its rows for this dictionary. Absent: it holds back no
       * row.
       */
      readonly heldBack?: number;
    }
  /**
   * One part loses more values than its limit. `inAll`: number of counted values that the whole run removes, which
   * `--max-deletes-per-run` limits.
   */
  | {
      readonly code: 'too-many-removed';
      readonly address: Address;
      readonly part: PartNoun;
      readonly removed: number;
      readonly taken?: TakenAway;
      readonly before: number;
      readonly allowed: number;
      readonly inAll: number;
    }
  /** One kind, or the whole run, loses more values than its limit, even if each part is within its own limit. */
  | {
      readonly code: 'too-many-in-all';
      readonly of: PartNoun | 'run';
      readonly parts: number;
      readonly removed: number;
      readonly taken?: TakenAway;
      readonly before: number;
      readonly allowed: number;
      readonly inAll: number;
    }
  /**
   * The ledger does not own the part; it was found by its name, so its content may belong to other users. `owner`: the
   * resource. `consent`: the address that allows it; the one of the resource if nothing of the resource is owned.
   */
  | {
      readonly code: 'unowned-removed';
      readonly address: Address;
      readonly owner: Address;
      readonly consent: Address;
      readonly part: PartNoun;
      readonly removed: number;
      readonly taken?: TakenAway;
      readonly before: number;
    }
  /** All values of the part would be removed. */
  | {
      readonly code: 'last-removed';
      readonly address: Address;
      readonly part: PartNoun;
      readonly removed: number;
      readonly taken?: TakenAway;
    };

declare const byCheckGuard: unique symbol;

/** Allows exactly the plan for which `checkGuard` made it. Only `checkGuard` makes one, and `applyPlan` requires it. */
export interface AllowedVerdict {
  readonly kind: 'allowed';
  readonly [byCheckGuard]: true;
}

/** The reasons why a plan is refused. */
export interface RefusedVerdict {
  readonly kind: 'refused';
  readonly refusals: readonly Refusal[];
}

/** The part of a verdict that outputs show. */
export type GuardVerdict = { readonly kind: 'allowed' } | RefusedVerdict;

/** The option that lifts a refusal; `none`: no option does. */
export type Lift =
  | { readonly kind: 'none' }
  | { readonly kind: 'allow-delete'; readonly address: Address }
  | { readonly kind: 'max-deletes-per-run'; readonly count: number }
  | { readonly kind: 'overwrite-drift' };

/**
 * True if a label of a pull request may lift a refusal. Never for irreversible deletions, because a label can be set
 * with one click.
 */
export function isLiftedByLabel(lift: Lift): boolean {
  if (lift.kind !== 'allow-delete') return lift.kind === 'max-deletes-per-run';
  const kind = kindAt(lift.address);
  return kind === undefined || !isIrreversible(kind);
}

/** The option that lifts a refusal, regardless of other refusals of the run. */
export function liftOf(refusal: Refusal): Lift {
  switch (refusal.code) {
    case 'protected':
      return { kind: 'none' };
    case 'drift-undone':
      return { kind: 'overwrite-drift' };
    case 'too-many-removed':
    case 'too-many-in-all':
      return { kind: 'max-deletes-per-run', count: refusal.inAll };
    case 'delete-needs-consent':
    case 'block-needs-consent':
    case 'replace-needs-consent':
    case 'too-many-deleted':
    case 'empty-source':
    case 'last-removed':
      return { kind: 'allow-delete', address: refusal.address };
    case 'unowned-removed':
      return { kind: 'allow-delete', address: refusal.consent };
    default:
      return refusal satisfies never;
  }
}
