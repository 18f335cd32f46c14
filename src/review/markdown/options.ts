import type { FileLinks } from '../format/file-links.ts';
/**
 * Maximum number of UTF-16 code units of a document: a comment on GitHub may have 65,536 characters, and the program
 * that posts it adds a line.
 */
export const MARKDOWN_MAX_UNITS = 64_000;

/** The ways of consent in the GitHub Action: its inputs, and labels of the pull request. */
export interface ActionConsent {
  /** Names of labels that consent to deletions; may be empty. */
  readonly labels: readonly string[];
}

export interface MarkdownOptions {
  /** Absent: consent is given by flags of the command line. */
  readonly action?: ActionConsent;
  /** Absent: files are named but not linked. */
  readonly links?: FileLinks;
  /** The name of the workspace above the report. Absent: not shown. */
  readonly workspace?: string;
  /** The URL of the page of this report, to which terms link. Absent: no page. */
  readonly page?: string;
  /** The file of that page, if its URL is unknown. Absent: no page. */
  readonly pageFile?: string;
  /** The URL of the full report; absent: the page, or the command that shows it. */
  readonly fullReport?: string;
  /**
   * Maximum number of UTF-16 code units; default and upper limit `MARKDOWN_MAX_UNITS`. Below 4,000 nothing useful fits.
   */
  readonly budget?: number;
}

export const budgetOf = ({ budget = MARKDOWN_MAX_UNITS }: MarkdownOptions): number =>
  Math.min(MARKDOWN_MAX_UNITS, budget);

const SAFE_URL = /^https?:\/\/[\w.~:%/?=&#-]+$/;

const SAFE_PATH = /^[\w./-]{1,200}$/;

/** The end of a sentence that names the place of the full report. */
export function pointerOf({ page, pageFile, fullReport = page }: MarkdownOptions, command: string): string {
  if (fullReport !== undefined && SAFE_URL.test(fullReport))
    return `[the full report](${fullReport}) and \`${command}\` show all`;
  return pageFile !== undefined && SAFE_PATH.test(pageFile)
    ? `the page \`${pageFile}\` and \`${command}\` show all`
    : `\`${command}\` shows all`;
}

/** Paragraphs as a document. */
export const document = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** Number of UTF-16 code units of paragraphs in a document. */
export const unitsOf = (paragraphs: readonly string[]): number =>
  paragraphs.reduce((sum, { length }) => sum + length + 2, 0);

/** As many whole lines as fit into a length, and the number of other lines. */
export function wholeLines(
  lines: readonly string[],
  maxUnits: number,
): { readonly shown: readonly string[]; readonly hidden: number } {
  let left = maxUnits;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const shown = end === -1 ? lines : lines.slice(0, end);
  return { shown, hidden: lines.length - shown.length };
}
