import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

export const PRODUCT = 'glossaries/product/en-de.csv';
export const TONE = 'style-rules/tone.yaml';
export const LIST = 'language: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n';
export const SINCE_FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  [PRODUCT]: 'house,Haus\ncat,Katze\n',
  'glossaries/legal/glossary.yaml': 'name: Legal\n',
  'glossaries/legal/en-de.csv': 'contract,Vertrag\n',
  'glossaries/legal/en-fr.csv': 'contract,contrat\n',
  [TONE]: `name: Tone\n${LIST}`,
  'style-rules/formal.yaml': `name: Formal\n${LIST}`,
};

/** A workspace whose commit `main` was applied, with a branch in front of it. */
export async function sinceWorld(more: Readonly<Record<string, string>> = {}) {
  const service = testService();
  const asked: string[] = [];
  const { url, close } = await listen({
    answer: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.answer(request);
    },
  });
  onTestFinished(close);
  const config = `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;
  const cwd = await tempWorkspace({
    ...SINCE_FILES,
    'lexform.yaml': config,
    ...more,
  });
  const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  git(cwd, 'init', '-q', '-b', 'main');
  const commit = (): void => {
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-q', '--allow-empty', '-m', 'Change');
  };
  commit();
  expect((await lexform('apply', '-y')).code).toBe(0);
  git(cwd, 'switch', '-q', '-c', 'work');
  const path = (file: string): string => join(cwd, file);
  const planned = async (...args: readonly string[]): Promise<Plan> => {
    const { code, out, err } = await lexform('plan', '--json', ...args);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  return {
    cwd,
    url,
    lexform,
    commit,
    planned,
    asked,
    write: (file: string, text: string): void => {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
    },
    append: (file: string, text: string): void => writeFileSync(path(file), readFileSync(path(file), 'utf8') + text),
    remove: (file: string): void => rmSync(path(file), { recursive: true }),
    rename: (from: string, to: string): void => renameSync(path(from), path(to)),
    link: (to: string, file: string): void => symlinkSync(to, path(file)),
  };
}
