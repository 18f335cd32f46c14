import { createTwoFilesPatch } from 'diff';
import type { Finding, Fix } from '../../model/finding.ts';
import { shown, visible } from '../format/escape.ts';
import { counted, firstOf, linesOf, withLineEnds } from '../format/text.ts';
import { placeText } from '../messages/finding-text.ts';

/** A finding that has a fix. */
type WithFix = Finding & { readonly fix: Fix };

/** A file before and after fixes. */
export interface EditedFile {
  /** From the root of the workspace. */
  readonly file: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const decoder = new TextDecoder();

/** The original phrase, if the finding contains it. */
const textOf = ({ details }: Finding): string => String(details.text ?? details.phrase ?? '');

const fixLine = (finding: WithFix): string =>
  `${placeText(finding.at)}: ${visible(finding.code)}: "${shown(textOf(finding))}" → "${shown(finding.fix.text)}"`;

/** Maximum number of lines about fixes. */
const LINES_MAX = 100;

/** The fixes, one line each; then findings whose fix was not made. `dryRun`: nothing was written. */
export function fixesText(
  {
    fixed,
    left,
    files,
  }: { readonly fixed: readonly WithFix[]; readonly left: readonly WithFix[]; readonly files: readonly EditedFile[] },
  dryRun: boolean,
): string {
  const inFiles = `${counted(fixed.length, 'finding')} in ${counted(files.length, 'file')}`;
  return withLineEnds(
    linesOf(
      firstOf(fixed, LINES_MAX, fixLine),
      fixed.length === 0 ? 'There is nothing to fix.' : dryRun ? `Would fix ${inFiles}.` : `Fixed ${inFiles}.`,
      left.length > 0 &&
        `${counted(left.length, 'fix', 'fixes')} not made: the row has no column for a note, or another finding ` +
          'would come of it.',
      firstOf(left, LINES_MAX, fixLine),
    ),
  );
}

/**
 * The edits of files as one unified diff. Hidden characters are escaped, so the diff is for reading and cannot be
 * applied.
 */
export const editsDiff = (files: readonly EditedFile[]): string =>
  withLineEnds(
    files.flatMap(({ file, before, after }) => {
      const patch = createTwoFilesPatch(file, file, decoder.decode(before), decoder.decode(after), '', '', {
        context: 1,
      });
      const lines = patch.trimEnd().split('\n');
      return lines.slice(lines.findIndex((line) => line.startsWith('---'))).map(visible);
    }),
  );
