import type { ReportRequest } from '../../review/ci/format-names.ts';

/** Options of every command that works in a workspace. */
export interface WorkspaceOptions {
  /** The workspace folder, from `--chdir`; default: the current folder. */
  readonly chdir?: string;
  readonly json: boolean;
}

/** Options of every command that reports to other programs. */
export interface ReportOptions {
  /** From `--report`; absent: none. */
  readonly report?: readonly ReportRequest[];
}

export interface ValidateOptions extends WorkspaceOptions, ReportOptions {}

/** Options of every command that talks to a target. */
export interface TargetOptions extends WorkspaceOptions {
  /**
   * Name of a target of `lexform.yaml`, or for some commands several with commas, or `all`; may be left out when there
   * is only one.
   */
  readonly target?: string;
  /** Calls in flight at once, 1 to 32; default: `concurrency:` of the workspace. */
  readonly concurrency?: number;
  /** Milliseconds that the service may ask to wait before another attempt; default: `http:` of the workspace. */
  readonly maxWait?: number;
}

/** What narrows a plan and what it may delete. */
export interface PlanningOptions extends TargetOptions {
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
  /** Address patterns that may be deleted. */
  readonly allowDelete: readonly string[];
  /** Entries, rules and instructions that may go in this run without further consent. */
  readonly maxDeletes?: number;
  /** Show every term, however many. */
  readonly full: boolean;
}

export interface PlanOptions extends PlanningOptions, ReportOptions {
  /** File to save the plan to. */
  readonly out?: string;
  readonly detailedExitcode: boolean;
  /** List what is on the service and not in the files. */
  readonly unmanaged: boolean;
  /** `ledger`, or the folder of a backup: the service is not asked. Absent: it is. */
  readonly against?: string;
  /** Translate samples before and after; the only way in which `plan` makes anything on the service. */
  readonly preview: boolean;
  /** Most characters that it spends on one target; default: that of the workspace. */
  readonly previewBudget?: number;
  /** File with more samples. */
  readonly previewSamples?: string;
}

export interface ApplyOptions extends PlanningOptions, ReportOptions {
  /** File of a saved plan; absent: plan now. */
  readonly plan?: string;
  /** Files of plans that were approved, in that order: nothing else is done. Empty: whatever the plan says. */
  readonly approved: readonly string[];
  /** Milliseconds since a saved or approved plan was made, at most. */
  readonly maxAge?: number;
  /** Do not ask. */
  readonly autoApprove: boolean;
  /** Undo what somebody has changed on the service since the last apply. */
  readonly overwriteDrift: boolean;
  /** A new file for the secrets of new developer keys; absent: they are dropped. */
  readonly secretsFile?: string;
}

export interface PullOptions extends TargetOptions {
  /** Address patterns of what to pull; empty: everything. */
  readonly addresses: readonly string[];
  /** Take what the service has over every edit of the files. */
  readonly force: boolean;
  /** Write nothing; say by the exit code whether there is anything to take in. */
  readonly check: boolean;
  /** Of conflicts take what the service has. */
  readonly theirs: boolean;
  /** Address patterns of what somebody deleted on the service and whose files may be deleted. */
  readonly allowDelete: readonly string[];
}

export interface InitOptions extends WorkspaceOptions {
  readonly force: boolean;
}

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Folder that keeps the data; absent: memory. */
  readonly data?: string;
  /** Keys that open an account, each `KEY` or `KEY:free`. */
  readonly key: readonly string[];
  /** Admin keys: the first is for the account of the first key, and so on. */
  readonly adminKey: readonly string[];
  /** YAML or JSON file with keys and all that can be said of one. */
  readonly keys?: string;
  /** Workspace folder whose files the service starts with. */
  readonly seed?: string;
  /** The data centre that the service stands for. */
  readonly region?: string;
  /** OpenAPI document with the configured rules that the service knows. */
  readonly ruleCatalog?: string;
  /** Codes of languages that the service has beside those of the description. */
  readonly language: readonly string[];
  /** Words before a key in the header; empty: the usual ones. */
  readonly scheme: readonly string[];
  /** Answer at /-/faults. */
  readonly faultsPath: boolean;
  /** Answer as official clients expect where they and the description disagree. */
  readonly compat: boolean;
  /** YAML or JSON file with faults. */
  readonly faults?: string;
  /** Faults in YAML, one in each, beside those of the file. */
  readonly fault: readonly string[];
  readonly quiet: boolean;
}

export interface CompletionOptions {
  readonly chdir?: string;
  readonly shell: 'bash' | 'zsh' | 'fish';
  /** Names that the script asks for while somebody types. */
  readonly list?: 'targets' | 'addresses';
}

export interface ExplainOptions extends TargetOptions {
  readonly term: string;
  /** Language of the term: a code or an English name; absent: any. */
  readonly lang?: string;
  /** Look at the files alone. */
  readonly offline: boolean;
  /** Look through what no file names, too. */
  readonly all: boolean;
}

