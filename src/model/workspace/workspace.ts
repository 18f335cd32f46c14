import type { ReviewField } from '../entries/term-fields.ts';
import type { SourceRef } from '../finding.ts';
import type { ResourceKind } from '../plan/plan.ts';
import type { Address } from '../resources/address.ts';
import type { Secret } from '../secret.ts';
import type { WorkspaceLintSettings } from './lint-settings.ts';

/** The source of the key of a target. A workspace file never contains a key. */
export type KeySource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** How long calls may take. What is absent has its default, in `incoming-limits.ts`. */
export interface HttpSettings {
  /** Maximum milliseconds until an answer begins, and without progress of an answer. */
  readonly timeoutMs?: number;
  /** Milliseconds after the beginning of a call in which another attempt may begin. */
  readonly timeLimitMs?: number;
  /** Milliseconds that the service may ask to wait before another attempt. */
  readonly maxWaitMs?: number;
}

/** The resources of a target, and their names there. */
export interface TargetView {
  readonly name: string;
  /** Address patterns of its resources. Absent: all resources. */
  readonly resources?: readonly string[];
  /** The names of its resources: a text with `{name}`. Absent: the names in the files. */
  readonly names?: string;
  /** The places of both in `lexform.yaml`: that of each address, and of the target. Absent: it has neither. */
  readonly viewAt?: { readonly resources: readonly SourceRef[]; readonly target: SourceRef };
}

/** One account in one region of the service, as the workspace declares it. */
export type Target =
  | (TargetView & { readonly kind: 'embedded' })
  | (TargetView & {
      readonly kind: 'remote';
      /** Without a slash at the end; http or https. */
      readonly baseUrl: string;
      /** The word before the key in the `Authorization` header. Default `Service-Auth-Key`. */
      readonly authScheme: string;
      readonly key: KeySource;
      /** The source of the admin key, which is only used for developer keys. */
      readonly adminKey?: KeySource;
      /** Maximum glossaries of the account. Absent: unknown. */
      readonly maxGlossaries?: number;
      /** Before `http` of the workspace, setting by setting. */
      readonly http?: HttpSettings;
    });

/** A target that can be called: address and key are known. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly authScheme: string;
  readonly key: Secret;
}

/** The file that makes a folder a workspace. */
export const WORKSPACE_FILE = 'lexform.yaml';

/** How many may go without consent: a number, and a whole percentage of what there is; whichever allows more. */
export interface DeleteLimit {
  readonly count: number;
  readonly percent: number;
}

/** The limits that `safety:` sets. */
export interface SafetyPolicy {
  /**
   * Maximum deletions in the entries of one dictionary, or in the rules or the instructions of one list. Default 10 and
   * 10 %. The last ones are never deleted without consent.
   */
  readonly maxDeletes: DeleteLimit;
  /** Maximum deletions among all entries, all rules, or all instructions. Default: only the limit of the run. */
  readonly maxDeletesPerKind?: DeleteLimit;
  /** Maximum deletions of a run. Default: `DEFAULT_RUN_LIMIT`, or the limit of one part if that is higher. */
  readonly maxDeletesPerRun?: DeleteLimit;
  /** Address patterns that are never deleted. */
  readonly protect: readonly string[];
}

export const DEFAULT_RUN_LIMIT: DeleteLimit = { count: 100, percent: 10 };

/** The limits without `safety:` in `lexform.yaml`. */
export const DEFAULT_SAFETY: SafetyPolicy = { maxDeletes: { count: 10, percent: 10 }, protect: [] };

/**
 * Where the histories of targets are kept. `auto`: in the refs of the workspace's repository, or in a folder outside
 * git. `none`: nowhere, and nothing is owned.
 */
export type LedgerPlace =
  | { readonly kind: 'auto' | 'none' }
  | { readonly kind: 'remote'; readonly remote: string }
  | { readonly kind: 'dir'; readonly dir: string };

/** The budget and the languages of `plan --preview`. */
export interface PreviewPolicy {
  /** Maximum characters of one preview of one target. */
  readonly budget: number;
  /**
   * Base language → the variant to translate into. A dictionary is for a base language, and the service may only
   * translate into its variants.
   */
  readonly variants: ReadonlyMap<string, string>;
}

/**
 * The two languages that the service only translates into as variants. Source: description, "Legacy language object
 * (v2)".
 */
export const DEFAULT_PREVIEW: PreviewPolicy = {
  budget: 10_000,
  variants: new Map([
    ['en', 'en-US'],
    ['pt', 'pt-BR'],
  ]),
};

/** `lexform.yaml`, complete with its defaults. */
export interface WorkspaceConfig {
  /** In file order; at least one. The first is the one that `--target` defaults to when there is only one. */
  readonly targets: readonly Target[];
  /** By kind of resource: the glob patterns of its files, or the one file of all of them. Absent: it is not managed. */
  readonly patterns: Readonly<Record<ResourceKind, readonly string[]>>;
  /** Folders outside the workspace whose layers may be read, relative to its root. Absent: none. */
  readonly layers?: readonly string[];
  readonly safety: SafetyPolicy;
  /** Address patterns of live resources that may be deleted although no file ever named them. */
  readonly prune: readonly string[];
  readonly ledger: LedgerPlace;
  /** Resources that have another address now. */
  readonly moved?: readonly { readonly from: Address; readonly to: Address }[];
  /** An OpenAPI document with the full catalogue of configured rules, relative to the workspace root. */
  readonly ruleCatalog?: string;
  /** Calls in flight at once, 1 to 32. Default 4. */
  readonly concurrency: number;
  /** How long calls may take; a target may say otherwise. */
  readonly http?: HttpSettings;
  /** Default: `DEFAULT_PREVIEW`. */
  readonly preview?: PreviewPolicy;
  /** The fields of a term that reports show. Default: all. */
  readonly reviewColumns?: readonly ReviewField[];
  /** Default: `DEFAULT_LINT`. */
  readonly lint?: WorkspaceLintSettings;
  /** Positions of patterns and paths in `lexform.yaml`, by their text. */
  readonly origins?: ReadonlyMap<string, SourceRef>;
}
