import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { fillWorkspace } from '../support/temp-workspace.ts';

const COMPANY = {
  'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
  'glossaries/company/en-de.csv': 'cart,Warenkorb\ninvoice,Rechnung\n',
  'glossaries/company/en-fr.csv': 'cart,panier\n',
  'style/company.yaml': 'custom_instructions:\n  - { label: Tone, prompt: Be friendly. }\n',
};

/** The three places of a layer, as the path in `layers:`. */
const PLACES = { folder: '../company', submodule: '../company', checkout: '../../company' } as const;

/** A workspace in the folder `terms` of a repository, and a company list outside of it. */
async function layersWorld(place: keyof typeof PLACES, more: Readonly<Record<string, string>> = {}) {
  const service = testService();
  const { url, close } = await listen({ answer: (request) => service.answer(request) });
  onTestFinished(close);
  const top = tempFolder();
  const repository = join(top, 'main');
  const cwd = join(repository, 'terms');
  const layer = PLACES[place];
  await fillWorkspace(repository, {
    'terms/lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: [glossaries/*/glossary.yaml, ${layer}/glossaries/*/glossary.yaml]\nstyle_rules: style-rules/*.yaml\nlayers: [${layer}]\n`,
    'terms/glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.company]\n',
    'terms/glossaries/product/en-de.csv': 'source,target,override\nhome,Start,\n',
    'terms/glossaries/product/en-fr.csv': 'home,accueil\n',
    'terms/glossaries/legal/glossary.yaml': 'name: Legal\n',
    'terms/glossaries/legal/en-de.csv': 'contract,Vertrag\n',
    'terms/style-rules/chat.yaml': `name: Chat\nlanguage: de\nextends: ../${layer}/style/company.yaml\n`,
    ...more,
  });
  const commit = (folder = repository): void => {
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'Change');
  };
  git(repository, 'init', '-q', '-b', 'main');
  if (place === 'folder') await fillWorkspace(join(repository, 'company'), COMPANY);
  else {
    const origin = join(top, 'origin');
    await fillWorkspace(origin, COMPANY);
    git(origin, 'init', '-q', '-b', 'main');
    commit(origin);
    const local = ['-c', 'protocol.file.allow=always'];
    if (place === 'submodule') git(repository, ...local, 'submodule', '--quiet', 'add', '../origin', 'company');
    else git(top, ...local, 'clone', '-q', 'origin', 'company');
  }
  commit();
  const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  const call = async (method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const company = join(cwd, layer);
  return {
    top,
    cwd,
    company,
    commit,
    lexform,
    call,
    planned: async (...args: readonly string[]): Promise<readonly string[]> => {
      const { out } = await lexform('plan', '--json', ...args);
      return (JSON.parse(out) as Plan).changes.map(({ address }) => address);
    },
    write(file: string, text: string): void {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), text);
    },
    read: (file: string): string => readFileSync(join(cwd, file), 'utf8'),
    remove: (file: string): void => rmSync(join(cwd, file), { recursive: true }),
  };
}

const TERMS = (layer: string): string => `${layer}/glossaries/company/en-de.csv`;

describe.each(['folder', 'submodule', 'checkout'] as const)('a layer outside the workspace, in a %s', (place) => {
  const layer = PLACES[place];

  test('is inherited and not sent, and its bytes belong to a saved plan', async () => {
    const { lexform, call, planned, write, cwd } = await layersWorld(place);
    expect((await lexform('validate')).out).toMatch(/^No findings\./);
    const { out } = await lexform('plan', '--out', 'plan.json');
    expect(out).toContain(`invoice → Rechnung  (inherited from glossary.company)  ${layer}/glossaries/company/en-de`);
    expect(out).toContain(`instruction Tone: Be friendly.`);
    const saved = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8')) as Plan;
    write(TERMS(layer), 'cart,Einkaufswagen\ninvoice,Rechnung\n');
    expect(await lexform('apply', 'plan.json', '-y')).toMatchObject({
      code: 3,
      err: expect.stringContaining('product'),
    });
    write(TERMS(layer), 'cart,Warenkorb\ninvoice,Rechnung\n');
    expect((await lexform('apply', 'plan.json', '-y')).code).toBe(0);
    expect(saved.config?.map(({ address }) => address)).not.toContain('glossary.company');
    const { glossaries } = (await (await call('GET', '/v3/glossaries')).json()) as { glossaries: { name: string }[] };
    expect(glossaries.map(({ name }) => name).sort()).toEqual(['Legal', 'Product']);
    expect(await planned()).toEqual([]);
  });

  test('counts as changed under --since', async () => {
    const { lexform, planned, write, remove, company, commit } = await layersWorld(place);
    expect((await lexform('apply', '-y')).code).toBe(0);
    const quiet = await lexform('plan', '--since', 'main');
    const isCompared = place !== 'checkout';
    expect([quiet.code, quiet.err.includes('[layer-path-not-compared]')]).toEqual([0, !isCompared]);
    if (!isCompared)
      expect(quiet.err).toContain('lexform.yaml:6:10: warning: --since cannot compare "../../company": ');
    expect(quiet.out).toContain(`Left out: ${isCompared ? 3 : 1} resource`);
    write(TERMS(layer), 'cart,Einkaufswagen\ninvoice,Rechnung\n');
    if (place === 'submodule') commit(company);
    expect(await planned('--since', 'main')).toEqual(['glossary.product']);
    write(TERMS(layer), 'cart,Warenkorb\ninvoice,Rechnung\n');
    remove(TERMS(layer).replace('de.csv', 'fr.csv'));
    expect(await planned('--since', 'main')).toEqual(['glossary.product']);
  });

  test('is never written', async () => {
    const { lexform, call, planned, write, read } = await layersWorld(place);
    expect((await lexform('apply', '-y')).code).toBe(0);
    const { glossaries } = (await (await call('GET', '/v3/glossaries')).json()) as {
      glossaries: { name: string; glossary_id: string }[];
    };
    const id = glossaries.find(({ name }) => name === 'Product')?.glossary_id;
    const entries = 'cart\tWagen\nhome\tStart\n';
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }];
    expect((await call('PUT', `/v3/glossaries/${id}/dictionaries`, dictionaries[0])).status).toBe(200);
    const before = read(TERMS(layer));
    expect((await lexform('pull', '-y')).code).toBe(0);
    expect(read('glossaries/product/en-de.csv')).toBe(
      'source,target,override\nhome,Start,\ncart,Wagen,yes\ninvoice,,remove\n',
    );
    expect(await planned()).toEqual([]);
    write(TERMS(layer), `${before}"x ",y\n`);
    const untidy = read(TERMS(layer));
    const formatted = await lexform('fmt');
    expect(formatted.out).toContain('4 files outside the workspace folder left');
    await lexform('lint', '--fix');
    write('new.csv', 'en,de\nnew,neu\n');
    const imported = await lexform('import', 'new.csv', '--to', 'glossary.company');
    expect([imported.code, imported.err]).toEqual([expect.any(Number), expect.stringContaining('outside')]);
    expect(read(TERMS(layer))).toBe(untidy);
  });
});
