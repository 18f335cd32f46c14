import { parseArgs } from 'node:util';
import type { Ports } from '../../app/ports.ts';
import { writeEnd } from '../../app/run/write-reports.ts';
import { filesOfCommand } from '../../app/several-targets.ts';
import { parseReport, type ReportRequest } from '../../review/ci/format-names.ts';

const texts = (values: readonly unknown[] = []): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** The options about output files in the arguments of an invalid command line. */
function optionsIn(args: readonly string[]) {
  const several = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      report: several,
      workspaces: several,
      target: { ...several, short: 't' },
      out: { ...several, short: 'o' },
      json: { type: 'boolean' },
    },
  });
  const report: ReportRequest[] = [];
  for (const text of texts(values.report)) {
    const parsed = parseReport(text, report);
    if ('format' in parsed) report.push(parsed);
  }
  const [target, out] = [texts(values.target).at(-1), texts(values.out).at(-1)];
  return {
    report,
    json: values.json === true,
    target,
    out,
    workspaces: values.workspaces,
  };
}

/**
 * Reports wrong usage, which ends a command before its options are parsed, in the report files of its arguments, and
 * removes an old plan file.
 */
export async function reportUsage(error: unknown, args: readonly string[], ports: Ports): Promise<void> {
  if (!args.some((arg) => /^(?:--report|--out|-o)/.test(arg))) return;
  await writeEnd(error, optionsIn(args), filesOfCommand(args[0] ?? ''), ports);
}
