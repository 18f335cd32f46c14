import { TARGET_TYPE_NAMES } from '../../../steps/voice/target-type.ts';
import { argument, booleanOption, type CommandOptions, command, option, repeatable } from './command.ts';
import { targetOptions, waitingTime } from './common-options.ts';

const TRANSLATE_RECORDINGS = 'translate recordings into text, subtitles and speech';
const SIGNED_URLS = booleanOption('--signed-urls', 'sign transfers in the URL instead of in a header');

const WAIT_FOR_ROOM_MS = 15 * 60_000;

const RESULT_CODES = `Exit codes:
  0    all results were downloaded
  5    some results were downloaded
  1    no result was downloaded
  130  interrupted
`;

const JOB = argument('<file>', 'a receipt or the id of a job');

const typesText = (): string =>
  `Types:\n${TARGET_TYPE_NAMES.map(({ short, type }) => `  ${short.padEnd(12)} ${type}`).join('\n')}\n`;

export const voiceTranslateCommand = command({
  name: 'translate',
  description: TRANSLATE_RECORDINGS,
  arguments: { files: argument('<files...>', 'recordings: mp3, wav, ogg, flac, mp4 or webm') },
  options: [
    ...targetOptions(),
    repeatable(
      '--to <lang:type>',
      'target language and type of result; without TYPE: text (repeatable, or several with commas: de,fr:srt)',
    ),
    option('--from <lang>', 'language of the recordings (default: detected by the service)'),
    option('--content-type <type>', 'media type of the recordings (default: from the file extension)'),
    option('-o, --out <dir>', 'folder for results and receipts (default: the folder of each recording)'),
    SIGNED_URLS,
    option(
      '--wait-for-room <time>',
      'how long a job waits if the account has reached its limit of jobs, such as 30s or 1h; 0s: do not wait',
      waitingTime,
      WAIT_FOR_ROOM_MS,
    ).default(WAIT_FOR_ROOM_MS, '15m'),
    booleanOption('--force', 'overwrite files, and create a new job if an earlier one has ended'),
  ],
  examples: [
    'lexform service voice translate talk.mp3 --from en --to de --to fr:srt',
    'lexform service voice translate talks/*.wav --to de,fr,ja:flac --out translated',
    "lexform service voice translate talk.mp3 --to 'de:audio/webm;codecs=opus' --json",
  ],
  help: `
The results of talk.mp3 are talk.de.txt, talk.fr.srt and so on, next to the receipt talk.voice.json.
To continue after an interruption, rerun the same command: it reads the receipt.
If one target fails, the last line names the --to that retries only that target.
The service accepts an upload for 5 minutes after it created the job.
It keeps results for 1 hour after the upload, for one download.

${typesText()}
${RESULT_CODES}`,
});

export type VoiceTranslateOptions = CommandOptions<typeof voiceTranslateCommand>;

export const voiceStatusCommand = command({
  name: 'status',
  description: 'show the status of a voice job, locally and on the service',
  arguments: { job: JOB },
  options: targetOptions(),
  examples: [
    'lexform service voice status talk.voice.json',
    'lexform service voice status 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --json',
  ],
  help: `
The command exits 1 if the job no longer exists and some of its results are missing on this machine.
`,
});

export type VoiceStatusOptions = CommandOptions<typeof voiceStatusCommand>;

export const voiceDownloadCommand = command({
  name: 'download',
  description: 'download the results of a voice job as they become ready',
  arguments: { job: JOB },
  options: [
    ...targetOptions(),
    option('-o, --out <dir>', 'folder for the results (default: the folder of the receipt, else the current one)'),
    SIGNED_URLS,
    booleanOption('--force', 'overwrite existing files'),
  ],
  examples: [
    'lexform service voice download talk.voice.json',
    'lexform service voice download 0f6c1c4e-7a57-4f0e-9a51-1f7d5e1c2a3b --out results',
  ],
  help: `
${RESULT_CODES}`,
});

export type VoiceDownloadOptions = CommandOptions<typeof voiceDownloadCommand>;

export const voiceCommand = command({
  name: 'voice',
  description: TRANSLATE_RECORDINGS,
  examples: [
    'lexform service voice translate talk.mp3 --from en --to de --to fr:srt',
    'lexform service voice status talk.voice.json',
    'lexform service voice download talk.voice.json',
  ],
});
