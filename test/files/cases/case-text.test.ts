import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.ts';
import { bytesOfPart, caseFileText, caseText, parseCases, partOfBytes, partOfText } from './case-text.ts';

const NAMES = ['base', 'ours', 'theirs', 'merged'];

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\\',
        '\n',
        '\r',
        '\t',
        ' ',
        '\0',
        '\ufeff',
        '-- a --',
        '== a',
        '==',
        '| a |',
        '語',
        '\u{1f600}',
      ),
    )
    .map((pieces) => new TextEncoder().encode(pieces.join(''))),
);

test('any bytes are in a file of examples, which git and editors keep, and come out as they were', () => {
  fc.assert(
    fc.property(fc.array(anyBytes, { minLength: 1, maxLength: 4 }), fc.subarray(NAMES), (all, files) => {
      const parts = new Map(all.map((bytes, index) => [NAMES[index] ?? '', partOfBytes(bytes)]));
      const file = { subject: 'S', shared: parts, cases: ['t', 't', 'u'].map((title) => ({ title, parts })) };
      const text = caseFileText(file, files);
      expect(text).toMatch(/^[^\p{Cc}\ufeff]*$/mu);
      expect(text).not.toMatch(/[^\S\n]$/m);
      const { shared, cases } = parseCases(text);
      for (const read of [shared, ...cases.map((each) => each.parts)])
        for (const [name, part] of parts)
          expect([...bytesOfPart(read.get(name) ?? '')]).toEqual([...bytesOfPart(part)]);
      for (const [index, bytes] of all.entries())
        expect([...bytesOfPart(parts.get(NAMES[index] ?? '') ?? '')]).toEqual([...bytes]);
      expect(caseFileText(parseCases(text), files)).toBe(text);
    }),
    { numRuns: runs(500) },
  );
});

test('escapes show what nobody sees, and a part without a line end says so', () => {
  expect(partOfText('\ufeffa\\b\r\nc\td ')).toBe('\\u{feff}a\\\\b\\r\nc\\td\\x20\\\n');
  expect(partOfBytes(Uint8Array.of(0x61, 0xff, 0x0a))).toBe('a\\xff\n');
  expect(partOfText('-- a --\n== b\n=======\n| a |\n| A |\n')).toBe(
    '\\x2d- a --\n\\x3d= b\n=======\n\\x7c a |\n| A |\n',
  );
  expect([partOfText(''), partOfText('\n'), partOfText('a')]).toEqual(['', '\n', 'a\\\n']);
});

test('files are side by side where they fit', () => {
  const parts = (end: string) =>
    new Map([
      ['base', 'a\n\nb\n'],
      ['edits', '- x\n'],
      ['merged', `${end}\n`],
    ]);
  const shown = (end: string): string => caseText({ title: 't', parts: parts(end) }, ['base', 'merged']);
  expect(shown('b')).toBe(
    '== t\n| base | merged |\n| a    | b      |\n|      |        |\n| b    |        |\n-- edits --\n- x\n',
  );
  expect(shown('')).toBe('== t\n-- base --\na\n\nb\n-- edits --\n- x\n-- merged --\n\n');
  expect(shown('x'.repeat(109))).toContain('\n| base |');
  expect(shown('x'.repeat(110))).not.toContain('|');
});

test('text in no part is refused', () => {
  expect(() => parseCases('S\n\n== a\nlost\n')).toThrow('"lost" is in no part');
});
