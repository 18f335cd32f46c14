import { join } from 'node:path';
import { statesSinceApply } from '../../flow/ledger/entry-source.ts';
import { type Pulled, pullTarget } from '../../flow/pull/pull-target.ts';
import type { AnyFiles } from '../../kinds/files/files-facet.ts';
import { FILES, isManaged } from '../../kinds/files/registry.ts';
import type { WorkspaceSources } from '../../kinds/files/sources.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { mayNameKind } from '../../model/resources/address.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { desiredFor, needsAdminKey } from '../../plan/make-plan.ts';
import { movedLedger } from '../../plan/moves.ts';
import type { ManagedLine } from '../../workspace/edit-workspace-file.ts';
import { readDesired } from '../../workspace/read-desired.ts';
import type { PullOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { clientFor, type TargetSession } from '../session/connect.ts';
import { type OpenWorkspace, valueWithoutErrors } from '../session/open-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';
import { readSettled, readTargetLedger, type TargetLedger } from './plan-now.ts';

/** The files as `pull` reads them. */
export interface PullWorkspace extends OpenWorkspace {
  readonly desired: WorkspaceSources;
  /**
   * Lines of kinds that `lexform.yaml` does not manage, and that this run looks at: files of them make it manage them.
   */
  readonly unmanaged: readonly ManagedLine[];
}

/**
 * The kinds that a pull looks at although `lexform.yaml` does not manage them: those that an address names, and where
 * it manages none at all, every one. One that takes an admin key only where an address begins with its prefix.
 */
function toManage(config: WorkspaceConfig, addresses: readonly string[]): readonly AnyFiles[] {
  const isBare = !FILES.some((facet) => isManaged(config, facet));
  return FILES.filter((facet) => {
    if (isManaged(config, facet)) return false;
    const { prefix, needsAdminKey } = kindNamed(facet.kind);
    if (needsAdminKey === true) return addresses.some((pattern) => pattern.startsWith(`${prefix}.`));
    return addresses.length === 0 ? isBare : mayNameKind(addresses, prefix);
  });
}

/** Reads the files for a pull. Files that the pull will create need not exist. */
export async function openForPull(options: PullOptions, ports: CliPorts): Promise<PullWorkspace> {
  const root = workspaceRoot(options, ports);
  let added: readonly AnyFiles[] = [];
  let toCome: WorkspaceConfig['patterns'] = {};
  const isThere = async (file: string): Promise<boolean> =>
    (await ports.files.realPath(join(root, file))) !== undefined;
  const read = await readDesired(ports.files, root, async (written) => {
    added = toManage(written, options.addresses);
    const patterns = new Map(Object.entries(written.patterns));
    for (const { kind, pattern } of added) patterns.set(kind, [pattern]);
    const missing = new Map<string, readonly string[]>();
    for (const { kind, isOneFile } of FILES) {
      const [file] = patterns.get(kind) ?? [];
      if (isOneFile === true && file !== undefined && !(await isThere(file))) missing.set(kind, [file]);
    }
    toCome = Object.fromEntries(missing);
    return { ...written, patterns: Object.fromEntries([...patterns].filter(([kind]) => !missing.has(kind))) };
  });
  const none = Object.fromEntries(Object.keys(toCome).map((kind) => [kindNamed(kind).plural, []]));
  const desired = read.desired && { ...read.desired, ...none };
  const config = read.config && { ...read.config, patterns: { ...read.config.patterns, ...toCome } };
  const unmanaged = added.map(({ key, pattern }) => [key, pattern] as const);
  // That there are no files yet is what a pull is for.
  const findings = read.findings.filter(({ code }) => code !== 'pattern-matches-nothing' && code !== 'nothing-managed');
  const { shared } = read;
  const value = config && desired && { root, config, desired, findings, unmanaged, ...(shared && { shared }) };
  return valueWithoutErrors({ value, findings }, options, ports);
}

/** What a pull found, and the ledger that it compared with. Without a snapshot nothing was ever applied from here. */
export type PulledNow = Pulled & Pick<TargetLedger, 'ledger' | 'snapshot' | 'owned'>;

/** Reads the ledger and the service, and says what the files are to take in. Changes nothing. */
export const pullNow = ({ workspace, connection, options, ports }: TargetSession<PullOptions>): Promise<PulledNow> =>
  readSettled(async () => {
    const { desired, config } = workspace;
    const { addresses, force, allowDelete } = options;
    const { ledger, snapshot, owned } = await readTargetLedger(workspace, connection.target, ports);
    const states = ledger === undefined || snapshot === undefined ? [] : await statesSinceApply(ledger);
    const earlier = states.map(({ state, settled }) => ({
      settled,
      state: movedLedger({ desired, ledger: state, stated: config.moved ?? [] }).ledger,
    }));
    const pulled = await pullTarget({
      client: await clientFor(connection, needsAdminKey({ desired, only: addresses })),
      limit: connection.limit,
      target: connection.target,
      desired: desiredFor({ desired, only: addresses }),
      ledger: owned,
      addresses,
      view: { earlier, overLocal: force, allowDelete, strangers: snapshot === undefined || addresses.length > 0 },
    });
    return { ...pulled, ledger, snapshot, owned };
  });
