import { describe, expect, test } from 'vitest';
import type { TranslateCalls } from '../../src/client/calls/translate-calls.ts';
import type { TranslationRequest } from '../../src/model/account/translation.ts';
import {
  joinPieces,
  type TranslatedPiece,
  translateCallCount,
  translateTexts,
} from '../../src/steps/translate-text.ts';

/** Translations in capitals, and the calls that made them. */
function bench() {
  const sent: TranslationRequest[] = [];
  const calls: TranslateCalls = {
    translate: async (request) => {
      sent.push(request);
      return request.text.map((text) => ({
        text: text.toUpperCase(),
        detectedSourceLanguage: 'en',
        billedCharacters: text.length,
      }));
    },
  };
  const run = async (texts: readonly string[], request: Partial<TranslationRequest> = {}) => {
    const pieces: TranslatedPiece[] = [];
    const { signal } = new AbortController();
    for await (const batch of translateTexts({ calls, texts, request: { targetLang: 'de', ...request }, signal }))
      pieces.push(...batch);
    return pieces;
  };
  return { sent, pieces: run, run: async (...given: Parameters<typeof run>) => joinPieces(await run(...given)), calls };
}

test('a text has what the service says of its pieces, and nothing that it does not say', () => {
  const by = (more: object) => ({ text: 'A', ...more });
  const piece = (index: number, more?: object) => ({
    index,
    last: true,
    text: 'A',
    ...(more !== undefined && { by: by(more) }),
  });
  expect(joinPieces([piece(0), piece(1, { modelTypeUsed: 'q' }), piece(1, { billedCharacters: 2 })])).toStrictEqual([
    { text: 'A' },
    { text: 'AA', billedCharacters: 2, modelTypeUsed: 'q' },
  ]);
  expect(
    joinPieces([piece(0, { detectedSourceLanguage: 'en', billedCharacters: 1 }), piece(0, { billedCharacters: 2 })]),
  ).toStrictEqual([{ text: 'AA', detectedSourceLanguage: 'en', billedCharacters: 3 }]);
});

describe('texts', () => {
  test('go in one call, each by itself, and come back in their order', async () => {
    const { sent, run } = await bench();
    expect(await run([' a ', '', 'b\n'])).toEqual([
      { text: ' A ', detectedSourceLanguage: 'en', billedCharacters: 1 },
      { text: '' },
      { text: 'B\n', detectedSourceLanguage: 'en', billedCharacters: 1 },
    ]);
    expect(sent).toEqual([{ targetLang: 'de', text: ['a', 'b'] }]);
  });

  test('go fifty to a call, and are not counted when they are blank', async () => {
    const { sent, run } = await bench();
    const texts = Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? `t${index}` : ' '));
    expect((await run(texts)).map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
    expect(sent.map(({ text }) => text.length)).toEqual([50, 10]);
  });

  test('never make a call larger than the service takes, whatever they hold', async () => {
    const { sent, run } = await bench();
    const texts = ['\u0001'.repeat(60_000), `${'"\\ü語👩'.repeat(900)}\n`.repeat(20), 'a'.repeat(300_000)];
    const customInstructions = ['x'.repeat(300), '語'.repeat(300)];
    const translated = await run(texts, { customInstructions });
    expect(translated.map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
    const sizes = sent.map(
      ({ text }) =>
        new TextEncoder().encode(JSON.stringify({ text, target_lang: 'de', custom_instructions: customInstructions }))
          .length,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128 * 1024);
    // What stands in two calls would not have fitted into one.
    expect(sizes.slice(1).every((size, at) => size + (sizes[at] ?? 0) > 128 * 1024)).toBe(true);
    expect(translated[2]?.billedCharacters).toBe(300_000);
  });

  test('are complete with their last piece', async () => {
    const { pieces } = await bench();
    const found = await pieces(['a'.repeat(300_000), 'b']);
    expect(found.length).toBeGreaterThan(3);
    expect(found.map(({ last }) => last)).toEqual(found.map(({ index }, at) => found[at + 1]?.index !== index));
  });

  test('are refused when the instructions leave no room for them', async () => {
    const { sent, run } = await bench();
    await expect(run(['a'], { customInstructions: ['x'.repeat(120 * 1024)] })).rejects.toThrow('leave no room');
    expect(sent).toEqual([]);
  });

  test('with tags are not cut, and the one that would have to be is named by its number', async () => {
    const { sent, run } = await bench();
    const texts = ['<b>a</b>', 'b '.repeat(100_000)];
    await expect(run(texts, { tagHandling: 'xml' })).rejects.toThrow('text 2 has tags and does not fit into one call');
    expect(sent).toEqual([]);
    expect((await run(texts)).map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
  });

  test('that are blank make no call', async () => {
    const { sent, run } = await bench();
    expect(await run([' ', '\n', ''])).toEqual([{ text: ' ' }, { text: '\n' }, { text: '' }]);
    expect(sent).toEqual([]);
    const counts = [[' '], ['a', ' '], Array.from({ length: 51 }, () => 'a')].map((texts) =>
      translateCallCount(texts, { targetLang: 'de' }),
    );
    expect(counts).toEqual([0, 1, 2]);
  });

  test('stop between two calls when the run is interrupted, and what was translated has been handed out', async () => {
    const { sent, calls } = await bench();
    const abort = new AbortController();
    const texts = Array.from({ length: 120 }, () => 'a');
    const pieces: TranslatedPiece[] = [];
    const run = async () => {
      for await (const batch of translateTexts({ calls, texts, request: { targetLang: 'de' }, signal: abort.signal })) {
        pieces.push(...batch);
        abort.abort();
      }
    };
    await expect(run()).rejects.toThrow('interrupted after 1 of 3 calls');
    expect([sent.length, pieces.length]).toEqual([1, 50]);
  });
});
