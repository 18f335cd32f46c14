import type { Finding, Fix } from '../../model/finding.ts';
import type { CheckedFiles } from '../../model/workspace/checked-files.ts';
import { counted, groupedDigits, linesOf, plural, withLineEnds } from '../format/text.ts';
import { findingsJson } from '../messages/finding-text.ts';
import { validateText } from '../messages/validate-text.ts';

/** Numbers of findings that are not reported, by reason. */
export interface Suppressed {
  /** Findings with a waiver. */
  readonly waived: number;
  /** Findings in the baseline. */
  readonly known: number;
  /** They are about files that the command line does not name. Absent: none. */
  readonly elsewhere?: number;
}

/** `2 findings of the linter are waived, 1 is in the baseline`; `undefined` if every finding is reported. */
export function suppressedText({ waived, known }: Suppressed = { waived: 0, known: 0 }): string | undefined {
  const [one, other] = [
    [waived, 'waived'],
    [known, 'in the baseline'],
  ].flatMap(([count, words]) => (count === 0 ? [] : [{ count: Number(count), words }]));
  if (one === undefined) return undefined;
  const first = `${counted(one.count, 'finding')} of the linter ${plural(one.count, 'is', 'are')} ${one.words}`;
  if (other === undefined) return first;
  return `${first}, ${groupedDigits(other.count)} ${plural(other.count, 'is', 'are')} ${other.words}`;
}

/** `Not shown: 3 waived findings, 12 findings in the baseline.` */
function suppressedLine({ waived, known, elsewhere = 0 }: Suppressed): string | false {
  const parts = linesOf(
    waived > 0 && counted(waived, 'waived finding'),
    known > 0 && `${counted(known, 'finding')} in the baseline`,
    elsewhere > 0 && `${counted(elsewhere, 'finding')} about other files`,
  );
  return parts.length > 0 && `Not shown: ${parts.join(', ')}.`;
}

/** `Fixes: 4 safe (lexform lint --fix), 2 suggested (lexform lint --fix --suggested).` */
function fixesLine(findings: readonly Finding[]): string | false {
  const count = (safety: Fix['safety']): number => findings.filter(({ fix }) => fix?.safety === safety).length;
  const [safe, suggested] = [count('safe'), count('suggested')];
  const parts = linesOf(
    safe > 0 && `${groupedDigits(safe)} safe (lexform lint --fix)`,
    suggested > 0 && `${groupedDigits(suggested)} suggested (lexform lint --fix --suggested)`,
  );
  return parts.length > 0 && `Fixes: ${parts.join(', ')}.`;
}

/** The findings as lines; then `more`, the numbers of findings that were left out, and the available fixes. */
export const lintText = (
  findings: readonly Finding[],
  checked: CheckedFiles | undefined,
  suppressed: Suppressed,
  more: readonly string[] = [],
): string =>
  `${validateText(findings, checked, more)}${withLineEnds(linesOf(suppressedLine(suppressed), fixesLine(findings)))}`;

/**
 * The result as one JSON document. `suppressed`: absent if the files were not linted. `more`: members about changes by
 * the command.
 */
export const lintJson = (
  findings: readonly Finding[],
  checked: CheckedFiles | undefined,
  suppressed: Suppressed | undefined,
  more: Readonly<Record<string, unknown>> = {},
): string =>
  findingsJson(findings, checked, {
    ...(suppressed !== undefined && { waived: suppressed.waived, inBaseline: suppressed.known }),
    ...(suppressed?.elsewhere && { elsewhere: suppressed.elsewhere }),
    ...more,
  });
