import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { Ports } from '../../src/app/ports.ts';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { administeredService, clientOf, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const EN_DE = 'glossaries/product/en-de.csv';
const TONE = 'style-rules/tone.yaml';
const KEYS = 'developer-keys.yaml';

const list = (decimal: string, prompt: string) =>
  `name: Tone\nlanguage: de\nconfigured_rules: { numbers: { decimal: ${decimal} } }\ncustom_instructions: [{ label: Tone, prompt: ${prompt} }]\n`;

/**
 * A workspace of every kind with its history in a folder, applied once, and somebody else who can reach the service.
 */
async function world() {
  const service = administeredService();
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "http://service.test", key: env:KEY, admin_key: env:ADMIN }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\ndeveloper_keys: ${KEYS}\nledger: { dir: history }\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [EN_DE]: 'house,Haus\ncat,Katze\ndog,Hund\n',
    [TONE]: list('comma', 'Be friendly.'),
    [KEYS]: 'ci: { characters: 1000 }\n',
  });
  const fetch = inProcessFetch(service);
  const run = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY }, fetch, ...more }, ...args);
  const lexform = (...args: readonly string[]) => run({}, ...args);
  expect((await lexform('apply', '-y')).code).toBe(0);
  const client = clientOf(service);
  const [glossary] = await glossaryCalls(client).list();
  const [tone] = await styleListCalls(client).list();
  const key = (await developerKeyCalls(client).list()).find(({ label }) => label === 'ci');
  if (glossary === undefined || tone === undefined || key === undefined) throw new Error('apply made all three');
  const before = service.calls.length;
  return {
    cwd,
    fetch,
    run,
    lexform,
    client,
    glossary: glossary.id,
    tone,
    key: key.id,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    /** Changes of terms, a rule, an instruction, a limit, saved as a plan. */
    save: async (code = 0) => {
      writeFileSync(join(cwd, EN_DE), 'house,Heim\ncat,Katze\nbird,Vogel\n');
      writeFileSync(join(cwd, TONE), list('point', 'Be formal.'));
      writeFileSync(join(cwd, KEYS), 'ci: { characters: 2000 }\n');
      expect((await lexform('plan', '--out', 'plan.json')).code).toBe(code);
    },
    /** Somebody changes the same, and a term beside it. */
    meddle: async () => {
      const pair = { source: 'en', target: 'de' };
      const rows = entriesOf([
        ['house', 'Gebäude\u202e::error::'],
        ['cat', 'Kater'],
        ['bird', 'Vogel'],
      ]);
      await glossaryCalls(client).putDictionary(glossary.id, pair, rows);
      await styleListCalls(client)
        .replaceRules(tone.id, new Map([['numbers', new Map([['decimal', 'x']])]]))
        .catch(() => {});
      await styleListCalls(client).replaceRules(tone.id, new Map());
      const [instruction] = tone.instructions;
      if (instruction === undefined) throw new Error('there is one');
      await styleListCalls(client).editInstruction(tone.id, instruction.id, {
        label: 'Tone',
        prompt: 'Be kind.',
        sourceLanguage: 'de',
      });
      await developerKeyCalls(client).setLimits(keyId(key.id), { characters: 5000 });
    },
    writes: () => service.calls.slice(before).filter(({ method }) => method !== 'GET').length,
  };
}

const SIDES = [
  '"house": planned "Haus" → "Heim", now "Gebäude⟨U+202E⟩::error::"',
  '"dog": planned "Hund" → not there, now not there (as planned)',
  '"bird": planned not there → "Vogel", now "Vogel" (as planned)',
  '"cat": not in the plan, was "Katze", now "Kater"',
  'rule numbers.decimal: planned "comma" → "point", now not there',
  'instruction "Tone": planned "Be friendly." → "Be formal." (source language de), now "Be kind."',
  'limit characters: planned 1,000 → 2,000, now 5,000',
];

describe('what has changed between a plan and its run', () => {
  test('is told of a plan that was approved just now, too', async () => {
    const w = await world();
    await w.save();
    const answer = async (): Promise<string> => {
      await w.meddle();
      return 'yes';
    };
    const { code, out } = await w.run({ answer }, 'apply');
    expect(code).toBe(3);
    for (const side of SIDES) expect(out).toContain(side);
  });
});

describe('a saved plan that is refused before its first call', () => {
  /** Somebody takes the plan away by applying something else. */
  const overtaken = async () => {
    const w = await world();
    await w.save();
    w.write(EN_DE, 'house,Hütte\ncat,Kater\ndog,Hund\n');
    expect((await w.lexform('apply', '-y', '--only', 'glossary.*')).code).toBe(0);
    w.write(EN_DE, 'house,Heim\ncat,Katze\nbird,Vogel\n');
    return w;
  };

  test('stands as it is where the service cannot be read', async () => {
    const w = await overtaken();
    const fetch: Ports['fetch'] = async (url, request) =>
      url.includes('/entries') ? new Response('{"message":"no"}', { status: 403 }) : w.fetch(url, request);
    const { code, err } = await w.run({ fetch }, 'apply', '-y', 'plan.json');
    expect(code).toBe(3);
    expect(err).toContain('another run has applied to "prod" since this plan was made');
    expect(err).toContain('The service could not be read now.');
  });
});
