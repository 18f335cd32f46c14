import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import { makeClient } from '../../../src/client/make-client.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { FileWriter } from '../../../src/files/ports.ts';
import { secret } from '../../../src/model/secret.ts';
import { createService, type ServiceOptions } from '../../../src/service/create-service.ts';
import { prepareDownload, prepareTranslation, readReceipt } from '../../../src/steps/voice/prepare.ts';
import type { JobReport, TargetOutcome, VoiceEvent } from '../../../src/steps/voice/report.ts';
import { runVoiceJob } from '../../../src/steps/voice/run-job.ts';
import { parseTargets } from '../../../src/steps/voice/target-type.ts';
import { readRecording, type VoicePorts } from '../../../src/steps/voice/task.ts';
import { WAV } from '../../contract/voice-bench.ts';
import { idsInOrder, TEST_KEY, TEST_URL } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

export const TARGET = { name: 'test', address: TEST_URL };
export const FIRST_ID = '00000000-0000-4000-8000-000000000001';
export const MINUTE_MS = 60_000;

export interface Asked {
  readonly files?: readonly string[];
  readonly to?: readonly string[];
  readonly from?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly signedUrl?: boolean;
  readonly roomWaitMs?: number;
  readonly address?: string;
  /** Other ports, made of the usual ones. */
  readonly ports?: (ports: VoicePorts) => VoicePorts;
}

/** Ports whose files are written by changed writers. */
export const withWriters =
  (change: (writer: FileWriter, path: string) => FileWriter) =>
  (ports: VoicePorts): VoicePorts => ({
    ...ports,
    files: {
      ...ports.files,
      openWriter: async (path, options) => change(await ports.files.openWriter(path, options), path),
    },
  });

/**
 * The embedded service with a clock that moves when a job waits, a folder with `talk.wav`, and the whole way of a
 * translation.
 */
export async function voiceBench(options: Partial<ServiceOptions> = {}) {
  const clock = manualClock('2026-01-15T12:00:00Z');
  const service = createService(
    {
      accounts: [{ key: TEST_KEY, plan: 'pro' }],
      voiceMs: 7000,
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const folder = await tempWorkspace({ 'talk.wav': WAV });
  const events: VoiceEvent[] = [];
  // Pauses move the clock, whoever may end them early.
  const sleep = (milliseconds: number): Promise<void> => clock.sleep(milliseconds);
  const { voice } = makeClient(
    { baseUrl: TEST_URL, authScheme: 'Service-Auth-Key', key: secret(TEST_KEY) },
    { fetch: inProcessFetch(service), now: clock.now, sleep, after: clock.after, random: () => 0 },
  );
  const usual: VoicePorts = {
    voice,
    files: nodeFiles(),
    now: clock.now,
    sleep,
    interrupted: new AbortController().signal,
    onEvent: (event) => events.push(event),
  };

  async function translate(asked: Asked = {}): Promise<JobReport> {
    const { files = ['talk.wav'], to = ['de', 'fr:srt'], from, out, force = false, signedUrl = false } = asked;
    const ports = asked.ports?.(usual) ?? usual;
    const recordings = await Promise.all(
      files.map((file) => readRecording(join(folder, file), undefined, ports.files)),
    );
    const wish = {
      target: { ...TARGET, ...(asked.address !== undefined && { address: asked.address }) },
      ...(from !== undefined && { sourceLanguage: from }),
      targets: parseTargets(to),
      ...(out !== undefined && { folder: join(folder, out) }),
      force,
      signedUrl,
      ...(asked.roomWaitMs !== undefined && { roomWaitMs: asked.roomWaitMs }),
    };
    const [task] = await prepareTranslation(recordings, wish, ports.files);
    if (task === undefined) throw new Error('there is no task');
    return runVoiceJob(task, ports);
  }

  /** A translation that is interrupted at the first event of a kind. */
  function translateUntil(kind: VoiceEvent['kind'], asked: Asked = {}): Promise<JobReport> {
    const stop = new AbortController();
    const ports: VoicePorts = {
      ...usual,
      interrupted: stop.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.kind === kind) stop.abort();
      },
    };
    return translate({ ...asked, ports: () => ports });
  }

  /** Downloads the results of the job in a receipt. */
  async function download(name = 'talk.voice.json'): Promise<JobReport> {
    const path = join(folder, name);
    const receipt = await readReceipt(path, usual.files);
    if (receipt === undefined) throw new Error('there is no receipt');
    const wish = { target: TARGET, force: false, signedUrl: false, defaultFolder: folder };
    return runVoiceJob(await prepareDownload({ kind: 'receipt', path, receipt }, wish, usual), usual);
  }

  return {
    service,
    clock,
    folder,
    events,
    ports: usual,
    voice,
    translate,
    translateUntil,
    download,
    /** How often the service was called so. */
    calls: (method: string, path = ''): number =>
      service.calls.filter((call) => call.method === method && call.path.includes(path)).length,
    read: (file: string): string => readFileSync(join(folder, file), 'utf8'),
    receipt: (file = 'talk.voice.json') => JSON.parse(readFileSync(join(folder, file), 'utf8')),
    /** Names of the files in the folder, without what a killed run leaves. */
    names: (): readonly string[] =>
      readdirSync(folder)
        .filter((name) => !name.startsWith('.lexform-'))
        .sort(),
    path: (file: string): string => join(folder, file),
  };
}

export const kinds = ({ targets }: JobReport): readonly TargetOutcome['kind'][] =>
  targets.map(({ outcome }) => outcome.kind);
