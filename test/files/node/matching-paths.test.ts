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

test('no pattern looks further down than 12 folders below its own, and a path of many folders takes no time', async () => {
  const below = (folders: number): string => `${'a/'.repeat(folders)}a.yaml`;
  const depths = async (pattern: string): Promise<readonly number[]> => {
    const found = await matchingPaths([pattern], [...[...Array(30).keys()].map(below), below(20_000)]);
    return found.map((path) => path.split('/').length - 1).sort((one, other) => one - other);
  };
  expect(await depths('**/a.yaml')).toEqual([...Array(12).keys()]);
  expect(await depths(`${'a/'.repeat(20)}**/a.yaml`)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
}, 2000);
