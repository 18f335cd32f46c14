import { join, relative, resolve, sep } from 'node:path';
import { LEDGER_PREFIX, ledgerRef, parsedOrNone } from '../../ledger/git-ledger.ts';
import type { CommitId } from '../../ledger/git-log.ts';
import { type GitRepository, gitRepository } from '../../ledger/git-repository.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { LEDGER_JSON, type LedgerListing } from '../../ledger/ledger-json.ts';
import { mirrored, remoteRefs } from '../../ledger/ref-updates.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { visible } from '../../review/format/escape.ts';
import { counted, plural } from '../../review/format/text.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import type { CliPorts } from '../ports.ts';
import { readConfig } from '../session/open-config.ts';
import { placeInRepository } from '../session/open-ledger.ts';

/** The ledger of a target that no workspace has any more. */
interface FoundLedger {
  readonly ref: string;
  readonly listing: LedgerListing;
  /** The remote that has it; absent: this repository. */
  readonly remote?: string;
}

/** What a search for such ledgers asks. */
interface Search {
  /** `lexform.yaml` of each workspace of the run. */
  readonly configs: readonly WorkspaceConfig[];
  /** The folder of the run. */
  readonly base: string;
  /** False: of a remote, only what this repository has seen there counts. */
  readonly asksRemotes: boolean;
}

/** The ledgers in one place, as far as no workspace of the run has a target of their name. */
async function unclaimedIn(
  remote: string | undefined,
  { configs, base, asksRemotes }: Search,
  ports: CliPorts,
): Promise<readonly FoundLedger[]> {
  const git = ports.git(base);
  const repository: GitRepository = gitRepository(git, ports.id);
  const claimed = new Set(configs.flatMap(({ targets }) => targets.map(({ name }) => ledgerRef(name))));
  const at = new Map<string, CommitId | undefined>();
  if (remote !== undefined && asksRemotes) {
    const refs = remoteRefs(repository, git, remote);
    for (const ref of await refs.list(LEDGER_PREFIX)) if (!claimed.has(ref)) at.set(ref, await refs.see(ref));
  } else {
    const prefix = remote === undefined ? LEDGER_PREFIX : mirrored(LEDGER_PREFIX);
    for (const [name, commit] of await repository.listRefs(prefix)) {
      const ref = name.replace(prefix, LEDGER_PREFIX);
      if (!claimed.has(ref)) at.set(ref, commit);
    }
  }
  const commits = [...at].flatMap(([ref, commit]) => (commit === undefined ? [] : [{ ref, commit }]));
  const read = await repository.readMany(commits.map(({ commit }) => ({ commit, path: LEDGER_JSON })));
  return commits.flatMap(({ ref }, index) => {
    const bytes = read[index];
    const listing = bytes && parsedOrNone(bytes);
    return listing === undefined ? [] : [{ ref, listing, ...(remote !== undefined && { remote }) }];
  });
}

/** Ledgers that own resources and whose target is in no workspace of the run, by the folder of their workspace. */
export async function orphanedLedgers(
  search: Search,
  ports: CliPorts,
): Promise<readonly { readonly workspace: string; readonly message: string }[]> {
  const { configs, base } = search;
  const places = new Set(
    configs.flatMap(({ ledger }) =>
      ledger.kind === 'remote' ? [ledger.remote] : ledger.kind === 'auto' ? [undefined] : [],
    ),
  );
  if (places.size === 0) return [];
  try {
    const found = await placeInRepository(base, ports);
    if (found === undefined) return [];
    const ledgers = (await Promise.all([...places].map((place) => unclaimedIn(place, search, ports)))).flat();
    const told = ledgers.map(async ({ ref, remote, listing: { target, owned } }) => {
      if (owned.length === 0 || target.baseUrl === EMBEDDED_URL) return [];
      const root = resolve(found.top, target.workspace ?? '');
      const workspace = relative(resolve(found.top, found.path), root).split(sep).join('/') || '.';
      const config = await readConfig(root, ports);
      // One with errors is there, and its run says so.
      if (config === undefined && (await ports.files.size(join(root, WORKSPACE_FILE))) !== undefined) return [];
      if (config?.targets.some(({ name }) => name === target.name)) return [];
      const what =
        config === undefined
          ? `${visible(workspace)} is gone, and the ledger of its target "${visible(target.name)}"`
          : `${visible(workspace)} no longer has the target "${visible(target.name)}", whose ledger`;
      const { length } = owned;
      const rest = `${counted(length, 'resource')}, which ${plural(length, 'stays', 'stay')} on the service`;
      const back = config === undefined ? 'the folder' : 'the target';
      const remove = remote === undefined ? `git update-ref -d ${ref}` : `git push ${visible(remote)} :${ref}`;
      const message =
        `${what} still has ${rest}; if you want to delete them, restore ${back}, remove the resources from its ` +
        `files, apply it, and then delete it; if you want to keep them, remove the ledger with: ${remove}`;
      return [{ workspace, message }];
    });
    return (await Promise.all(told)).flat();
  } catch (error) {
    // What git or a remote does not say is an error of each workspace, which shows it.
    if (error instanceof LedgerError) return [];
    throw error;
  }
}
