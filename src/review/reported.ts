import { fileRelativeTo, isOutside } from '../files/workspace/workspace-path.ts';
import type { ErrorCode } from '../model/codes/error-codes.ts';
import type { HeldBack } from '../model/entries/held-back.ts';
import type { Finding } from '../model/finding.ts';
import type { Recorded } from '../model/ledger/ledger-record.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { CheckedFiles } from '../model/workspace/checked-files.ts';
import { WORKSPACE_FILE } from '../model/workspace/workspace.ts';
import type { Comparison } from '../plan/compare/comparison.ts';
import type { Drift } from '../plan/drift/drift.ts';
import type { GuardVerdict } from '../plan/guard/refusal.ts';
import type { ApplyReport } from '../plan/outcome.ts';
import type { FailedTarget } from './compare/comparison-text.ts';
import { visible } from './format/escape.ts';
import type { FileLinks } from './format/file-links.ts';
import type { Suppressed } from './lint/lint-text.ts';
import type { ShownPlan } from './plan/shown-plan.ts';

/** The result of a command. All formats are made from this value, so that they agree. */
export type Reported =
  /** The files were checked; also used for a plan or an apply that errors in the files have stopped. */
  | {
      readonly kind: 'validated';
      readonly findings: readonly Finding[];
      readonly checked?: CheckedFiles;
      /** Absent: every row is sent, or the command does not report this. */
      readonly heldBack?: HeldBack | undefined;
      /** Absent: the files were not linted. */
      readonly suppressed?: Suppressed;
    }
  | (ShownPlan & {
      readonly kind: 'planned';
      readonly guard: GuardVerdict;
      readonly findings: readonly Finding[];
    })
  /** The drift. The plan shows how an apply would handle it, and is not part of the report. */
  | { readonly kind: 'drifted'; readonly plan: Plan; readonly drift: Drift; readonly findings: readonly Finding[] }
  /** The differences between targets. */
  | {
      readonly kind: 'compared';
      readonly comparison: Comparison;
      /** Targets that could not be read. */
      readonly failed: readonly FailedTarget[];
      /** Always empty: the files are not compared. */
      readonly findings: readonly [];
    }
  | (Pick<ShownPlan, 'plan' | 'wanted' | 'suppressed' | 'consents'> & {
      readonly kind: 'applied';
      readonly findings: readonly Finding[];
      readonly report: ApplyReport;
      /** Absent: no entry was written to the ledger. */
      readonly recorded?: Recorded;
    })
  /** Nothing was run. */
  | (Pick<ShownPlan, 'plan' | 'wanted' | 'suppressed' | 'drift'> & {
      readonly kind: 'refused';
      readonly guard: GuardVerdict;
      readonly findings: readonly Finding[];
      readonly code: ErrorCode;
      /** The reason as the terminal showed it. */
      readonly reason: string;
    });

/** Source, author and time of a report. Texts of users are not escaped. */
export interface ReportOrigin {
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** The repository with the folder in it, or the folder without a repository. */
  readonly workspace?: string;
  /** The commit that is checked out, in hex. */
  readonly commit?: string;
  /** True if files of the workspace differ from the commit. */
  readonly isEdited?: boolean;
  /** The author of the commit; if that is unknown, the user who runs Lexform. */
  readonly author?: string;
}

/** A pull request or merge request on the code host. */
export interface PullRequestLink {
  readonly url: string;
  /** `pull request #12` */
  readonly name: string;
}

/** Additional data for a format. */
export interface ReportContext {
  readonly version: string;
  /** For formats that people read; absent: unknown. */
  readonly origin?: ReportOrigin;
  /**
   * The workspace as a path from the root of the repository, with `/` and without one at the end; empty if it is the
   * root. Readers of a report expect file names relative to the root.
   */
  readonly folder: string;
  /** In the GitHub Action, the labels that consent to deletions. Absent: options of the command line consent. */
  readonly labels?: readonly string[];
  /** The name of the workspace, in a run about several. Absent: it is the only one. */
  readonly workspace?: string;
  /** The target in the options, for a run that ended before its plan. Absent: the options name none. */
  readonly target?: string;
  readonly links?: FileLinks;
  /** The pull request of the run; absent: unknown, or none. */
  readonly pullRequest?: PullRequestLink;
  /** The URL of the page of this report; absent: unknown or not published. */
  readonly page?: string;
  /** The file of the page; absent: none is written. */
  readonly pageFile?: string;
}

/** The targets of a report; empty: it is only about the files. */
export const reportedTargets = (reported: Reported): readonly string[] => {
  if (reported.kind === 'validated') return [];
  return reported.kind === 'compared' ? reported.comparison.targets : [reported.plan.target.name];
};

/** The plan of a report; absent if the report does not show its plan. */
export const reportedPlan = (reported: Reported): Plan | undefined =>
  reported.kind === 'planned' || reported.kind === 'applied' || reported.kind === 'refused' ? reported.plan : undefined;

/** The name of a part of a report with the name of its workspace, so that parts of several workspaces differ. */
export const nameInWorkspace = (name: string, { workspace }: Pick<ReportContext, 'workspace'>): string =>
  workspace === undefined ? name : `${name} (${visible(workspace)})`;

/** A path of the workspace relative to the repository. */
export const repositoryPath = (file: string, { folder }: Pick<ReportContext, 'folder'>): string =>
  folder === ''
    ? file
    : ((isOutside(file) ? fileRelativeTo(`${folder}/${WORKSPACE_FILE}`, file) : undefined) ?? `${folder}/${file}`);
