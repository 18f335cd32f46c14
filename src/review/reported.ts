import type { ErrorCode } from '../model/codes/error-codes.ts';
import type { HeldBack } from '../model/entries/held-back.ts';
import type { Finding } from '../model/finding.ts';
import type { Recorded } from '../model/ledger/ledger-record.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { CheckedFiles } from '../model/workspace/checked-files.ts';
import type { Comparison } from '../plan/compare/comparison.ts';
import type { Drift } from '../plan/drift/drift.ts';
import type { GuardVerdict } from '../plan/guard/refusal.ts';
import type { ApplyReport } from '../plan/outcome.ts';
import type { FailedTarget } from './compare/comparison-text.ts';
import { visible } from './format/escape.ts';
import type { FileLinks } from './format/file-links.ts';
import type { NotTold } from './lint/lint-text.ts';
import type { ShownPlan } from './plan/shown-plan.ts';

/** What a command has to tell. Every format is made of this one value, so that all of them say the same. */
export type Reported =
  /** The files were checked, and nothing else; also what is left of a plan or an apply that faults have stopped. */
  | {
      readonly kind: 'validated';
      readonly findings: readonly Finding[];
      readonly checked?: CheckedFiles;
      /** Absent: every row is sent, or that is not what it is about. */
      readonly heldBack?: HeldBack | undefined;
      /** Absent: the files were not linted. */
      readonly notTold?: NotTold;
    }
  | (ShownPlan & {
      readonly kind: 'planned';
      readonly guard: GuardVerdict;
      readonly findings: readonly Finding[];
    })
  /** What somebody has changed outside git. The plan is what would be done about it, and is not shown. */
  | { readonly kind: 'drifted'; readonly plan: Plan; readonly drift: Drift; readonly findings: readonly Finding[] }
  /** Where targets differ from one another. */
  | {
      readonly kind: 'compared';
      readonly comparison: Comparison;
      /** Targets that could not be read. */
      readonly failed: readonly FailedTarget[];
      /** None: the files are not what is compared. */
      readonly findings: readonly [];
    }
  | (Pick<ShownPlan, 'plan' | 'wanted' | 'notTold'> & {
      readonly kind: 'applied';
      readonly findings: readonly Finding[];
      readonly report: ApplyReport;
      /** Absent: no entry was written to the ledger. */
      readonly recorded?: Recorded;
    })
  /** Nothing was run. */
  | (Pick<ShownPlan, 'plan' | 'wanted' | 'notTold' | 'drift'> & {
      readonly kind: 'refused';
      readonly guard: GuardVerdict;
      readonly findings: readonly Finding[];
      readonly code: ErrorCode;
      /** Why, as it was shown. */
      readonly reason: string;
    });

/** From what, by whom and when a report was made. Texts of users, as they are. */
export interface ReportOrigin {
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** The repository and the folder in it, or the folder where there is no repository. */
  readonly workspace?: string;
  /** The commit that is checked out, in hex. */
  readonly commit?: string;
  /** True when files of the workspace differ from the commit. */
  readonly isEdited?: boolean;
  /** The author of the commit; where that is unknown, who runs Lexform. */
  readonly author?: string;
}

/** What a format needs to know beside. */
export interface ReportContext {
  readonly version: string;
  /** For formats that people read; absent: unknown. */
  readonly origin?: ReportOrigin;
  /**
   * The workspace as a path from the root of the repository, with `/` and no end: empty when it is the root. What reads
   * a report knows files from there.
   */
  readonly folder: string;
  /** The name of the workspace, of a run about several. Absent: it is the only one. */
  readonly workspace?: string;
  /** The target as the options name it, of a run that did not come to a plan for it. Absent: they name none. */
  readonly target?: string;
  readonly links?: FileLinks;
  /** Where the page of this report is published; absent: nowhere that is known. */
  readonly page?: string;
  /** The file that the page is written to; absent: none is. */
  readonly pageFile?: string;
}

/** The targets that a report is about; empty: the files alone. */
export const reportedTargets = (reported: Reported): readonly string[] => {
  if (reported.kind === 'validated') return [];
  return reported.kind === 'compared' ? reported.comparison.targets : [reported.plan.target.name];
};

/** The plan of a report that is about one; absent where the plan is not what is shown. */
export const reportedPlan = (reported: Reported): Plan | undefined =>
  reported.kind === 'planned' || reported.kind === 'applied' || reported.kind === 'refused' ? reported.plan : undefined;

/** The name of a part of a report with that of its workspace, so that those of several workspaces differ. */
export const ofWorkspace = (name: string, { workspace }: Pick<ReportContext, 'workspace'>): string =>
  workspace === undefined ? name : `${name} (${visible(workspace)})`;

/** A path of the workspace as one of the repository. */
export const repositoryPath = (file: string, { folder }: Pick<ReportContext, 'folder'>): string =>
  folder === '' ? file : `${folder}/${file}`;
