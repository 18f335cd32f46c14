import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMarkdown } from '../review/markdown/gfm.ts';
import { pullWorld } from './pull-world.ts';

const EN_AR = 'glossaries/product/en-ar.csv';
const FILES = {
  'glossaries/product/glossary.yaml': `name: Product
dictionaries: [{ source_lang: en, target_lang: ar, file: en-ar.csv }]
`,
  [EN_AR]: `source,target,pos,definition,note,status,example
cart,عربة,noun,,,,
old,قديم,adj,,,,
`,
};

const EDITED = `source,target,pos,definition,note,status,example
cart,سلة,noun,Holds what a customer | buys,Only in the shop,approved,Fill the cart.
sign in,دخول ,verb,,,draft,
`;

async function world(columns?: string) {
  const made = await pullWorld(FILES);
  const write = (file: string, text: string): void => writeFileSync(join(made.cwd, file), text);
  const read = (file: string): string => readFileSync(join(made.cwd, file), 'utf8');
  if (columns !== undefined) write('lexform.yaml', `${read('lexform.yaml')}review: { columns: [${columns}] }\n`);
  write(EN_AR, EDITED.replace('دخول ', 'دخول'));
  return { ...made, write, read };
}

test('a plan carries what the files say of changed terms, and every report shows it', async () => {
  const { run, read } = await world();
  const { out } = await run('plan', '--out', 'plan.json', '--report', 'markdown=p.md', '--report', 'html=p.html');
  expect(out).toContain(
    '(noun, approved; definition: Holds what a customer | buys; example: Fill the cart.; note: Only in the shop)',
  );
  const values = JSON.parse(read('plan.json')).changes[0].children[0].values;
  expect(values.map(({ key, term }: { key: string[]; term?: object }) => [key[2], term])).toEqual([
    ['old', undefined],
    [
      'cart',
      {
        partOfSpeech: 'noun',
        status: 'approved',
        definition: 'Holds what a customer | buys',
        example: 'Fill the cart.',
        note: 'Only in the shop',
      },
    ],
    ['sign in', { partOfSpeech: 'verb', status: 'draft' }],
  ]);
  const markdown = read('p.md');
  expect(readMarkdown(markdown).problems).toEqual([]);
  expect(markdown).toContain('<br>part of speech: <code>verb</code>; status: <code>draft</code> |');
  expect(markdown).toContain('English → Arabic');
  expect(markdown).toContain('<code lang="ar" dir="rtl">');
  expect(markdown).toContain('<code>Holds what a customer &#124; buys</code>');
  expect(read('p.html')).toContain(
    '["definition","Holds what a customer | buys"],["example","Fill the cart."],["note","Only in the shop"]',
  );
  expect(read('p.html')).toMatch(/\{"lang":"ar","dir":"rtl"[,}]/);
  // A plan that is read from its file says the same; what it says beside the terms is no part of the approval.
  const applied = await run('apply', 'plan.json', '--auto-approve', '--report', 'markdown=a.md');
  expect(applied.code).toBe(0);
  expect(read('a.md')).toContain('<code>Only in the shop</code>');
});

test('what the linter finds in a changed term stands beside it, in markdown and on the page', async () => {
  const { run, write, read } = await world('');
  write(EN_AR, `${EDITED.replace('دخول ', 'دخول')}two words,كلمتان  هنا,,,,\n`);
  await run('plan', '--report', 'markdown=p.md', '--report', 'html=p.html');
  const rows = read('p.md').split('\n');
  expect(rows.find((row) => row.includes('<code lang="en">two words</code>'))).toMatch(/<br>⚠️ .* has two spaces/);
  expect(rows.find((row) => row.includes('<code lang="en">cart</code>'))).not.toContain('⚠️');
  expect(read('p.html')).toMatch(/two words[^\n]{0,400}two spaces/);
});
