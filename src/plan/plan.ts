import type { LanguagePair } from '../model/entries/language-pair.ts';
import type { Digest, GlossaryId, InstructionId, StyleId } from '../model/ids.ts';
import type {
  Address,
  DeveloperKeyAddress,
  DictionaryAddress,
  GlossaryAddress,
  StyleListAddress,
} from '../model/resources/address.ts';
import type { KeyId, KeyLimits } from '../model/resources/developer-key.ts';
import type { CustomInstruction } from '../model/resources/style-list.ts';
import type { SourceRef } from '../model/source-ref.ts';

/** One entry of a dictionary that changes. `at` is its row in the files; a removed entry has none. */
export type EntryChange =
  | { readonly kind: 'added'; readonly source: string; readonly to: string; readonly at?: SourceRef }
  | {
      readonly kind: 'changed';
      readonly source: string;
      readonly from: string;
      readonly to: string;
      readonly at?: SourceRef;
    }
  | { readonly kind: 'removed'; readonly source: string; readonly from: string };

export type RuleChange =
  | {
      readonly kind: 'added';
      readonly category: string;
      readonly rule: string;
      readonly to: string;
      readonly at?: SourceRef;
    }
  | {
      readonly kind: 'changed';
      readonly category: string;
      readonly rule: string;
      readonly from: string;
      readonly to: string;
      readonly at?: SourceRef;
    }
  | { readonly kind: 'removed'; readonly category: string; readonly rule: string; readonly from: string };

export type InstructionChange =
  | { readonly kind: 'added'; readonly to: CustomInstruction; readonly at?: SourceRef }
  | {
      readonly kind: 'changed';
      readonly id: InstructionId;
      readonly from: CustomInstruction;
      readonly to: CustomInstruction;
      readonly at?: SourceRef;
    }
  | { readonly kind: 'removed'; readonly id: InstructionId; readonly from: CustomInstruction };

export interface DictionaryChange {
  readonly address: DictionaryAddress;
  readonly pair: LanguagePair;
  readonly action: 'create' | 'update' | 'delete';
  /** Number of entries before and after. */
  readonly before: number;
  readonly after: number;
  /** Removed, then changed, then added; each in the order of its side (live for removed, files for the others). */
  readonly entries: readonly EntryChange[];
  readonly origin?: SourceRef;
}

/**
 * One HTTP call. `pre` and `post` are the digests of exactly the part that the call touches, before and after it
 * (`'absent'`: it is not there), so that a plan can be run again after a crash and a foreign edit of another part is no
 * conflict. What an operation sends stands in the change that holds it; for a PUT of a dictionary that is: the live
 * entries with the change made to them.
 */
interface OperationBase {
  /** Unique in the plan and stable: `<address>#<n>`, n from 1 in running order. */
  readonly id: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, with ids and languages in place, percent-encoded. The id of a developer key goes in the body. */
  readonly path: string;
  readonly pre: Digest | 'absent';
  readonly post: Digest | 'absent';
}

export type GlossaryOperation = OperationBase &
  (
    | {
        readonly kind: 'create-glossary';
        /** Ids of live glossaries that already bear this name: none of them is the twin of a lost answer. */
        readonly notIds: readonly GlossaryId[];
      }
    | { readonly kind: 'rename-glossary' }
    /**
     * PATCH of one dictionary with only its added and changed entries; `rename`: the new name rides on it, and `pre`
     * and `post` cover both.
     */
    | { readonly kind: 'merge-entries'; readonly pair: LanguagePair; readonly rename: boolean }
    | { readonly kind: 'put-dictionary'; readonly pair: LanguagePair }
    | { readonly kind: 'delete-dictionary'; readonly pair: LanguagePair }
    | { readonly kind: 'delete-glossary' }
  );

export type StyleListOperation = OperationBase &
  (
    | { readonly kind: 'create-style-list'; readonly notIds: readonly StyleId[] }
    | { readonly kind: 'rename-style-list' }
    | { readonly kind: 'replace-rules' }
    | {
        readonly kind: 'add-instruction';
        /** Index in the change's `instructions`. */
        readonly instruction: number;
        /** How many instructions of exactly this content the list holds after the call: labels are not unique. */
        readonly occurrence: number;
      }
    | { readonly kind: 'edit-instruction'; readonly instruction: number; readonly instructionId: InstructionId }
    | { readonly kind: 'delete-instruction'; readonly instruction: number; readonly instructionId: InstructionId }
    | { readonly kind: 'delete-style-list' }
  );

/**
 * The id of a key is no part of a path, so the operation names it; absent: the key that the change has just created.
 */
export type DeveloperKeyOperation = OperationBase &
  (
    | { readonly kind: 'create-developer-key'; readonly notIds: readonly KeyId[] }
    | { readonly kind: 'rename-developer-key'; readonly keyId: KeyId }
    /** PUT of the limits that the change names, and of no other. */
    | { readonly kind: 'limit-developer-key'; readonly keyId?: KeyId }
    | { readonly kind: 'deactivate-developer-key'; readonly keyId: KeyId }
  );

export type Operation = GlossaryOperation | StyleListOperation | DeveloperKeyOperation;

