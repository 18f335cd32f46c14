import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';
import { sinceWorld } from './since-world.ts';

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

const labels = ({ custom_instructions: all }: LiveList): readonly string[] => all.map(({ label }) => label).sort();

describe('a style list that extends a part', () => {
  test('has its rules and instructions for its language, and a part is no resource', async () => {
    const { lists, list, run } = await world();
    expect((await lists()).map(({ name }) => name).sort()).toEqual(['DE', 'FR']);
    expect(labels(await list('DE'))).toEqual(['Address', 'Tone']);
    expect(labels(await list('FR'))).toEqual(['Own']);
    expect((await list('FR')).configured_rules).toEqual({ punctuation: { apostrophe: 'use_curly_apostrophes' } });
    expect((await run(...EMPTY)).code).toBe(0);
    expect((await run('validate')).out).toContain('No findings.');
  });

  test('shows in plan, comment and page where a rule or an instruction is inherited from', async () => {
    const { run, write, read } = await world();
    write('style-rules/company.yaml', COMPANY.replace('Be kind.', 'Be very kind.').replace('curly', 'straight'));
    const { out } = await run('plan', '--report', 'markdown=p.md', '--report', 'html=p.html', '--out', 'plan.json');
    expect(out).toContain('(inherited from style_rules.company)  style-rules/company.yaml:2');
    expect(out).toContain('(inherited from style_rules.company)  style-rules/company.yaml:5');
    expect(read('p.md')).toContain('inherited from style&#95;rules&#46;<wbr>company');
    expect(read('p.html')).toContain('(inherited from style_rules.company)');
    expect((await run('apply', '--approved', 'plan.json', '--auto-approve')).code).toBe(0);
    // The bytes of a part are part of the digests of a plan.
    write('style-rules/company.yaml', COMPANY);
    expect((await run('apply', 'plan.json', '--auto-approve')).code).toBe(3);
  });

  test('is overridden by rule and by label, and can be extended outside of the pattern', async () => {
    const { list } = await world({
      'shared/all.yaml': COMPANY,
      'style-rules/company.yaml': 'extends: ../shared/all.yaml\nremove: [Address]\n',
      'style-rules/de.yaml':
        'name: DE\nlanguage: de\nextends: company.yaml\nconfigured_rules: { punctuation: { apostrophe: use_straight_apostrophes } }\ncustom_instructions:\n  - { label: Tone, prompt: Be strict. }\n',
    });
    const { custom_instructions: found, configured_rules: rules } = await list('DE');
    expect(found).toMatchObject([{ label: 'Tone', prompt: 'Be strict.' }]);
    expect(rules).toEqual({ punctuation: { apostrophe: 'use_straight_apostrophes' } });
  });

  test('lint checks the instructions of a part once, at their places, and together with those of the lists', async () => {
    const { run, write } = await world();
    const prompt = 'You are a translation assistant. Always answer in a friendly tone.';
    write('style-rules/company.yaml', COMPANY.replace('Be kind.', JSON.stringify(prompt)));
    write('style-rules/at.yaml', 'name: AT\nlanguage: de\nextends: company.yaml\n');
    write(
      'style-rules/de.yaml',
      `name: DE\nlanguage: de\nextends: company.yaml\ncustom_instructions:\n  - { label: Again, prompt: "${prompt}" }\n`,
    );
    const { findings } = JSON.parse((await run('lint', '--json')).out) as {
      readonly findings: readonly {
        readonly code: string;
        readonly file: string;
        readonly line: number;
      }[];
    };
    const places = findings.map(({ code, file, line }) => `${code} ${file}:${line}`).sort();
    expect(places).toEqual([
      'instructions/chat-style style-rules/company.yaml:2',
      'instructions/chat-style style-rules/de.yaml:5',
      'instructions/near-duplicate style-rules/company.yaml:2',
    ]);
  });

  test('a path outside the workspace is not read', async () => {
    const { run, write } = await world();
    for (const path of ['../../outside.yaml', '/etc/passwd', 'C:/x.yaml', '../.git/config', '../.lexform/x.yaml']) {
      write('style-rules/de.yaml', `name: DE\nlanguage: de\nextends: ${path}\n`);
      expect(await run('validate')).toMatchObject({
        code: 4,
        out: expect.stringContaining('style-rules/de.yaml:3:10'),
      });
    }
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

describe('pull of a list that extends a part', () => {
  const edited = async (edit: (made: Awaited<ReturnType<typeof world>>, id: string) => Promise<unknown>) => {
    const made = await world();
    await edit(made, (await made.list('DE')).style_id);
    expect(await made.run('pull')).toMatchObject({ code: 0 });
    expect((await made.run(...EMPTY)).code).toBe(0);
    expect(made.read('style-rules/company.yaml')).toBe(COMPANY);
    return made.read('style-rules/de.yaml');
  };
  const instruction = async ({ list }: Awaited<ReturnType<typeof world>>, label: string): Promise<string> =>
    (await list('DE')).custom_instructions.find((each) => each.label === label)?.id ?? '';

  test('writes another option as an override, and a removed rule into remove', async () => {
    expect(
      await edited(({ call }, id) =>
        call('PUT', `/v3/style_rules/${id}/configured_rules`, {
          punctuation: { apostrophe: 'use_straight_apostrophes' },
        }),
      ),
    ).toContain('configured_rules:\n  punctuation:\n    apostrophe: use_straight_apostrophes\n');
    expect(await edited(({ call }, id) => call('PUT', `/v3/style_rules/${id}/configured_rules`, {}))).toContain(
      'remove:\n  - punctuation.apostrophe\n',
    );
  });

  test('writes another instruction as an override, and a removed one into remove', async () => {
    expect(
      await edited(async (made, id) =>
        expect(
          (
            await made.call('PUT', `/v3/style_rules/${id}/custom_instructions/${await instruction(made, 'Tone')}`, {
              label: 'Tone',
              prompt: 'Be strict.',
              source_language: 'de',
            })
          ).status,
        ).toBe(200),
      ),
    ).toContain('  - label: Tone\n    prompt: Be strict.\n');
    expect(
      await edited(async (made, id) =>
        made.call('DELETE', `/v3/style_rules/${id}/custom_instructions/${await instruction(made, 'Tone')}`),
      ),
    ).toContain('remove:\n  - Tone\n');
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

test('--since plans the lists that extend a changed part, and no others', async () => {
  const { lexform, write, commit } = await sinceWorld({
    'style-rules/company.yaml': COMPANY,
    'style-rules/de.yaml': 'name: DE\nlanguage: de\nextends: company.yaml\n',
    'style-rules/more.yaml': 'extends: style_rules.company\n',
    'style-rules/fr.yaml': 'name: FR\nlanguage: fr\nextends: [more.yaml]\n',
  });
  write('style-rules/company.yaml', COMPANY.replace('Be kind.', 'Be brief.'));
  commit();
  const { out } = await lexform('plan', '--since', 'main');
  expect(out).toContain('change style_rules.de');
  expect(out).toContain('change style_rules.fr');
  expect(out).not.toContain('style_rules.tone');
  expect(out).not.toContain('glossary.product');
});

test('parts that are reached in a million ways are compiled once each', async () => {
  const levels = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) =>
      ['a', 'b'].map((side) => [
        `style-rules/${side}${level}.yaml`,
        level === 39 ? COMPANY : `extends: [a${level + 1}.yaml, b${level + 1}.yaml]\n`,
      ]),
    ).flat(),
  );
  const { list } = await world({
    ...levels,
    'style-rules/de.yaml': 'name: DE\nlanguage: de\nextends: [a0.yaml, style_rules.b0]\n',
  });
  expect(labels(await list('DE'))).toEqual(['Address', 'Tone']);
});

test('--since plans the deletion of a list that became a part, and of a glossary that is not published any more', async () => {
  const { lexform, write, commit } = await sinceWorld({ 'style-rules/other.yaml': 'name: Other\nlanguage: de\n' });
  write('glossaries/legal/glossary.yaml', 'name: Legal\npublish: false\n');
  write('style-rules/formal.yaml', COMPANY);
  write('style-rules/other.yaml', 'name: Other\nlanguage: de\nextends: formal.yaml\n');
  commit();
  const { code, out } = await lexform('plan', '--since', 'main');
  expect(code).toBe(3);
  expect(out).toContain('- delete glossary.legal');
  expect(out).toContain('- delete style_rules.formal');
  expect(out).toContain('~ change style_rules.other');
});
