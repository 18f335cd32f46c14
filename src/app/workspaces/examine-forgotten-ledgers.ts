import { join, resolve } from 'node:path';
import { slashPath } from '../../files/workspace/workspace-path.ts';
import { LEDGER_PREFIX, ledgerRef, parsedOrNone } from '../../ledger/git-ledger.ts';
import type { CommitId } from '../../ledger/git-log.ts';
import { type GitRepository, gitRepository } from '../../ledger/git-repository.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { LEDGER_JSON, type LedgerListing } from '../../ledger/ledger-json.ts';
import { remoteRefs } from '../../ledger/ref-updates.ts';
import { type Check, check } from '../../model/checkup.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import type { Ports } from '../ports.ts';
import { placeInRepository } from '../session/open-ledger.ts';
import { type ConfiguredWorkspace, readConfig } from '../session/open-workspace.ts';

/** The ledger of a target that no workspace has any more. */
interface FoundLedger {
  readonly ref: string;
  readonly listing: LedgerListing;
  /** The remote that has it; absent: this repository. */
  readonly remote?: string;
}

/** The ledgers in one place whose name is not a target of the workspace. */
async function unclaimedIn(
  remote: string | undefined,
  { root, config }: ConfiguredWorkspace,
  ports: Ports,
): Promise<readonly FoundLedger[]> {
  const git = ports.git(root);
  const repository: GitRepository = gitRepository(git, ports.id);
  const claimed = new Set(config.targets.map(({ name }) => ledgerRef(name)));
  const at = new Map<string, CommitId>();
  if (remote !== undefined) {
    const refs = remoteRefs(repository, git, remote);
    for (const ref of await refs.list(LEDGER_PREFIX)) {
      // Absent if another run has deleted it since.
      const commit = claimed.has(ref) ? undefined : await refs.see(ref);
      if (commit !== undefined) at.set(ref, commit);
    }
  } else {
    for (const [ref, commit] of await repository.listRefs(LEDGER_PREFIX)) if (!claimed.has(ref)) at.set(ref, commit);
  }
  const read = await repository.readMany([...at.values()].map((commit) => ({ commit, path: LEDGER_JSON })));
  return [...at.keys()].flatMap((ref, index) => {
    const bytes = read[index];
    const listing = bytes && parsedOrNone(bytes);
    return listing === undefined ? [] : [{ ref, listing, remote }];
  });
}

/**
 * A warning for each ledger of the repository that owns resources and whose target is in no workspace any more: its
 * workspace was deleted, or has other targets now.
 */
export async function examineForgottenLedgers(workspace: ConfiguredWorkspace, ports: Ports): Promise<readonly Check[]> {
  const { root: base, config } = workspace;
  const { ledger } = config;
  if (ledger.kind !== 'remote' && ledger.kind !== 'auto') return [];
  try {
    const found = await placeInRepository(base, ports);
    if (found === undefined) return [];
    const ledgers = await unclaimedIn(ledger.kind === 'remote' ? ledger.remote : undefined, workspace, ports);
    const checks = ledgers.map(async ({ ref, remote, listing: { target, owned } }) => {
      if (owned.length === 0 || target.baseUrl === EMBEDDED_URL) return [];
      const root = resolve(found.top, target.workspace ?? '');
      const other = await readConfig(root, ports);
      // A workspace with errors exists, and its own run reports the errors.
      if (other === undefined && (await ports.files.size(join(root, WORKSPACE_FILE))) !== undefined) return [];
      if (other?.targets.some(({ name }) => name === target.name)) return [];
      const details = {
        workspace: slashPath(found.top, root) || '.',
        target: target.name,
        resources: owned.length,
        remove: remote === undefined ? `git update-ref -d ${ref}` : `git push ${remote} :${ref}`,
      };
      const code = other === undefined ? 'ledger-without-workspace' : 'ledger-without-target';
      return [check('ledger', 'warning', code, details)];
    });
    return (await Promise.all(checks)).flat();
  } catch (error) {
    // If git or a remote fails, the check of the target shows the error.
    if (error instanceof LedgerError) return [];
    throw error;
  }
}
