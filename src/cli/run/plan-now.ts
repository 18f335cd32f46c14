import type { Client } from '../../client/client.ts';
import { checkOwners } from '../../flow/ledger/check-owners.ts';
import { hasMovedOn } from '../../flow/ledger/concurrent-run.ts';
import { needsAdminKey, type PlanInput, planTarget } from '../../flow/plan-target.ts';
import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { EMPTY_LEDGER, type LedgerState } from '../../model/ledger/ledger-state.ts';
import type { LiveState } from '../../model/resources/live.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { hasDrift } from '../../plan/drift/drift-counts.ts';
import { notInDrift } from '../../plan/drift/drift-developer-key.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import { type Move, movedLedger } from '../../plan/moves.ts';
import type { Plan } from '../../plan/plan.ts';
import { driftText } from '../../review/drift/drift-text.ts';
import type { PlanningOptions, PlanOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { whileReading } from '../progress.ts';
import { type Connection, clientFor } from '../session/connect.ts';
import { readLedger } from '../session/open-ledger.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';

/** What `--only`, `--allow-delete`, the workspace and its ledger say of a plan. */
export function planInput(
  { config, desired }: Pick<OpenWorkspace, 'config' | 'desired'>,
  target: Connection['target'],
  options: PlanningOptions,
  ledger: LedgerState,
): PlanInput {
  return {
    target,
    desired,
    ledger,
    only: options.only,
    deletable: [...options.allowDelete, ...config.prune],
    safety: config.safety,
    takesOver: config.ledger.kind !== 'none',
  };
}

/** What the options and the workspace consent to. */
export function guardInput(
  { config, desired }: OpenWorkspace,
  options: PlanningOptions,
  ledger: LedgerState,
): GuardInput {
  return {
    safety: config.safety,
    allowDelete: options.allowDelete,
    prune: config.prune,
    ...(options.maxDeletes !== undefined && { maxDeletes: options.maxDeletes }),
    desired,
    ...(config.ledger.kind !== 'none' && { ledger }),
  };
}

/** The ledger of a target as a plan needs it. */
export interface TargetLedger {
  readonly account: Connection['target'];
  readonly ledger: Ledger | undefined;
  readonly snapshot: LedgerSnapshot | undefined;
  /** What the last entry owns, under the addresses that it has now. */
  readonly owned: LedgerState;
  readonly moves: readonly Move[];
}

export async function readTargetLedger(
  workspace: OpenWorkspace,
  account: Connection['target'],
  ports: CliPorts,
): Promise<TargetLedger> {
  const { desired, config } = workspace;
  const wanted = new Map((desired.glossaries ?? []).map(({ address, dictionaries }) => [address, dictionaries]));
  // What the files have and the last apply left is the same for most dictionaries.
  const { ledger, snapshot } = await readLedger(
    workspace,
    account,
    ports,
    (address, pair) => wanted.get(address)?.get(pair)?.entries,
  );
  const state = snapshot?.state ?? EMPTY_LEDGER;
  const { ledger: owned, moves } = movedLedger({ desired, ledger: state, stated: config.moved ?? [] });
  return { account, ledger, snapshot, owned, moves };
}

/** A plan, and all that it was made from. */
export interface PlanAndDrift extends TargetLedger {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly live: LiveState;
  /** What somebody has changed on the service since the last apply. */
  readonly drift: Drift;
}

/** A plan that was made just now from what the service has. */
export interface PlannedNow extends PlanAndDrift {
  readonly input: PlanInput;
  /** The client that can run it. */
  readonly client: Client;
}

/** Times that a plan is made again because somebody has applied meanwhile. */
const MAX_TRIES = 3;

/** Reads the ledger and the service, and plans. Changes nothing. */
export async function planNow(
  workspace: OpenWorkspace,
  connection: Connection,
  options: PlanningOptions,
  ports: CliPorts,
): Promise<PlannedNow> {
  for (let tries = 1; ; tries += 1) {
    const planned = await planOnce(workspace, connection, options, ports);
    const { ledger, snapshot, drift } = planned;
    // What looks like drift may be what another run has done between the reading of the ledger and that of the
    // service.
    if (ledger === undefined || !hasDrift(drift) || tries === MAX_TRIES) return planned;
    if (!(await hasMovedOn(ledger, snapshot))) return planned;
  }
}

async function planOnce(
  workspace: OpenWorkspace,
  connection: Connection,
  options: PlanningOptions,
  ports: CliPorts,
): Promise<PlannedNow> {
  const targetLedger = await readTargetLedger(workspace, connection.target, ports);
  const { moves } = targetLedger;
  const input = planInput(workspace, connection.target, options, targetLedger.owned);
  const client = await clientFor(connection, needsAdminKey(input));
  const reading = whileReading(ports.terminal, (onRead) => planTarget(client, connection.limit, input, onRead));
  const { plan: made, findings, live, drift } = await reading;
  const { ledger, snapshot } = targetLedger;
  const plan = {
    ...made,
    ...(moves.length > 0 && { moves }),
    // Every rendering says so: where there is no ledger, nothing is known of what was applied.
    ...(ledger !== undefined && snapshot === undefined && { ledger: null }),
  };
  const { desired } = workspace;
  const ofOwners = hasErrors(findings)
    ? []
    : await checkOwners(targetLedger.ledger, plan, { desired, owned: targetLedger.owned });
  return { ...targetLedger, input, client, plan, findings: [...findings, ...ofOwners], live, drift };
}

/**
 * Shows the drift of which findings come, before they end the command: no plan brings a key back that somebody has
 * deactivated.
 */
export function showDriftBehind(
  { findings, drift }: { readonly findings: readonly Finding[]; readonly drift?: Drift },
  { json, full }: Pick<PlanOptions, 'json' | 'full'>,
  { terminal }: CliPorts,
): void {
  if (json || drift === undefined || notInDrift(findings, drift).length === findings.length) return;
  terminal.out(`${driftText(drift, { color: terminal.color, full })}\n`);
}
