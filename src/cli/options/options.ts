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
   * The name of a target of `lexform.yaml`; for some commands a comma-separated list, or `all`. Default: the only
   * target.
   */
  readonly target?: string;
  /** Concurrent calls, 1 to 32; default: `concurrency:` of the workspace. */
  readonly concurrency?: number;
  /**
   * The longest wait in milliseconds that the service may request before a retry; default: `http:` of the workspace.
   */
  readonly maxWait?: number;
}

/** The options that narrow a plan and allow deletions. */
export interface PlanningOptions extends TargetOptions {
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
  /** Address patterns that may be deleted. */
  readonly allowDelete: readonly string[];
  /** Entries, rules and instructions that this run may delete without further consent. */
  readonly maxDeletes?: number;
  /** Show every term. */
  readonly full: boolean;
}

export interface PlanOptions extends PlanningOptions, ReportOptions {
  /** File to save the plan to. */
  readonly out?: string;
  readonly detailedExitcode: boolean;
  /** List the unmanaged resources of the service. */
  readonly unmanaged: boolean;
  /** `ledger`, or the folder of a backup: plan offline. Absent: read the service. */
  readonly against?: string;
  /** Translate samples before and after; the only option with which `plan` creates resources on the service. */
  readonly preview: boolean;
  /** Maximum characters that the preview spends on one target; default: from the workspace. */
  readonly previewBudget?: number;
  /** File with more samples. */
  readonly previewSamples?: string;
}

export interface ApplyOptions extends PlanningOptions, ReportOptions {
  /** The file of a saved plan; absent: make a new plan. */
  readonly plan?: string;
  /**
   * Files of approved plans, in the order of approval: apply refuses every other change. Empty: apply the whole plan.
   */
  readonly approved: readonly string[];
  /** Maximum age in milliseconds of a saved or approved plan. */
  readonly maxAge?: number;
  /** Do not ask. */
  readonly autoApprove: boolean;
  /** Overwrite what changed on the service since the last apply. */
  readonly overwriteDrift: boolean;
  /** A new file for the secrets of new developer keys; absent: discard them. */
  readonly secretsFile?: string;
}

export interface PullOptions extends TargetOptions {
  /** Address patterns of what to pull; empty: everything. */
  readonly addresses: readonly string[];
  /** Overwrite all edits of the files with the values of the service. */
  readonly force: boolean;
  /** Write nothing; the exit code says whether there is something to pull. */
  readonly check: boolean;
  /** Resolve conflicts with the value of the service. */
  readonly theirs: boolean;
  /** Address patterns of resources that were deleted on the service and whose files may be deleted. */
  readonly allowDelete: readonly string[];
}

export interface InitOptions extends WorkspaceOptions {
  readonly force: boolean;
}

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** The folder for the data; absent: memory. */
  readonly data?: string;
  /** API keys with their own account, each `KEY` or `KEY:free`. */
  readonly key: readonly string[];
  /** Admin keys: the first is for the account of the first key, and so on. */
  readonly adminKey: readonly string[];
  /** A YAML or JSON file with keys and their properties. */
  readonly keys?: string;
  /** A workspace folder whose resources are created at the start. */
  readonly seed?: string;
  /** The region of the data centre that the service acts as. */
  readonly region?: string;
  /** An OpenAPI document with the configured rules that the service supports. */
  readonly ruleCatalog?: string;
  /** Language codes that the service supports beside those of the API description. */
  readonly language: readonly string[];
  /** Accepted words before the key in the header; empty: the default ones. */
  readonly scheme: readonly string[];
  /** Allow access to the faults at /-/faults. */
  readonly faultsPath: boolean;
  /** Answer as official clients expect where they and the API description disagree. */
  readonly compat: boolean;
  /** A YAML or JSON file with faults. */
  readonly faults?: string;
  /** One fault each, in YAML, in addition to those of the file. */
  readonly fault: readonly string[];
  readonly quiet: boolean;
}

export interface CompletionOptions {
  readonly chdir?: string;
  readonly shell: 'bash' | 'zsh' | 'fish';
  /** The names that the script asks for during completion. */
  readonly list?: 'targets' | 'addresses';
}

export interface ExplainOptions extends TargetOptions {
  readonly term: string;
  /** Language of the term: a code or an English name; absent: any. */
  readonly lang?: string;
  /** Search only the files. */
  readonly offline: boolean;
  /** Also search dictionaries that no file names. */
  readonly all: boolean;
}

export interface LanguagesOptions extends TargetOptions {
  /** Names of resources, or `all`; empty: text translation. */
  readonly resource: readonly string[];
  /** `beta`, `external`. */
  readonly include: readonly string[];
  /** The pair to check: `en->de` or `en:de`. */
  readonly pair?: string;
  readonly feature?: string;
  /** Ignore the cached answers. */
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
  /** Texts of the command line; `-` alone: standard input. */
  readonly texts: readonly string[];
  readonly to: string;
  readonly from?: string;
  /** An address, or the name in it; absent: the only glossary of the files that fits; `false`: none. */
  readonly glossary?: string | false;
  /** An address, or the name in it. */
  readonly style?: string;
  /** A file, translated as one text. */
  readonly file?: string;
  /** The file for the unchanged translation. */
  readonly out?: string;
  readonly instruction: readonly string[];
  readonly model?: 'quality_optimized' | 'prefer_quality_optimized' | 'latency_optimized';
  readonly formality?: 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
  /** Id or display name. */
  readonly translationMemory?: string;
  /** Minimum match of a segment, in percent. */
  readonly memoryThreshold?: number;
  readonly tagHandling?: 'xml' | 'html';
  readonly tagHandlingVersion?: 'v1' | 'v2';
}

export interface VoiceTranslateOptions extends TargetOptions {
  readonly files: readonly string[];
  /** `LANG` or `LANG:TYPE`. */
  readonly to: readonly string[];
  /** The language of the recordings; absent: the service detects it. */
  readonly from?: string;
  /** The media type of the recordings; absent: from the file extensions. */
  readonly contentType?: string;
  /** The folder for results and receipts; absent: the folder of each recording. */
  readonly out?: string;
  readonly signedUrls: boolean;
  /** The longest wait in milliseconds of a job while the account is at its limit. */
  readonly waitForRoom: number;
  /** Overwrite files, replace receipts and create new jobs. */
  readonly force: boolean;
}

export interface VoiceStatusOptions extends TargetOptions {
  /** The path of a receipt, or the id of a job. */
  readonly job: string;
}

export interface VoiceDownloadOptions extends VoiceStatusOptions {
  /** The folder for results; absent: the folder of the receipt, else the current one. */
  readonly out?: string;
  readonly signedUrls: boolean;
  readonly force: boolean;
}

/** Options of every command about the ledger of a target. These commands need no API key. */
export interface LedgerOptions extends WorkspaceOptions {
  readonly target?: string;
}

export interface LogOptions extends LedgerOptions {
  /** An address, a pattern, or a term; absent: every entry. */
  readonly about?: string;
  /** Maximum number of entries. */
  readonly limit: number;
}

export interface ShowOptions extends LedgerOptions {
  /** A version, its start, or `latest`. */
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

/** Options of a command that makes a plan and applies it, unless `dryRun` is set. */
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
  /** Overwrite an earlier backup. */
  readonly force: boolean;
}

export interface RestoreOptions extends DryRunOptions {
  /** Folder of a backup, relative to the current one. */
  readonly dir: string;
}
