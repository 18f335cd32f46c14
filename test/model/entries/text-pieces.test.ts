import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfPieces } from '../../../src/model/entries/text-pieces.ts';
import { runs } from '../../support/runs.ts';

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 6 });

test('the bytes of pieces are those of their text, in a buffer that has no other bytes', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      const bytes = bytesOfPieces(parts);
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(text);
      expect(bytes.buffer.byteLength).toBe(Buffer.byteLength(text));
    }),
    { numRuns: runs(100) },
  );
});
