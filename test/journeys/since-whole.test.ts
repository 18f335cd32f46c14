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

  test('are compared by a rule when they are wide, and their errors stop no other change', async () => {
    const of = await sinceWorld({
      'glossaries/broad/glossary.yaml': 'name: Broad\ntables:\n  - { file: terms.csv, pairs: ["en->*"] }\n',
      'glossaries/broad/terms.csv': `en,de,fr\n${rows('leaf', 20).replaceAll('\n', ',feuille\n')}tree,Baum,arbre\n`,
    });
    of.append(
      'lexform.yaml',
      'lint: { together: [[glossary.broad, glossary.product]], rules: { glossaries/conflict: warning } }\n',
    );
    onMain(of);
    of.append(PRODUCT, 'tree,Holz\n');
    const part = JSON.parse((await of.lexform('plan', '--since', 'main', '--json')).out);
    expect(part.lint).toEqual(JSON.parse((await of.lexform('plan', '--json')).out).lint);
    expect(part.lint.map(({ code }: { readonly code: string }) => code)).toEqual(['glossaries/conflict']);
    of.append('glossaries/broad/terms.csv', 'a,b,c,d,e\n');
    onMain(of);
    of.append('glossaries/legal/en-fr.csv', 'tree,arbre\n');
    expect((await of.lexform('plan', '--since', 'main')).code).toBe(0);
  });

  test('have errors that count where lexform.yaml has changed', async () => {
    const of = await sinceWorld();
    of.append(LEGAL, 'contract,Abkommen\n');
    onMain(of);
    of.append('lexform.yaml', '# More.\n');
    expect((await of.lexform('plan', '--since', 'main')).code).toBe(4);
  });

  test('have resources whose names count all the same', async () => {
    const { lexform, write } = await sinceWorld();
    write('glossaries/product/glossary.yaml', 'name: Legal\n');
    const { code, err } = await lexform('plan', '--since', 'main');
    expect(code).toBe(4);
    expect(err).toContain('[name-repeated]');
  });

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

  test('are compared by the rules for glossaries that are used together', async () => {
    const of = await sinceWorld();
    of.append(
      'lexform.yaml',
      'lint: { together: [[glossary.legal, glossary.product]], rules: { glossaries/conflict: warning } }\n',
    );
    onMain(of);
    of.append(PRODUCT, 'contract,Abkommen\n');
    const part = JSON.parse((await of.lexform('plan', '--since', 'main', '--json')).out);
    const whole = JSON.parse((await of.lexform('plan', '--json')).out);
    expect(part.lint).toEqual(whole.lint);
    expect(part.lint.map(({ code }: { readonly code: string }) => code)).toEqual(['glossaries/conflict']);
  });

  test('are where a resource went whose folder is gone', async () => {
    const of = await sinceWorld();
    of.write('glossaries/law/glossary.yaml', 'name: Law\n');
    of.write('glossaries/law/en-de.csv', 'contract,Vertrag\n');
    of.write('glossaries/law/en-fr.csv', 'contract,contrat\n');
    onMain(of);
    of.remove('glossaries/legal');
    const args = ['--allow-delete', 'glossary.legal', '--allow-delete', 'glossary.legal/*'];
    const [part, whole] = [await of.planned('--since', 'main', ...args), await of.planned(...args)];
    expect(part.moves).toEqual(whole.moves);
    expect(part.moves).toHaveLength(1);
  });
});
