import { expect, test } from 'vitest';
import { diffEntries, patchedEntries } from '../../../src/change/diff-entries.ts';
import { entries } from '../../support/build.ts';

const LIVE = entries({ same: 's', gone: 'g', old: 'o' });
const WANTED = entries({ same: 's', old: 'n', fresh: 'f' });
const key = (source: string) => ['entry', 'en->de', source];

test('without files, no change has a place', () => {
  expect(diffEntries('en->de', LIVE, WANTED)).toStrictEqual({
    removed: [{ key: key('gone'), from: 'g' }],
    changed: [{ key: key('old'), from: 'o', to: 'n' }],
    added: [{ key: key('fresh'), to: 'f' }],
  });
});

test('with files, what they have has the place where they have it', () => {
  const at = { file: 'a.csv', line: 2, column: 1 };
  expect(diffEntries('en->de', LIVE, WANTED, () => at)).toStrictEqual({
    removed: [{ key: key('gone'), from: 'g' }],
    changed: [{ key: key('old'), from: 'o', to: 'n', at }],
    added: [{ key: key('fresh'), to: 'f', at }],
  });
});

test('changes made to entries make them what was wanted', () => {
  const { removed, changed, added } = diffEntries('en->de', LIVE, WANTED);
  expect([...patchedEntries(LIVE, [...removed, ...changed, ...added])]).toEqual([...WANTED]);
  expect([...patchedEntries(LIVE, [])]).toEqual([...LIVE]);
});
