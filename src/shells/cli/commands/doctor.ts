import type { CommandResult } from '../../../app/exit-code.ts';
import type { TargetOptions } from '../../../app/options.ts';
import type { Ports } from '../../../app/ports.ts';
import { accountOf, connect, hasAdminKey } from '../../../app/session/connect.ts';
import { examineLedger } from '../../../app/session/examine-ledger.ts';
import { gitText } from '../../../app/session/git-text.ts';
import { type ConfiguredWorkspace, workspaceRoot } from '../../../app/session/open-workspace.ts';
import { severalTargets } from '../../../app/several-targets.ts';
import { examineForgottenLedgers } from '../../../app/workspaces/examine-forgotten-ledgers.ts';
import { KINDS } from '../../../kinds/registry.ts';
import { desiredResources } from '../../../kinds/states.ts';
import { LEDGER_FORMAT } from '../../../ledger/ledger-json.ts';
import { type Check, canApply, check } from '../../../model/checkup.ts';
import { UsageError } from '../../../model/errors.ts';
import { VERSION } from '../../../model/workspace/project.ts';
import { type Target, WORKSPACE_FILE, type WorkspaceConfig } from '../../../model/workspace/workspace.ts';
import { doctorJson, doctorText } from '../../../review/account/doctor-text.ts';
import { examineService } from '../../../steps/examine-service.ts';
import { type FilesRead, readDesired } from '../../../steps/workspace/read-desired.ts';

/**
 * `doctor`: checks everything that an apply needs, and gives a remedy for each error. It makes only read calls and
 * writes nothing.
 */
export async function doctor(options: TargetOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await readDesired(ports.files, workspaceRoot(options, ports));
  const { root, config } = workspace;
  const forgotten = config === undefined ? [] : await examineForgottenLedgers({ root, config }, ports);
  const checks = [await versionCheck(root, ports), ...fileChecks(workspace), ...forgotten];
  const chosen = config === undefined ? [] : chooseTargets(config, options.target);
  const targets = await Promise.all(
    chosen.map(async (target) => ({
      target: target.name,
      checks: config === undefined ? [] : await examine({ root, config }, target, options, ports),
    })),
  );
  const checkup = { workspace: checks, targets };
  const outcome = canApply(checkup) ? 'ok' : 'error';
  return {
    outcome: ports.interrupted.aborted ? 'interrupted' : outcome,
    output: { json: () => doctorJson(checkup), text: ({ color }) => doctorText(checkup, { color }) },
  };
}

/** The named targets; default: all. */
function chooseTargets({ targets }: WorkspaceConfig, text: string | undefined): readonly Target[] {
  const names = severalTargets({ targets }, text ?? 'all') ?? [text ?? 'all'];
  const chosen = targets.filter(({ name }) => names.includes(name));
  if (chosen.length > 0) return chosen;
  const known = targets.map(({ name }) => name).join(', ');
  throw new UsageError(`${WORKSPACE_FILE} has no target "${text}"; it has: ${known}`);
}

async function versionCheck(root: string, ports: Ports): Promise<Check> {
  const git = /\d[\d.]*/.exec((await gitText(root, ports, '--version')) ?? '')?.[0] ?? '';
  const details = { lexform: VERSION, node: ports.nodeVersion ?? '', git, ledgerFormat: LEDGER_FORMAT };
  return git === ''
    ? check('versions', 'note', 'versions-without-git', details)
    : check('versions', 'ok', 'versions', details);
}

function fileChecks({ desired = {}, findings }: FilesRead): readonly Check[] {
  const count = (severity: 'error' | 'warning'): number => findings.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const alone = findings.find(({ code }) => code === 'workspace-missing' || code === 'nothing-managed');
  if (alone !== undefined) return [check('files', 'error', alone.code)];
  if (errors > 0) return [check('files', 'error', 'files-with-errors', { errors, warnings })];
  const resources = KINDS.map(({ plural }) => [plural, desiredResources(desired, plural).length] as const);
  const details = { ...Object.fromEntries(resources), warnings };
  return [check('files', warnings > 0 ? 'note' : 'ok', warnings > 0 ? 'files-with-warnings' : 'files-valid', details)];
}

async function examine(
  workspace: ConfiguredWorkspace,
  target: Target,
  options: TargetOptions,
  ports: Ports,
): Promise<readonly Check[]> {
  const { config } = workspace;
  let date: string | undefined;
  const fetch: Ports['fetch'] = async (url, request) => {
    const answer = await ports.fetch(url, request);
    date = answer.headers.get('date') ?? undefined;
    return answer;
  };
  const ledgerChecks = examineLedger(workspace, accountOf(target), ports);
  try {
    const connection = await connect(workspace, { ...options, target: target.name }, { ...ports, fetch });
    const serviceChecks = await examineService({
      client: connection.once,
      admin: connection.admin,
      config,
      hasAdminKey: hasAdminKey(config, connection),
      host: target.kind === 'embedded' ? undefined : new URL(target.baseUrl).host,
      now: ports.now,
      watch: { date: () => date },
    });
    return [...serviceChecks, ...(await ledgerChecks)];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [check('key', 'error', 'key-missing', { message: error.message }), ...(await ledgerChecks)];
  }
}
