import { expect, test } from 'vitest';
import type { Store } from '../../../src/service/store/store.ts';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** A store of which every call fails. */
const broken = (): Store =>
  new Proxy({} as Store, {
    get: () => async () => {
      throw new Error('the disk is broken');
    },
  });

test('an error inside the embedded service is shown once, as one line', async () => {
  const cwd = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets: { here: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\nledger: false\n',
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
  });
  const { code, err } = await runLexform({ cwd, embeddedStore: broken }, 'plan');
  expect(code).toBe(1);
  const lines = err.split('\n').filter((line) => /disk is broken|^\s+at /.test(line));
  expect(lines).toEqual(['the embedded service: error: the disk is broken']);
});
