import { replacedFolderPorts } from '../cli/ports/folder-ports.ts';
import { realPorts } from '../cli/ports/real-ports.ts';
import type { CliPorts, MachinePorts } from '../cli/ports.ts';
import { defined } from '../model/defined.ts';
import { UsageError } from '../model/errors.ts';
import { FILE_FUNCTIONS, shownValue } from './check-options.ts';

/** What a workspace uses of the machine. Each port that is not replaced is the real one. */
export interface WorkspacePorts extends MachinePorts {
  /** One environment variable, such as that of a key; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
}

/** How `openWorkspace` and what comes of it reach the world. */
export interface OpenOptions {
  /** Ports in place of the real ones: `{ fetch }` calls the service in another way, `{ now }` sets the clock. */
  readonly ports?: { readonly [Name in keyof WorkspacePorts]?: WorkspacePorts[Name] | undefined } | undefined;
  /**
   * False: keeps no ledger and no lock, whatever `lexform.yaml` says, as for a unit test. What an apply does is then
   * not known to the next plan. Default: as `lexform.yaml` says.
   */
  readonly ledger?: false | undefined;
  /**
   * Called with a text for people, without the line break at its end: a call that is repeated, a lock that a killed run
   * had left. Default: nobody.
   */
  readonly onMessage?: ((text: string) => void) | undefined;
  /** Stops what is under way: calls in flight finish, and no new call starts. */
  readonly signal?: AbortSignal | undefined;
}

const ofProcess = (name: string): string | undefined => process.env[name] || undefined;

/** What a port that programs often replace has to give. */
const GIVES: Readonly<Record<string, readonly [needed: string, fits: (value: unknown) => boolean]>> = {
  env: ['a text, or undefined', (value) => value === undefined || typeof value === 'string'],
  now: ['a Date', (value) => value instanceof Date && !Number.isNaN(value.getTime())],
  id: ['a text that is not empty', (value) => typeof value === 'string' && value !== ''],
  random: ['a number', (value) => typeof value === 'number'],
  monotonic: ['a number', (value) => typeof value === 'number'],
};

/** The ports, of which each says what it gave wrongly, in place of a failure somewhere behind it. */
const checked = (ports: object): object =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => {
      const gives = GIVES[name];
      if (gives === undefined) return [name, port];
      const [needed, fits] = gives;
      const called = (...args: readonly unknown[]): unknown => {
        const value = port(...args);
        if (fits(value)) return value;
        throw new UsageError(`options.ports.${name} gave ${shownValue(value)}; it must give ${needed}`);
      };
      return [name, called];
    }),
  );

/** What belongs to files that are not those of the machine. An object of a class gives its functions as its own. */
function withFiles({ files }: Partial<WorkspacePorts>): Partial<WorkspacePorts> {
  if (files === undefined) return {};
  const functions = FILE_FUNCTIONS.map((name) => [name, files[name].bind(files)] as const);
  const own: CliPorts['files'] = { ...files, ...Object.fromEntries(functions) };
  return {
    files: own,
    ledgerFiles: replacedFolderPorts(own),
    embeddedStore: () => {
      throw new UsageError(
        'options.ports.files is replaced, and the target has "service: embedded", whose data would go to the disk; ' +
          'give a store too: options.ports.embeddedStore',
      );
    },
  };
}

/** The ports of this machine, for the steps below `openWorkspace`. Each loads its modules at its first use. */
export const machinePorts = (): MachinePorts =>
  realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) });

/** The ports of a workspace: nobody is asked, and nothing is printed. */
export function libraryPorts({ ports = {}, onMessage = () => undefined, signal }: OpenOptions): CliPorts {
  const given: Partial<WorkspacePorts> = defined(ports);
  return {
    ...machinePorts(),
    env: ofProcess,
    ...checked(given),
    ...withFiles(given),
    ...defined({ ledgerFiles: given.ledgerFiles, embeddedStore: given.embeddedStore }),
    terminal: {
      out: () => undefined,
      err: (text) => onMessage(text.replace(/\n+$/, '')),
      color: false,
      screen: false,
      live: false,
      width: 100,
    },
    input: { typed: false, read: async () => new Uint8Array() },
    cwd: process.cwd(),
    interrupted: signal ?? new AbortController().signal,
  };
}
