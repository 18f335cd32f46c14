import type { ErrorCode } from '../../model/codes/error-codes.ts';
import type { Change, Consent, Finding, Operation, PlanCounts, Refusal, ResourceDrift, ValueChange } from './values.ts';

/** Options of a function that reads a target. */
export interface LookOptions {
  /** Only these addresses or patterns. Default: everything that the workspace manages. */
  readonly only?: readonly string[] | undefined;
  /** Number of calls at the same time, 1 to 32. Default: `concurrency:` of `lexform.yaml`, otherwise 4. */
  readonly concurrency?: number | undefined;
  /** Longest wait in milliseconds before a call is repeated. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** Stops the work, and an apply of the plan. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `workspace.plan`. */
export interface PlanOptions extends LookOptions {
  /**
   * Consent that is known before the plan. Only an address here deletes a resource that neither the files nor the
   * ledger have. `apply` can consent to the rest.
   */
  readonly consent?: Consent | undefined;
}

/** Options of an apply. */
export interface ApplyOptions {
  /** Added to the consent of the plan. */
  readonly consent?: Consent | undefined;
  /** Stops the run: calls in flight finish, no new call starts, and the ledger records what was done. */
  readonly signal?: AbortSignal | undefined;
  /** Called when an operation begins, when its change is written, and when it has ended. */
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined;
  /**
   * Called with the address and the secret of a new developer key, which the service shows once. `reveal` returns it; a
   * print of the object does not show it. Default: Lexform discards the secret.
   */
  readonly onSecret?: ((address: string, secret: { reveal(): string }) => Promise<void>) | undefined;
}

/** Result of one operation. An apply reports each operation exactly once, and does not throw for a failed one. */
export type Outcome = { readonly operation: Operation; readonly address: string } & (
  | { readonly kind: 'applied' }
  /** The service already had the planned result. An earlier run of the same plan made it. */
  | { readonly kind: 'already-done' }
  /** The service had neither the state before nor the state after the plan. Nothing was sent. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'failed'; readonly error: Error }
  /** The call was sent, but no answer arrived and the service could not be read: the change may have happened. */
  | { readonly kind: 'unknown'; readonly error: Error }
  | { readonly kind: 'not-tried'; readonly because: 'interrupted' | 'earlier-operation' | 'secret-lost' }
);

/** One step of an apply. */
export type ApplyEvent =
  | { readonly kind: 'started'; readonly operation: Operation; readonly address: string }
  /** The service has accepted the change, which is then read back. */
  | { readonly kind: 'written'; readonly operation: Operation; readonly address: string }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

/** Formats of `render`: `text` as the command line shows it, `json` as `--json`, the others as `--report`. */
export type RenderFormat =
  | 'text'
  | 'annotations'
  | 'gitlab-codequality'
  | 'gitlab-terraform'
  | 'html'
  | 'json'
  | 'junit'
  | 'markdown'
  | 'sarif';

/** Formats of a drift and of a validation. */
export type FindingsFormat = Exclude<RenderFormat, 'gitlab-terraform'>;

/** Options of `render`. */
export interface RenderOptions {
  /** True: a text with every term instead of the first ones. Other formats are complete within their limits. */
  readonly full?: boolean | undefined;
  /** True: a text with terminal colours. */
  readonly color?: boolean | undefined;
}

/** Result of `workspace.validate`. */
export interface Validation {
  /** True if no finding is an error. */
  readonly isValid: boolean;
  /** Findings in the files and of the linter, in the order of the files. */
  readonly findings: readonly Finding[];
  /** Number of files that were checked, and of resources, dictionaries and terms that a target has, by name. */
  readonly checked: {
    readonly files: number;
    readonly counts: readonly { readonly name: string; readonly count: number }[];
  };
  readonly render: (format: FindingsFormat) => Promise<string>;
}

/** Result of `workspace.drift`. */
export interface TargetDrift {
  /** True if nothing was changed on the service since the last apply. */
  readonly isEmpty: boolean;
  readonly resources: readonly ResourceDrift[];
  /** Warnings and notes of the files and of the comparison. */
  readonly findings: readonly Finding[];
  readonly render: (format: FindingsFormat, options?: RenderOptions) => Promise<string>;
}

/** Plan of one target. The values are frozen, because `apply` uses them. */
export interface TargetPlan {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** Every resource that changes. */
  readonly changes: readonly Change[];
  readonly counts: PlanCounts;
  /** True if an apply would neither call the service nor write the ledger. */
  readonly isEmpty: boolean;
  /** Live resources that neither the files nor the ledger have. No plan changes them. */
  readonly unmanaged: readonly { readonly address: string; readonly id: string; readonly name: string }[];
  /** Warnings and notes of the files, of the plan, and of the linter about changed values. */
  readonly findings: readonly Finding[];
  /** Changes on the service since the last apply. */
  readonly drift: readonly ResourceDrift[];
  /** Whether the plan may be applied, with the consent so far. */
  readonly verdict:
    | { readonly kind: 'allowed' }
    | {
        readonly kind: 'refused';
        /** `guard` or `drift`: the code of the `RefusedError` with which `apply` would reject. */
        readonly code: ErrorCode;
        readonly refusals: readonly Refusal[];
        /** All reasons as a text for people. */
        readonly reason: string;
      };
  /** Shows the plan. You can save `json` for `applySaved` or `lexform apply FILE`. */
  readonly render: (format: RenderFormat, options?: RenderOptions) => Promise<string>;
  /**
   * Reads the files again, checks the guard, takes the lock of the target, runs the plan, and writes the ledger.
   * Rejects with `RefusedError` if the plan may not be applied; then nothing was changed. A failed call does not
   * reject: the result has an outcome for each operation. A plan can be applied once.
   */
  readonly apply: (options?: ApplyOptions) => Promise<AppliedPlan>;
}

/** Result of an apply. */
export interface AppliedPlan {
  /** `done` only if every operation succeeded and the ledger has recorded it. */
  readonly verdict: 'done' | 'partly' | 'failed' | 'stale' | 'interrupted';
  readonly report: {
    /** In the order of the plan. */
    readonly outcomes: readonly Outcome[];
    /** Id of every resource that was created or replaced; `replaces` is the old id. */
    readonly ids: readonly { readonly address: string; readonly id: string; readonly replaces?: string }[];
  };
  /** The new entry of the ledger. Absent: there was nothing to record, or `unwritten` has the reason. */
  readonly recorded?: { readonly version: string };
  /** Reason why the ledger could not be written. The next plan reads the present state, and its apply records it. */
  readonly unwritten?: string;
  /** Reason why the run lost its lock. It began no operation after that. */
  readonly lost?: Error;
  readonly render: (format: RenderFormat, options?: RenderOptions) => Promise<string>;
  /** Reads the files and the service again, with the options of the plan: empty if they agree. */
  readonly check: () => Promise<TargetPlan>;
}

/** Options of `workspace.pull`. */
export interface PullOptions extends Omit<LookOptions, 'only'> {
  /** Only these addresses or patterns. Default: everything that the workspace manages. */
  readonly addresses?: readonly string[] | undefined;
  /** Files that may be deleted, by address. Default: none. */
  readonly allowDelete?: readonly string[] | undefined;
  /** True: a conflict takes the value of the service. Default: it keeps the value of the files. */
  readonly theirs?: boolean | undefined;
  /**
   * The address of a glossary in which terms are changed that other glossaries inherit from it. Default: the other
   * glossaries override them.
   */
  readonly into?: string | undefined;
  /** True: the files take every value of the service, local edits included. Default: false. */
  readonly force?: boolean | undefined;
  /** True: nothing is written. Default: false. */
  readonly check?: boolean | undefined;
}

/** Result of `workspace.pull`. Paths are relative to the workspace. */
export interface PullResult {
  /** Files that are new or changed. */
  readonly files: readonly string[];
  readonly deleted: readonly string[];
  /** Number of values that both sides changed and that keep the value of the files. */
  readonly conflicts: number;
  /** Changes that no file could take, with the reason. */
  readonly left: readonly Finding[];
  /** Notes on the files that were written. */
  readonly notes: readonly Finding[];
}

/** One entry of the ledger: one apply. */
export interface LogEntry {
  readonly version: string;
  /** ISO 8601. */
  readonly time: string;
  readonly summary: string;
  /** Names and values, such as who applied and which commit. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Changes of the address or term that the log is about. Absent: the log is about everything. */
  readonly changes?: readonly {
    readonly kind: string;
    readonly action: 'added' | 'changed' | 'moved' | 'removed';
    readonly address: string;
    readonly values: readonly ValueChange[];
    readonly children: readonly {
      readonly address: string;
      readonly action: 'added' | 'changed' | 'removed';
      readonly values: readonly ValueChange[];
    }[];
  }[];
}

/**
 * A workspace as its files were when it was opened. Open it again after an edit: an apply reads the files again, and
 * refuses a plan of other files. Every function rejects with an error that has a `code`: one of `ERROR_CODES`, or the
 * code of the operating system.
 */
export interface Workspace {
  /** The folder, as an absolute path. */
  readonly root: string;
  /** The targets of `lexform.yaml`, in its order; empty if it has errors. */
  readonly targets: readonly { readonly name: string; readonly baseUrl: string }[];
  /** Findings in the files. If one is an error, every function except `validate`, `ids` and `log` rejects. */
  readonly findings: readonly Finding[];
  /** Reads the files again and checks them, as `lexform validate` does. It makes no call. */
  readonly validate: () => Promise<Validation>;
  /**
   * Reads the ledger and the service, and plans the changes. It changes nothing. You can leave out `target` if there is
   * only one. Rejects with `FindingsError` if the files or the plan have errors.
   */
  readonly plan: (target?: string, options?: PlanOptions) => Promise<TargetPlan>;
  /**
   * Applies a saved plan to its target, as `lexform apply FILE` does. `plan` is the text of `render('json')` or of
   * `lexform plan --out`. Rejects as `apply` of a plan does, and with `plan-unusable` if the text is not a plan.
   */
  readonly applySaved: (plan: string, options?: ApplyOptions) => Promise<AppliedPlan>;
  /**
   * Compares the service with the last apply. It changes nothing. Rejects with `ledger-absent` if the ledger has no
   * entry: drift is then unknown.
   */
  readonly drift: (target?: string, options?: LookOptions) => Promise<TargetDrift>;
  /** Writes changes of the service into the files, as `lexform pull` does. */
  readonly pull: (target?: string, options?: PullOptions) => Promise<PullResult>;
  /**
   * Entries of the ledger, newest first, as `lexform log` shows them. `about`: an address, a pattern or a term.
   * `limit`: default 20. `more` is true if the limit left older entries out. Needs no key and makes no call.
   */
  readonly log: (
    target?: string,
    options?: { readonly about?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<{ readonly entries: readonly LogEntry[]; readonly more: boolean }>;
  /**
   * The id of each resource in the ledger, by address. Needs no key and makes no call. Rejects with `ledger-absent` if
   * the ledger has no entry.
   */
  readonly ids: (target?: string) => Promise<Readonly<Record<string, string>>>;
}
