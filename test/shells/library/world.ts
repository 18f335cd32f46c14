import { onTestFinished } from 'vitest';
import { listen, type OpenOptions, openWorkspace } from '../../../src/shells/library/library.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';
import { caller } from '../../support/service-caller.ts';
import { fillWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

export const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\ndog,Hund\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

/** `lexform.yaml` with one target at an address. */
export const configOf = (url: string, more = ''): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n${more}`;

/** A workspace outside git, the service of its target behind real HTTP, and the library, with the real ports. */
export async function libraryWorld(files: Readonly<Record<string, string>> = FILES, more = '') {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const root = await tempWorkspace({ 'lexform.yaml': configOf(url, more), ...files });
  const call = caller(service);
  const env = (name: string): string | undefined => (name === 'KEY' ? TEST_KEY : undefined);
  return {
    root,
    url,
    call,
    service,
    open: ({ ports, ...options }: OpenOptions = {}) => openWorkspace(root, { ports: { env, ...ports }, ...options }),
    write: (changed: Readonly<Record<string, string>>) => fillWorkspace(root, changed),
    /** The entries of the glossary on the service. */
    terms: async (): Promise<string> => {
      const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
      const path = `/v3/glossaries/${glossary.glossary_id}/entries?source_lang=en&target_lang=de`;
      return (await call('GET', path)).body.dictionaries[0].entries;
    },
    /** Somebody edits a term in the web interface. */
    edit: async (entries: string): Promise<void> => {
      const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
      await call('PATCH', `/v3/glossaries/${glossary.glossary_id}`, {
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      });
    },
  };
}
