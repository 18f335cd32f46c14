import { expect, test } from 'vitest';
import { DEVELOPER_KEY } from '../../../src/kinds/developer-key/developer-key-kind.ts';
import { patternsFor } from '../../../src/kinds/registry.ts';
import { mayNameKind } from '../../../src/model/resources/address.ts';
import { consents, consentsToAll } from '../../../src/plan/guard/guard-input.ts';

test('only a pattern that names the kind speaks of developer keys', () => {
  expect(patternsFor(DEVELOPER_KEY, ['*', '*/*', 'glossary.*', 'developer_key.*', 'developer_key.ci'])).toEqual([
    'developer_key.*',
    'developer_key.ci',
  ]);
  expect(consents(['*'], 'developer_key.ci')).toBe(false);
  expect(consents(['developer_key.*'], 'developer_key.ci')).toBe(true);
  expect(consents(['developer_key.other'], 'developer_key.ci')).toBe(false);
});

test('any pattern that matches speaks of everything else', () => {
  expect(consents(['*'], 'glossary.g')).toBe(true);
  expect(consents(['glossary.*'], 'style_rules.l')).toBe(false);
  expect(consents([], 'glossary.g')).toBe(false);
});

test('to the last of it consents the address itself or a pattern that means everything, and no other one', () => {
  expect(consentsToAll(['glossary.g'], 'glossary.g')).toBe(true);
  expect(consentsToAll(['*'], 'glossary.g')).toBe(true);
  expect(consentsToAll(['*/*'], 'glossary.g/en->de')).toBe(true);
  expect(consentsToAll(['glossary.*'], 'glossary.g')).toBe(false);
  expect(consentsToAll(['glossary.h'], 'glossary.g')).toBe(false);
  // A pattern for everything is none for keys.
  expect(consentsToAll(['*'], 'developer_key.ci')).toBe(false);
  expect(consentsToAll(['developer_key.ci'], 'developer_key.ci')).toBe(true);
});

test.each([
  [true, []],
  [true, ['developer_key.ci']],
  [true, ['developer_key.*']],
  [true, ['glossary.g', 'developer_key.ci']],
  [true, ['*']],
  [true, ['dev*']],
  [true, ['developer_key.*-old']],
  [false, ['glossary.*']],
  [false, ['dev']],
  [false, ['developer_key']],
  [false, ['style_rules.l', 'glossary.*/*']],
])('%s: keys need to be looked at for %j', (may, only) => {
  expect(mayNameKind(only, 'developer_key')).toBe(may);
});
