import { describe, expect, test } from 'vitest';
import { VOICE_OUTPUT_TYPES } from '../../../src/service/voice/media/voice-output.ts';
import {
  parseTargets,
  parseVoiceTarget,
  sameTarget,
  TARGET_TYPE_NAMES,
  targetType,
  targetWord,
  typeEnding,
} from '../../../src/steps/voice/target-type.ts';

describe('the type of a target', () => {
  test('is one of the 18 that the service knows, each with a short name and an ending of its own', () => {
    expect(TARGET_TYPE_NAMES.map(({ type }) => type).sort()).toEqual([...VOICE_OUTPUT_TYPES].sort());
    for (const of of [({ short }: { short: string }) => short, ({ type }: { type: string }) => typeEnding(type)])
      expect(new Set(TARGET_TYPE_NAMES.map(of)).size).toBe(18);
    for (const { short, type } of TARGET_TYPE_NAMES)
      expect([targetType(short), targetType(type)]).toEqual([type, type]);
  });

  test.each([
    ['txt', 'text/plain'],
    ['Subtitles', 'application/x-subrip'],
    ['AUDIO/PCM; encoding=s16le; rate=16000', 'audio/pcm;encoding=s16le;rate=16000'],
    ['ogg', 'audio/ogg;codecs=opus'],
    ['audio/ogg', undefined],
    ['mp3', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('%j is %s', (text, type) => {
    expect(targetType(text)).toBe(type);
  });

  test.each([
    ['text/plain', 'txt', ['text', 'txt', 'transcript', 'plain']],
    ['application/x-subrip', 'srt', ['srt', 'subrip', 'subtitles']],
    ['audio/opus', 'opus', ['opus']],
    ['audio/flac', 'flac', ['flac']],
    ['audio/pcm;encoding=s16le;rate=16000', '16k.pcm', ['pcm-16k', 'pcm']],
    ['audio/pcm;encoding=s16le;rate=24000', '24k.pcm', ['pcm-24k']],
    ['audio/pcm;encoding=ulaw;rate=8000', 'ulaw', ['ulaw']],
    ['audio/pcm;encoding=alaw;rate=8000', 'alaw', ['alaw']],
    ['audio/x-matroska;codecs=aac', 'aac.mka', ['mka-aac']],
    ['audio/x-matroska;codecs=flac', 'flac.mka', ['mka-flac']],
    ['audio/x-matroska;codecs=opus', 'opus.mka', ['mka-opus', 'mka']],
    ['audio/x-matroska;codecs=pcm_s16le;rate=16000', 'pcm-16k.mka', ['mka-pcm-16k', 'mka-pcm']],
    ['audio/x-matroska;codecs=pcm_s16le;rate=24000', 'pcm-24k.mka', ['mka-pcm-24k']],
    ['video/mp2t;codecs=aac', 'aac.ts', ['ts-aac', 'ts']],
    ['video/mp2t;codecs=opus', 'opus.ts', ['ts-opus']],
    ['audio/ogg;codecs=flac', 'flac.ogg', ['ogg-flac']],
    ['audio/ogg;codecs=opus', 'opus.ogg', ['ogg-opus', 'ogg']],
    ['audio/webm;codecs=opus', 'webm', ['webm']],
  ])('%s is written to .%s, and has the words %j', (type, ending, words) => {
    expect(typeEnding(type)).toBe(ending);
    expect(words.map(targetType)).toEqual(words.map(() => type));
    const [short] = words;
    expect(targetWord({ language: 'de', type })).toBe(short === 'text' ? 'de' : `de:${short}`);
  });

  test('that nobody knows has an ending that says nothing', () => {
    expect(typeEnding('../../etc/passwd')).toBe('bin');
    expect(targetWord({ language: 'de', type: 'audio/new' })).toBe('de:audio/new');
  });
});

describe('a target', () => {
  test.each([
    ['de', 'de', 'text/plain'],
    ['fr:srt', 'fr', 'application/x-subrip'],
    [' zh-Hans : flac', 'zh-Hans', 'audio/flac'],
    ['es-419:audio/webm;codecs=opus', 'es-419', 'audio/webm;codecs=opus'],
  ])('%j is a language and a type', (text, language, type) => {
    expect(parseVoiceTarget(text)).toEqual({ language, type });
  });

  test.each([
    ['', '--to "" names no language; write LANG or LANG:TYPE, such as de or fr:srt'],
    [':srt', 'names no language'],
    ['d', 'names no language'],
    ['de-', 'names no language'],
    ['../de', 'names no language'],
    ['de:mp3', 'names no type; the types are: text, srt,'],
    ['de:', 'names no type'],
  ])('%j is none', (text, message) => {
    expect(() => parseVoiceTarget(text)).toThrow(message);
  });

  test('several stand in one word, with commas', () => {
    expect(parseTargets(['de, fr:srt', 'ja'])).toEqual([
      { language: 'de', type: 'text/plain' },
      { language: 'fr', type: 'application/x-subrip' },
      { language: 'ja', type: 'text/plain' },
    ]);
    expect(() => parseTargets(['de,'])).toThrow('--to "" names no language');
    expect(() => parseTargets(['de,fr', 'de'])).toThrow('--to "de" is requested twice');
  });

  test('can be asked for once, whatever it is called', () => {
    expect(parseTargets(['de', 'de:srt', 'fr'])).toHaveLength(3);
    expect(sameTarget({ language: 'de', type: 'text/plain' }, { language: 'de', type: 'audio/flac' })).toBe(false);
    expect(() => parseTargets(['de:text', 'fr', 'DE'])).toThrow('--to "DE" is requested twice');
  });
});
