import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { JobSnapshot } from '../../steps/voice/run-job.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { bytesText } from './voice-progress-text.ts';
import { after, type VoiceTextSettings } from './voice-text.ts';

/** The state of each target: locally, from the receipt, and on the service. Either may be unknown. */
const targetSnapshots = ({ job, receipt }: JobSnapshot) =>
  (receipt?.targets ?? job?.targets ?? []).map(({ language, type }, index) => ({
    language,
    type,
    state: receipt?.targets[index]?.state,
    result: job?.results[index],
  }));

type TargetSnapshot = ReturnType<typeof targetSnapshots>[number];

function standingText({ state, result }: TargetSnapshot, filePath: (file: string) => string): string {
  if (state?.kind === 'here') return `here: ${visible(filePath(state.file))} (${bytesText(state.bytes)})`;
  if (state?.kind === 'lost' && state.why === 'removed') return 'was fetched, but its file no longer exists';
  const message = result?.errorMessage ?? (state?.kind === 'failed' ? state.message : '');
  const word = result?.statusWord ?? (state?.kind === 'failed' ? 'failed' : 'gone');
  if (word === 'failed') return message === '' ? 'failed' : `failed: ${visible(message)}`;
  if (word === 'downloaded' && state !== undefined) return 'downloaded, and no file is here';
  if (word === 'complete') return 'complete, can be fetched';
  return visible(word);
}

const shortTime = (time: string): string => visible(time).replace(/\.\d+Z$/, 'Z');

/** The times of a job, and the ends of the periods for upload and download. */
function windowsText({ job, receipt, time }: JobSnapshot): string {
  const created = receipt?.job.createdTime ?? job?.createdAt;
  const upload = receipt?.job.upload;
  const isOver = (end: string): boolean => Date.parse(end) < Date.parse(time);
  const parts = [
    ...(created === undefined ? [] : [`created ${shortTime(created)}`]),
    ...(upload?.kind === 'done' ? [`uploaded ${shortTime(upload.time)}`] : []),
    ...(upload?.kind === 'started' ? [`upload started ${shortTime(upload.time)}, its end is not known`] : []),
  ];
  if (receipt?.targets.every(({ state }) => state.kind === 'here') === true) return parts.join(', ');
  if (upload?.kind === 'done') {
    const end = after(upload.time, VOICE_DOWNLOAD_WINDOW_MINUTES);
    parts.push(isOver(end) ? `the time for downloads was over ${end}` : `results can be fetched until ${end}`);
  } else if (created !== undefined && !Number.isNaN(Date.parse(created)) && upload !== undefined) {
    const end = after(created, VOICE_UPLOAD_WINDOW_MINUTES);
    parts.push(isOver(end) ? `the time for the upload was over ${end}` : `an upload was possible until ${end}`);
  }
  return parts.join(', ');
}

export interface StatusTextSettings extends VoiceTextSettings {
  /** The path of a file that a receipt names. */
  readonly filePath: (file: string) => string;
}

/** A job and a line for each of its targets. */
export function voiceStatusText(snapshot: JobSnapshot, settings: StatusTextSettings): string {
  const { recording, jobId, receiptPath, job } = snapshot;
  const receipt = receiptPath === undefined ? '' : ` (${visible(settings.pathText(receiptPath))})`;
  const gone = job === undefined ? 'the service does not have this job, or no longer has it' : '';
  const lines = [
    `${visible(recording)}: job ${visible(jobId)}${receipt}`,
    windowsText(snapshot),
    gone,
    ...targetSnapshots(snapshot).map(
      (target) => `${visible(target.language)} ${visible(target.type)}: ${standingText(target, settings.filePath)}`,
    ),
  ];
  return `${lines.filter((line) => line !== '').join('\n  ')}\n`;
}

export function voiceStatusJson(snapshot: JobSnapshot, { pathText, filePath }: StatusTextSettings): string {
  const { recording, jobId, receiptPath, receipt, job, time } = snapshot;
  return jsonText({
    formatVersion: 1,
    recording,
    jobId,
    receipt: receiptPath === undefined ? null : pathText(receiptPath),
    time,
    known: job !== undefined,
    createdTime: receipt?.job.createdTime ?? job?.createdAt ?? null,
    upload: receipt?.job.upload ?? null,
    targets: targetSnapshots(snapshot).map(({ language, type, state, result }) => ({
      language,
      type,
      status: result?.statusWord ?? null,
      error: result?.errorMessage ?? null,
      here: state?.kind === 'here' ? { file: filePath(state.file), bytes: state.bytes } : null,
      state: state?.kind ?? null,
    })),
  });
}
