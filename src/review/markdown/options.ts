import type { FileLinks } from '../format/file-links.ts';
/**
 * Most UTF-16 code units of a document: a comment on GitHub may have 65,536 characters, and whoever posts it adds a
 * line of its own.
 */
export const MARKDOWN_MAX_UNITS = 64_000;

/** How a reader consents in the GitHub Action: by its inputs, and by labels of the pull request. */
export interface ActionConsent {
  /** Names of labels that consent to deletions; empty: none does. */
  readonly labels: readonly string[];
}

export interface MarkdownOptions {
  /** Absent: a reader consents by flags of the command line. */
  readonly action?: ActionConsent;
  /** Absent: files are named and not linked. */
  readonly links?: FileLinks;
  /** Names the workspace above the report. Absent: there is no need to. */
  readonly workspace?: string;
  /** The address of the page of this report: terms link to it. Absent: there is none. */
  readonly page?: string;
  /** The file of that page, where its address is not known. Absent: there is none. */
  readonly pageFile?: string;
  /** Where all of it can be read; absent: the page, or the command that shows it. */
  readonly fullReport?: string;
  /** Most UTF-16 code units; default `MARKDOWN_MAX_UNITS`, and never more. Below 4,000 nothing of use fits. */
  readonly budget?: number;
}

export const budgetOf = ({ budget = MARKDOWN_MAX_UNITS }: MarkdownOptions): number =>
  Math.min(MARKDOWN_MAX_UNITS, budget);

const SAFE_URL = /^https?:\/\/[\w.~:%/?=&#-]+$/;

const SAFE_PATH = /^[\w./-]{1,200}$/;

/** The end of a sentence that says where the rest is. */
export function pointerOf({ page, pageFile, fullReport = page }: MarkdownOptions, command: string): string {
  if (fullReport !== undefined && SAFE_URL.test(fullReport))
    return `[the full report](${fullReport}) and \`${command}\` show all`;
  return pageFile !== undefined && SAFE_PATH.test(pageFile)
    ? `the page \`${pageFile}\` and \`${command}\` show all`
    : `\`${command}\` shows all`;
}

/** Paragraphs as a document. */
export const document = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** How many UTF-16 code units paragraphs take in a document. */
export const unitsOf = (paragraphs: readonly string[]): number =>
  paragraphs.reduce((sum, { length }) => sum + length + 2, 0);

/** Whole lines up to a length, and how many are left out. */
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
