import { describe, expect, test } from 'vitest';
import { git } from '../support/git-repository.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { LIST, PRODUCT, sinceWorld, TONE } from './since-world.ts';

const LEGAL = 'glossaries/legal/glossary.yaml';
const FORMAL = 'style-rules/formal.yaml';

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
  test('may have errors, which stop no other change', async () => {
    const of = await sinceWorld();
    of.write(LEGAL, 'name: Legal\ntitle: Law\n');
    of.write(FORMAL, 'name: Formal\nlanguage: klingon\n');
    onMain(of);
    of.append(PRODUCT, 'dog,Hund\n');
    of.append(TONE, '  - { label: Short, prompt: Be short. }\n');
    const { changes } = await of.planned('--since', 'main');
    expect(changes.map(({ address }) => address)).toEqual(['glossary.product', 'style_rules.tone']);
    expect((await of.lexform('plan')).code).toBe(4);
  });

  test.each([
    ['name: "Le\\x67al"\n', 'name: Legal\n'],
    ["name: 'Legal'\ndictionaries: auto\nprotect: true\n", 'name: Legal\n'],
    ['name: >-\n  Legal\n  terms\n', 'name: Legal terms\n'],
    ["name: 'Law''s'\n", "name: Law's\n"],
  ])('have names that a changed one cannot take: %j', async (theirs, ours) => {
    const of = await sinceWorld();
    of.write(LEGAL, theirs);
    onMain(of);
    of.write('glossaries/product/glossary.yaml', ours);
    of.write(TONE, `name: Formal\n${LIST}`);
    const { code, err } = await of.lexform('plan', '--since', 'main');
    expect(code).toBe(4);
    expect(err.match(/\[name-repeated\]/g)).toHaveLength(2);
  });

  test('have ids that a changed one cannot take', async () => {
    const of = await sinceWorld();
    const id = await idOf(of, 'Legal');
    of.write(LEGAL, `name: Legal\nid: ${id}\n`);
    onMain(of);
    of.append(PRODUCT, 'dog,Hund\n');
    const plan = await of.planned('--since', 'main');
    expect(plan.changes.map(({ address }) => address)).toEqual(['glossary.product']);
    of.write('glossaries/product/glossary.yaml', `name: Product\nid: ${id}\n`);
    const { code, err } = await of.lexform('plan', '--since', 'main');
    expect([code, err]).toEqual([4, expect.stringContaining('[id-repeated]')]);
  });

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

  test('and files that no pattern names are told as without --since', async () => {
    const of = await sinceWorld();
    of.write('glossaries/stray/en-de.csv', 'a,b\n');
    of.write('glossaries/other/glossary.yml', 'name: Other\n');
    of.write('style-rules/late.yml', `name: Late\n${LIST}`);
    onMain(of);
    of.append(PRODUCT, 'dog,Hund\n');
    of.write('glossaries/new/en-de.csv', 'a,b\n');
    const [part, whole] = [await of.lexform('plan', '--since', 'main'), await of.lexform('plan')];
    expect([part.code, whole.code]).toEqual([0, 0]);
    expect(part.err.match(/\[file-unmatched\]/g)).toHaveLength(4);
    expect(part.err).toBe(whole.err);
  });
});
