import { heldBackIn } from '../../kinds/held-back.ts';
import { hasErrors } from '../../model/finding.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { lintJson, lintText } from '../../review/lint/lint-text.ts';
import { heldBackLines } from '../../review/plan/held-back-text.ts';
import { EXIT, type RunResult } from '../exit-code.ts';
import type { ValidateOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { writeReports } from '../run/write-reports.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

/** `validate`: reads and checks the files, applies the lint rules, and shows every finding. It makes no call. */
export async function validate(options: ValidateOptions, ports: CliPorts): Promise<RunResult> {
  const { firstOfEachFile, readAndLint } = await import('../lint/lint-workspace.ts');
  const { workspace, findings: all, lint } = await readAndLint(workspaceRoot(options, ports), ports.files);
  const findings = firstOfEachFile(all);
  const { checked, desired } = workspace;
  const heldBack = desired && heldBackIn(desired, scopeOf([]));
  const notTold = { waived: lint?.waived ?? 0, known: lint?.known ?? 0 };
  ports.terminal.out(
    options.json
      ? lintJson(findings, checked, notTold, { ...(heldBack !== undefined && { heldBack }) })
      : lintText(findings, checked, notTold, heldBackLines(heldBack, options.heldBack, 'validate')),
  );
  const code = hasErrors(findings) ? EXIT.findings : EXIT.ok;
  return writeReports({ kind: 'validated', findings, checked, heldBack, notTold }, code, options, ports);
}
