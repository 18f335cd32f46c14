import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { jsonAnswer } from '../../../src/service/http/answer.ts';
import { type CliInput, type CliResult, runLexform } from '../../support/cli.ts';
import { TEST_KEY, TEST_URL, testService } from '../../support/in-process.ts';
import { caller } from '../../support/service-caller.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
  'glossaries/product/glossary.yaml':
    'name: Product\nsamples:\n  en:\n    - The invoice is due.\n    - A house is no home.\n',
  'glossaries/product/en-de.csv': 'house,Haus\ninvoice,Faktura\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

/** After the first apply: the term and the instruction change, and there is a new dictionary. */
const EDITED = {
  ...FILES,
  'glossaries/product/en-de.csv': 'house,Haus\ninvoice,Rechnung\n',
  'glossaries/product/en-fr.csv': 'house,maison\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be brief. }\n',
};

/** Ids and names of everything on the service. */
export async function namesOn(service: Service): Promise<readonly string[]> {
  const call = caller(service);
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const { style_rules: lists } = (await call('GET', '/v3/style_rules?page_size=25')).body;
  return [...glossaries, ...lists].map(({ name }) => name).sort();
}

export interface PreviewWorld {
  readonly service: Service;
  readonly cwd: string;
  readonly run: (more: Partial<CliInput>, ...args: readonly string[]) => Promise<CliResult>;
  /** Method and path of each call since the files were edited, ids left out. */
  readonly calls: () => readonly string[];
}

/**
 * A target to which the files were applied before they were edited. Nothing listens: the service is called in this
 * process.
 */
export async function previewWorld(more: Readonly<Record<string, string>> = {}): Promise<PreviewWorld> {
  const service = testService();
  const env = { KEY: TEST_KEY };
  const before = await tempWorkspace(FILES);
  await runLexform({ cwd: before, env, fetch: inProcessFetch(service) }, 'apply', '--auto-approve');
  const cwd = await tempWorkspace({ ...EDITED, ...more });
  const made = service.calls.length;
  return {
    service,
    cwd,
    run: (world, ...args) => runLexform({ cwd, env, fetch: inProcessFetch(service), ...world }, ...args),
    calls: () =>
      service.calls.slice(made).map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, 'ID')}`),
  };
}

/**
 * A service whose translations have no marks, and in which what is put for a term is what `engine` makes of its target
 * phrase.
 */
export const translating = (service: Service, engine: (target: string) => string): Pick<Service, 'answer'> => ({
  async answer(request) {
    const answer = await service.answer(request);
    if (!request.url.endsWith('/v2/translate') || answer.status !== 200) return answer;
    const json = JSON.parse(String(answer.body)) as { readonly translations: readonly { text: string }[] };
    for (const each of json.translations)
      each.text = each.text
        .replace(/^\[.*?\] /u, '')
        .replace(/‹(.*?)›/gu, (_: string, target: string) => engine(target));
    return jsonAnswer(json);
  },
});
