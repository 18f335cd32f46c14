import { omitUndefined } from './omit-undefined.ts';

/** A place in a workspace file. Lines and columns count from 1; columns in UTF-16 code units, as editors do. */
export interface SourceRef {
  /** Path relative to the workspace root, with `/` on every system. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The beginning of a file, as the position of a finding about the whole file. */
export const topOf = (file: string): SourceRef => ({ file, line: 1, column: 1 });

/** The severity of a finding; `info` is a note. Only an error stops a command. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * A number, a text or a list of texts: what the wording of a finding needs. Texts may be user text, so they are escaped
 * where they are shown.
 */
export type FindingDetail = string | number | readonly string[];

/** The corrected content of the cell of a finding. */
export interface Fix {
  /** `safe`: no reader takes the phrase for another one. `suggested`: a person should check it. */
  readonly safety: 'safe' | 'suggested';
  readonly text: string;
  /** The text that the cell loses, for the note of its row. A row is not fixed if its file has no column for notes. */
  readonly toNote?: string;
  /** Where the cell ends, and its line after the fix. Only reports have them; absent: the row takes several lines. */
  readonly end?: { readonly line: number; readonly column: number };
  readonly line?: string;
}

/**
 * A result of a check. Data, not text: `review/messages/finding-text.ts` words it. Checks never throw, and report all
 * results in file order.
 */
export interface Finding {
  /**
   * kebab-case, stable across versions: `phrase-too-long`. Every code has its wording in
   * `review/messages/finding-text.ts`.
   */
  readonly code: string;
  readonly severity: Severity;
  readonly at: SourceRef;
  /** Other places that belong to the finding: the first of two duplicates, say. */
  readonly related?: readonly SourceRef[];
  readonly details: Readonly<Record<string, FindingDetail>>;
  /**
   * The sentence of the lint rule, with places for details, as in `Wordings`; absent: the wording of the code. A rule
   * has its words in its own file, so that a run only loads the words of rules with a finding.
   */
  readonly wording?: string;
  /** Absent: nothing but a person can mend it. */
  readonly fix?: Fix;
}

/** True for a finding of a lint rule: the service would take what it is about. Such codes are `group/name`. */
export const isLint = ({ code }: Pick<Finding, 'code'>): boolean => code.includes('/');

/** Details that are `undefined` are left out of the finding. */
export type PossibleDetails = Readonly<Record<string, FindingDetail | undefined>>;

type FindingMaker = (code: string, at: SourceRef, details?: PossibleDetails) => Finding;

const maker =
  (severity: Severity): FindingMaker =>
  (code, at, details = {}) => ({
    code,
    severity,
    at,
    details: omitUndefined(details) as Finding['details'],
  });

export const errorAt = maker('error');
export const warningAt = maker('warning');

/** True when one of the findings is an error, which stops a plan. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error');

export const errorsIn = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** A value and what was found while it was made. The value is absent when it could not be made at all. */
export interface Checked<Value> {
  readonly value?: Value;
  readonly findings: readonly Finding[];
}
