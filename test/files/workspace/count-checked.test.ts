import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { checkedJson } from '../../../src/model/workspace/checked-files.ts';
import { countingReads, readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const LEXFORM = `version: 1
targets: { local: { service: embedded } }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
`;

test('what was checked is counted, files with errors too', async () => {
  const root = await tempWorkspace({
    'lexform.yaml': LEXFORM,
    'glossaries/p/glossary.yaml': 'name: P\ntables: [{ file: terms.csv, pairs: [en->*] }]\n',
    'glossaries/p/en-ja.csv': 'a,b\nc,d\nbroken\n',
    'glossaries/p/terms.csv': 'en,de,fr\nhouse,Haus,maison\ncat,Katze,\n',
    'glossaries/p/notes.txt': 'not read',
    'style-rules/a.yaml': 'name: A\nlanguage: de\n',
  });
  const { checked, findings } = await readDesired(nodeFiles(), root);
  expect(findings.map(({ code }) => code)).toEqual(['row-one-column']);
  expect(checkedJson(checked)).toEqual({ files: 5, glossaries: 1, dictionaries: 3, terms: 5, styleLists: 1 });
});

test('a target that has other resources has its own numbers, and files without a target are counted apart', async () => {
  const root = await tempWorkspace({
    'lexform.yaml': LEXFORM.replace(
      '{ local: { service: embedded } }',
      '{ all: { service: embedded }, some: { service: embedded, resources: [glossary.p], names: "{name} (some)" } }',
    ),
    'glossaries/p/glossary.yaml': 'name: P\n',
    'glossaries/p/en-de.csv': 'a,b\n',
    'style-rules/a.yaml': 'name: A\nlanguage: de\n',
    'glossaries/shared/glossary.yaml': 'name: Shared\npublish: false\n',
    'glossaries/shared/en-de.csv': 'c,d\n',
  });
  const { checked, findings } = await readDesired(nodeFiles(), root);
  expect(findings).toEqual([]);
  const numbers = { glossaries: 1, dictionaries: 1, terms: 1 };
  expect(checkedJson(checked)).toEqual({
    files: 6,
    ...numbers,
    styleLists: 1,
    onTargets: { some: { ...numbers, styleLists: 0 } },
    notCounted: { glossaries: 1 },
  });
});

test('without lexform.yaml nothing was checked', async () => {
  const { checked } = await readDesired(nodeFiles(), await tempWorkspace({ 'other.txt': '' }));
  expect(checkedJson(checked)).toEqual({ files: 0, glossaries: 0, dictionaries: 0, terms: 0, styleLists: 0 });
});

test('a file that is read in either way counts once, and one that is not there never', async () => {
  const root = await tempWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
  const { ports, count } = countingReads(nodeFiles());
  expect(count()).toBe(0);
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
  expect(text(await ports.readFile(`${root}/a.txt`))).toBe('a');
  expect(count()).toBe(1);
  expect(await ports.readRegularFile(`${root}/a.txt`, 10)).toMatchObject({ kind: 'bytes' });
  expect(await ports.readFile(`${root}/none.txt`)).toBeUndefined();
  expect(await ports.readRegularFile(`${root}/none.txt`, 10)).toMatchObject({ kind: 'absent' });
  expect(count()).toBe(1);
  await ports.readRegularFile(`${root}/b.txt`, 10);
  expect(count()).toBe(2);
});
