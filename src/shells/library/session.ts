import type { PlanningOptions } from '../../app/options.ts';
import type { Ports } from '../../app/ports.ts';
import { type Connection, connect, type TargetSession } from '../../app/session/connect.ts';
import { workspaceOn } from '../../app/session/on-target.ts';
import { type OpenWorkspace, withUndecided } from '../../app/session/open-workspace.ts';
import { asInterruption } from '../../app/show-error.ts';
import { UsageError } from '../../model/errors.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { systemErrorOf } from '../../model/system-error.ts';
import type { FilesRead } from '../../steps/workspace/read-desired.ts';
import { FindingsError } from './errors.ts';
import { shownFindings } from './shown.ts';
import type { LookOptions } from './types.ts';
import type { Consent } from './values.ts';

/** A workspace that was read, and its ports. */
export interface OpenedFiles {
  readonly read: FilesRead;
  /** Reads the files again. */
  readonly reread: () => Promise<FilesRead>;
  readonly ports: Ports;
}

/** The session of one target. */
export interface LibrarySession extends TargetSession<PlanningOptions> {
  /** The connection for a run: it must still be able to read back sent changes after the caller has stopped the run. */
  readonly runConnection: Connection;
}

/** Converts errors to errors with a code, except those of ports that the caller provides, and bugs. */
export async function withCodes<Value>(ports: Ports, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorOf(error) ?? asInterruption(error, ports);
  }
}

/** Rejects with `FindingsError` when one of the findings is an error. */
export function mustBeValid(findings: readonly Finding[]): void {
  if (hasErrors(findings)) throw new FindingsError(shownFindings(findings));
}

/** The workspace with the present content of its files. */
export const openedAgain = async (opened: OpenedFiles): Promise<OpenedFiles> => ({
  ...opened,
  read: await opened.reread(),
});

/** The workspace in the form that a plan needs. Throws `FindingsError` if its files have errors. */
export function validWorkspace({ read }: Pick<OpenedFiles, 'read'>): OpenWorkspace {
  const { value, findings } = withUndecided(read);
  mustBeValid(findings);
  if (value === undefined) throw new Error('there is neither a workspace nor an error');
  return value;
}

/** The ports for one piece of work, which additional signals can stop. */
export const stoppable = (ports: Ports, ...signals: readonly (AbortSignal | undefined)[]): Ports => ({
  ...ports,
  interrupted: AbortSignal.any([ports.interrupted, ...signals.filter((signal) => signal !== undefined)]),
});

/** A connection whose limiter starts no call after the caller has stopped the work. */
const stoppedBy = ({ interrupted }: Ports, connection: Connection): Connection => ({
  ...connection,
  limit: (run) =>
    connection.limit(() => {
      mustGoOn(interrupted);
      return run();
    }),
});

function mustGoOn({ aborted }: AbortSignal): void {
  if (aborted) throw new UsageError('interrupted', { code: 'interrupted' });
}

/** Throws a `UsageError` for a number outside of its limits. `NaN` would lift every limit. */
function mustBeWhole(name: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= min && value <= max))
    throw new UsageError(`${name} is ${String(value)}; it must be a whole number from ${min} to ${max}`);
}

/** Throws a `UsageError` for a consent whose number is outside of its limits. */
export const checkConsent = ({ maxDeletesPerRun }: Consent = {}): void =>
  mustBeWhole('maxDeletesPerRun', maxDeletesPerRun, [0, 1_000_000_000]);

/** Throws a `UsageError` for a number outside of its limits. */
export function checkLook({ concurrency, maxWaitMs }: LookOptions): void {
  mustBeWhole('concurrency', concurrency, [1, 32]);
  mustBeWhole('maxWaitMs', maxWaitMs, [0, 24 * 60 * 60 * 1000]);
}

/** Opens a target. No call is made yet. */
export async function openSession(
  opened: OpenedFiles,
  target: string | undefined,
  { only = [], concurrency, maxWaitMs, consent = {} }: LookOptions & { readonly consent?: Consent | undefined },
): Promise<LibrarySession> {
  checkLook({ concurrency, maxWaitMs });
  checkConsent(consent);
  const whole = validWorkspace(opened);
  const { allowDelete = [], maxDeletesPerRun } = consent;
  const options: PlanningOptions = {
    json: false,
    full: false,
    only: only.map(addressWithArrow),
    allowDelete: allowDelete.map(addressWithArrow),
    ...omitUndefined({ target, concurrency, maxWait: maxWaitMs, maxDeletesPerRun }),
  };
  const { ports } = opened;
  mustGoOn(ports.interrupted);
  const connection = await connect(whole, options, ports);
  return {
    workspace: workspaceOn(whole, connection),
    connection: stoppedBy(ports, connection),
    runConnection: connection,
    options,
    ports,
  };
}
