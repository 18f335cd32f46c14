import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** Two language pairs, a gap, a draft that is not sent and a synonym that is not sent: 6 terms. */
const TABLE = [
  'en,de,fr,status',
  'house,Haus,maison,',
  'cat,Katze,,',
  'tree,Baum,arbre,approved',
  'garden,Garten,,',
  'dog,Hund,chien,draft',
  'house,Gebäude,,admitted',
];

test('every command counts the same terms: each source phrase once for each language pair that is sent', async () => {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml':
      'name: Product\ntables: [{ file: terms.csv, pairs: [en->*] }]\nsend: { status: [none, approved] }\n',
    'glossaries/product/terms.csv': `${TABLE.join('\n')}\n`,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  const numberIn = async (pattern: RegExp, ...args: readonly string[]): Promise<number> => {
    const { out, err } = await run(...args);
    const [, count] = pattern.exec(out) ?? [];
    if (count === undefined) throw new Error(`${args.join(' ')} names no count: ${out}${err}`);
    return Number(count);
  };
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out);

  const before = {
    validate: await numberIn(/ (\d+) terms\b/, 'validate'),
    'validate --json': (await json('validate')).checked.terms,
    lint: await numberIn(/ (\d+) terms\b/, 'lint'),
    plan: await numberIn(/: (\d+) terms to add\b/, 'plan'),
  };
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  const [glossary] = (await json('service', 'list')).resources;
  const after = {
    'service list': glossary.children.reduce((sum: number, { entries }: { entries: number }) => sum + entries, 0),
    'explain, files': await numberIn(/\((\d+) terms\) of the files/, 'explain', 'nothing'),
    'explain, service': await numberIn(/\((\d+) terms\) on prod/, 'explain', 'nothing'),
    backup: await numberIn(/ with (\d+) terms\b/, 'backup', 'saved'),
  };
  const all = { ...before, ...after };
  expect(all).toEqual(Object.fromEntries(Object.keys(all).map((command) => [command, 6])));
});

test('import and export count phrases, which have no language pair', async () => {
  const cwd = await tempWorkspace({
    'lexform.yaml': 'version: 1\ntargets:\n  here: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/glossary.yaml': 'name: Product\ntables: [{ file: terms.csv, pairs: [en->*] }]\n',
    'glossaries/product/terms.csv': 'en,de,fr\nhouse,Haus,maison\ncat,Katze,\n',
    'list.csv': 'en,de\ndog,Hund\n',
  });
  const run = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  const exported = await run('export', 'glossary.product', '--format', 'csv', '--out', 'out.csv');
  expect(exported.err + exported.out).toContain('2 concepts of glossary.product, 5 phrases in en, de, fr');
  const { imports } = JSON.parse(
    (await run('import', 'list.csv', '--to', 'glossary.product', '--dry-run', '--json')).out,
  );
  expect(imports).toMatchObject([{ rows: 1, phrases: 2 }]);
});
