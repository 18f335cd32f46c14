import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

/** Terms that nobody changes. */
const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `term ${from + index},Begriff ${from + index}`);

/** Three terms among 1,201 others. Without the first one they stand in lines 9 and 31. */
const dictionary = (first: readonly string[], signIn: string, checkout: string): string =>
  [...first, ...numbered(1, 8), signIn, ...numbered(9, 29), checkout, ...numbered(30, 1201), ''].join('\n');

const styleList = (prompt: string): string =>
  `name: Marketing DE\nlanguage: de\ncustom_instructions:\n  - label: Address\n    prompt: Say du.\n  - label: Tone\n    prompt: ${prompt}\n`;

test('the plan that README.md begins with is what the tool prints', async () => {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product terms\ndictionaries: auto\n',
    'glossaries/product/en-de.csv': dictionary(['basket,Korb'], 'sign in,anmelden', 'checkout,zur Kasse'),
    'style-rules/marketing-de.yaml': styleList('Use a formal tone.'),
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await fillWorkspace(cwd, {
    'glossaries/product/en-de.csv': dictionary([], 'sign in,Anmelden', 'checkout,zur Kasse gehen'),
    'style-rules/marketing-de.yaml': styleList('Use a friendly, informal tone.'),
  });
  const { code, out, err } = await run('plan');
  expect([code, err]).toEqual([0, '']);
  expectGenerated('README.md', 'the plan', `\`\`\`\n$ lexform plan\n${out}\`\`\``);
});
