import type { CommandResult } from '../../../../app/exit-code.ts';
import type { TextStyle } from '../../../../app/output.ts';
import type { Ports } from '../../../../app/ports.ts';
import { type Connection, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import { UsageError } from '../../../../model/errors.ts';
import type { WorkspaceConfig } from '../../../../model/workspace/workspace.ts';
import { usageCsv } from '../../../../review/account/usage-csv.ts';
import { usageJson, usageNotes } from '../../../../review/account/usage-notes.ts';
import { usageText } from '../../../../review/account/usage-text.ts';
import {
  reachedStandings,
  readAccountUsage,
  readAnalytics,
  type UsageOverview,
  usageRange,
} from '../../../../steps/usage-standing.ts';
import type { UsageOptions } from '../../options/service-commands.ts';

function formatOf({ json, format = json ? 'json' : 'table' }: UsageOptions): 'table' | 'csv' | 'json' {
  if (json && format !== 'json') throw new UsageError(`--json and --format ${format} contradict each other`);
  return format;
}

/**
 * Reads the analytics with the admin key; without one, the counts of the API key. Options of the analytics require the
 * admin key.
 */
async function readOverview(
  config: WorkspaceConfig,
  connection: Connection,
  options: UsageOptions,
  now: Date,
): Promise<UsageOverview> {
  const { from, to, groupBy = 'key' } = options;
  const range = usageRange({ from, to }, now);
  const wantsReport = from !== undefined || to !== undefined || options.groupBy !== undefined;
  if (!wantsReport && !hasAdminKey(config, connection)) return readAccountUsage(connection);
  const calls = { client: connection.client, admin: await connection.admin(), limit: connection.limit };
  return readAnalytics(calls, { range, groupBy, now, limits: options.failOver !== undefined });
}

/**
 * `service usage`: shows the usage; with `--fail-over`, exits with code 3 when it reaches a share of a limit. It reads
 * only lexform.yaml.
 */
export async function usage(options: UsageOptions, ports: Ports): Promise<CommandResult> {
  const { failOver: percent } = options;
  const format = formatOf(options);
  const workspace = await openConfig({ ...options, json: format === 'json' }, ports);
  const connection = await connect(workspace, options, ports);
  const overview = await readOverview(workspace.config, connection, options, ports.now());
  const target = connection.target.name;
  const reached = percent === undefined ? [] : reachedStandings(overview.standings, percent);
  const failOver = percent === undefined ? undefined : { percent, reached };
  const forms = {
    csv: () => usageCsv(overview),
    json: () => usageJson({ target, overview, failOver }),
    table: ({ color, width }: TextStyle) => usageText(overview, { target, color, width }),
  };
  return {
    outcome: reached.length === 0 ? 'ok' : 'refused',
    output: { text: forms[format], notes: () => usageNotes(overview, { target, failOver }) },
  };
}
