import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonItems, jsonPieces, jsonText } from '../../../src/review/format/json-text.ts';
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

test('a document in pieces has the bytes of the whole one, and makes an item when it is written', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const member = fc.dictionary(fc.string(), fc.option(value, { nil: undefined }), { maxKeys: 4 });
  fc.assert(
    fc.property(
      member,
      fc.array(fc.tuple(member, fc.array(value, { maxLength: 3 })), { maxLength: 3 }),
      (beside, all) => {
        let made = 0;
        const items = jsonItems(all, ([one, below]) => {
          made += 1;
          return { ...one, below: jsonItems(below, (each) => each) };
        });
        const pieces = [];
        for (const piece of jsonPieces({ ...beside, list: items, last: 1 })) pieces.push([piece, made]);
        const whole = { ...beside, list: all.map(([one, below]) => ({ ...one, below })), last: 1 };
        expect(pieces.map(([piece]) => piece).join('')).toBe(jsonText(whole));
        if (all.length > 0) expect(pieces[0]?.[1]).toBe(0);
      },
    ),
    { numRuns: runs(500) },
  );
});
