import { describe, expect, test } from 'vitest';
import { VOICE_SOURCE_TYPES } from '../../../src/service/voice/voice-source.ts';
import { sourceType } from '../../../src/steps/voice/task.ts';

describe('the type of a recording', () => {
  test.each([
    ['talk.mp3', 'audio/mpeg'],
    ['Talk.WAV', 'audio/wav'],
    ['a.b.opus', 'audio/ogg'],
    ['talk.flac', 'audio/flac'],
    ['talk.m4a', 'audio/mp4'],
    ['talk.webm', 'audio/webm'],
  ])('of %s is %s, which the service takes', (name, type) => {
    expect(sourceType(name, undefined)).toBe(type);
    expect(VOICE_SOURCE_TYPES).toContain(type);
  });

  test('is what is given, whatever the name says', () => {
    expect(sourceType('talk.txt', 'audio/ogg;codecs=opus')).toBe('audio/ogg;codecs=opus');
  });

  test.each(['talk', 'talk.txt', '.mp3/talk', 'talk.'])('of %s is asked for', (name) => {
    expect(() => sourceType(name, undefined)).toThrow('set it with --content-type, one of audio/mpeg');
  });

  test.each(['mp3', 'audio/', 'audio/mpeg\r\nx: y', ''])('%j is none', (given) => {
    expect(() => sourceType('talk.mp3', given)).toThrow('is not a media type such as audio/mpeg');
  });
});
