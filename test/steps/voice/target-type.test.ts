import { describe, expect, test } from 'vitest';
import { VOICE_OUTPUT_TYPES } from '../../../src/service/voice/media/voice-output.ts';
import {
  parseTargets,
  parseVoiceTarget,
  TARGET_TYPE_NAMES,
  targetType,
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

  test('that nobody knows has an ending that says nothing', () => {
    expect(typeEnding('../../etc/passwd')).toBe('bin');
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
    ['', 'names no language'],
    [':srt', 'names no language'],
    ['../de', 'names no language'],
    ['de:mp3', 'names no type; the types are: text, srt,'],
    ['de:', 'names no type'],
  ])('%j is none', (text, message) => {
    expect(() => parseVoiceTarget(text)).toThrow(message);
  });

  test('several stand in one word, with commas', () => {
    expect(parseTargets(['de,fr:srt', 'ja'])).toEqual([
      { language: 'de', type: 'text/plain' },
      { language: 'fr', type: 'application/x-subrip' },
      { language: 'ja', type: 'text/plain' },
    ]);
    expect(() => parseTargets(['de,'])).toThrow('--to "" names no language');
    expect(() => parseTargets(['de,fr', 'de'])).toThrow('--to "de" is requested twice');
  });

  test('can be asked for once, whatever it is called', () => {
    expect(parseTargets(['de', 'de:srt', 'fr'])).toHaveLength(3);
    expect(() => parseTargets(['de:text', 'fr', 'DE'])).toThrow('--to "DE" is requested twice');
  });
});
