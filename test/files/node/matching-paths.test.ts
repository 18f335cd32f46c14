import { expect, test } from 'vitest';
import { matchingPaths } from '../../../src/files/node/matching-paths.ts';

const PATHS = ['teams/legal/a.yaml', 'teams/shop/a.yaml', 'teams/shop/deep/er/a.yaml', 'apps/web/a.yaml', 'a.yaml'];

test.each([
  ['teams/*/a.yaml', ['teams/legal/a.yaml', 'teams/shop/a.yaml']],
  ['{teams/legal,apps/*}/a.yaml', ['apps/web/a.yaml', 'teams/legal/a.yaml']],
  ['teams/[!s]*/a.yaml', ['teams/legal/a.yaml']],
  ['**/a.yaml', [...PATHS].sort()],
  ['teams/shop/a.yaml', ['teams/shop/a.yaml']],
  ['teams/none/a.yaml', []],
  ['../*/a.yaml', []],
])('%s matches paths that are only listed', async (pattern, expected) => {
  expect(await matchingPaths([pattern], PATHS)).toEqual(expected);
});
