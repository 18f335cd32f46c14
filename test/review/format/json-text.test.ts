import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../../src/review/format/json-text.ts';
import { runs } from '../../support/runs.ts';

test('a document for a log holds no command of a CI system and nothing that a terminal obeys, and reads back the same', () => {
  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom('##', '[', 'vso[', 'VSO[', '\u009b', '\u007f', '\u202e', '\ufe0f', '\ud800'),
        fc.string(),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(nasty, (text) => {
      const json = jsonText({ text });
      expect(json.slice(0, -1).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|\ufe0f|##(?:vso)?\[/iu);
      expect(JSON.parse(json)).toEqual({ text });
    }),
    { numRuns: runs(5_000) },
  );
});

test('text that is harmless stays as it is', () => {
  expect(jsonText({ term: 'C# [beta] – 東京' })).toBe('{\n  "term": "C# [beta] – 東京"\n}\n');
});

test('each character that hides or is obeyed is written out by itself', () => {
  const all = [...Array(0x110000).keys()].map((code) => String.fromCodePoint(code));
  const shown = all.filter((text) => jsonText(text).includes(text));
  expect(
    shown.filter((text) => /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]|\p{Default_Ignorable_Code_Point}/u.test(text)),
  ).toEqual(['\n']);
});
