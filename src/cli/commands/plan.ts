import { resolve } from 'node:path';
import { planTarget } from '../../flow/plan-target.ts';
import { checkGuard } from '../../plan/guard.ts';
import { planJson } from '../../review/plan-json.ts';
import { planText } from '../../review/plan-text.ts';
import { connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { PlanOptions } from '../options.ts';
import { guardInput, planInput } from '../plan-input.ts';
import type { CliPorts } from '../ports.ts';

/** `plan`: read the files, read the service, compare, show. Changes nothing on the service. */
export async function plan(options: PlanOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const connection = await connect(workspace, options, ports);
  const { plan: made, findings } = await planTarget(
    connection.client,
    connection.limit,
    planInput(workspace, connection, options),
  );
  if (stopOnFindings(findings, options, ports)) return EXIT.findings;
  const guard = checkGuard(made, guardInput(workspace, options));
  if (options.out !== undefined) await ports.files.writeFile(resolve(ports.cwd, options.out), planJson(made));
  const { color } = ports.terminal;
  ports.terminal.out(
    options.json ? planJson(made) : planText(made, { color, full: options.full, unmanaged: options.unmanaged, guard }),
  );
  return options.detailedExitcode && made.changes.length > 0 ? EXIT.changes : EXIT.ok;
}
