import { join } from 'node:path';
import type { ManagedLine } from '../../files/edit/workspace.ts';
import { readDesired } from '../../files/workspace/read-desired.ts';
import type { WorkspaceSources } from '../../files/workspace/sources.ts';
import { DEFAULT_PATTERNS } from '../../files/workspace/workspace-text.ts';
import { hasMovedOn } from '../../flow/ledger/concurrent-run.ts';
import { statesSinceApply } from '../../flow/ledger/entry-source.ts';
import { needsAdminKey } from '../../flow/plan-target.ts';
import { type Pulled, pullTarget } from '../../flow/pull/pull-target.ts';
import type { LedgerState } from '../../model/ledger/ledger-state.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { hasDrift } from '../../plan/drift/drift-counts.ts';
import { movedLedger } from '../../plan/moves.ts';
import type { PullOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { type Connection, clientFor } from '../session/connect.ts';
import { type OpenWorkspace, stopOnFindings } from '../session/open-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';
import { readTargetLedger } from './plan-now.ts';

/** The files as `pull` reads them. */
export interface PullWorkspace extends OpenWorkspace {
  readonly desired: WorkspaceSources;
  /**
   * Lines of kinds that `lexform.yaml` does not manage, and that this run looks at: files of them make it manage them.
   */
  readonly unmanaged: readonly ManagedLine[];
}

/** True when an address or a pattern may name something of a kind. */
const namesKind = (pattern: string, kind: string): boolean => {
  const [head = ''] = pattern.split('*');
  return head.startsWith(kind) || (head !== pattern && kind.startsWith(head));
};

/**
 * The kinds that a pull looks at although `lexform.yaml` does not manage them: those that an address names, and where
 * it manages none at all, glossaries and style lists. Developer keys, which take an admin key, only where an address
 * begins with their kind.
 */
function unmanagedLines(
  { glossaries, styleRules, developerKeys }: WorkspaceConfig,
  addresses: readonly string[],
): readonly ManagedLine[] {
  const isBare = glossaries === undefined && styleRules === undefined && developerKeys === undefined;
  const looksAt = (kind: string): boolean =>
    addresses.length === 0 ? isBare : addresses.some((pattern) => namesKind(pattern, kind));
  return [
    ...(glossaries === undefined && looksAt('glossary.') ? [['glossaries', DEFAULT_PATTERNS.glossaries] as const] : []),
    ...(styleRules === undefined && looksAt('style_rules.')
      ? [['style_rules', DEFAULT_PATTERNS.styleRules] as const]
      : []),
    ...(developerKeys === undefined && addresses.some((pattern) => pattern.startsWith('developer_key.'))
      ? [['developer_keys', DEFAULT_PATTERNS.developerKeys] as const]
      : []),
  ];
}

/** The configuration with such lines in it. */
function withLines(config: WorkspaceConfig, lines: readonly ManagedLine[]): WorkspaceConfig {
  const of = new Map<string, string>(lines);
  const [glossaries, styleRules, developerKeys] = [
    of.get('glossaries'),
    of.get('style_rules'),
    of.get('developer_keys'),
  ];
  return {
    ...config,
    ...(glossaries !== undefined && { glossaries: [glossaries] }),
    ...(styleRules !== undefined && { styleRules: [styleRules] }),
    ...(developerKeys !== undefined && { developerKeys }),
  };
}

/**
 * Reads the files for a pull; `undefined` when they have errors, which are then shown. Files that are to come need not
 * be there.
 */
export async function openForPull(options: PullOptions, ports: CliPorts): Promise<PullWorkspace | undefined> {
  const root = workspaceRoot(options, ports);
  let unmanaged: readonly ManagedLine[] = [];
  let keysFile: string | undefined;
  const isThere = async (file: string): Promise<boolean> =>
    (await ports.files.realPath(join(root, file))) !== undefined;
  const read = await readDesired(ports.files, root, async (written) => {
    unmanaged = unmanagedLines(written, options.addresses);
    const { developerKeys, ...others } = withLines(written, unmanaged);
    keysFile = developerKeys;
    return developerKeys !== undefined && (await isThere(developerKeys)) ? { ...others, developerKeys } : others;
  });
  const areKeysToCome = keysFile !== undefined && read.config?.developerKeys === undefined;
  const desired = areKeysToCome ? read.desired && { ...read.desired, developerKeys: [] } : read.desired;
  const config = read.config && { ...read.config, ...(keysFile !== undefined && { developerKeys: keysFile }) };
  // That there are no files yet is what a pull is for.
  const findings = read.findings.filter(({ code }) => code !== 'pattern-matches-nothing' && code !== 'nothing-managed');
  if (stopOnFindings(findings, options, ports) || config === undefined || desired === undefined) return undefined;
  const { catalogue } = read;
  return { root, config, desired, findings, unmanaged, ...(catalogue !== undefined && { catalogue }) };
}

/** Times that the service is read again because somebody has applied meanwhile. */
const MAX_TRIES = 3;

export interface PulledNow extends Pulled {
  readonly owned: LedgerState;
  /** False: nothing was ever applied from here, so nothing tells an edit of the files from one of the service. */
  readonly hasLedger: boolean;
}

/** Reads the ledger and the service, and says what the files are to take in. Changes nothing. */
export async function pullNow(
  workspace: OpenWorkspace,
  connection: Connection,
  { addresses, force, allowDelete }: PullOptions,
  ports: CliPorts,
): Promise<PulledNow> {
  const { desired, config } = workspace;
  for (let tries = 1; ; tries += 1) {
    const { ledger, snapshot, owned } = await readTargetLedger(workspace, connection.target, ports);
    const states = ledger === undefined || snapshot === undefined ? [] : await statesSinceApply(ledger);
    const earlier = states.map(({ state, settled }) => ({
      settled,
      state: movedLedger({ desired, ledger: state, stated: config.moved ?? [] }).ledger,
    }));
    const strangers = snapshot === undefined || addresses.length > 0;
    const pulled = await pullTarget({
      client: await clientFor(connection, needsAdminKey({ desired, only: addresses })),
      limit: connection.limit,
      target: connection.target,
      desired: needsAdminKey({ desired, only: addresses }) ? desired : withoutKeys(desired),
      ledger: owned,
      addresses,
      view: { earlier, overLocal: force, allowDelete, strangers },
    });
    const result = { ...pulled, owned, hasLedger: snapshot !== undefined };
    // What looks like drift may be what another run has done between the reading of the ledger and that of the
    // service.
    if (ledger === undefined || !hasDrift(pulled.drift) || tries === MAX_TRIES) return result;
    if (!(await hasMovedOn(ledger, snapshot))) return result;
  }
}

const withoutKeys = ({ developerKeys: _, ...others }: OpenWorkspace['desired']): OpenWorkspace['desired'] => others;
