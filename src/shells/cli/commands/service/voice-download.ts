import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { absolute, openVoice } from '../../../../app/translate/open-voice.ts';
import { voiceProgress } from '../../../../app/translate/voice-progress.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { type NamedJob, prepareDownload } from '../../../../steps/voice/prepare-download.ts';
import { runVoiceJob } from '../../../../steps/voice/run-job.ts';
import type { VoiceDownloadOptions } from '../../options/voice-commands.ts';
import { findReceipt, readNamedJob } from './voice-status.ts';
import { voiceResult } from './voice-translate.ts';

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
