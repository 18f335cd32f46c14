import type { Command } from 'commander';
import { TARGET_TYPE_NAMES } from '../../voice/target-type.ts';
import { type Choose, collect, examples, targetOptions, waitingTime } from './common-options.ts';
import type { VoiceDownloadOptions, VoiceStatusOptions, VoiceTranslateOptions } from './options.ts';

const SIGNED_URLS = 'sign transfers in the URL instead of in a header';

const typesText = (): string =>
  `Types:\n${TARGET_TYPE_NAMES.map(({ short, type }) => `  ${short.padEnd(12)} ${type}`).join('\n')}\n`;

function declareTranslate(voice: Command, choose: Choose): void {
  targetOptions(voice.command('translate').argument('<files...>', 'recordings: mp3, wav, ogg, flac, mp4 or webm'))
    .description('translate recordings into text, subtitles and speech')
    .option('--to <lang:type>', 'target language and type of result; without TYPE: text (repeatable)', collect, [])
    .option('--from <lang>', 'language of the recordings (default: detected by the service)')
    .option('--content-type <type>', 'media type of the recordings (default: from the file extension)')
    .option('-o, --out <dir>', 'folder for results and receipts (default: the folder of each recording)')
    .option('--signed-urls', SIGNED_URLS, false)
    .option(
      '--wait-for-room <time>',
      'how long a job waits while the account is at its limit of jobs, such as 30s or 1h; 0s: do not wait',
      waitingTime,
      15 * 60_000,
    )
    .option('--force', 'overwrite files, and create a new job where an earlier one has ended', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform voice translate talk.mp3 --from en --to de --to fr:srt',
        'lexform voice translate talks/*.wav --to ja:flac --out translated',
        "lexform voice translate talk.mp3 --to 'de:audio/webm;codecs=opus' --json",
      )}
The results of talk.mp3 are talk.de.txt, talk.fr.srt and so on, next to the receipt talk.voice.json.
To continue after an interruption, rerun the same command: it reads the receipt.
When one target fails, the last line names the --to that retries only that target.
The service accepts an upload for 5 minutes after it created the job.
It keeps results for 1 hour after the upload, for one download.

${typesText()}
Exit codes: 0 all results are here, 5 some are, 1 none is, 130 after Ctrl-C.
`,
    )
    .action((files: readonly string[], options: Omit<VoiceTranslateOptions, 'files'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-translate.ts')).voiceTranslate({ ...options, files }, ports),
      ),
    );
}

function declareStatus(voice: Command, choose: Choose): void {
  targetOptions(voice.command('status').argument('<file>', 'a receipt or the id of a job'))
    .description('show the status of a voice job, locally and on the service')
    .addHelpText(
      'after',
      `${examples(
        'lexform voice status talk.voice.json',
        'lexform voice status 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --json',
      )}
The command exits 1 when the job no longer exists and some of its results are missing here.
`,
    )
    .action((job: string, options: Omit<VoiceStatusOptions, 'job'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-status.ts')).voiceStatus({ ...options, job }, ports),
      ),
    );
}

function declareDownload(voice: Command, choose: Choose): void {
  targetOptions(voice.command('download').argument('<file>', 'a receipt or the id of a job'))
    .description('download the results of a voice job as they become ready')
    .option('-o, --out <dir>', 'folder for the results (default: the folder of the receipt, else the current one)')
    .option('--signed-urls', SIGNED_URLS, false)
    .option('--force', 'overwrite existing files', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform voice download talk.voice.json',
        'lexform voice download 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --out results',
      )}
Exit codes: 0 all results are here, 5 some are, 1 none is, 130 after Ctrl-C.
`,
    )
    .action((job: string, options: Omit<VoiceDownloadOptions, 'job'>) =>
      choose(async (ports) =>
        (await import('../commands/service/voice-download.ts')).voiceDownload({ ...options, job }, ports),
      ),
    );
}

/** Declares `voice` with its three subcommands. */
export function declareVoice(program: Command, choose: Choose): void {
  const voice = program
    .command('voice')
    .description('translate recordings into text, subtitles and speech')
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
