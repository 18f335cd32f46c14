import type { Address } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';

/** What is taken away: `entries` of a child, or the values of another part that is limited in what it may lose. */
export type PartNoun = string;

/** What is deleted, or deactivated for good. */
export type DeletedNoun = string;

/** What becomes of entries that are taken away on the service: the numbers add up to that of the refusal. */
export interface TakenAway {
  readonly removed: number;
  readonly moved: number;
  readonly renamed: number;
}

/** One reason why a plan is not run, as data. `review/` words it, with the flag that lifts it. */
export type Refusal =
  /** Somebody has changed the resource on the service since the last apply, and the plan would undo that. */
  | { readonly code: 'drift-undone'; readonly address: Address }
  /** No flag lifts this: the protection must go first. */
  | { readonly code: 'protected'; readonly address: Address }
  /** A deletion that nobody has consented to. */
  | {
      readonly code: 'delete-needs-consent';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly entries: number;
      /** Absent, as below: all of them are removed. */
      readonly taken?: TakenAway;
      /**
       * Of a child: a given pattern that consents to the deletion of its resource, and so not to that of the child.
       * Absent: there is none.
       */
      readonly ownerPattern?: string;
    }
  /** Values that stop whatever uses the resource. */
  | { readonly code: 'block-needs-consent'; readonly address: Address; readonly values: readonly ValueChange[] }
  /** `value`: what makes it a replacement; absent: nothing that the change has. */
  | { readonly code: 'replace-needs-consent'; readonly address: Address; readonly value?: ValueChange }
  /** A pattern would delete the last ones of a kind, or more than half of them. */
  | {
      readonly code: 'too-many-deleted';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly deleted: number;
      readonly total: number;
      /** Who consented so far. */
      readonly by: 'allow-delete' | 'prune';
    }
  /**
   * The files name none of this kind at all, or `file` has no rows: more often a wrong folder or a lost export than
   * intended.
   */
  | {
      readonly code: 'empty-source';
      readonly address: Address;
      readonly what: DeletedNoun;
      readonly entries: number;
      readonly taken?: TakenAway;
      readonly file?: string;
      /** How many rows of the file are held back, all that it has for the dictionary. Absent: it has none. */
      readonly heldBack?: number;
    }
  /**
   * More of one part than its limit. `inAll`: what the whole run takes away so, which is what `--max-deletes-per-run` is
   * compared with.
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
  /** More of one kind, or in the whole run, than may go, though no part need lose too much by itself. */
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
  /** Nothing owns the part, which was found by its name: what would go may be somebody else's. `owner`: the resource.
   * `consent`: the address that lifts it, which is that of the resource where nothing of it is owned. */
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
  /** Every one would go. */
  | {
      readonly code: 'last-removed';
      readonly address: Address;
      readonly part: PartNoun;
      readonly removed: number;
      readonly taken?: TakenAway;
    };

declare const byCheckGuard: unique symbol;

/**
 * Allows one plan: the one for which `checkGuard` gave it. Nothing else makes one, and `applyPlan` takes nothing else.
 */
export interface AllowedVerdict {
  readonly kind: 'allowed';
  readonly [byCheckGuard]: true;
}

/** Why a plan may not run. */
export interface RefusedVerdict {
  readonly kind: 'refused';
  readonly refusals: readonly Refusal[];
}

/** What is shown of a verdict. */
export type GuardVerdict = { readonly kind: 'allowed' } | RefusedVerdict;

/** What lifts a refusal when it is given on the command line; `none`: nothing does. */
export type Lift =
  | { readonly kind: 'none' }
  | { readonly kind: 'allow-delete'; readonly address: Address }
  | { readonly kind: 'max-deletes-per-run'; readonly count: number }
  | { readonly kind: 'overwrite-drift' };

/** The one flag that lifts a refusal, whatever else the run has to be refused for. */
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
