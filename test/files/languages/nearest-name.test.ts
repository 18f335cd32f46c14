import { expect, test } from 'vitest';
import { nearestName } from '../../../src/files/languages/nearest-name.ts';

test.each([
  ['glosaries', ['glossaries', 'targets'], 'glossaries'],
  ['style-rules', ['style_rules'], 'style_rules'],
  ['taregts', ['targets'], 'targets'],
  ['NAME', ['name'], 'name'],
  ['zzz', ['name', 'id'], undefined],
  ['nam', ['name', 'names'], 'name'],
  ['x'.repeat(10_000), ['name'], undefined],
])('%.20s', (name, known, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});
