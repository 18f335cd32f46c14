import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from './world.ts';

const config = (url: string, staging: string): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\n  staging: { base_url: "${url}", key: env:KEY, ${staging} }\nglossaries: glossaries/*/glossary.yaml\n`;

const NAMES = 'names: "{name} (staging)"';

/** Two products that extend a company list, on two targets of one account, and all of it applied. */
async function twoTargets() {
  const world = await actionWorld();
  const { workspace, write, serviceUrl, step, call } = world;
  for (const name of ['company', 'desk']) mkdirSync(join(workspace, `terms/glossaries/${name}`), { recursive: true });
  write('terms/lexform.yaml', config(serviceUrl, NAMES));
  write('terms/glossaries/company/glossary.yaml', 'name: Company\npublish: false\n');
  write('terms/glossaries/company/en-de.csv', 'cart,Warenkorb\n');
  write('terms/glossaries/product/glossary.yaml', 'name: Product\nextends: [glossary.company]\n');
  write('terms/glossaries/desk/glossary.yaml', 'name: Desk\nextends: [glossary.company]\n');
  write('terms/glossaries/desk/en-de.csv', 'ticket,Ticket\n');
  const apply = (more: Readonly<Record<string, string>> = {}) => step({ command: 'apply', approval: 'none', ...more });
  expect((await apply()).outputs.get('result')).toBe('applied');
  const names = async (): Promise<readonly string[]> =>
    (await call('GET', '/v3/glossaries')).body.glossaries.map(({ name }: { readonly name: string }) => name).sort();
  return { ...world, apply, names };
}

const ALL = ['Desk', 'Desk (staging)', 'Product', 'Product (staging)'];

test('deselecting a resource on a target is refused without consent, and deletes it there only', async () => {
  const { write, serviceUrl, apply, names, onPullRequest, github } = await twoTargets();
  expect(await names()).toEqual(ALL);
  write('terms/lexform.yaml', config(serviceUrl, `${NAMES}, resources: [glossary.product]`));
  const planned = await onPullRequest();
  expect([planned.code, planned.outputs.get('refused')]).toEqual([1, 'true']);
  expect(github.comments.map(({ body }) => body).join()).toContain('glossary&#46;desk');
  expect((await apply()).outputs.get('result')).toBe('refused');
  expect((await apply({ 'allow-delete': 'glossary.product' })).outputs.get('result')).toBe('refused');
  expect(await names()).toEqual(ALL);
  expect((await apply({ 'allow-delete': 'glossary.desk' })).outputs.get('result')).toBe('applied');
  expect(await names()).toEqual(ALL.filter((name) => name !== 'Desk (staging)'));
  expect((await onPullRequest()).outputs.get('result')).toBe('no-changes');
});

test('names and settings of one target change nothing on the other one', async () => {
  const { write, serviceUrl, apply, names, step } = await twoTargets();
  write('terms/lexform.yaml', config(serviceUrl, 'names: "{name} (try-out)"'));
  write(
    'terms/glossaries/desk/glossary.yaml',
    'name: Desk\nextends: [glossary.company]\non: { staging: { name: D } }\n',
  );
  const { outputs } = await step({ command: 'plan', target: 'prod' });
  expect(outputs.get('result')).toBe('no-changes');
  expect((await apply()).outputs.get('result')).toBe('applied');
  expect(await names()).toEqual(['D', 'Desk', 'Product', 'Product (try-out)']);
});

test('the comment has the reach of a shared term over all targets, and lists the term once for each target', async () => {
  const { write, onPullRequest, github } = await twoTargets();
  write('terms/glossaries/company/en-de.csv', 'cart,Einkaufswagen\n');
  expect((await onPullRequest()).outputs.get('result')).toBe('changes');
  const [{ body = '' } = {}] = github.comments;
  expect(body.split('1 shared phrase changes 2 glossaries, in 1 language, on 2 targets.').length - 1).toBeGreaterThan(
    0,
  );
  expect(body.split('Einkaufswagen').length - 1).toBeLessThanOrEqual(2);
});