export interface GlossaryChange {
  readonly kind: 'glossary';
  readonly action: 'create' | 'update' | 'delete';
  readonly address: GlossaryAddress;
  /** Absent for a create. */
  readonly id?: GlossaryId;
  /** True when a live glossary that the ledger does not know is taken over because its name is the only match. */
  readonly adopted: boolean;
  readonly nameBefore?: string;
  readonly nameAfter?: string;
  readonly dictionaries: readonly DictionaryChange[];
  /** In running order: one resource is changed in sequence. */
  readonly operations: readonly GlossaryOperation[];
  readonly origin?: SourceRef;
}

export interface StyleListChange {
  readonly kind: 'style-list';
  /** `replace`: the language changed, which cannot be patched; a new list is created before the old one is deleted. */
  readonly action: 'create' | 'update' | 'replace' | 'delete';
  readonly address: StyleListAddress;
  /** Of a deletion that finishes a replacement: the list that took its place. */
  readonly leftOf?: StyleListAddress;
  readonly id?: StyleId;
  readonly adopted: boolean;
  readonly nameBefore?: string;
  readonly nameAfter?: string;
  readonly languageBefore?: string;
  readonly languageAfter?: string;
  readonly rules: readonly RuleChange[];
  readonly rulesBefore: number;
  readonly instructions: readonly InstructionChange[];
  readonly instructionsBefore: number;
  readonly operations: readonly StyleListOperation[];
  readonly origin?: SourceRef;
}

/** One limit that changes; `null` is no limit, 0 lets the key do nothing. */
export interface LimitChange {
  readonly limit: keyof KeyLimits;
  readonly from: number | null;
  readonly to: number | null;
  readonly at?: SourceRef;
}

export interface DeveloperKeyChange {
  readonly kind: 'developer-key';
  /** `deactivate`: for good. The key stays in the list of the service and never works again. */
  readonly action: 'create' | 'update' | 'deactivate';
  readonly address: DeveloperKeyAddress;
  readonly id?: KeyId;
  readonly adopted: boolean;
  /** The label. */
  readonly nameBefore?: string;
  readonly nameAfter?: string;
  readonly limits: readonly LimitChange[];
  readonly operations: readonly DeveloperKeyOperation[];
  /** Absent when no file names the key. */
  readonly origin?: SourceRef;
}

/** One thing a reviewer reads: what happens to one resource, and the calls that make it so. */
export type Change = GlossaryChange | StyleListChange | DeveloperKeyChange;

/** A live resource that no file names and nothing owns. It is never touched. */
export interface Unmanaged {
  /** What `pull` would call it, and what `--allow-delete` and `prune:` patterns are compared with. */
  readonly address: GlossaryAddress | StyleListAddress | DictionaryAddress | DeveloperKeyAddress;
  readonly id: string;
  readonly name: string;
}

/**
 * Entries, rules or instructions that the files do not have, of a part that was found by its name and that no apply has
 * left.
 */
export interface UnownedRemoval {
  readonly address: Address;
  readonly part: 'entries' | 'rules' | 'instructions';
  readonly removed: number;
}

/** What the files ask for under one address, as a digest: how they are written and ordered does not matter. */
export interface ConfigDigest {
  readonly address: GlossaryAddress | StyleListAddress | DeveloperKeyAddress;
  readonly digest: Digest;
}

/** What stood for the service: what the last apply left, or a backup. `time`: ISO 8601, in UTC. */
export interface Snapshot {
  readonly kind: 'ledger' | 'backup';
  readonly time: string;
}

/** The whole answer to "what would apply do?". A value: printed, saved, compared, applied. */
export interface Plan {
  /** Minor additions keep it; a reader refuses any other number. */
  readonly formatVersion: 1;
  /** When a saved plan was made, ISO 8601. This and the next absent: it was not saved. */
  readonly created?: string;
  /** The version of Lexform that made a saved plan. */
  readonly tool?: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** The `--only` patterns that narrowed the plan; empty: everything that the workspace manages. */
  readonly only: readonly string[];
  /**
   * What the files asked for when a saved plan was made. Absent: it was made from something else, or is not bound to
   * it.
   */
  readonly config?: readonly ConfigDigest[];
  /**
   * The last entry of the ledger when a saved plan was made; `null`: there was none. Absent: no ledger was kept, or
   * it is not bound to it.
   */
  readonly ledger?: string | null;
  /**
   * The service was not asked: the plan was made against what was known of it at that time. Such a plan is read, and
   * never run. Absent: it was asked.
   */
  readonly against?: Snapshot;
  /** SHA-256 of the live state that the plan was made from. */
  readonly liveFingerprint: Digest;
  /** Deletions and deactivations first, then by address. */
  readonly changes: readonly Change[];
  /**
   * What an apply takes into its ledger although no call is needed: it is as the files want it, and nothing owns it
   * yet. Absent: nothing.
   */
  readonly adopts?: readonly Unmanaged[];
  /**
   * What the plan removes from parts that nothing owns yet; apply does so only with consent by their address. Absent:
   * nothing.
   */
  readonly removesUnowned?: readonly UnownedRemoval[];
  readonly unmanaged: readonly Unmanaged[];
  /** Resources whose file or folder has another name now. Absent: none. */
  readonly moves?: readonly { readonly from: Address; readonly to: Address }[];
  /** Resources of which the plan undoes what somebody has changed since the last apply. Absent: none. */
  readonly undoes?: readonly Address[];
}

/** The operations of a plan in the order of its changes. */
export const operationsOf = (plan: Plan): readonly Operation[] =>
  plan.changes.flatMap((change): readonly Operation[] => change.operations);
