import { describe, expect, test } from 'vitest';
import { VOICE_SOURCE_TYPES } from '../../../src/service/voice/voice-source.ts';
import { sourceType } from '../../../src/steps/voice/task.ts';

describe('the type of a recording', () => {
  test.each([
    ['talk.mp3', 'audio/mpeg'],
    ['talk.mpga', 'audio/mpeg'],
    ['Talk.WAV', 'audio/wav'],
    ['talk.wave', 'audio/wav'],
    ['talk.ogg', 'audio/ogg'],
    ['talk.oga', 'audio/ogg'],
    ['a.b.opus', 'audio/ogg'],
    ['talk.flac', 'audio/flac'],
    ['talk.m4a', 'audio/mp4'],
    ['talk.mp4', 'audio/mp4'],
    ['talk.webm', 'audio/webm'],
    ['talk.weba', 'audio/webm'],
  ])('of %s is %s, which the service takes', (name, type) => {
    expect(sourceType(name, undefined)).toBe(type);
    expect(VOICE_SOURCE_TYPES).toContain(type);
  });

  test('is what is given, whatever the name says', () => {
    expect(sourceType('talk.txt', 'audio/ogg;codecs=opus')).toBe('audio/ogg;codecs=opus');
    expect(sourceType('talk.txt', 'Audio/X-New.1+b')).toBe('Audio/X-New.1+b');
  });

  test.each(['talk', 'talk.txt', '.mp3/talk', 'talk.'])('of %s is asked for', (name) => {
    expect(() => sourceType(name, undefined)).toThrow(
      `the name of ${JSON.stringify(name)} has an unknown media type; set it with --content-type, one of audio/mpeg, ` +
        'audio/wav, audio/ogg, audio/flac, audio/mp4, audio/webm',
    );
  });

  test.each(['mp3', 'audio/', 'audio/mpeg;', 'audio/mpeg\r\nx: y', 'x audio/mpeg', ''])('%j is none', (given) => {
    expect(() => sourceType('talk.mp3', given)).toThrow('is not a media type such as audio/mpeg');
  });
});
