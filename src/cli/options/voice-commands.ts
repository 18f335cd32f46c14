import type { Command } from 'commander';
import { TARGET_TYPE_NAMES } from '../../voice/target-type.ts';
import { type Choose, collect, examples, targetOptions, waitingTime } from './common-options.ts';
import type { VoiceDownloadOptions, VoiceStatusOptions, VoiceTranslateOptions } from './options.ts';

const SIGNED_URLS = 'transfer with signed URLs in place of signatures in a header';

const typesText = (): string =>
  `Types:\n${TARGET_TYPE_NAMES.map(({ short, type }) => `  ${short.padEnd(12)} ${type}`).join('\n')}\n`;

function declareTranslate(voice: Command, choose: Choose): void {
  targetOptions(voice.command('translate').argument('<files...>', 'recordings: mp3, wav, ogg, flac, mp4, webm'))
    .description('translate recordings into texts, subtitles and speech')
    .option('--to <lang:type>', 'a language, and what to make; text when TYPE is left out (repeatable)', collect, [])
    .option('--from <lang>', 'language of the recordings (default: recognised by the service)')
    .option('--content-type <type>', 'audio type of the recordings (default: by the ends of their names)')
    .option('-o, --out <dir>', 'folder for results and receipts (default: beside each recording)')
    .option('--signed-urls', SIGNED_URLS, false)
    .option(
      '--wait-for-room <time>',
      'how long a job waits while the account has as many jobs as it may have, such as 30s or 1h; 0s: not at all',
      waitingTime,
      15 * 60_000,
    )
    .option('--force', 'overwrite files, and make a job anew where an earlier one has ended', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform voice translate talk.mp3 --from en --to de --to fr:srt',
        'lexform voice translate talks/*.wav --to ja:flac --out translated',
        "lexform voice translate talk.mp3 --to 'de:audio/webm;codecs=opus' --json",
      )}
talk.mp3 becomes talk.de.txt, talk.fr.srt and so on. The receipt talk.voice.json beside them holds what is needed to go on after an interruption: run
the same command again. Where a target has failed, the last line says with which --to to try that one alone. A recording can be uploaded for 5 minutes after its job was made, and results can be fetched, once, for 1 hour after the upload.

${typesText()}
Exits 0 when every result is here, 5 when some are, 1 when none is, 130 after Ctrl-C.
`,
    )
    .action((files: readonly string[], options: Omit<VoiceTranslateOptions, 'files'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-translate.ts')).voiceTranslate({ ...options, files }, ports),
      ),
    );
}

function declareStatus(voice: Command, choose: Choose): void {
  targetOptions(voice.command('status').argument('<file>', 'a receipt, or the id of a job'))
    .description('tell what a voice job is at, here and at the service')
    .addHelpText(
      'after',
      `${examples('lexform voice status talk.voice.json', 'lexform voice status 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --json')}
Exits 1 when the job is gone and not all of its results are here.
`,
    )
    .action((job: string, options: Omit<VoiceStatusOptions, 'job'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-status.ts')).voiceStatus({ ...options, job }, ports),
      ),
    );
}

function declareDownload(voice: Command, choose: Choose): void {
  targetOptions(voice.command('download').argument('<file>', 'a receipt, or the id of a job'))
    .description('fetch the results of a voice job, as they become complete')
    .option('-o, --out <dir>', 'folder for the results (default: that of the receipt, else the current one)')
    .option('--signed-urls', SIGNED_URLS, false)
    .option('--force', 'overwrite files', false)
    .addHelpText(
      'after',
      `${examples('lexform voice download talk.voice.json', 'lexform voice download 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --out results')}
Exits 0 when every result is here, 5 when some are, 1 when none is, 130 after Ctrl-C.
`,
    )
    .action((job: string, options: Omit<VoiceDownloadOptions, 'job'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-download.ts')).voiceDownload({ ...options, job }, ports),
      ),
    );
}

/** Voice jobs: one command with three below it. */
export function declareVoice(program: Command, choose: Choose): void {
  const voice = program
    .command('voice')
    .description('translate recordings into texts, subtitles and speech')
    .addHelpText(
      'after',
      examples(
        'lexform voice translate talk.mp3 --from en --to de --to fr:srt',
        'lexform voice status talk.voice.json',
        'lexform voice download talk.voice.json',
      ),
    );
  declareTranslate(voice, choose);
  declareStatus(voice, choose);
  declareDownload(voice, choose);
}
