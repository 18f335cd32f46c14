import { describe, expect, test } from 'vitest';
import { git } from '../support/git-repository.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { sinceWorld } from './since-world.ts';

const LEGAL = 'glossaries/legal/glossary.yaml';

/** A change on main that nobody has applied. */
const onMain = ({ commit, cwd }: Awaited<ReturnType<typeof sinceWorld>>): void => {
  commit();
  git(cwd, 'branch', '-q', '-f', 'main');
};

/** The id that the service has given to a glossary. */
async function idOf({ url }: Awaited<ReturnType<typeof sinceWorld>>, name: string): Promise<string> {
  const answer = await fetch(`${url}/v3/glossaries`, { headers: { authorization: `Service-Auth-Key ${TEST_KEY}` } });
  const { glossaries } = (await answer.json()) as { glossaries: { name: string; glossary_id: string }[] };
  return glossaries.find((each) => each.name === name)?.glossary_id ?? '';
}

describe('resources that did not change since a commit', () => {
  test('keep what they own on the service, by their ids too', async () => {
    const of = await sinceWorld();
    const id = await idOf(of, 'Legal');
    of.write(LEGAL, `name: Law\nid: ${id}\n`);
    onMain(of);
    // Nobody has applied the new name, and the id is that of another one, so the old name is free for nobody.
    of.write('glossaries/product/glossary.yaml', 'name: Legal\n');
    const [part, whole] = [await of.planned('--since', 'main'), await of.planned()];
    expect(part.changes).toEqual(whole.changes.filter(({ address }) => address === 'glossary.product'));
    expect(part.changes).toHaveLength(1);
  });
});
