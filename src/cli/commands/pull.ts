import { readWorkspace } from '../../files/read-workspace.ts';
import { workspaceFiles } from '../../files/write-workspace.ts';
import { pullTarget } from '../../flow/pull-target.ts';
import { UsageError } from '../../model/errors.ts';
import { mayNameKeys } from '../../plan/consent.ts';
import { clientFor, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readLedger } from '../open-ledger.ts';
import { stopOnFindings } from '../open-workspace.ts';
import type { PullOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { workspaceRoot } from '../workspace-root.ts';
import { writeFiles } from '../write-files.ts';

/** `pull`: read the service, write files that ask for exactly what it has. */
export async function pull(options: PullOptions, ports: CliPorts): Promise<ExitCode> {
  const root = workspaceRoot(options, ports);
  const { value: config, findings } = await readWorkspace(ports.files, root);
  if (stopOnFindings(findings, options, ports) || config === undefined) return EXIT.findings;
  const connection = await connect({ root, config }, options, ports);
  const { limit, target } = connection;
  const developerKeys = config.developerKeys !== undefined && mayNameKeys(options.addresses);
  const { snapshot } = await readLedger({ root, config }, target, ports);
  const { live, unmatched, ...known } = await pullTarget({
    files: ports.files,
    root,
    client: await clientFor(connection, developerKeys),
    limit,
    addresses: options.addresses,
    developerKeys,
    ...(snapshot !== undefined && { ledger: snapshot.state }),
  });
  if (unmatched.length > 0)
    throw new UsageError(
      `nothing on ${target.name} has the address ${unmatched.join(', ')}; lexform plan --unmanaged lists what there is`,
    );
  const chosen = config.targets.find(({ name }) => name === target.name);
  if (chosen === undefined) throw new Error('the target that was connected to is not in the workspace');
  const files = workspaceFiles(live, { target: chosen, existingConfig: config, ...known });
  return (await writeFiles({ root, files, next: 'next: lexform plan, which should show no changes' }, options, ports))
    ? EXIT.ok
    : EXIT.refused;
}