export interface LanguagesOptions extends TargetOptions {
  /** Names of resources, or `all`; empty: text translation. */
  readonly resource: readonly string[];
  /** `beta`, `external`. */
  readonly include: readonly string[];
  /** A question: `en->de` or `en:de`. */
  readonly pair?: string;
  readonly feature?: string;
  /** Ask the service, whatever is kept. */
  readonly refresh: boolean;
}

export interface UsageOptions extends TargetOptions {
  /** First day, `YYYY-MM-DD`. */
  readonly from?: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly to?: string;
  readonly groupBy?: 'key' | 'key_and_day';
  readonly format?: 'table' | 'csv' | 'json';
  /** Whole percent, 1 to 100. */
  readonly failOver?: number;
}

export interface TranslateOptions extends TargetOptions {
  /** Texts of the command line; `-` alone is standard input. */
  readonly texts: readonly string[];
  readonly to: string;
  readonly from?: string;
  /** An address, or the name in it; absent: the one of the files that fits, if it is one; `false`: none. */
  readonly glossary?: string | false;
  /** An address, or the name in it. */
  readonly style?: string;
  /** A file with one text. */
  readonly file?: string;
  /** The file that the translation goes to, as it is. */
  readonly out?: string;
  readonly instruction: readonly string[];
  readonly model?: 'quality_optimized' | 'prefer_quality_optimized' | 'latency_optimized';
  readonly formality?: 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
  /** Id or display name. */
  readonly translationMemory?: string;
  /** Least likeness of a segment, in percent. */
  readonly memoryThreshold?: number;
  readonly tagHandling?: 'xml' | 'html';
  readonly tagHandlingVersion?: 'v1' | 'v2';
}

export interface VoiceTranslateOptions extends TargetOptions {
  readonly files: readonly string[];
  /** `LANG` or `LANG:TYPE`. */
  readonly to: readonly string[];
  /** Language of the recordings; absent: the service recognises it. */
  readonly from?: string;
  /** Audio type of the recordings; absent: by the ends of their names. */
  readonly contentType?: string;
  /** Folder for results and receipts; absent: beside each recording. */
  readonly out?: string;
  readonly signedUrls: boolean;
  /** Most milliseconds that a job waits until the account has room for it. */
  readonly waitForRoom: number;
  /** Overwrite files, give up receipts, make jobs anew. */
  readonly force: boolean;
}

export interface VoiceStatusOptions extends TargetOptions {
  /** Path of a receipt, or id of a job. */
  readonly job: string;
}

export interface VoiceDownloadOptions extends VoiceStatusOptions {
  /** Folder for results; absent: that of the receipt, else the current one. */
  readonly out?: string;
  readonly signedUrls: boolean;
  readonly force: boolean;
}

/** Options of every command about the ledger of a target, for which no key is needed. */
export interface LedgerOptions extends WorkspaceOptions {
  readonly target?: string;
}

export interface LogOptions extends LedgerOptions {
  /** An address, a pattern, or a term; absent: every entry. */
  readonly about?: string;
  /** Most entries to show. */
  readonly limit: number;
}

export interface ShowOptions extends LedgerOptions {
  /** A version, its beginning, or `latest`. */
  readonly version: string;
  readonly full: boolean;
}

export interface IdsOptions extends LedgerOptions {
  readonly format?: 'json' | 'env' | 'ts';
}

export interface UnlockOptions extends LedgerOptions {
  /** Do not ask. */
  readonly force: boolean;
}

export interface ForgetOptions extends LedgerOptions {
  /** Addresses or patterns. */
  readonly addresses: readonly string[];
  readonly autoApprove: boolean;
}

export interface ConfirmAddressOptions extends TargetOptions {
  readonly autoApprove: boolean;
}

export interface AdoptOptions extends TargetOptions {
  readonly address: string;
  /** The id of a live resource. */
  readonly id: string;
}

/** Options of what makes a plan and runs it, unless it is only to be looked at. */
export interface DryRunOptions extends Omit<ApplyOptions, 'plan' | 'overwriteDrift'> {
  /** Show the plan and change nothing. */
  readonly dryRun: boolean;
}

export interface RollbackOptions extends DryRunOptions {
  /** File to save the plan to. */
  readonly out?: string;
  /** A version of the ledger, its beginning, or `latest`. */
  readonly version: string;
}

export interface DriftOptions extends TargetOptions, ReportOptions {
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
  readonly full: boolean;
  readonly detailedExitcode: boolean;
}

export interface CompareOptions extends TargetOptions {
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
  readonly full: boolean;
  readonly detailedExitcode: boolean;
}

export interface BackupOptions extends TargetOptions {
  /** Folder to write to, relative to the current one. */
  readonly dir: string;
  /** Write over a backup. */
  readonly force: boolean;
}

export interface RestoreOptions extends DryRunOptions {
  /** Folder of a backup, relative to the current one. */
  readonly dir: string;
}
