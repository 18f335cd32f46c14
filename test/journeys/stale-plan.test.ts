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
import { schemaErrors } from '../support/schema-errors.ts';
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
  test('is told on three sides, call by call, and nothing is sent', async () => {
    const w = await world();
    await w.save();
    await w.meddle();
    const before = w.writes();
    const { code, out } = await w.lexform('apply', '-y', 'plan.json');
    expect(code).toBe(3);
    for (const side of SIDES) expect(out).toContain(`    ${side}\n`);
    expect(out).toContain(
      '! glossary.product/en->de: write the dictionary: refused: it has changed since the plan was made, in 4 places:',
    );
    expect(out).not.toContain('entries:');
    expect(w.writes()).toBe(before);
    const document = JSON.parse((await w.lexform('apply', '-y', 'plan.json', '--json')).out);
    expect(schemaErrors('report', document)).toEqual([]);
    expect(document).toMatchObject({ verdict: 'stale', counts: { stale: document.outcomes.length } });
    const [ofTerms] = document.outcomes.filter(({ address }: { address: string }) => address.includes('->'));
    expect(ofTerms).toMatchObject({
      outcome: 'stale',
      plannedFrom: expect.stringContaining(':'),
      differences: { count: 4, complete: true, size: { from: 3, now: 3 } },
    });
    expect(ofTerms.differences.values[0]).toEqual({
      key: ['entry', 'en->de', 'house'],
      planned: true,
      from: 'Haus',
      to: 'Heim',
      now: 'Gebäude\u202e::error::',
    });
  });

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

  test('that a whole is gone is said as that', async () => {
    const w = await world();
    await w.save();
    await glossaryCalls(w.client).delete(w.glossary);
    const { out } = await w.lexform('apply', '-y', 'plan.json');
    expect(out).toContain('write the dictionary: refused: it no longer exists on the service, in 3 places:');
    expect(out).toContain('"house": planned "Haus" → "Heim", now not there');
  });

  test('and without a history only what the plan holds is told, and that there is more', async () => {
    const w = await world();
    const config = `version: 1\ntargets:\n  prod: { base_url: "http://service.test", key: env:KEY, admin_key: env:ADMIN }\nglossaries: glossaries/*/glossary.yaml\nledger: false\n`;
    w.write('lexform.yaml', config);
    // Without a ledger nothing on the service is known to be ours.
    await w.save(3);
    await w.meddle();
    const { code, out } = await w.lexform('apply', '-y', '--allow-delete', 'glossary.product', 'plan.json');
    expect(code).toBe(3);
    expect(out).not.toContain('"cat"');
    expect(out).toContain(
      'more has changed that neither the plan nor the ledger records (of 3 values then, 3 now); "lexform drift" shows what differs',
    );
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

  test('because somebody has applied since: on three sides what became of what it changes', async () => {
    const w = await overtaken();
    const before = w.writes();
    const { code, err } = await w.lexform('apply', '-y', 'plan.json');
    expect(code).toBe(3);
    expect(err).toContain('another run has applied to "prod" since this plan was made');
    expect(err).toContain(`On the service, 1 part of the plan has changed since the plan was made:
  glossary.product/en->de: write the dictionary: it has changed since the plan was made, in 2 places:
    "house": planned "Haus" → "Heim", now "Hütte"
    "cat": not in the plan, was "Katze", now "Kater"
`);
    const document = JSON.parse((await w.lexform('apply', '-y', 'plan.json', '--json')).out);
    expect(schemaErrors('report', document)).toEqual([]);
    expect(document).toMatchObject({
      verdict: 'refused',
      stale: [{ address: 'glossary.product/en->de', differences: { count: 2, complete: true } }],
    });
    expect(w.writes()).toBe(before);
  });

  test('and nothing that it changes was touched: that is said', async () => {
    const w = await world();
    await w.save();
    w.write('glossaries/product/en-fr.csv', 'house,maison\n');
    expect((await w.lexform('apply', '-y', '--only', 'glossary.product/en->fr')).code).toBe(0);
    expect((await w.lexform('apply', '-y', 'plan.json')).err).toContain(
      'Everything that the plan changes is as it was when the plan was made, or already as planned.',
    );
  });

  test('because the files ask for something else: what they ask for, and what the service has', async () => {
    const w = await world();
    await w.save();
    w.write(EN_DE, 'house,Hütte\ncat,Katze\nbird,Vogel\n');
    w.write(KEYS, 'ci: { characters: null }\n');
    w.write(TONE, list('comma', 'Be calm.'));
    await developerKeyCalls(w.client).setLimits(w.key, { characters: 7 });
    const { code, err } = await w.lexform('apply', '-y', 'plan.json');
    expect(code).toBe(3);
    expect(err).toContain('[files-changed]');
    expect(err).toContain('  glossary.product: en->de "house": planned "Haus" → "Heim", the files ask for "Hütte"\n');
    expect(err).toContain('  developer_key.ci: limit characters: planned 1,000 → 2,000, the files ask for no limit\n');
    expect(err).toContain(
      'instruction "Tone": planned "Be friendly." → "Be formal." (source language de), the files ask for "Be calm."',
    );
    expect(err).toContain('rule numbers.decimal: planned "comma" → "point", ');
    expect(err).not.toContain('"bird"');
    expect(err).toContain('    limit characters: planned 1,000 → 2,000, now 7\n');
    const document = JSON.parse((await w.lexform('apply', '-y', 'plan.json', '--json')).out);
    expect(schemaErrors('report', document)).toEqual([]);
    expect(document.files.map(({ address }: { address: string }) => address)).toEqual([
      'developer_key.ci',
      'glossary.product',
      'style_rules.tone',
    ]);
  });

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
