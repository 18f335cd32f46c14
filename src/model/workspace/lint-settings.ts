import type { SourceRef } from '../finding.ts';

/** How much a finding of a rule counts. `note`: severity `info`. */
export type LintLevel = 'off' | 'note' | 'warning' | 'error';

/** A named set of levels. */
export type LintPreset = 'recommended' | 'strict';

/** Rule → level. */
export type LintLevels = ReadonlyMap<string, LintLevel>;

/** Where something holds. A member that is absent is every one. */
export interface LintPlace {
  /** Languages of a phrase, or pairs: `de`, `en->de`. */
  readonly languages?: readonly string[];
  /** Patterns of addresses: `glossary.legal`, `glossary.*`, `glossary.legal/en->de`. */
  readonly addresses?: readonly string[];
}

/** Levels for some languages or addresses. */
export interface LintOverride extends LintPlace {
  readonly rules: LintLevels;
}

/** Findings that were checked and are kept, with the reason. */
export interface LintWaiver extends LintPlace {
  readonly rule: string;
  /** A pattern of source phrases, or of the labels of instructions, with `*`; absent: every one. */
  readonly terms?: string;
  readonly reason: string;
  /** The position of the waiver. */
  readonly at: SourceRef;
}

/** The settings of `lint:` in `lexform.yaml` or in a `glossary.yaml`. */
export interface LintSettings {
  readonly extends?: LintPreset;
  readonly rules: LintLevels;
  /** The last one that holds counts. */
  readonly overrides: readonly LintOverride[];
  readonly waivers: readonly LintWaiver[];
}

/** Settings that only `lexform.yaml` may have. */
export interface WorkspaceLintSettings extends LintSettings {
  /** The path of the baseline, if it differs from the default. */
  readonly baseline?: string;
  /** Addresses of glossaries that are used in one request. */
  readonly together: readonly (readonly string[])[];
}

/** Path of the baseline, from the root of the workspace. */
export const baselineFileOf = ({ baseline = 'lint-baseline.json' }: Pick<WorkspaceLintSettings, 'baseline'>): string =>
  baseline;

/** The settings without `lint:` in `lexform.yaml`. */
export const DEFAULT_LINT: WorkspaceLintSettings = { rules: new Map(), overrides: [], waivers: [], together: [] };
