import type { LabelConsent } from '../plan/guard/used-consents.ts';
import type { ReportRequest } from '../review/ci/format-names.ts';

/** Options of every command that works in a workspace. */
export interface WorkspaceOptions {
  /** The workspace folder. Absent: the nearest folder with a `lexform.yaml`. */
  readonly chdir?: string;
  /** Prints one JSON document. */
  readonly json: boolean;
  /** Prints no progress, no notes and no details. */
  readonly quiet?: boolean;
  readonly color?: 'auto' | 'always' | 'never';
}

/** Options of every command about the ledger of a target. */
export interface LedgerOptions extends WorkspaceOptions {
  /** Absent: the only target of `lexform.yaml`. */
  readonly target?: string;
}

/** Options of every command that calls a target. */
export interface TargetOptions extends LedgerOptions {
  /** Calls at the same time, 1 to 32. Absent: from `lexform.yaml`. */
  readonly concurrency?: number;
  /** The longest wait that the service may request, in milliseconds. Absent: from `lexform.yaml`. */
  readonly maxWait?: number;
}

/** Options of every command that writes reports for other programs. */
export interface ReportOptions {
  readonly report?: readonly ReportRequest[];
}

/** Options that narrow a plan or consent to deletions. */
export interface PlanningOptions extends TargetOptions {
  /** Patterns of addresses; empty: all. */
  readonly only: readonly string[];
  /** Patterns of addresses at which the plan may delete. */
  readonly allowDelete: readonly string[];
  /** Absent: the limits of `safety:`. */
  readonly maxDeletesPerRun?: number;
  /** The labels of pull requests to which the consents are due. Absent: they are due to the options. */
  readonly labelConsents?: readonly LabelConsent[];
  /** Shows every term. */
  readonly full: boolean;
}

/** Options for running a plan. */
export interface RunOptions extends PlanningOptions, ReportOptions {
  /** Runs without a question. */
  readonly autoApprove: boolean;
  /** Consents to overwriting drift. */
  readonly overwriteDrift: boolean;
  /** A new file for the secrets of new developer keys. Absent: the secrets are discarded. */
  readonly secretsFile?: string;
}

/** Options of commands that make their own plan and may only show it. */
export interface DryRunOptions extends PlanningOptions, ReportOptions {
  readonly autoApprove: boolean;
  readonly dryRun: boolean;
}

/** Options of `validate`. */
export interface ValidateOptions extends WorkspaceOptions, ReportOptions {
  /** Files or folders of the workspace to show findings about. Absent: all. */
  readonly paths?: readonly string[];
  /** Lists the rows that are not sent. */
  readonly heldBack: boolean;
  /** Patterns of workspace folders. Absent: one workspace. */
  readonly workspaces?: readonly string[];
  /** A commit, branch or tag. Absent: findings about all resources. */
  readonly since?: string;
}

/** Options of `plan`. */
export interface PlanOptions extends PlanningOptions, ReportOptions {
  /** Lists the rows that are not sent. */
  readonly heldBack: boolean;
  /** Patterns of workspace folders. Absent: one workspace. */
  readonly workspaces?: readonly string[];
  /** A commit, branch or tag. Absent: all resources. */
  readonly since?: string;
  /** The file to save the plan to. */
  readonly out?: string;
  readonly detailedExitcode: boolean;
  readonly overwriteDrift: boolean;
  /** Lists unmanaged resources. */
  readonly unmanaged: boolean;
  /** `ledger` or the folder of a backup. Absent: the service. */
  readonly against?: string;
  readonly preview: boolean;
  /** In characters. Absent: from `lexform.yaml`. */
  readonly previewBudget?: number;
  /** A file with more sample sentences. */
  readonly previewSamples?: string;
}

/** Options of `apply`. */
export interface ApplyOptions extends PlanningOptions, ReportOptions {
  /** A saved plan. Absent: a new plan. */
  readonly plan?: string;
  readonly overwriteDrift: boolean;
  /** Saved plans that were approved, in the order of approval. */
  readonly approved: readonly string[];
  /** In milliseconds. Absent: a saved plan of any age. */
  readonly maxAge?: number;
  readonly autoApprove: boolean;
  readonly secretsFile?: string;
}

/** Options of `drift`. */
export interface DriftOptions extends TargetOptions, ReportOptions {
  readonly only: readonly string[];
  readonly full: boolean;
  readonly workspaces?: readonly string[];
  readonly detailedExitcode: boolean;
}

/** Options of `pull`. */
export interface PullOptions extends TargetOptions {
  /** Patterns of the resources to pull; empty: all. */
  readonly addresses: readonly string[];
  readonly allowDelete: readonly string[];
  readonly autoApprove: boolean;
  /** Writes nothing, and exits with code 2 if there are changes to pull. */
  readonly check: boolean;
  /** Takes the value of the service if both sides changed it. */
  readonly theirs: boolean;
  /** Keeps the value of the files if both sides changed it, and records the value of the service. Default false. */
  readonly ours?: boolean;
  /** The glossary in which inherited terms are changed. Absent: they are overridden where they drifted. */
  readonly into?: string;
  /** Writes files that git does not track or that have changes. */
  readonly force: boolean;
}

/** Options of `translate`. */
export interface TranslateOptions extends TargetOptions {
  readonly texts: readonly string[];
  readonly to: string;
  readonly from?: string;
  /** An address; `false`: no glossary. Absent: the only dictionary that matches. */
  readonly glossary?: string | false;
  readonly style?: string;
  /** A file to translate instead of texts. */
  readonly file?: string;
  /** The file for the translation. Absent: standard output. */
  readonly out?: string;
  readonly instruction: readonly string[];
  readonly model?: 'quality_optimized' | 'prefer_quality_optimized' | 'latency_optimized';
  readonly formality?: 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
  readonly translationMemory?: string;
  /** In percent, 0 to 100. */
  readonly memoryThreshold?: number;
  readonly tagHandling?: 'html' | 'xml';
  readonly tagHandlingVersion?: 'v1' | 'v2';
}
