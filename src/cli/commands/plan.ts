import { resolve } from 'node:path';
import { checkPairs, readOfferedLanguages } from '../../flow/check-pairs.ts';
import { needsAdminKey, planTarget } from '../../flow/plan-target.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { EMPTY_LEDGER } from '../../model/ledger-state.ts';
import { checkGuard } from '../../plan/guard.ts';
import type { Plan } from '../../plan/plan.ts';
import { planJson } from '../../review/plan-json.ts';
import { planText } from '../../review/plan-text.ts';
import { type Connection, clientFor, connect } from '../connect.ts';
import { EMBEDDED_URL } from '../embedded.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { languageCallsOf } from '../language-cache.ts';
import { readLedger } from '../open-ledger.ts';
import { openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { PlanOptions } from '../options.ts';
import { guardInput, planInput } from '../plan-input.ts';
import type { CliPorts } from '../ports.ts';

/** `plan`: read the files, read the service, compare, show. Changes nothing on the service. */
export async function plan(options: PlanOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const connection = await connect(workspace, options, ports);
  const { snapshot } = await readLedger(workspace, connection.target, ports);
  const owned = snapshot?.state ?? EMPTY_LEDGER;
  const input = planInput(workspace, connection, options, owned);
  const client = await clientFor(connection, needsAdminKey(input));
  const { plan: made, findings } = await planTarget(client, connection.limit, input);
  const ofLanguages = hasErrors(findings) ? [] : await checkLanguages(made, connection, ports);
  if (stopOnFindings([...findings, ...ofLanguages], options, ports)) return EXIT.findings;
  const guard = checkGuard(made, guardInput(workspace, options, owned));
  if (options.out !== undefined) await ports.files.writeFile(resolve(ports.cwd, options.out), planJson(made));
  const { color } = ports.terminal;
  ports.terminal.out(
    options.json ? planJson(made) : planText(made, { color, full: options.full, unmanaged: options.unmanaged, guard }),
  );
  return options.detailedExitcode && made.changes.length > 0 ? EXIT.changes : EXIT.ok;
}

/** Warnings for languages that the target does not list. The embedded service lists what the files are checked against anyway. */
async function checkLanguages(made: Plan, connection: Connection, ports: CliPorts): Promise<readonly Finding[]> {
  if (connection.target.baseUrl === EMBEDDED_URL) return [];
  const calls = languageCallsOf(connection.once, connection.target, ports);
  return checkPairs(made, await readOfferedLanguages(calls, connection.limit, made));
}
