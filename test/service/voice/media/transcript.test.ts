import fc from 'fast-check';
import { expect, test } from 'vitest';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';

interface Source {
  readonly language: string;
  readonly sourceLanguage: string | undefined;
  readonly sourceName: string;
  readonly durationMs: number;
}

const talk: Source = { language: 'de', sourceLanguage: 'en', sourceName: 'talk.wav', durationMs: 12_345 };

const textOf = (type: string, source: Source): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(voiceOutput({ type, ...source }));
const transcript = (source: Partial<Source>): string => textOf('text/plain', { ...talk, ...source });
const subtitles = (source: Partial<Source>): string => textOf('application/x-subrip', { ...talk, ...source });

interface Cue {
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

const ms = (hours: string, minutes: string, seconds: string, rest: string): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);

/** Refuses whatever is not: number, time line, text lines, empty line; all with CR LF. */
function parseSubRip(file: string): readonly Cue[] {
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(file.endsWith('\r\n\r\n')).toBe(true);
  return file
    .slice(0, -4)
    .split('\r\n\r\n')
    .map((block) => {
      const [number = '', times = '', ...lines] = block.split('\r\n');
      const found = /^(\d\d):([0-5]\d):([0-5]\d),(\d{3}) --> (\d\d):([0-5]\d):([0-5]\d),(\d{3})$/.exec(times);
      expect(found, times).not.toBeNull();
      const [, h1 = '', m1 = '', s1 = '', r1 = '', h2 = '', m2 = '', s2 = '', r2 = ''] = found ?? [];
      return { number: Number(number), startMs: ms(h1, m1, s1, r1), endMs: ms(h2, m2, s2, r2), lines };
    });
}

const hostileName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.stringMatching(/^[-><{}\\"\r\n\u202e\u2028 0-9:,a]{0,60}$/),
  fc.constantFrom('----->>', 'a\r\n\r\n2\r\n00:00:00,000 --> 00:00:01,000\r\nx', '\u001b]0;x\u0007', '\ud800', ''),
);

test('a transcript names the target language, the source and its length, and says that it is synthetic', () => {
  expect(transcript({}).split('\n')).toEqual([
    '[de] Synthetic transcript of "talk.wav", 12.3 seconds.',
    '[de] Source language: en.',
    '[de] Sentence 1 of 3, from 0.0 seconds to 4.1 seconds.',
    '[de] Sentence 2 of 3, from 4.1 seconds to 8.2 seconds.',
    '[de] Sentence 3 of 3, from 8.2 seconds to 12.3 seconds.',
    '',
  ]);
});

test('a transcript says that no source language was given', () => {
  expect(transcript({ sourceLanguage: undefined })).toContain('[de] Source language: not given.\n');
});

test('subtitles are numbered cues that cover the source', () => {
  expect(parseSubRip(subtitles({}))).toEqual([
    { number: 1, startMs: 0, endMs: 4115, lines: ['[de] Synthetic subtitle 1 of 3 for "talk.wav".'] },
    { number: 2, startMs: 4115, endMs: 8230, lines: ['[de] Synthetic subtitle 2 of 3 for "talk.wav".'] },
    { number: 3, startMs: 8230, endMs: 12_345, lines: ['[de] Synthetic subtitle 3 of 3 for "talk.wav".'] },
  ]);
});

test('a source of no length still has a cue, of one millisecond', () => {
  expect(parseSubRip(subtitles({ durationMs: 0 })).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[0, 1]]);
});

test('times carry over from seconds to minutes to hours', () => {
  expect(subtitles({ durationMs: 10_800_000 })).toMatch(/ --> 03:00:00,000\r\n.*\r\n\r\n$/);
  expect(subtitles({ durationMs: 3_599_999 })).toMatch(/ --> 00:59:59,999\r\n.*\r\n\r\n$/);
});

test('whatever the length and the name, cues follow one another without a gap and hold one line of text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600_000 }), hostileName, (durationMs, sourceName) => {
      const cues = parseSubRip(subtitles({ durationMs, sourceName }));
      expect(cues.map(({ number }) => number)).toEqual(cues.map((_, index) => index + 1));
      expect(cues.map(({ startMs }) => startMs)).toEqual([0, ...cues.map(({ endMs }) => endMs).slice(0, -1)]);
      expect(cues.at(-1)?.endMs).toBe(durationMs);
      for (const { startMs, endMs, lines } of cues) {
        expect(endMs - startMs).toBeGreaterThan(0);
        expect(endMs - startMs).toBeLessThanOrEqual(6000);
        expect(lines).toHaveLength(1);
        expect(lines[0]).not.toMatch(/-->|[<>{}\\]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(lines[0]).toMatch(/^\[de\] Synthetic subtitle \d+ of \d+ for "[^"]+"\.$/);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('whatever the name, every line of a transcript starts with the language', () => {
  fc.assert(
    fc.property(hostileName, hostileName, (sourceName, sourceLanguage) => {
      const lines = transcript({ sourceName, sourceLanguage }).split('\n');
      expect(lines).toHaveLength(6);
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\[de\] [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*\.$/u);
    }),
    { numRuns: runs(100) },
  );
});

test.each([
  ['<b>talk</b>.wav', '_b_talk_/b_.wav'],
  ['a --> b', 'a --_ b'],
  ['a\r\n\r\n2', 'a 2'],
  ['say "hi".wav', "say 'hi'.wav"],
  ['\u202egpj.wav', 'gpj.wav'],
  ['Größe 📣 会議.mp3', 'Größe 📣 会議.mp3'],
  [' \u0007 ', 'untitled'],
])('the name %j is shown as %j', (sourceName, shown) => {
  expect(subtitles({ sourceName })).toContain(` for "${shown}".\r\n`);
  expect(transcript({ sourceName })).toContain(` of "${shown}", 12.3 seconds.\n`);
});

test('a language is shown by the characters of a tag alone', () => {
  expect(transcript({ language: 'de]\n[x' })).toMatch(/^\[dex\] Synthetic/);
  expect(transcript({ language: '\u001b[' })).toMatch(/^\[und\] Synthetic/);
});

test('a name of more than 120 characters is cut, never inside a surrogate pair', () => {
  expect(subtitles({ sourceName: '📣'.repeat(120) })).toContain(`"${'📣'.repeat(120)}"`);
  expect(subtitles({ sourceName: '📣'.repeat(121) })).toContain(`"${'📣'.repeat(119)}…"`);
});
