import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfPieces, newTextRoom } from '../../../src/model/entries/text-pieces.ts';

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 6 });

test('the bytes of pieces are those of their text, also in a room that is used again', () => {
  const room = newTextRoom();
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOfPieces(parts, room))).toBe(text);
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOfPieces(parts))).toBe(text);
    }),
  );
});
