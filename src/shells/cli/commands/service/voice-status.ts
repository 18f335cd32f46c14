import { dirname, resolve } from 'node:path';
import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { absolute, openVoice, shownPath } from '../../../../app/translate/open-voice.ts';
import { type VoiceJob, voiceJobId } from '../../../../model/account/voice-job.ts';
import { UsageError } from '../../../../model/errors.ts';
import { voiceStatusJson, voiceStatusText } from '../../../../review/translate/voice-status-text.ts';
import { isBroken, jobSnapshot, receiptSnapshot } from '../../../../steps/voice/job-snapshot.ts';
import type { VoicePorts } from '../../../../steps/voice/ports.ts';
import { readReceipt } from '../../../../steps/voice/prepare.ts';
import { checkAddress, type NamedJob } from '../../../../steps/voice/prepare-download.ts';
import type { VoiceStatusOptions } from '../../options/voice-commands.ts';

/** The receipt that an argument names; `undefined` when the file does not exist and the argument can be a job id. */
export async function findReceipt(
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
export async function readNamedJob(id: string, { voice }: Pick<VoicePorts, 'voice'>): Promise<VoiceJob> {
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
