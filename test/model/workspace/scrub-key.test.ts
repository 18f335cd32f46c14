import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scrubber } from '../../../src/model/secret.ts';
import { formsIn, keyForms } from '../../support/key-forms.ts';
import { runs } from '../../support/runs.ts';

const KEY = 'Canary-7f3a/9+x==.279a2e9d:fx';

describe('scrubber', () => {
  test.each(Object.entries(keyForms(KEY)))('%s', (_, form) => {
    const shown = scrubber(KEY)(`you sent <${form}>, which is wrong`);
    expect(formsIn(shown, KEY)).toEqual([]);
    expect(shown).toMatch(/^you sent <.{0,30}\[key\].{0,30}>, which is wrong$/s);
  });

  test('any key, in any form, amid anything', () => {
    const character = fc.constantFrom(...'abcXYZ019-_.:/+=~!$*()');
    const key = fc.string({ unit: character, minLength: 16, maxLength: 60 });
    fc.assert(
      fc.property(key, fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (secret, before, after) => {
        const scrub = scrubber(secret);
        for (const form of Object.values(keyForms(secret)))
          expect(scrub(`${before} ${form} ${after}`)).not.toContain(form);
      }),
      { numRuns: runs(50) },
    );
  });

  test('a text without the key stays as it is', () => {
    fc.assert(fc.property(fc.string(), (text) => scrubber(KEY)(text) === text));
    expect(scrubber('')('text')).toBe('text');
    expect(scrubber('k')('a key, and 6b')).toBe('a [key]ey, and 6b');
  });

  test.each(['\\', 'A', '&#0', '%43', 'Canary-', 'C \n a\\n', '0 \n', '00'])(
    '256 KiB of %j take no time to speak of',
    (piece) => {
      const text = piece.repeat(262_144 / piece.length);
      const start = process.hrtime.bigint();
      expect(scrubber(KEY)(text)).toBe(text);
      expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(5000);
    },
  );
});
