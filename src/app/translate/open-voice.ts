import nodePath, { type PlatformPath, resolve } from 'node:path';
import { wayInside } from '../../files/workspace/workspace-path.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { voiceEventText, voiceProgressLine } from '../../review/translate/voice-progress-text.ts';
import type { VoiceEvent, VoiceReceipt } from '../../steps/voice/report.ts';
import type { VoicePorts } from '../../steps/voice/task.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import type { TargetOptions } from '../options.ts';
import type { Ports, TerminalPorts } from '../ports.ts';
import { CLEAR_LINE } from '../progress.ts';
import { connect } from '../session/connect.ts';
import { openConfig } from '../session/open-workspace.ts';

/** The target of a voice command, and the ports of its jobs. */
export interface OpenVoice {
  readonly target: { readonly name: string; readonly address: string };
  readonly voice: VoicePorts;
  /** From the command line, or otherwise from the workspace. */
  readonly concurrency: number;
}

/** The named target; otherwise that of the receipt, if the workspace still has it; otherwise the only one. */
function targetName(config: WorkspaceConfig, options: TargetOptions, receipt?: VoiceReceipt): string | undefined {
  if (options.target !== undefined || receipt === undefined) return options.target;
  return config.targets.find(({ name }) => name === receipt.target.name)?.name;
}

/** Opens the workspace file and the target; makes no call. */
export async function openVoice(
  options: TargetOptions,
  ports: Ports,
  extra: { readonly receipt?: VoiceReceipt; readonly onEvent?: (event: VoiceEvent) => void } = {},
): Promise<OpenVoice> {
  const workspace = await openConfig(options, ports);
  const name = targetName(workspace.config, options, extra.receipt);
  const connection = await connect(workspace, { ...options, ...(name !== undefined && { target: name }) }, ports);
  const { target, client } = connection;
  // Every embedded service has the same address, so the name distinguishes them.
  const address = target.baseUrl === EMBEDDED_URL ? `${EMBEDDED_URL}/${target.name}` : target.baseUrl;
  const { files, now, sleep, interrupted } = ports;
  const onEvent = extra.onEvent ?? (() => undefined);
  return {
    target: { name: target.name, address },
    voice: { voice: client.voice, files, now, sleep, interrupted, onEvent },
    concurrency: options.concurrency ?? workspace.config.concurrency,
  };
}

/** A path for the output: relative when it is below the current folder. */
export const shownPath = (path: string, cwd: string, paths: PlatformPath = nodePath): string =>
  wayInside(cwd, path, paths) ? paths.relative(cwd, path) : path;

export const absolute = (path: string, ports: Pick<Ports, 'cwd'>): string => resolve(ports.cwd, path);

/**
 * Minimum time in milliseconds between two updates about the same event: a fast connection delivers thousands of pieces
 * a second.
 */
const UPDATE_MS = 100;

/**
 * On a terminal, overwrites one line; elsewhere, prints a line for each event that has a text. Both go to standard
 * error.
 */
export function voiceProgress(
  terminal: Pick<TerminalPorts, 'err' | 'live' | 'width'>,
  now: () => Date,
): { readonly event: (event: VoiceEvent) => void; readonly end: () => void } {
  const last = new Map<string, VoiceEvent>();
  let shownAt = 0;
  let shownKind = '';
  return {
    event(event) {
      last.set(event.recording, event);
      if (!terminal.live) {
        const line = voiceEventText(event);
        if (line !== '') terminal.err(line);
        return;
      }
      const time = now().getTime();
      const kind = `${event.recording}:${event.kind}`;
      if (kind === shownKind && time - shownAt < UPDATE_MS) return;
      shownAt = time;
      shownKind = kind;
      terminal.err(`${CLEAR_LINE}${voiceProgressLine([...last.values()], terminal.width)}`);
    },
    end: () => {
      if (terminal.live && last.size > 0) terminal.err(CLEAR_LINE);
    },
  };
}
