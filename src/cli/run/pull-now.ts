import { join } from 'node:path';
import type { ManagedLine } from '../../files/edit/workspace.ts';
import { readDesired } from '../../files/workspace/read-desired.ts';
import type { WorkspaceSources } from '../../files/workspace/sources.ts';
import { DEFAULT_PATTERNS } from '../../files/workspace/workspace-text.ts';
import { statesSinceApply } from '../../flow/ledger/entry-source.ts';
import { type Pulled, pullTarget } from '../../flow/pull/pull-target.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { needsAdminKey } from '../../plan/make-plan.ts';
import { movedLedger } from '../../plan/moves.ts';
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
  const namesKeys = addresses.some((pattern) => pattern.startsWith('developer_key.'));
  const lines: readonly (readonly [...ManagedLine, boolean])[] = [
    ['glossaries', DEFAULT_PATTERNS.glossaries, glossaries === undefined && looksAt('glossary.')],
    ['style_rules', DEFAULT_PATTERNS.styleRules, styleRules === undefined && looksAt('style_rules.')],
    ['developer_keys', DEFAULT_PATTERNS.developerKeys, developerKeys === undefined && namesKeys],
  ];
  return lines.flatMap(([kind, pattern, isLooked]) => (isLooked ? [[kind, pattern] as const] : []));
}

/** The configuration with such lines in it. */
function withLines(config: WorkspaceConfig, lines: readonly ManagedLine[]): WorkspaceConfig {
  const { glossaries, style_rules: styleRules, developer_keys: developerKeys } = Object.fromEntries(lines);
  return {
    ...config,
    ...(glossaries !== undefined && { glossaries: [glossaries] }),
    ...(styleRules !== undefined && { styleRules: [styleRules] }),
    ...(developerKeys !== undefined && { developerKeys }),
  };
}

/** Reads the files for a pull. Files that the pull will create need not exist. */
export async function openForPull(options: PullOptions, ports: CliPorts): Promise<PullWorkspace> {
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
  const { catalogue } = read;
  const value = config && desired && { root, config, desired, findings, unmanaged, ...(catalogue && { catalogue }) };
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
    const withKeys = needsAdminKey({ desired, only: addresses });
    const { developerKeys: _, ...others } = desired;
    const pulled = await pullTarget({
      client: await clientFor(connection, withKeys),
      limit: connection.limit,
      target: connection.target,
      desired: withKeys ? desired : others,
      ledger: owned,
      addresses,
      view: { earlier, overLocal: force, allowDelete, strangers: snapshot === undefined || addresses.length > 0 },
    });
    return { ...pulled, ledger, snapshot, owned };
  });
