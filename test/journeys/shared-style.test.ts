import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

const COMPANY = `custom_instructions:
  - { label: Tone, prompt: Be kind. }
  - { label: Address, prompt: Say Sie., languages: [de] }
configured_rules:
  punctuation: { apostrophe: use_curly_apostrophes }
`;
const FILES = {
  'style-rules/company.yaml': COMPANY,
  'style-rules/de.yaml': 'name: DE\nlanguage: de\nextends: company.yaml\n',
  'style-rules/fr.yaml':
    'name: FR\nlanguage: fr\nextends: style_rules.company\nremove: [Tone]\ncustom_instructions:\n  - { label: Own, prompt: Be brief. }\n',
};
const EMPTY = ['plan', '--detailed-exitcode'] as const;

interface LiveList {
  readonly name: string;
  readonly configured_rules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly custom_instructions: readonly { readonly id: string; readonly label: string; readonly prompt: string }[];
}

async function world(files: Readonly<Record<string, string>> = FILES) {
  const made = await pullWorld(files);
  const lists = async (): Promise<readonly LiveList[]> =>
    (await made.call('GET', '/v3/style_rules?detailed=true')).body.style_rules;
  return {
    ...made,
    lists,
    list: async (name: string) => (await lists()).find((each) => each.name === name) as LiveList & { style_id: string },
    write: (path: string, text: string) => writeFileSync(join(made.cwd, path), text),
  };
}

describe('a style list that extends a part', () => {
  test('shows in plan, comment and page where a rule or an instruction is inherited from', async () => {
    const { run, write, read } = await world();
    write('style-rules/company.yaml', COMPANY.replace('Be kind.', 'Be very kind.').replace('curly', 'straight'));
    const { out } = await run('plan', '--report', 'markdown=p.md', '--report', 'html=p.html', '--out', 'plan.json');
    expect(out).toContain('(inherited from style_rules.company)  style-rules/company.yaml:2');
    expect(out).toContain('(inherited from style_rules.company)  style-rules/company.yaml:5');
    expect(read('p.md')).toContain('inherited from style&#95;rules&#46;<wbr>company');
    expect(read('p.html')).toContain('>inherited from style_rules.company<');
    expect((await run('apply', '--approved', 'plan.json', '--auto-approve')).code).toBe(0);
    // The bytes of a part are part of the digests of a plan.
    write('style-rules/company.yaml', COMPANY);
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(3);
  });

  test('hostile names of parts are escaped in every output', async () => {
    const { run, write, read } = await world();
    write('style-rules/company.yaml', COMPANY.replace('Be kind.', 'Be very kind.'));
    const name = 'x<b>[y](z)\u202e.yaml';
    write(name, COMPANY.replace('Be kind.', 'Be cruel.'));
    write('style-rules/de.yaml', `name: DE\nlanguage: de\nextends: "../${name}"\n`);
    const { out } = await run('plan', '--report', 'markdown=p.md', '--report', 'html=p.html');
    expect(out).toContain('inherited from x<b>[y](z)⟨U+202E⟩.yaml');
    expect(out).not.toContain('\u202e');
    expect(read('p.md')).not.toContain('\u202e');
    expect(read('p.md')).not.toMatch(/(?<!`[^`\n]*)<b>\[y\]\(z\)/);
    expect(read('p.html')).not.toContain('x<b>');
    expect(read('p.html')).not.toContain('\u202e');
  });
});

const label = fc.constantFrom('A', 'B', 'C');
const prompt = fc.constantFrom('one', 'two', 'three');
const apostrophe = fc.constantFrom('use_curly_apostrophes', 'use_straight_apostrophes');
const centuries = fc.constantFrom('spell_out', 'use_numerals');
const content = fc.record({
  instructions: fc.array(fc.tuple(label, prompt), { maxLength: 3 }),
  rules: fc.record(
    {
      punctuation: fc.record({ apostrophe }, { noNullPrototype: true }),
      dates_and_times: fc.record({ centuries }, { noNullPrototype: true }),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
});
const removed = fc.uniqueArray(fc.constantFrom('A', 'B', 'punctuation.apostrophe'), { maxLength: 2 });

const textOf = ({ instructions, rules }: { instructions: readonly (readonly [string, string])[]; rules: object }) =>
  `custom_instructions: ${JSON.stringify(instructions.map(([name, text]) => ({ label: name, prompt: text })))}\nconfigured_rules: ${JSON.stringify(rules)}\n`;

test('law: after any drift of a list and a pull, its plan is empty and no part has changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      content,
      content,
      removed,
      content,
      fc.constantFrom('de', 'en'),
      async (part, own, remove, live, language) => {
        const files = {
          'style-rules/company.yaml': textOf(part),
          'style-rules/de.yaml': `name: DE\nlanguage: de\nextends: company.yaml\nremove: ${JSON.stringify(remove)}\n${textOf(own)}`,
        };
        const { run, call, list, read } = await world(files);
        const { style_id: id, custom_instructions: before } = await list('DE');
        const { instructions, rules } = live;
        const at = `/v3/style_rules/${id}`;
        const put = await call('PUT', `${at}/configured_rules`, rules);
        expect(put.status).toBe(200);
        for (const [index, { id: each }] of before.entries()) {
          const [name, text] = instructions[index] ?? [];
          if (name === undefined) await call('DELETE', `${at}/custom_instructions/${each}`);
          else
            await call('PUT', `${at}/custom_instructions/${each}`, {
              label: name,
              prompt: text,
              source_language: language,
            });
        }
        for (const [name, text] of instructions.slice(before.length))
          await call('POST', `${at}/custom_instructions`, { label: name, prompt: text });
        expect(await run('pull')).toMatchObject({ code: 0 });
        expect(await run(...EMPTY)).toMatchObject({ code: 0 });
        expect(read('style-rules/company.yaml')).toBe(files['style-rules/company.yaml']);
      },
    ),
    { numRuns: runs(25) },
  );
});
