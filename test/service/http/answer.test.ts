import { expect, test } from 'vitest';
import { bodyBytes, jsonAnswer, longTextAnswer } from '../../../src/service/http/answer.ts';

const value = (text: string) => ({ before: 'x', text, after: ['y'] });

test.each([0, 1, 262_142, 262_143, 262_144, 600_000])(
  'a text is the same in pieces as in one, with a character of two units behind %i others',
  (length) => {
    const text = `${'a\n"\\'.repeat(length / 4)}${'b'.repeat(length % 4)}😀 日本 ${'c'.repeat(300_000)}`;
    const answer = longTextAnswer(text, value);
    expect(typeof answer.body).toBe('object');
    expect(Buffer.from(bodyBytes(answer)).toString()).toBe(jsonAnswer(value(text)).body);
  },
);

test('a short text is in one piece', () => {
  expect(longTextAnswer('short', value)).toEqual(jsonAnswer(value('short')));
});
