import { describe, expect, test } from 'vitest';
import { git } from '../support/git-repository.ts';
import { PRODUCT, sinceWorld } from './since-world.ts';

const LEGAL = 'glossaries/legal/en-de.csv';

/** `count` rows of one word each. */
const rows = (word: string, count: number): string =>
  Array.from({ length: count }, (_, place) => `${word} ${place},${word}s ${place}\n`).join('');

describe('tables that did not change since a commit', () => {
  /** A change on main that nobody has applied. */
  const onMain = ({ commit, cwd }: Awaited<ReturnType<typeof sinceWorld>>): void => {
    commit();
    git(cwd, 'branch', '-q', '-f', 'main');
  };

  test('count where the limit of deletions is a share of all terms', async () => {
    const of = await sinceWorld({ [PRODUCT]: rows('house', 1400), [LEGAL]: rows('law', 2000) });
    of.append('lexform.yaml', 'safety: { max_deletes: 500, max_deletes_per_run: 10% }\n');
    onMain(of);
    of.write(PRODUCT, rows('house', 1200));
    expect((await of.lexform('plan', '--since', 'main')).code).toBe(0);
    of.write(PRODUCT, rows('house', 1000));
    const [part, whole] = [await of.lexform('plan', '--since', 'main', '--json'), await of.lexform('plan', '--json')];
    expect(part.code).toBe(3);
    expect(JSON.parse(part.out).guard).toEqual(JSON.parse(whole.out).guard);
  });
});
