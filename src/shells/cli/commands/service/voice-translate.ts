import type { CommandOutcome, CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { absolute, openVoice, shownPath } from '../../../../app/translate/open-voice.ts';
import { voiceProgress } from '../../../../app/translate/voice-progress.ts';
import { VOICE_JOBS_MAX, VOICE_LARGE_BYTES, VOICE_LARGE_JOBS_MAX } from '../../../../contract/limits.ts';
import { UsageError } from '../../../../model/errors.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { voiceReportJson, voiceReportText } from '../../../../review/translate/voice-text.ts';
import { makeLimit } from '../../../../steps/make-limit.ts';
import { prepareTranslation } from '../../../../steps/voice/prepare.ts';
import { type Recording, readRecording } from '../../../../steps/voice/recording.ts';
import { isHere, type JobReport } from '../../../../steps/voice/report.ts';
import { runVoiceJob } from '../../../../steps/voice/run-job.ts';
import { parseTargets } from '../../../../steps/voice/target-type.ts';
import type { VoiceTask } from '../../../../steps/voice/task.ts';
import type { VoiceTranslateOptions } from '../../options/voice-commands.ts';

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
export function voiceResult(reports: readonly JobReport[], { cwd, interrupted }: Ports): CommandResult {
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
