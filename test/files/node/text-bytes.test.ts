import { expect, test } from 'vitest';
import { textBytes } from '../../../src/files/node/text-bytes.ts';

test('the bytes of a text come in few pieces, however short the pieces of the text are', () => {
  const parts = Array.from({ length: 70_000 }, (_, at) => `é${at % 10}`);
  const chunks = [...textBytes(parts)];
  expect(Buffer.concat(chunks).toString()).toBe(parts.join(''));
  expect(chunks.length).toBe(3);
});
