import type { Client } from '../../client/client.ts';
import { isOnTarget } from '../../kinds/on-target.ts';
import { EMPTY_LEDGER, KINDS } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources, type LedgerState, type LiveState } from '../../kinds/states.ts';
import type { EntriesAtHand, Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import { UsageError } from '../../model/errors.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { VERSION } from '../../model/workspace/project.ts';
import type { Target } from '../../model/workspace/workspace.ts';
import { hasDrift } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { notInDrift } from '../../plan/drift/not-in-drift.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import { needsAdminKey, type PlanInput, type Planning, planState } from '../../plan/make-plan.ts';
import { type Move, movedLedger } from '../../plan/moves.ts';
import { configOf, type PlanSource, withProvenance } from '../../plan/provenance.ts';
import { driftText } from '../../review/drift/drift-text.ts';
import type { Sentence } from '../../review/format/sentence.ts';
import type { Suppressed } from '../../review/lint/lint-text.ts';
import { reachedBy } from '../../review/plan/reach-text.ts';
import { checkOwners } from '../../steps/ledger/adopt-resource.ts';
import type { UnderLedgerInput } from '../../steps/ledger/apply-under-ledger.ts';
import { hasMovedOn } from '../../steps/ledger/concurrent-run.ts';
import { readLive } from '../../steps/read-live.ts';
import type { PlanningOptions, PlanOptions, TargetOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { whileReading } from '../progress.ts';
import { mustHaveEntry } from '../session/choose-ledger.ts';
import { type Connection, clientFor, type TargetSession } from '../session/connect.ts';
import { readLedger } from '../session/open-ledger.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';

/** A plan made without contacting the service. It can only be shown. */
export type PlannedOffline = Omit<Planned, 'client' | 'states' | 'deletable'> & Required<Pick<Planned, 'owned'>>;

/**
 * A plan during a run: made from the files, read from a file, or made for an earlier state; then shown, checked, run
 * and reported.
 */
export interface Planned {
  readonly plan: Plan;
  /** Findings made while planning, without those of the files. */
  readonly findings: readonly Finding[];
  /** The changes on the service since the last apply. Absent: unknown, for a plan from a file. */
  readonly drift?: Drift;
  /** Absent: the workspace keeps no ledger. */
  readonly ledger: Ledger | undefined;
  /** The last entry of the ledger. Absent: the ledger is empty. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** The owned resources, under their present addresses. Absent: those of the last entry. */
  readonly owned?: LedgerState;
  /** The live state when the plan was made. Absent: unknown, for a plan from a file. */
  readonly live?: LiveState;
  /** A client that can make every call of the plan. */
  readonly client: Client;
  /** The states of the service after the run that the ledger needs. */
  readonly states: UnderLedgerInput['states'];
  /** The address patterns of resources that the plan may delete. */
  readonly deletable: readonly string[];
  /** The state that the ledger records after the run. Absent: the one from which the plan was made. */
  readonly owns?: DesiredState | undefined;
  /** Prefix of the summary in the ledger, such as "roll back to 4f2a91c". */
  readonly title?: string | undefined;
  readonly facts?: UnderLedgerInput['facts'];
  /** The words of the command that shows the plan. Absent: `plan`. */
  readonly shownBy?: readonly string[];
  /** The source of the plan, in words. Absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** Lint findings about the changes of the plan. */
  readonly lint?: readonly Finding[];
  /** Lint findings about the changes that are not reported. Absent: none. */
  readonly suppressed?: Suppressed | undefined;
}

/** Maximum number of resources in the account of a target, by the plural of the kind; `{}`: unknown. */
const accountLimits = (target: Target | undefined): Readonly<Record<string, number>> =>
  target?.kind === 'remote' && target.maxGlossaries !== undefined ? { glossaries: target.maxGlossaries } : {};

/** The options that decide what a plan contains. */
type PlanScope = TargetOptions & Pick<PlanningOptions, 'only' | 'allowDelete'>;

/** The input of a plan from `--only`, `--allow-delete`, the workspace and its ledger. */
export function planInput(
  { config, desired, since, unreadable }: Pick<OpenWorkspace, 'config' | 'desired' | 'since' | 'unreadable'>,
  target: Connection['target'],
  options: PlanScope,
  ledger: LedgerState,
): PlanInput {
  const account = config.targets.find(({ name }) => name === target.name);
  return {
    target,
    desired,
    ledger,
    only: options.only,
    since,
    ...omitUndefined({ unreadable }),
    deletable: [...options.allowDelete, ...config.prune],
    mayAdopt: config.ledger.kind !== 'none',
    atMost: accountLimits(account),
    columns: config.reviewColumns,
  };
}

/** The consents and limits of the options and of the workspace. */
export function guardInput(
  { config, desired }: Pick<OpenWorkspace, 'config' | 'desired'>,
  options: Pick<PlanningOptions, 'allowDelete' | 'maxDeletesPerRun'> & Pick<GuardInput, 'overwriteDrift'>,
  ledger: LedgerState,
): GuardInput {
  const { safety, prune } = config;
  const { allowDelete, maxDeletesPerRun, overwriteDrift } = options;
  return omitUndefined({
    safety,
    allowDelete,
    prune,
    maxDeletesPerRun,
    overwriteDrift,
    desired,
    ledger: config.ledger.kind === 'none' ? undefined : ledger,
  });
}

/** The ledger of a target as a plan needs it. */
export interface TargetLedger {
  readonly account: Connection['target'];
  readonly ledger: Ledger | undefined;
  readonly snapshot: LedgerSnapshot | undefined;
  /** The resources of the last entry, under their present addresses. */
  readonly owned: LedgerState;
  readonly moves: readonly Move[];
}

export async function readTargetLedger(
  workspace: OpenWorkspace,
  account: Connection['target'],
  ports: Ports,
): Promise<TargetLedger> {
  const { desired, config } = workspace;
  const wanted = new Map(
    KINDS.flatMap((kind) =>
      desiredResources(desired, kind.plural).map(
        (each) => [each.address, kind.children?.(kind.contentOf(each))] as const,
      ),
    ),
  );
  // Usually a dictionary equals its version in the ledger, so that version need not be read. Unread dictionaries are
  // never planned.
  const atHand: EntriesAtHand = (address, name) => wanted.get(address)?.get(name)?.entries;
  const { ledger, snapshot } = await readLedger(workspace, account, ports, atHand);
  const state = snapshot?.state ?? EMPTY_LEDGER;
  const { ledger: owned, moves } = movedLedger({
    ...{ desired, ledger: state, stated: config.moved ?? [] },
    ...omitUndefined({ unreadable: workspace.unreadable }),
  });
  return { account, ledger, snapshot, owned, moves };
}

/** A plan made from the present live state. */
type PlannedNow = Planned & Pick<Planning, 'drift' | 'live'> & Required<Pick<Planned, 'owned'>>;

/** A plan with its provenance. Only a plan that is kept needs it, since its digests read every entry. */
export const boundPlan = (
  { plan, ledger, snapshot }: Pick<Planned, 'plan' | 'ledger' | 'snapshot'>,
  { desired }: Pick<OpenWorkspace, 'desired'>,
  { now }: Pick<Ports, 'now'>,
): Plan =>
  withProvenance(plan, {
    kind: 'plan',
    created: now().toISOString(),
    tool: VERSION,
    config: configOf(desired, plan.only),
    ledger: lastEntry({ ledger, snapshot }),
  });

/** The version of the ledger for a saved plan. */
export const lastEntry = ({ ledger, snapshot }: Pick<TargetLedger, 'ledger' | 'snapshot'>): PlanSource['ledger'] =>
  ledger === undefined ? false : (snapshot?.version ?? null);

/** Maximum number of times that the ledger and the service are read again. */
const MAX_TRIES = 3;

/**
 * Reads the ledger and the service again if another run wrote the ledger in the meantime: apparent drift may be the
 * result of that run.
 */
export async function readUntilStable<
  Found extends Pick<TargetLedger, 'ledger' | 'snapshot'> & { readonly drift: Drift },
>(read: () => Promise<Found>): Promise<Found> {
  for (let tries = 1; ; tries += 1) {
    const found = await read();
    const { ledger, snapshot, drift } = found;
    if (ledger === undefined || !hasDrift(drift) || tries === MAX_TRIES) return found;
    if (!(await hasMovedOn(ledger, snapshot))) return found;
  }
}

/** The findings of a plan. If they contain no errors, also findings about resources that another target owns. */
export const withOwners = async (
  { plan, findings }: Pick<Planning, 'plan' | 'findings'>,
  ledger: Ledger | undefined,
  known: Parameters<typeof checkOwners>[2],
): Promise<readonly Finding[]> =>
  hasErrors(findings) ? findings : [...findings, ...(await checkOwners(ledger, plan, known))];

/**
 * Findings that name the inputs or options of the shell: in the GitHub Action, those about a pattern that matches
 * nothing have the detail `inAction`.
 */
const withRemedies = (findings: readonly Finding[], { labels }: Ports): readonly Finding[] =>
  labels === undefined
    ? findings
    : findings.map((each) =>
        each.code === 'only-matches-nothing' ? { ...each, details: { ...each.details, inAction: 'yes' } } : each,
      );

/** Reads the ledger and the service, and plans. Changes nothing. */
export const planNow = (session: TargetSession<PlanScope>): Promise<PlannedNow> =>
  readUntilStable(() => planOnce(session));

/** The targets that have a resource which changes of shared terms reach, if there are several. */
export function reachedTargets(
  plan: Pick<Plan, 'changes'>,
  { config: { targets }, desired, everywhere = desired }: Pick<OpenWorkspace, 'config' | 'desired' | 'everywhere'>,
): Pick<Plan, 'reachedTargets'> {
  if (targets.length < 2) return {};
  const reached = new Set(reachedBy(plan).map(({ address }) => address));
  const all = KINDS.flatMap(({ plural }) => desiredResources(everywhere, plural));
  const sources = all.filter(({ address }) => reached.has(address));
  const names = targets.filter((target) => sources.some((each) => isOnTarget(each, target))).map(({ name }) => name);
  return names.length < 2 ? {} : { reachedTargets: names };
}

async function planOnce({ workspace, connection, options, ports }: TargetSession<PlanScope>): Promise<PlannedNow> {
  const targetLedger = await readTargetLedger(workspace, connection.target, ports);
  const { ledger, snapshot, owned, moves } = targetLedger;
  const input = planInput(workspace, connection.target, options, owned);
  const client = await clientFor(connection, needsAdminKey(input));
  const live = await whileReading(ports.terminal, (onRead) => readLive(client, connection.limit, input, onRead));
  const { plan: basePlan, findings, ...planned } = planState(live, input);
  const plan = {
    ...basePlan,
    ...(moves.length > 0 && { moves }),
    ...reachedTargets(basePlan, workspace),
    // Every rendering shows this: without a ledger entry, earlier applies are unknown.
    ...(ledger !== undefined &&
      snapshot === undefined && { ledger: null, ...omitUndefined({ ledgerHome: ledger.home }) }),
  };
  const { desired } = workspace;
  const shown = withRemedies(findings, ports);
  const found = await withOwners({ plan, findings: shown }, ledger, { desired, owned });
  const states = async () => ({ live });
  return { ledger, snapshot, owned, ...planned, client, plan, findings: found, states, deletable: input.deletable };
}

/**
 * Shows drift that causes findings, before these end the command: for example, no plan can reactivate a deactivated
 * key.
 */
export function showDriftBehind(
  { findings, drift }: { readonly findings: readonly Finding[]; readonly drift?: Drift },
  { json, full }: Pick<PlanOptions, 'json' | 'full'>,
  { terminal }: Ports,
): void {
  if (json || drift === undefined || notInDrift(findings, drift).length === findings.length) return;
  terminal.out(`${driftText(drift, { color: terminal.color, full })}\n`);
}

/** Throws `UsageError` if the workspace keeps no ledger: the last apply is then unknown. */
export function mustKeepLedger({ config }: Pick<OpenWorkspace, 'config'>): void {
  if (config.ledger.kind === 'none')
    throw new UsageError('lexform.yaml has "ledger: false", so there is no ledger to compare the service with', {
      code: 'ledger-absent',
    });
}

/**
 * The changes on the service since the last apply. The findings are those of the plan that the drift does not contain.
 * Rejects with `LedgerError` if the ledger has no entry: drift is then unknown, which differs from no drift.
 */
export async function driftNow(
  session: TargetSession<Omit<PlanningOptions, 'allowDelete'>>,
): Promise<Pick<Planning, 'drift' | 'plan' | 'findings'>> {
  const planned = await planNow({ ...session, options: { ...session.options, allowDelete: [] } });
  const { ledger, snapshot, drift, plan, findings } = planned;
  mustHaveEntry(snapshot, session.connection.target.name, 'changes made on the service are unknown', ledger);
  return { drift, plan, findings: notInDrift(findings, drift) };
}
