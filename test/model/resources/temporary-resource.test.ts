import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GLOSSARY_NAME_MAX_UTF8_BYTES } from '../../../src/contract/limits.ts';
import { temporaryName, temporaryOf } from '../../../src/model/resources/temporary-resource.ts';
import { runs } from '../../support/runs.ts';

const lease = fc.record({
  until: fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000)),
  run: fc.uuid(),
});

test('a lease is read from the name that it gives', () => {
  fc.assert(
    fc.property(lease, (given) => {
      const name = temporaryName(given);
      expect(temporaryOf(name)).toEqual(given);
      expect(Buffer.byteLength(name)).toBeLessThan(GLOSSARY_NAME_MAX_UTF8_BYTES);
    }),
  );
});

test('a name that only resembles one is a name like any other', () => {
  fc.assert(
    fc.property(lease, fc.nat(), fc.constantFrom(...'0aZ -'), (given, at, character) => {
      const name = temporaryName(given);
      const place = at % name.length;
      const other = name.slice(0, place) + character + name.slice(place + 1);
      expect(temporaryOf(other)).toEqual(other === name ? given : undefined);
    }),
    { numRuns: runs(1000) },
  );
  const name = temporaryName({ until: new Date('2026-01-02T03:04:05Z'), run: 'r' });
  for (const other of [
    '',
    'Lexform preview',
    ` ${name}`,
    `${name} `,
    `${name}\n`,
    `Copy of ${name}`,
    name.toLowerCase(),
  ])
    expect(temporaryOf(other)).toBeUndefined();
});
