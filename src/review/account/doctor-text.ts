import pc from 'picocolors';
import { type Check, type CheckLevel, type Checkup, canApply } from '../../model/checkup.ts';
import { shown } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { CHECK_WORDING, REMEDY_WORDING } from '../messages/doctor-wording.ts';
import { detailsOf, worded } from '../messages/finding-details.ts';

/** The result of a check, and its remedy; no remedy if the check found no error. */
function checkWords(check: Check): { readonly text: string; readonly remedy?: string } {
  const { [check.code]: text } = CHECK_WORDING;
  const { [check.code]: remedy } = REMEDY_WORDING;
  if (text === undefined) throw new Error(`the check ${check.code} has no wording`);
  const details = detailsOf(check, shown);
  return { text: worded(text, details), ...(remedy !== undefined && { remedy: worded(remedy, details) }) };
}

const AREA_WIDTH = 'admin key'.length;
const LEVEL_WIDTH = 'warning'.length;

function lines(checks: readonly Check[], colors: ReturnType<typeof pc.createColors>): readonly string[] {
  const paint: Readonly<Record<CheckLevel, (text: string) => string>> = {
    ok: colors.green,
    note: colors.dim,
    warning: colors.yellow,
    error: colors.red,
  };
  return checks.flatMap((each) => {
    const { text, remedy } = checkWords(each);
    const head = `  ${paint[each.level](each.level.padEnd(LEVEL_WIDTH))}  ${each.area.padEnd(AREA_WIDTH)}  `;
    const indent = ' '.repeat(LEVEL_WIDTH + AREA_WIDTH + 6);
    return [`${head}${text}`, ...(remedy === undefined ? [] : [`${indent}→ ${remedy}`])];
  });
}

/** One line for each check, with the remedy below it; the verdict is last. */
export function doctorText(checkup: Checkup, { color }: { readonly color: boolean }): string {
  const colors = pc.createColors(color);
  const verdict = canApply(checkup)
    ? colors.green('Ready to apply.')
    : colors.red('Fix the errors above before you apply.');
  return `${[
    colors.bold('This machine and the files'),
    ...lines(checkup.workspace, colors),
    ...checkup.targets.flatMap(({ target, checks }) => [
      '',
      colors.bold(`Target ${shown(target)}`),
      ...lines(checks, colors),
    ]),
    '',
    verdict,
  ].join('\n')}\n`;
}

const checkJson = (each: Check) => {
  const { text, remedy } = checkWords(each);
  const { area, level, code, details } = each;
  return { area, level, code, message: text, remedy: remedy ?? null, details };
};

/** The result as the document of `--json`. */
export const doctorJson = (checkup: Checkup): string =>
  jsonText({
    formatVersion: 1,
    canApply: canApply(checkup),
    workspace: checkup.workspace.map(checkJson),
    targets: checkup.targets.map(({ target, checks }) => ({ target, checks: checks.map(checkJson) })),
  });
