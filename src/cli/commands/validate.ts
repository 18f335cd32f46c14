import { hasErrors } from '../../model/finding.ts';
import { findingsJson } from '../../review/messages/finding-text.ts';
import { validateText } from '../../review/messages/validate-text.ts';
import { readDesired } from '../../workspace/read-desired.ts';
import { EXIT, type RunResult } from '../exit-code.ts';
import type { ValidateOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { writeReports } from '../run/write-reports.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

/** `validate`: reads and checks the files, and shows every finding. It makes no call. */
export async function validate(options: ValidateOptions, ports: CliPorts): Promise<RunResult> {
  const { findings, checked } = await readDesired(ports.files, workspaceRoot(options, ports));
  ports.terminal.out(options.json ? findingsJson(findings, checked) : validateText(findings, checked));
  const code = hasErrors(findings) ? EXIT.findings : EXIT.ok;
  return writeReports({ kind: 'validated', findings, checked }, code, options, ports);
}
