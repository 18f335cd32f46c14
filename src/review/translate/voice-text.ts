import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import { byKind } from '../../model/by-kind.ts';
import {
  isHere,
  type JobEnd,
  type JobReport,
  type TargetOutcome,
  type TargetReport,
} from '../../steps/voice/report.ts';
import { targetWord } from '../../steps/voice/target-type.ts';
import { shellWord, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted } from '../format/text.ts';
import { errorLine } from '../messages/error-text.ts';
import { bytesText } from './voice-progress-text.ts';

export interface VoiceTextSettings {
  /** A path in the form in which a user would type it. */
  readonly pathText: (path: string) => string;
}

const LOST = {
  taken:
    'lost: the service reports that it was downloaded, but there is no file, for example because a run was killed ' +
    'during the download; the service sends a result only once',
  over: 'lost: the service no longer has the job',
  removed: 'it was fetched before, but its file no longer exists',
} as const;

function outcomeText({ path, outcome }: TargetReport, { pathText }: VoiceTextSettings): string {
  const file = path === undefined ? '' : visible(pathText(path));
  return byKind(outcome, {
    here: ({ earlier, bytes }) => (earlier ? `${file} is here already` : `wrote ${file} (${bytesText(bytes)})`),
    failed: ({ message }) =>
      message === '' ? 'failed, and the service gives no reason' : `failed: ${visible(message)}`,
    lost: ({ why, error }) => (error === undefined ? LOST[why] : `${LOST[why]}; the last try: ${errorLine(error)}`),
    'not-fetched': ({ error }) => `not fetched: ${errorLine(error)}`,
    open: () => 'not done',
  });
}

/** From the documented limits of the service. */
const UPLOAD_WINDOW = `${VOICE_UPLOAD_WINDOW_MINUTES} minutes`;
const DOWNLOAD_WINDOW = counted(VOICE_DOWNLOAD_WINDOW_MINUTES / 60, 'hour');

/** The time some minutes later, without fractions of seconds. */
export const after = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
const shortTime = (time: string): string => after(time, 0);

const ANEW =
  'run the same command with --force: it creates a new job for all targets, and the recording is counted again';

/** The remedy for targets whose results cannot be fetched any more: only those are created again. */
function anewText({ targets, recording }: JobReport): string {
  const missing = targets.filter((target) => !isHere(target));
  if (missing.length === targets.length) return ANEW;
  const to = missing.map((target) => `--to ${shellWord(targetWord(target))}`).join(' ');
  const them = missing.length === 1 ? 'that target' : 'those targets';
  return (
    `translate ${visible(recording)} again only with ${to} (lexform service voice translate): that creates a ` +
    `new job for ${them}, and the recording is counted again`
  );
}

/** The reason why the run ended, and the next step; empty if it succeeded. */
function endText(end: JobEnd, report: JobReport, settings: VoiceTextSettings): string {
  const { hasReceipt, targets } = report;
  const receiptNote = `${visible(settings.pathText(report.receiptPath))} is kept: rerun the same command to continue`;
  return byKind(end, {
    settled: () => {
      if (targets.every(isHere)) return '';
      return targets.some(({ outcome }) => outcome.kind === 'not-fetched')
        ? 'to fetch the missing results, rerun the same command'
        : `for missing results, ${anewText(report)}`;
    },
    interrupted: () => (hasReceipt ? `interrupted; ${receiptNote}` : 'interrupted before a job was created'),
    error: ({ error }) => `${errorLine(error)}${hasReceipt ? `; ${receiptNote}` : ''}`,
    'upload-closed': ({ createdTime }) =>
      `the upload window has closed: a recording can be uploaded for ${UPLOAD_WINDOW} after its job was created, ` +
      `here until ${after(createdTime, VOICE_UPLOAD_WINDOW_MINUTES)}; nothing was uploaded and nothing is lost: run ` +
      'lexform service voice translate again, it creates a new job',
    'never-uploaded': ({ createdTime }) =>
      `the job that was created at ${shortTime(createdTime)} has no recording, and only the run that created it ` +
      'knew the address of its upload; nothing is lost: run lexform service voice ' +
      'translate again, it creates a new job',
    'download-closed': ({ uploadedTime }) =>
      `the service no longer has the job: results can be fetched for ${DOWNLOAD_WINDOW} after the upload, here until ` +
      `${after(uploadedTime, VOICE_DOWNLOAD_WINDOW_MINUTES)}, and a job ends when all of them were downloaded; ` +
      anewText(report),
    'upload-unknown': ({ startedTime }) =>
      `the service does not have the job, and an upload that started at ${shortTime(startedTime)} may have arrived: ` +
      `then the ${DOWNLOAD_WINDOW} for its results is over and they are lost; ${ANEW}`,
    overdue: ({ uploadedTime }) =>
      `the service is not done, and the ${DOWNLOAD_WINDOW} for the results was over at ` +
      `${after(uploadedTime, VOICE_DOWNLOAD_WINDOW_MINUTES)}; rerun the same command to look once more`,
  });
}

/** One line per target, and one for each job that did not succeed. */
export function voiceReportText(reports: readonly JobReport[], settings: VoiceTextSettings): string {
  const lines = reports.flatMap((report) => {
    const name = visible(report.recording);
    const end = endText(report.end, report, settings);
    return [
      ...report.targets.map(
        (target) => `${name} -> ${visible(target.language)} ${visible(target.type)}: ${outcomeText(target, settings)}`,
      ),
      ...(end === '' ? [] : [`${name}: ${end}`]),
    ];
  });
  const targets = reports.flatMap((report) => report.targets);
  const here = targets.filter(isHere).length;
  return `${lines.join('\n')}\n${here} of ${counted(targets.length, 'target')} here\n`;
}

const errorValue = (error: Error) => ({ kind: error.name, message: visible(error.message) });

const outcomeValue = (outcome: TargetOutcome) =>
  'error' in outcome && outcome.error !== undefined ? { ...outcome, error: errorValue(outcome.error) } : outcome;

function endValue(end: JobEnd) {
  return end.kind === 'error' ? { kind: end.kind, error: errorValue(end.error) } : end;
}

/** The result as one document. Texts are not changed; `jsonText` makes them safe. */
export function voiceReportJson(reports: readonly JobReport[], { pathText }: VoiceTextSettings): string {
  const jobs = reports.map(({ recording, jobId, receiptPath, hasReceipt, targets, end }) => ({
    recording,
    jobId: jobId ?? null,
    receipt: hasReceipt ? pathText(receiptPath) : null,
    end: endValue(end),
    targets: targets.map(({ language, type, path, outcome }) => ({
      language,
      type,
      file: path === undefined ? null : pathText(path),
      outcome: outcomeValue(outcome),
    })),
  }));
  return jsonText({ formatVersion: 1, jobs });
}
