import { join } from 'node:path';
import { formulaNotes } from '../../files/delimited/formula-cells.ts';
import { writePlace } from '../../files/node/write-place.ts';
import { type AnyFiles, isOneFile, type WorkspaceSources } from '../../kinds/files/files-facet.ts';
import { FILES, isManaged } from '../../kinds/files/registry.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { isOfAdmin, kindNamed } from '../../kinds/registry.ts';
import { UsageError } from '../../model/errors.ts';
import type { Checked, Finding } from '../../model/finding.ts';
import { mayNameKind } from '../../model/resources/address.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { driftCounts } from '../../plan/counts.ts';
import { conflictAddresses, decidedState } from '../../plan/drift/detect-drift.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { notInDrift } from '../../plan/drift/not-in-drift.ts';
import { desiredFor, needsAdminKey } from '../../plan/make-plan.ts';
import { movedLedger } from '../../plan/moves.ts';
import type { PulledReport } from '../../review/drift/pull-text.ts';
import { rewriteRefusal, rewriteSummary } from '../../review/ledger/ownership-text.ts';
import { statesSinceApply } from '../../steps/ledger/entry-source.ts';
import { rewriteLedger } from '../../steps/ledger/rewrite-ledger.ts';
import { type PulledDrift, pullDrift } from '../../steps/pull/pull-drift.ts';
import { type LayerReach, layerNamed, pullInto } from '../../steps/pull/pull-into.ts';
import { type Pulled, pullTarget } from '../../steps/pull/pull-target.ts';
import { readDesired, readSources } from '../../steps/workspace/read-desired.ts';
import type { ManagedLine } from '../../steps/workspace/write-workspace.ts';
import { CommandEnded } from '../exit-code.ts';
import type { PullOptions } from '../options.ts';
import { showOutput } from '../output.ts';
import type { Ports } from '../ports.ts';
import { clientFor, type TargetSession } from '../session/connect.ts';
import { type OpenWorkspace, workspaceOn } from '../session/open-workspace.ts';
import { refusalOutput } from './approve.ts';
import { guardInput, readTargetLedger, readUntilStable, type TargetLedger } from './plan-now.ts';
import { runFacts } from './run-facts.ts';

/** A target, and the folder of its workspace. */
type KeptSession = Pick<TargetSession, 'connection' | 'ports'> & {
  readonly workspace: Pick<TargetSession['workspace'], 'root'>;
};

/**
 * Records in the ledger the decision for the files in each conflict, with both values. While both sides have these
 * values, those of the files are changes and not conflicts. Resources that the ledger does not own have no conflict
 * with a last apply, so nothing is recorded for them. Ends the command if another run holds the lock or has written the
 * ledger.
 */
async function keepOurs(
  { workspace: { root }, connection: { target }, ports }: KeptSession,
  { ledger, snapshot, drift }: Pick<TargetLedger, 'ledger' | 'snapshot'> & Pick<Pulled, 'drift'>,
): Promise<void> {
  const addresses = conflictAddresses(drift);
  if (ledger === undefined || snapshot === undefined || addresses.length === 0) return;
  const writer = { ...(await runFacts(root, ports)), now: ports.now };
  const rewritten = await rewriteLedger(ledger, writer, rewriteSummary('keep the files of', addresses), (now) =>
    now?.version === snapshot.version ? decidedState(now.state, drift) : undefined,
  );
  if (rewritten.kind === 'written') return;
  showOutput(refusalOutput(rewriteRefusal(target.name, rewritten)), { json: false }, ports.terminal);
  throw new CommandEnded({ outcome: 'refused' });
}

/** The files as `pull` reads them. */
export interface PullWorkspace extends OpenWorkspace {
  readonly desired: WorkspaceSources;
  /** The resources, with layers that are not published. */
  readonly compiled: WorkspaceSources;
  /** New lines for `lexform.yaml`, for kinds that this run pulls and that the workspace does not manage yet. */
  readonly unmanaged: readonly ManagedLine[];
}

/**
 * The kinds that a pull includes although `lexform.yaml` does not manage them: those that an address names, or all of
 * them if it manages no kind at all. A kind that needs an admin key is included only if an address begins with its
 * prefix.
 */
function toManage(config: WorkspaceConfig, addresses: readonly string[]): readonly AnyFiles[] {
  const isBare = !FILES.some((facet) => isManaged(config, facet));
  return FILES.filter((facet) => {
    if (isManaged(config, facet)) return false;
    const kind = kindNamed(facet.kind);
    const { prefix } = kind;
    if (isOfAdmin(kind)) return addresses.some((pattern) => pattern.startsWith(`${prefix}.`));
    return addresses.length === 0 ? isBare : mayNameKind(addresses, prefix);
  });
}

