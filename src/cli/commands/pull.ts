import { join } from 'node:path';
import { formulaNotes } from '../../files/delimited/formula-cells.ts';
import { writePlace } from '../../files/node/write-place.ts';
import { type PulledDrift, pullDrift } from '../../flow/pull/pull-drift.ts';
import { UsageError } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import { notInDrift } from '../../plan/drift/told-by-drift.ts';

import { pulledJson, pulledText } from '../../review/drift/pull-text.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { PullOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { guardInput } from '../run/plan-now.ts';
import { openForPull, pullNow } from '../run/pull-now.ts';
import { connect } from '../session/connect.ts';
import { endOnErrors } from '../session/open-workspace.ts';

/**
 * `pull`: writes what the service has to the places of the files where it belongs: what changed on the service since
 * the last apply, what was rolled back, and resources that no file has. Edits of the files that were never applied
 * stay, unless `--force` is set.
 */
export async function pull(options: PullOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openForPull(options, ports);
  const { root } = workspace;
  const session = { workspace, connection: await connect(workspace, options, ports), options, ports };
  const { drift, findings, owned, pin, unmatched, snapshot } = await pullNow(session);
  const { name: target } = session.connection.target;
  if (unmatched.length > 0) {
    const names = unmatched.map(({ pattern }) => pattern).join(', ');
    const meant = unmatched.flatMap(({ suggestion }) => suggestion ?? []);
    const hint = meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`;
    throw new UsageError(
      `nothing on ${target} has the address ${names}${hint}; lexform plan --unmanaged lists what there is`,
    );
  }
  await endOnErrors(notInDrift(withoutGonePins(findings, drift), drift), options, ports);
  const takeTheirs = options.theirs || options.force;
  const pulled = await pullDrift({
    ...workspace,
    sources: workspace.desired,
    files: ports.files,
    drift,
    takeTheirs,
    // Pull deletes only files. It does not change what the ledger owns.
    guard: guardInput(workspace, options, owned),
    pin,
  });
  await endOnErrors(pulled.findings, options, ports);
  const { check } = options;
  const notes = check ? [] : notesOf(pulled);
  if (!check) await write(pulled, root, ports);
  const counts = driftCounts(drift);
  const conflicts = takeTheirs ? 0 : counts.both;
  const { files, deleted, findings: left } = pulled;
  const local = Object.values(counts.parts).reduce((sum, { ours }) => sum + ours, 0);
  const report = {
    target,
    files: [...files.keys()],
    deleted,
    left,
    notes,
    conflicts,
    // With --force, the only differences that stay are values that only the files have.
    local: options.force ? local : 0,
    isFirst: snapshot === undefined,
    check,
  };
  ports.terminal.out(options.json ? pulledJson(report) : pulledText(report));
  const isAll = conflicts === 0 && left.length === 0;
  const isAny = files.size + deleted.length > 0;
  if (check) return isAll && !isAny ? EXIT.ok : EXIT.changes;
  if (isAll) return EXIT.ok;
  return isAny ? EXIT.partly : EXIT.refused;
}

/**
 * Findings without those about pinned resources that were deleted on the service: here they are drift and no errors of
 * the files.
 */
function withoutGonePins(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const gone = new Set<unknown>(
    resources.filter(({ whole }) => whole?.how === 'deleted-outside').map(({ address }) => address),
  );
  return findings.filter(({ code, details }) => code !== 'pinned-id-missing' || !gone.has(details.address));
}

/** The notes on the files that pull is about to write. */
const notesOf = ({ files, before }: PulledDrift): readonly Finding[] =>
  [...files].flatMap(([file, bytes]) => {
    const old = before.get(file);
    return formulaNotes({ file, bytes, ...(old !== undefined && { before: old }) });
  });

/** Writes all files or none. Half of a pull would leave files that ask for a part of the changes. */
async function write({ files, deleted }: PulledDrift, root: string, ports: CliPorts): Promise<void> {
  const written = [...files].map(async ([path, bytes]) => [await writePlace(ports.files, root, path), bytes] as const);
  await ports.files.writeAll(
    new Map<string, Uint8Array | undefined>([
      ...(await Promise.all(written)),
      ...deleted.map((path) => [join(root, path), undefined] as const),
    ]),
  );
}
