import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { phrase } from '../support/target.ts';
import { pullWorld } from './pull-world.ts';

const TERMS = '\ufeff# terms of ours\r\nsource;target\r\nhouse;Haus\r\n"cat";"Katze"\r\n';
const FILES = {
  'lexform.yaml': 'glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n',
  'glossaries/beside/glossary.yaml': '# found by their names\nname: Beside # shown\ncomments: "#"\n',
  'glossaries/beside/en-de.csv': TERMS,
  'glossaries/beside/en-fr.csv': TERMS,
  'glossaries/beside/notes.md': 'kept\n',
  'glossaries/listed/glossary.yaml': `name: "Listed"
comments: '#'
dictionaries:
  # the first
  - { source_lang: en, target_lang: de, file: en-de.csv }
  - source_lang: en
    target_lang: fr
    file: french.csv # from the agency
`,
  'glossaries/listed/en-de.csv': TERMS,
  'glossaries/listed/french.csv': TERMS,
  'glossaries/listed/unlisted.csv': 'kept\n',
  'glossaries/wide/glossary.yaml':
    'name: Wide\ntables:\n  - { file: ../terms.csv, pairs: [en->de, en->fr] } # one table\n',
  'glossaries/other/glossary.yaml': 'name: Other\ntables: [{ file: ../terms.csv, pairs: [pl->nl] }]\n',
  'glossaries/terms.csv': 'en,de,fr,note,pl,nl\nfloor,Boden,sol,x,podłoga,vloer\nroof,Dach,toit,y,dach,dak\n',
  'style-rules/tone.yaml': `# how we sound
name: Tone
language: de # for now
custom_instructions:
  - { label: Kind, prompt: "Be kind." }   # the first
  - label: Names
    prompt: Keep names.
    source_language: de
`,
  'style-rules/names.yaml': 'name: Names\nlanguage: en\nprotect: false\n',
};

const GLOSSARIES = ['Beside', 'Listed', 'Wide'] as const;
const TARGETS = ['de', 'fr', 'it', 'es'] as const;
const LISTS = ['Tone', 'Names'] as const;

const entries = fc
  .uniqueArray(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 3, selector: ([source]) => source })
  .map((rows) =>
    rows
      .map((row) => row.map((text) => (/^".*"$/s.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
      .join('\n'),
  );
const glossary = fc.constantFrom(...GLOSSARIES);
const target = fc.constantFrom(...TARGETS);
const list = fc.constantFrom(...LISTS);
const language = fc.constantFrom('de', 'en', 'fr');
const instructions = fc.uniqueArray(
  fc.record(
    {
      label: fc.constantFrom('Kind', 'Names', 'New'),
      prompt: fc.constantFrom('Be kind.', 'Keep names.', 'Other.'),
      source_language: language,
    },
    { requiredKeys: ['label', 'prompt'] },
  ),
  { maxLength: 3, selector: ({ label }) => label },
);

/** What somebody does in the web page of the service. */
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), glossary, target, entries }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), glossary, target }) },
  fc.record({ kind: fc.constant('remove-glossary' as const), glossary }),
  fc.record({ kind: fc.constant('renew-glossary' as const), glossary, target, entries }),
  fc.record({ kind: fc.constant('remove-list' as const), list }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('renew-list' as const), list, language, instructions }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer Of> ? Of : never;
type World = Awaited<ReturnType<typeof pullWorld>>;

/** Does it where it can be done: what is gone cannot be changed. */
async function perform(one: Deed, { call, glossaryId, listId }: World): Promise<void> {
  const dictionary = (to: string, text: string) => ({
    source_lang: 'en',
    target_lang: to,
    entries: text,
    entries_format: 'tsv',
  });
  if ('glossary' in one) {
    const id = await glossaryId(one.glossary);
    const path = `/v3/glossaries/${id}`;
    switch (one.kind) {
      case 'put':
        if (id !== undefined) await call('PUT', `${path}/dictionaries`, dictionary(one.target, one.entries));
        return;
      case 'remove':
        await call('DELETE', `${path}/dictionaries?source_lang=en&target_lang=${one.target}`);
        return;
      case 'remove-glossary':
        await call('DELETE', path);
        return;
      case 'renew-glossary':
        await call('DELETE', path);
        await call('POST', '/v3/glossaries', {
          name: one.glossary,
          dictionaries: [dictionary(one.target, one.entries)],
        });
        return;
      default:
        return one satisfies never;
    }
  }
  await call('DELETE', `/v3/style_rules/${await listId(one.list)}`);
  if (one.kind === 'renew-list')
    await call('POST', '/v3/style_rules', {
      name: one.list,
      language: one.language,
      custom_instructions: one.instructions,
    });
}

/** Everything that the service has, as it lists it. */
async function listed({ call }: World): Promise<unknown> {
  return [(await call('GET', '/v3/glossaries')).body, (await call('GET', '/v3/style_rules?detailed=true')).body];
}

test('whatever came, went and changed as a whole: after a pull the plan is empty, nothing is made again, and other files are as they were', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 5 }), async (deeds) => {
      const world = await pullWorld(FILES);
      const { run } = world;
      const before = world.files();
      for (const one of deeds) await perform(one, world);
      const service = await listed(world);
      const checked = await run('pull', '--check', '--allow-delete', '*', '--allow-delete', '*/*');
      expect(world.files()).toEqual(before);
      const pulled = await run('pull', '--json', '--allow-delete', '*', '--allow-delete', '*/*');
      expect([pulled.code, pulled.err.replace(/^.*(?:warning|info): .*\n|^0 errors.*\n/gm, '')]).toEqual([0, '']);
      const { files, deleted } = JSON.parse(pulled.out);
      expect(checked.code).toBe(files.length + deleted.length > 0 ? 2 : 0);
      const after = world.files();
      // What it names is what it has done, and no more.
      for (const path of new Set([...Object.keys(before), ...Object.keys(after)]))
        expect([path, after[path] !== before[path]]).toEqual([path, [...files, ...deleted].includes(path)]);
      for (const path of deleted) expect(after[path]).toBe(undefined);
      for (const path of [
        'glossaries/beside/notes.md',
        'glossaries/listed/unlisted.csv',
        'glossaries/other/glossary.yaml',
      ])
        expect(after[path]).toBe(before[path]);
      for (const [path, text] of Object.entries(before))
        for (const line of text.split('\n').filter((each) => /^\ufeff?#/.test(each)))
          if (after[path] !== undefined) expect(after[path]).toContain(line);
      expect(JSON.parse((await run('plan', '--json')).out)).toMatchObject({ changes: [] });
      expect((await run('apply', '--auto-approve')).code).toBe(0);
      expect(await listed(world)).toEqual(service);
      expect(JSON.parse((await run('plan', '--json')).out)).toMatchObject({ changes: [] });
      expect((await run('pull', '--check')).code).toBe(0);
      for (const { kind } of deeds) seen.add(kind);
    }),
    {
      numRuns: runs(14),
      // Each deed once, whatever the others are.
      examples: [
        [
          [
            { kind: 'put', glossary: 'Beside', target: 'it', entries: 'sun\tsole' },
            { kind: 'remove', glossary: 'Listed', target: 'de' },
            { kind: 'remove-glossary', glossary: 'Beside' },
            { kind: 'renew-list', list: 'Tone', language: 'de', instructions: [] },
          ],
        ],
        [
          [
            { kind: 'renew-glossary', glossary: 'Listed', target: 'de', entries: 'sun\tSonne' },
            { kind: 'remove-list', list: 'Names' },
          ],
        ],
      ],
    },
  );
  expect(seen.size).toBe(6);
});
