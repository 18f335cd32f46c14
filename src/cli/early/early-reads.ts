import { type BegunReads, beginReads } from '../../client/begun-reads.ts';
import type { OwnersIndex } from '../../ledger/ledger.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { OnFiles, ReadingListener } from '../../workspace/read-desired.ts';
import type { TargetOptions, WorkspaceOptions } from '../options/common-options.ts';
import type { CliPorts } from '../ports.ts';
import { type Connection, chooseTarget, connect } from '../session/connect.ts';
import { openLedger } from '../session/open-ledger.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';
import { nextTurn } from './next-turn.ts';

/** What the ledger owned before anything was read. */
export type OwnedBefore = Pick<OwnersIndex, 'owned' | 'unfinished'>;

/** What a command begins to read. */
export interface EarlyReading {
  /**
   * True: the ledger is read first, because what is read is compared with it. A ledger on a remote takes longer to read
   * than files do, so nothing begins then. Default false.
   */
  readonly readsLedger?: boolean;
  /** Is told of the files. */
  readonly onFiles?: OnFiles;
  /** Milliseconds for which a read serves, and no longer than `fresh_for` says. Default: for however long. */
  readonly servesMs?: number;
  /** Called as soon as the target is known. The client of the connection keeps what it reads. */
  readonly begin: (connection: Connection, config: WorkspaceConfig, owned?: OwnedBefore) => Promise<void>;
}

/** Reads of a target that begin while the files of the workspace are read and checked (decision 100). */
export interface EarlyReads {
  readonly listener: ReadingListener;
  /** Opens the target of a run. Where its reads have begun, the client has them. */
  readonly connect: (workspace: OpenWorkspace, options: TargetOptions, ports: CliPorts) => Promise<Connection>;
  /** Breaks off what nobody has asked for. */
  readonly end: () => void;
}

/**
 * Ports with which nothing is shown until they are released, and calls can be broken off that begin while `isEarly`.
 */
function heldPorts(
  ports: CliPorts,
  gone: AbortSignal,
  isEarly: () => boolean,
): { readonly held: CliPorts; readonly release: () => void } {
  const { terminal } = ports;
  let texts: string[] | undefined = [];
  const err = (text: string): void => void (texts === undefined ? terminal.err(text) : texts.push(text));
  const withGone = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? gone : AbortSignal.any([signal, gone]);
  return {
    held: {
      ...ports,
      terminal: { ...terminal, err },
      interrupted: withGone(ports.interrupted),
      fetch: (url, request) => ports.fetch(url, isEarly() ? { ...request, signal: withGone(request.signal) } : request),
    },
    release() {
      const said = texts ?? [];
      texts = undefined;
      for (const text of said) terminal.err(text);
    },
  };
}

/**
 * Begins to read the one target of a command while its files are read. With several targets, or with the embedded
 * service, nothing begins early. What goes wrong meanwhile shows when the command itself comes to it.
 */
export function makeEarlyReads(
  options: TargetOptions & WorkspaceOptions,
  ports: CliPorts,
  { begin, servesMs, readsLedger = false, onFiles }: EarlyReading,
): EarlyReads {
  const gone = new AbortController();
  let begun: BegunReads | undefined;
  const { held, release } = heldPorts(ports, gone.signal, () => begun?.isOpen() === true);
  let opened: Promise<(() => Connection) | undefined> | undefined;
  async function open(config: WorkspaceConfig): Promise<(() => Connection) | undefined> {
    if (chooseTarget(config, options.target).kind === 'embedded') return undefined;
    if (readsLedger && config.ledger.kind === 'remote') return undefined;
    const workspace = { root: workspaceRoot(options, ports), config };
    const connection = await connect(workspace, options, held);
    const ledger = readsLedger ? await openLedger(workspace, connection.target, held) : undefined;
    const listing = await ledger?.listing();
    const { monotonic } = ports;
    const fresh = servesMs !== undefined && { freshForMs: Math.min(servesMs, connection.freshForMs) };
    const reads = beginReads(connection.client, { monotonic, ...fresh });
    begun = reads;
    begin({ ...connection, client: reads.ahead }, config, listing).catch(() => undefined);
    return () => {
      release();
      const before = ledger && { ledger: { ledger, ...(listing && { version: listing.version }) } };
      return { ...connection, client: reads.client, begun: { ...reads, ...before } };
    };
  }
  let last: Promise<void> = Promise.resolve();
  return {
    listener: {
      ...(onFiles && { onFiles }),
      onConfig(config) {
        opened ??= open(config).catch(() => undefined);
      },
      turn() {
        // One after the other: all that wait would go on in the same turn.
        last = last.then(nextTurn);
        return last;
      },
    },
    async connect(workspace, asked, own) {
      const early = await opened;
      // The run of one of several targets has ports of its own, with which nothing has begun.
      return early === undefined || own !== ports ? connect(workspace, asked, own) : early();
    },
    end: () => gone.abort(new Error('nobody needs the answer any more')),
  };
}
