import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { DesiredState } from '../../src/kinds/states.ts';
import { glossaryId, styleId } from '../../src/model/ids.ts';
import type { Service } from '../../src/service/create-service.ts';
import { workspaceFiles } from '../../src/steps/workspace/write-workspace.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { RULES_OFF } from '../support/rules-off.ts';
import { clientOf, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { consentTo } from './consent.ts';

export const CONFIG = `version: 1
targets:
  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
ledger: { dir: .lexform/ledger }
`;

/** A workspace with a ledger in a folder, and a service of its own. */
export async function rollbackWorld(files: Readonly<Record<string, string>>, service: Service = testService()) {
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG, ...files });
  const run = (args: readonly string[], more: Partial<CliInput> = {}) =>
    runLexform(
      { cwd, env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY }, fetch: inProcessFetch(service), ...more },
      ...args,
    );
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  };
  const apply = (...more: readonly string[]) => run(['apply', '--auto-approve', ...more]);
  const rollback = (...more: readonly string[]) => run(['rollback', '--auto-approve', ...more]);
  return { service, client: clientOf(service), cwd, run, write, apply, rollback };
}

export const START = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'style-rules/tone.yaml':
    'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be friendly. }\n',
};

/** The files of a state, under its own addresses. */
function filesOf({ glossaries = [], styleLists = [] }: DesiredState): ReadonlyMap<string, string> {
  const live = {
    glossaries: glossaries.map(({ address, name, dictionaries }) => ({
      id: glossaryId(address),
      name,
      dictionaries: new Map([...dictionaries].map(([key, each]) => [key, { ...each, entryCount: each.entries.size }])),
    })),
    styleLists: styleLists.map(({ address, content }) => ({
      id: styleId(address),
      content,
      instructions: [],
      version: 1,
    })),
  };
  const names = new Map([...glossaries, ...styleLists].map(({ address }) => [address, address.split('.')[1] ?? '']));
  const files = workspaceFiles(live, { target: { kind: 'embedded', name: 'prod' }, names });
  return new Map([...files, ['lexform.yaml', `${CONFIG}${RULES_OFF}`]]);
}

export async function replaceFiles(cwd: string, state: DesiredState): Promise<void> {
  for (const folder of ['glossaries', 'style-rules']) await rm(join(cwd, folder), { recursive: true, force: true });
  for (const [path, text] of filesOf(state)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
}

/** All that an apply or a rollback may need to be allowed in a test. */
export const CONSENT = [
  ...consentTo('glossary.other', 'glossary.product', 'glossary.product/en->de', 'style_rules.tone'),
  '--max-deletes-per-run',
  '1000',
];
