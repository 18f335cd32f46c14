import { join } from 'node:path';
import { readWorkspace } from '../../files/read-workspace.ts';
import { writePlace } from '../../files/write-place.ts';
import { workspaceFiles } from '../../files/write-workspace.ts';
import { type Absorbed, absorbDrift } from '../../flow/absorb-drift.ts';
import { addressesOf } from '../../flow/forget-owned.ts';
import { type Pulled, pullTarget } from '../../flow/pull-target.ts';
import { addressMatches } from '../../model/address.ts';
import { UsageError } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { WorkspaceConfig } from '../../model/workspace.ts';
import { mayNameKeys } from '../../plan/consent.ts';
import type { Drift } from '../../plan/drift.ts';
import { driftCounts } from '../../plan/drift-counts.ts';
import { notInDrift } from '../../plan/drift-developer-key.ts';
import { absorbedJson, absorbedText } from '../../review/absorbed-text.ts';
import { type Connection, clientFor, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readLedger } from '../open-ledger.ts';
import { openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { PullOptions } from '../options.ts';
import { guardInput } from '../plan-input.ts';
import { planNow } from '../plan-now.ts';
import type { CliPorts } from '../ports.ts';
import { workspaceRoot } from '../workspace-root.ts';
import { writeFiles } from '../write-files.ts';

interface Known {
  readonly root: string;
  readonly config: WorkspaceConfig;
  readonly connection: Connection;
}

/**
 * `pull`: with a history, what somebody changed on the service is taken into the very places of the files where it belongs; without one, or with `--force`,
 * files are written that ask for exactly what the service has. What an address names and no file has is written in either case.
 */
export async function pull(options: PullOptions, ports: CliPorts): Promise<ExitCode> {
  const root = workspaceRoot(options, ports);
  const { value: config, findings } = await readWorkspace(ports.files, root);
  if (stopOnFindings(findings, options, ports) || config === undefined) return EXIT.findings;
  const known: Known = { root, config, connection: await connect({ root, config }, options, ports) };
  const { snapshot } = await readLedger(known, known.connection.target, ports);
  if (snapshot === undefined || options.force) {
    if (options.check || options.theirs)
      throw new UsageError('--check and --theirs need a history to compare with: apply once, and leave out --force');
    return writeWhole(known, await chosen(known, options, ports), options, ports);
  }
  const pulled = options.addresses.length === 0 ? undefined : await chosen(known, options, ports);
  const unknown = pulled === undefined ? undefined : withoutFiles(pulled);
  if (unknown !== undefined && !options.check && countOf(unknown) > 0) {
    const code = await writeWhole(known, unknown, options, ports);
    if (code !== EXIT.ok || countOf(unknown) === countOf(pulled as Pulled)) return code;
  }
  return absorb(known, options, ports);
}

const countOf = ({ live }: Pulled): number =>
  (live.glossaries?.length ?? 0) + (live.styleLists?.length ?? 0) + (live.developerKeys?.length ?? 0);

/** What was asked for and has no file yet. */
function withoutFiles({ live, existing, ...pulled }: Pulled): Pulled {
  const isNew = ({ id }: { readonly id: string }): boolean => !existing.has(id);
  const { glossaries = [], styleLists = [] } = live;
  return {
    ...pulled,
    existing,
    live: { glossaries: glossaries.filter(isNew), styleLists: styleLists.filter(isNew) },
  };
}

async function chosen({ root, config, connection }: Known, options: PullOptions, ports: CliPorts): Promise<Pulled> {
  const { limit, target } = connection;
  const developerKeys = config.developerKeys !== undefined && mayNameKeys(options.addresses);
  const { snapshot } = await readLedger({ root, config }, target, ports);
  const pulled = await pullTarget({
    files: ports.files,
    root,
    client: await clientFor(connection, developerKeys),
    limit,
    addresses: options.addresses,
    developerKeys,
    ...(snapshot !== undefined && { ledger: snapshot.state }),
  });
  // What is owned and gone from the service is taken out of the files.
  const owned = snapshot === undefined || options.force ? [] : addressesOf(snapshot.state);
  const unmatched = pulled.unmatched.filter((pattern) => !owned.some((address) => addressMatches(pattern, address)));
  if (unmatched.length > 0)
    throw new UsageError(
      `nothing on ${target.name} has the address ${unmatched.join(', ')}; lexform plan --unmanaged lists what there is`,
    );
  return pulled;
}

/** Whole files for what the service has. */
async function writeWhole(
  { root, config, connection }: Known,
  { live, unmatched: _, ...known }: Pulled,
  options: PullOptions,
  ports: CliPorts,
): Promise<ExitCode> {
  const target = config.targets.find(({ name }) => name === connection.target.name);
  if (target === undefined) throw new Error('the target that was connected to is not in the workspace');
  const files = workspaceFiles(live, { target, existingConfig: config, ...known });
  return (await writeFiles({ root, files, next: 'next: lexform plan, which should show no changes' }, options, ports))
    ? EXIT.ok
    : EXIT.refused;
}

/** Drift, taken into the files. */
async function absorb({ connection }: Known, options: PullOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const planning = { ...options, only: options.addresses, full: false, added: true };
  // What may be deleted here are files; nothing on the service becomes anybody's by it.
  const { drift, findings, owned } = await planNow(workspace, connection, { ...planning, allowDelete: [] }, ports);
  if (stopOnFindings(notInDrift(withoutGonePins(findings, drift), drift), options, ports)) return EXIT.findings;
  const { root, config } = workspace;
  const absorbed = await absorbDrift({
    files: ports.files,
    root,
    config,
    drift,
    takeTheirs: options.theirs,
    guard: guardInput(workspace, planning, owned),
  });
  if (stopOnFindings(absorbed.findings, options, ports)) return EXIT.findings;
  const { check } = options;
  if (!check) await write(absorbed, root, ports);
  const conflicts = options.theirs ? 0 : driftCounts(drift).both;
  const { files, deleted, findings: left } = absorbed;
  const report = { target: connection.target.name, files: [...files.keys()], deleted, left, conflicts, check };
  ports.terminal.out(options.json ? absorbedJson(report) : absorbedText(report));
  const isAll = conflicts === 0 && left.length === 0;
  const isAny = files.size + deleted.length > 0;
  if (check) return isAll && !isAny ? EXIT.ok : EXIT.changes;
  if (isAll) return EXIT.ok;
  return isAny ? EXIT.partly : EXIT.refused;
}

/** A pinned resource that somebody deleted on the service is drift here, and no fault of the files. */
function withoutGonePins(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const gone = new Set<unknown>(
    resources.filter(({ whole }) => whole?.how === 'deleted-outside').map(({ address }) => address),
  );
  return findings.filter(({ code, details }) => code !== 'pinned-id-missing' || !gone.has(details.address));
}

/** All or none: a pull that fails half way would leave files that ask for a part of what it took. */
async function write({ files, deleted }: Absorbed, root: string, ports: CliPorts): Promise<void> {
  const written = [...files].map(async ([path, bytes]) => [await writePlace(ports.files, root, path), bytes] as const);
  await ports.files.writeAll(
    new Map<string, Uint8Array | undefined>([
      ...(await Promise.all(written)),
      ...deleted.map((path) => [join(root, path), undefined] as const),
    ]),
  );
}
