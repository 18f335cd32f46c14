import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outputNames, receiptName, stemOf, stemOfReceipt } from '../../../src/steps/voice/file-name.ts';
import { runs } from '../../support/runs.ts';

const text = (language: string) => ({ language, type: 'text/plain' });

describe('the names of files', () => {
  test.each([
    ['talk.mp3', 'talk'],
    ['my talk (2).final.wav', 'my talk (2).final'],
    ['Besprechung-März.mp3', 'Besprechung-März'],
    ['会議.m4a', '会議'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\talk.mp3', 'talk'],
    ['..', 'recording'],
    ['.mp3', 'mp3'],
    ['-rf.mp3', 'rf'],
    ['con.mp3', '_con'],
    ['COM¹.mp3', '_COM¹'],
    ['a\u0000b\u001b[2J\u202ec.mp3', 'a_b__2J_c'],
    ['$(rm -rf ~);`x`|y.mp3', '_(rm -rf _)__x__y'],
    ['a\u3164b\ufe0fc.mp3', 'a_b_c'],
    ['', 'recording'],
    [`${'a'.repeat(161)}.mp3`, 'a'.repeat(160)],
    [`a${'ä'.repeat(100)}.mp3`, `a${'ä'.repeat(79)}`],
  ])('of %j begin with %s', (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });

  test('have language and ending of each target', () => {
    const targets = [
      text('de'),
      { language: 'fr', type: 'application/x-subrip' },
      { language: 'de', type: 'audio/flac' },
      { language: 'pt-BR', type: 'audio/pcm;encoding=s16le;rate=24000' },
    ];
    expect(outputNames('talk', targets)).toEqual(['talk.de.txt', 'talk.fr.srt', 'talk.de.flac', 'talk.pt-BR.24k.pcm']);
  });

  test('differ even when a job asks for the same thing twice, or in another case', () => {
    expect(outputNames('talk', [text('de'), text('DE'), text('de')])).toEqual([
      'talk.de.txt',
      'talk.DE.2.txt',
      'talk.de.3.txt',
    ]);
  });

  test('out of any text are single names that a file system takes, and no two of a job are alike', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.array(fc.record({ language: fc.string({ unit: 'binary' }), type: fc.string() }), { maxLength: 6 }),
        (name, targets) => {
          const stem = stemOf(name);
          const names = [...outputNames(stem, targets), receiptName(stem)];
          expect(new Set(names.map((each) => each.toLowerCase())).size).toBe(names.length);
          for (const each of names) {
            expect(each).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}/\\:*?"<>|$`~]|^[.-]|[. ]$/u);
            expect(new TextEncoder().encode(each).byteLength).toBeLessThanOrEqual(255);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test('of a receipt give back what they were made of', () => {
    expect(stemOfReceipt(receiptName('talk'))).toBe('talk');
    expect(stemOfReceipt('.voice.json')).toBe(undefined);
    expect(stemOfReceipt('talk.json')).toBe(undefined);
  });
});
