import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { readSamples } from '../../src/steps/read-samples.ts';
import { readDesired } from '../../src/steps/workspace/read-desired.ts';
import { liveGlossary, planInput } from '../support/build.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/a/glossary.yaml':
    'name: A\nsamples:\n  en: [The cart is full.]\ntables: [{ file: wide.csv, pairs: [en->de, en->fr] }]\n',
  'glossaries/a/wide.csv': 'en,de,fr,example\ncart,Wagen,chariot,My cart is here.\n',
  'glossaries/b/glossary.yaml':
    'name: B\nsamples:\n  en: [A dog barks.]\ntables: [{ file: wide.csv, pairs: [en->de] }]\n',
  'glossaries/b/wide.csv': 'en,de,example\ndog,Hund,This dog sleeps.\n',
};

test('samples of all glossaries are read, and examples of those that the plan changes', async () => {
  const root = await tempWorkspace(FILES);
  const files = nodeFiles();
  const { desired = {}, findings } = await readDesired(files, root);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const same = liveGlossary('g2', 'B', { 'en->de': { dog: 'Hund' } });
  const { plan } = makePlan(planInput(desired, { glossaries: [same] }));
  expect(plan.changes.map(({ address }) => address)).toEqual(['glossary.a']);
  const read: string[] = [];
  const counted = {
    ...files,
    readRegularFile: (path: string, maxBytes: number) => {
      read.push(path.slice(path.indexOf('glossaries/')));
      return files.readRegularFile(path, maxBytes);
    },
  };
  const found = await readSamples({ files: counted, root, desired, plan });
  expect(found.samples.map(({ text }) => text)).toEqual(['The cart is full.', 'A dog barks.']);
  expect([...found.examples].map(([address, samples]) => [address, samples.map(({ text }) => text)])).toEqual([
    ['glossary.a', ['My cart is here.']],
  ]);
  expect(read).toEqual(['glossaries/a/wide.csv']);
  rmSync(join(root, 'glossaries/a/wide.csv'));
  const { examples } = await readSamples({ files, root, desired, plan });
  expect([...examples]).toEqual([['glossary.a', []]]);
  expect(await readSamples({ files, root, desired: {}, plan })).toEqual({ samples: [], examples: new Map() });
});