/** Reads the files for a pull. Files that the pull will create need not exist. */
export async function readForPull(
  root: string,
  options: Pick<PullOptions, 'addresses'>,
  ports: Ports,
): Promise<Checked<PullWorkspace>> {
  let added: readonly AnyFiles[] = [];
  let toCome: WorkspaceConfig['patterns'] = {};
  const isThere = async (file: string): Promise<boolean> =>
    (await ports.files.realPath(join(root, file))) !== undefined;
  const read = await readDesired(ports.files, root, async (written) => {
    added = toManage(written, options.addresses);
    const patterns = new Map(Object.entries(written.patterns));
    for (const { kind, pattern } of added) patterns.set(kind, [pattern]);
    const missing = new Map<string, readonly string[]>();
    for (const { kind } of FILES.filter(isOneFile)) {
      const [file] = patterns.get(kind) ?? [];
      if (file !== undefined && !(await isThere(file))) missing.set(kind, [file]);
    }
    toCome = Object.fromEntries(missing);
    return { ...written, patterns: Object.fromEntries([...patterns].filter(([kind]) => !missing.has(kind))) };
  });
  const none = Object.fromEntries(Object.keys(toCome).map((kind) => [kindNamed(kind).plural, []]));
  const desired = read.desired && { ...read.desired, ...none };
  const compiled = { ...read.compiled, ...none };
  const config = read.config && { ...read.config, patterns: { ...read.config.patterns, ...toCome } };
  const unmanaged = added.map(({ kind, pattern }) => [kindNamed(kind).key, pattern] as const);
  // Missing files are expected: pull creates them.
  const findings = read.findings.filter(({ code }) => code !== 'pattern-matches-nothing' && code !== 'nothing-managed');
  const { shared } = read;
  const value = config && desired && { root, config, desired, compiled, findings, unmanaged, shared };
  return { value, findings };
}

/** The options that decide which files a pull writes, and how. */
export interface PullChoices
  extends Pick<PullOptions, 'addresses' | 'allowDelete' | 'check' | 'force' | 'theirs' | 'ours' | 'into'> {
  /** True: unmanaged resources get no files, and an address may match nothing. Default false. */
  readonly ownedOnly?: boolean;
}

/** A target, and a workspace as a pull reads it. */
export interface PullSession extends Pick<TargetSession, 'connection' | 'ports'> {
  readonly workspace: PullWorkspace;
  readonly options: PullChoices;
}

/**
 * The result of a pull, and the ledger that it compared with. Without a snapshot, nothing was applied from this ledger.
 */
type PulledNow = Pulled & Pick<TargetLedger, 'ledger' | 'snapshot' | 'owned'>;

/** Reads the ledger and the service, and finds the edits of the files. Changes nothing. */
export const pullNow = ({ workspace, connection, options, ports }: PullSession): Promise<PulledNow> =>
  readUntilStable(async () => {
    const { desired, config } = workspaceOn(workspace, connection);
    const { addresses, force, allowDelete, ownedOnly = false } = options;
    const { ledger, snapshot, owned } = await readTargetLedger(
      workspaceOn(workspace, connection),
      connection.target,
      ports,
    );
    const strangers = !ownedOnly && (snapshot === undefined || addresses.length > 0);
    const states = ledger === undefined || snapshot === undefined ? [] : await statesSinceApply(ledger);
    const earlier = states.map(({ state, appliedPatterns }) => ({
      appliedPatterns,
      state: movedLedger({ desired, ledger: state, stated: config.moved ?? [] }).ledger,
    }));
    const pulled = await pullTarget({
      client: await clientFor(connection, needsAdminKey({ desired, only: addresses })),
      limit: connection.limit,
      target: connection.target,
      desired: desiredFor({ desired, only: addresses }),
      ledger: owned,
      addresses,
      view: { earlier, overLocal: force, allowDelete, strangers },
    });
    return { ...pulled, ledger, snapshot, owned };
  });

/**
 * Removes findings about pinned resources that were deleted on the service: for a pull, they are drift and not errors
 * in the files.
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
    return formulaNotes({ file, bytes, before: old });
  });

/** The kinds that the workspace does not manage, and that this pull does not add. */
const kindsNotRead = ({ config, unmanaged }: PullWorkspace): readonly AnyKind[] =>
  FILES.filter((facet) => !isManaged(config, facet))
    .map(({ kind }) => kindNamed(kind))
    .filter((kind) => !isOfAdmin(kind) && !unmanaged.some(([key]) => key === kind.key));

/** Errors because a name that the pull writes is also that of another resource. Only files of resources have names. */
async function repeatedNames(
  { files, ports }: PulledDrift,
  { root, config }: PullWorkspace,
): Promise<readonly Finding[]> {
  if (![...files.keys()].some(namesTables)) return [];
  const { findings } = await readSources(ports, root, config);
  return findings.filter(({ code }) => code === 'name-repeated');
}

