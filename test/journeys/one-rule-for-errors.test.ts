import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Example, Rule } from '../../src/lint/rule.ts';
import { RULES } from '../../src/lint/rules/registry.ts';
import { listen } from '../../src/service/http/listen.ts';
import { codeOf, FINDING_ROWS } from '../review/finding-messages/every-row.ts';
import { type Files, workspaceOf } from '../review/finding-messages/row.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const COMMANDS = [['validate'], ['plan'], ['apply', '--auto-approve']] as const;

/** Runs the three commands in a workspace of these files. */
async function world(files: Files) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const config = String(files['lexform.yaml']).replace('{ service: embedded }', `{ base_url: "${url}", key: env:KEY }`);
  const cwd = await tempWorkspace({ ...files, 'lexform.yaml': config });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  return {
    run,
    all: async () => {
      const ends = [];
      for (const command of COMMANDS) ends.push(await run(...command));
      return ends;
    },
    writes: () => service.calls.filter(({ method }) => method !== 'GET').length,
  };
}

const is4 = ({ code }: { readonly code: number }): boolean => code === 4;

describe('what stops validate stops plan and apply, and nothing else does', () => {
  const rows = FINDING_ROWS.flatMap((row) => (row.files === undefined ? [] : [{ code: codeOf(row), ...row }]));
  // Only the target knows its languages: a plan asks it, and `validate` makes no call.
  const codes = [...new Set(rows.map(({ code }) => code))].filter((code) => code !== 'language-unknown').sort();

  test.each(codes)('%s', async (code) => {
    for (const { line, files = {} } of rows.filter((row) => row.code === code)) {
      const { all, writes } = await world(files);
      const ends = await all();
      expect([line, ends.map(is4)]).toEqual([line, ends.map(() => is4(ends[0] ?? { code: 0 }))]);
      if (line.includes(': error: ')) expect([line, ends.every(is4), writes()]).toEqual([line, true, 0]);
    }
  });
});

/** The rules that settings may name. */
const SETTABLE: readonly string[] = JSON.parse(readFileSync('schemas/lint.schema.json', 'utf8')).definitions.levels
  .propertyNames.enum;

const quoted = (phrase: string): string => `"${phrase.replaceAll('"', '""')}"`;

const csv = (rows: readonly { readonly source: string; readonly target: string }[]): string =>
  rows.map(({ source, target }) => `${quoted(source)},${quoted(target)}\n`).join('');

const many = (count: number, row: (index: number) => readonly [string, string]): string =>
  csv(Array.from({ length: count }, (_, index) => row(index)).map(([source, target]) => ({ source, target })));

const GLOSSARY = 'name: G\nheader: false\n';
const inDictionary = (pair: string, text: string): Files => ({
  'glossaries/g/glossary.yaml': GLOSSARY,
  [`glossaries/g/${pair.replace('->', '-')}.csv`]: text,
});

const inStyleList = (yaml: string): Files => ({ 'style-rules/s.yaml': `name: S\nlanguage: de\n${yaml}` });

/** Files in which a rule over several rows finds something. */
const OF_SEVERAL: Readonly<Record<string, Files>> = {
  'columns/filled': inDictionary(
    'en->de',
    many(20, (row) => [`term ${row}`, `term ${row}`]),
  ),
  'columns/swapped': inDictionary('en->ru', 'корзина,basket\nдом,house\nлес,forest\n'),
  'terms/near-duplicate': inDictionary('en->de', 'Order,Bestellung\norder,bestellen\n'),
  'instructions/near-duplicate': inStyleList(
    'custom_instructions:\n  - { label: A, prompt: "Use a friendly tone." }\n  - { label: B, prompt: "Please use a friendly tone" }\n',
  ),
  'instructions/against-rule': inStyleList(
    'configured_rules: { style_and_tone: { formality: use_formal_tone } }\ncustom_instructions:\n  - { label: A, prompt: "Use a formal tone." }\n',
  ),
  'glossaries/reverse': {
    ...inDictionary('en->de', 'mask,Maske\n'),
    'glossaries/g/de-en.csv': 'Maske,face cover\n',
  },
  'glossaries/conflict': {
    ...inDictionary('en->de', 'mask,Maske\n'),
    'glossaries/h/glossary.yaml': 'name: H\nheader: false\n',
    'glossaries/h/en-de.csv': 'mask,Schutzmaske\n',
  },
};

/** Files in which a rule finds something, by one of its examples. */
function filesOf(rule: Rule): Files {
  const [first] = rule.bad;
  if (OF_SEVERAL[rule.id] !== undefined) return OF_SEVERAL[rule.id] as Files;
  if (rule.scope === 'style-list') {
    const { language } = first as { readonly language: string };
    const prompts = (rule.bad as readonly { readonly language: string; readonly prompt: string }[]).filter(
      (each) => each.language === language,
    );
    const rows = prompts.map(({ prompt }, index) => `  - { label: L${index}, prompt: ${JSON.stringify(prompt)} }\n`);
    return { 'style-rules/s.yaml': `name: S\nlanguage: ${language}\ncustom_instructions:\n${rows.join('')}` };
  }
  const { pair } = first as Example;
  const rows = (rule.bad as readonly Example[]).filter((each) => each.pair === pair);
  const bySource = new Map(rows.map((each) => [each.source, each]));
  return inDictionary(pair, csv([...bySource.values()]));
}

describe('an error of a lint rule stops validate, plan and apply alike, unless it is waived or in the baseline', () => {
  // Others explain errors of the files, and no setting names them.
  const rules = RULES.filter(({ id }) => SETTABLE.includes(id));

  test.each(rules.map((rule) => [rule.id, rule] as const))('%s', async (id, rule) => {
    const off = rules.filter((each) => each.id !== id).map((each) => `${each.id}: off`);
    const together = id === 'glossaries/conflict' ? 'together: [[glossary.g, glossary.h]], ' : '';
    const withLint = (more: string): Files => {
      const files = workspaceOf(filesOf(rule));
      const lint = `lint: { ${together}rules: { ${id}: error, ${off.join(', ')} }${more} }\n`;
      return { ...files, 'lexform.yaml': `${files['lexform.yaml']}${lint}` };
    };
    const { all, run, writes } = await world(withLint(''));
    for (const { code, out, err } of await all()) {
      expect([code, out + err]).toEqual([4, expect.stringContaining(`[${id}]`)]);
      expect(out + err).toContain('Fix the text (lexform lint --fix), waive the error with a reason (lint: waive)');
    }
    expect(writes()).toBe(0);
    const { all: waived } = await world(withLint(`, waive: [{ rule: ${id}, reason: known }]`));
    expect((await waived()).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await run('lint', '--update-baseline')).code).toBe(0);
    expect((await all()).map(({ code }) => code)).toEqual([0, 0, 0]);
  });
});
