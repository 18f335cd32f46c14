import { parseArgs } from 'node:util';
import { parseReport, type ReportRequest } from '../../../review/ci/format-names.ts';

const texts = (values: readonly unknown[] = []): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** The options about output files in the arguments of an invalid command line. */
export function optionsIn(args: readonly string[]) {
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