/** True for a file that names tables. */
const namesTables = (path: string): boolean => /\.ya?ml$/i.test(path);

/**
 * Writes all files or none: a partial pull would leave files that ask for only a part of the changes. Tables are
 * written before the file that names them and removed after it, and `lexform.yaml` is written last. So if the process
 * is killed in between, the files have no errors, and the same command completes the work.
 */
async function write({ files, deleted }: PulledDrift, root: string, ports: Ports): Promise<void> {
  const rank = (path: string): number => (path === WORKSPACE_FILE ? 2 : Number(namesTables(path)));
  const inOrder = [...files].sort(([left], [right]) => rank(left) - rank(right));
  const written = inOrder.map(async ([path, bytes]) => [await writePlace(ports.files, root, path), bytes] as const);
  const removed = [...deleted].sort((left, right) => rank(right) - rank(left));
  await ports.files.writeAll(
    new Map<string, Uint8Array | undefined>([
      ...(await Promise.all(written)),
      ...removed.map((path) => [join(root, path), undefined] as const),
    ]),
  );
}

/** The error for patterns of addresses that match nothing on the target. */
function nothingThere(target: string, unmatched: Pulled['unmatched']): UsageError {
  const names = unmatched.map(({ pattern }) => pattern).join(', ');
  const meant = unmatched.flatMap(({ suggestion }) => suggestion ?? []);
  const hint = meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`;
  return new UsageError(
    `nothing on ${target} has the address ${names}${hint}; lexform plan --unmanaged lists what there is`,
  );
}

/** Findings that name the remedies of the shell: those of the GitHub Action have the detail `inAction`. */
const withRemedies = (findings: readonly Finding[], { labels }: Ports): readonly Finding[] =>
  labels === undefined
    ? findings
    : findings.map((each) => ({ ...each, details: { ...each.details, inAction: 'yes' } }));

/**
 * Reads the service and writes its changes into the files, or with `check` only finds them. `endOnErrors` gets the
 * findings of the plan and of the edits, and rejects if one of them is an error. Throws a `UsageError` if an address
 * has nothing on the target.
 */
export async function pullFiles(
  session: PullSession,
  endOnErrors: (findings: readonly Finding[]) => Promise<void> | void,
): Promise<PulledReport> {
  const { workspace, options, ports } = session;
  const { root } = workspace;
  const layer = options.into === undefined ? undefined : layerNamed(options.into, workspace.compiled);
  const now = await pullNow(session);
  const { drift, findings, owned, pin, unmatched, snapshot } = now;
  const { name: target } = session.connection.target;
  if (unmatched.length > 0 && options.ownedOnly !== true) throw nothingThere(target, unmatched);
  await endOnErrors(notInDrift(withoutGonePins(findings, drift), drift));
  const { check, force, theirs, ours = false } = options;
  const takeTheirs = theirs || force;
  const input = {
    ...workspace,
    sources: workspace.compiled,
    files: ports.files,
    drift,
    takeTheirs,
    // Pull deletes only files. It does not change what the ledger owns.
    guard: guardInput(workspaceOn(workspace, session.connection), options, owned),
    pin,
  };
  const pulled: PulledDrift & { readonly into?: LayerReach } = await (layer === undefined
    ? pullDrift(input)
    : pullInto({ ...input, layer }));
  const left = withRemedies(pulled.findings, ports);
  await endOnErrors(left);
  const notes = [...(await repeatedNames(pulled, workspace)), ...(check ? [] : notesOf(pulled))];
  const keeps = ours && !check;
  // The ledger first: if the process is killed in between, the next pull writes the files.
  if (keeps) await keepOurs(session, now);
  if (!check) await write(pulled, root, ports);
  const notRead = options.addresses.length > 0 ? [] : kindsNotRead(workspace);
  const counts = driftCounts(drift);
  const local = Object.values(counts.parts).reduce((sum, { ours }) => sum + ours, 0);
  return {
    target,
    files: [...pulled.files.keys()],
    deleted: pulled.deleted,
    left,
    notes,
    conflicts: takeTheirs || keeps ? 0 : counts.both,
    ...(keeps && counts.both > 0 && { decided: counts.both }),
    // With `--force`, the only remaining differences are values that only the files have.
    local: force ? local : 0,
    isFirst: snapshot === undefined,
    ...(snapshot === undefined && notRead.length > 0 && { notRead }),
    // A pull of some addresses, or of a rollback, is not about the others.
    ...(options.addresses.length === 0 &&
      options.ownedOnly !== true &&
      now.unmanaged > 0 && { unmanaged: now.unmanaged }),
    check,
    ...(pulled.into !== undefined && { into: pulled.into }),
  };
}
