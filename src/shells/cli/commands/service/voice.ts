import { dirname, resolve } from 'node:path';
import type { CommandOutcome, CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { absolute, openVoice, shownPath, voiceProgress } from '../../../../app/translate/open-voice.ts';
import { VOICE_JOBS_MAX, VOICE_LARGE_BYTES, VOICE_LARGE_JOBS_MAX } from '../../../../contract/limits.ts';
import { type VoiceJob, voiceJobId } from '../../../../model/account/voice-job.ts';
import { UsageError } from '../../../../model/errors.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { voiceStatusJson, voiceStatusText } from '../../../../review/translate/voice-status-text.ts';
import { voiceReportJson, voiceReportText } from '../../../../review/translate/voice-text.ts';
import { makeLimit } from '../../../../steps/make-limit.ts';
import {
  checkAddress,
  type NamedJob,
  prepareDownload,
  prepareTranslation,
  readReceipt,
} from '../../../../steps/voice/prepare.ts';
import { isHere, type JobReport } from '../../../../steps/voice/report.ts';
import { isBroken, jobSnapshot, receiptSnapshot, runVoiceJob } from '../../../../steps/voice/run-job.ts';
import { parseTargets } from '../../../../steps/voice/target-type.ts';
import { type Recording, readRecording, type VoicePorts, type VoiceTask } from '../../../../steps/voice/task.ts';
import type { VoiceDownloadOptions, VoiceStatusOptions, VoiceTranslateOptions } from '../../options/voice-commands.ts';

/** The receipt that an argument names; `undefined` when the file does not exist and the argument can be a job id. */
async function findReceipt(
  text: string,
  ports: Ports,
): Promise<Extract<NamedJob, { readonly kind: 'receipt' }> | undefined> {
  const path = absolute(text, ports);
  const receipt = await readReceipt(path, ports.files);
  if (receipt !== undefined) return { kind: 'receipt', path, receipt };
  if (/[/\\.]/.test(text)) throw new UsageError(`there is no receipt ${text}`);
  return undefined;
}

/** Reads the job with an id. Throws `UsageError` when the service does not have it. */
async function readNamedJob(id: string, { voice }: Pick<VoicePorts, 'voice'>): Promise<VoiceJob> {
  const job = await voice.read(voiceJobId(id));
  if (job !== undefined) return job;
  throw new UsageError(
    `there is no file ${id}, and no job of that id at the service: a job is there for 5 minutes before ` +
      'its upload and for 1 hour after it, until all its results were downloaded',
  );
}

/** `service voice status`: shows the state of a job, locally and on the service. Changes nothing. */
export async function voiceStatus(options: VoiceStatusOptions, ports: Ports): Promise<CommandResult> {
  const found = await findReceipt(options.job, ports);
  const { voice, target } = await openVoice(options, ports, found === undefined ? {} : { receipt: found.receipt });
  if (found !== undefined) checkAddress(found.receipt, found.path, target);
  const jobStatus =
    found === undefined
      ? jobSnapshot(await readNamedJob(options.job, voice), ports.now())
      : await receiptSnapshot(found.path, found.receipt, voice);
  const pathText = (path: string): string => shownPath(path, ports.cwd);
  const filePath = (file: string): string => pathText(resolve(dirname(found?.path ?? ports.cwd), file));
  const paths = { pathText, filePath };
  return {
    outcome: isBroken(jobStatus) ? 'error' : 'ok',
    output: { json: () => voiceStatusJson(jobStatus, paths), text: () => voiceStatusText(jobStatus, paths) },
  };
}

/** Runs several tasks at the same time. Large ones also pass through a smaller queue first. */
function runAll(
  tasks: readonly VoiceTask[],
  run: (task: VoiceTask) => Promise<JobReport>,
  concurrency: number,
): Promise<readonly JobReport[]> {
  const some = makeLimit(Math.min(concurrency, VOICE_JOBS_MAX));
  const large = makeLimit(VOICE_LARGE_JOBS_MAX);
  return Promise.all(
    tasks.map((task) =>
      (task.recording?.bytes ?? 0) > VOICE_LARGE_BYTES ? large(() => some(() => run(task))) : some(() => run(task)),
    ),
  );
}

/** The outcome, from the number of complete results: all, some or none. */
function outcomeOf(reports: readonly JobReport[], interrupted: AbortSignal): CommandOutcome {
  const targets = reports.flatMap((report) => report.targets);
  if (targets.every(isHere)) return 'ok';
  if (interrupted.aborted) return 'interrupted';
  return targets.some(isHere) ? 'partly' : 'error';
}

/** The result of voice jobs. */
function voiceResult(reports: readonly JobReport[], { cwd, interrupted }: Ports): CommandResult {
  const settings = { pathText: (path: string) => shownPath(path, cwd) };
  return {
    outcome: outcomeOf(reports, interrupted),
    output: {
      json: () => voiceReportJson(reports, settings),
      text: () => voiceReportText(reports, settings),
    },
  };
}

/**
 * `service voice translate`: reads the files, checks for errors and existing outputs, then runs one job for each
 * recording.
 */
export async function voiceTranslate(options: VoiceTranslateOptions, ports: Ports): Promise<CommandResult> {
  const targets = parseTargets(options.to);
  if (targets.length === 0) throw new UsageError('nothing to translate to; name a language with --to, such as --to de');
  const progress = voiceProgress(ports.terminal, ports.now);
  const { voice, target, concurrency } = await openVoice(options, ports, { onEvent: progress.event });
  const recordings: Recording[] = [];
  for (const file of options.files)
    recordings.push(await readRecording(absolute(file, ports), options.contentType, voice.files));
  const { from, out, force, signedUrls, waitForRoom } = options;
  const translation = omitUndefined({
    target,
    targets,
    sourceLanguage: from,
    folder: out === undefined ? undefined : absolute(out, ports),
    force,
    signedUrl: signedUrls,
    roomWaitMs: waitForRoom,
  });
  const tasks = await prepareTranslation(recordings, translation, voice.files);
  const reports = await runAll(tasks, (task) => runVoiceJob(task, voice), concurrency);
  progress.end();
  return voiceResult(reports, ports);
}

/** `service voice download`: downloads the results of an earlier job as they become ready. */
export async function voiceDownload(options: VoiceDownloadOptions, ports: Ports): Promise<CommandResult> {
  const found = await findReceipt(options.job, ports);
  const progress = voiceProgress(ports.terminal, ports.now);
  const extra = omitUndefined({ receipt: found?.receipt, onEvent: progress.event });
  const { voice, target } = await openVoice(options, ports, extra);
  const named: NamedJob = found ?? { kind: 'job', job: await readNamedJob(options.job, voice) };
  const { out, force, signedUrls } = options;
  const folder = out === undefined ? undefined : absolute(out, ports);
  const download = omitUndefined({ target, folder, defaultFolder: ports.cwd, force, signedUrl: signedUrls });
  const report = await runVoiceJob(await prepareDownload(named, download, voice), voice);
  progress.end();
  return voiceResult([report], ports);
}
