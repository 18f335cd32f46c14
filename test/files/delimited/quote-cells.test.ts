import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { readGlossary } from '../../../src/kinds/glossary/files/read-glossary.ts';
import { findingsJson } from '../../../src/review/messages/finding-text.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

async function findingsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await tempWorkspace(files);
  const { findings } = await readGlossary(nodeFiles(), { root, file: 'g/glossary.yaml' });
  expect(findings.length).toBeGreaterThan(0);
  return findingsJson(findings);
}

const LISTED = 'name: P\ndictionaries: [{ source_lang: en, target_lang: de, file: ../notes.txt }]\n';

test('a file in which no row is an entry is not quoted', async () => {
  const secret = 'AKIA-SECRET';
  const text = `${secret}\n ${secret}x,\n"${secret}\n${secret},b,c\n${secret},x,de,fr\n`;
  expect(await findingsOf({ 'g/glossary.yaml': LISTED, 'notes.txt': text })).not.toContain(secret);
  const table = 'name: P\ntables: [{ file: ../notes.txt, pairs: [en->de] }]\n';
  expect(await findingsOf({ 'g/glossary.yaml': table, 'notes.txt': text })).not.toContain(secret);
});

test('of a dictionary a finding quotes 80 characters of a cell', async () => {
  const long = `${'x'.repeat(78)}😀${'y'.repeat(300)}`;
  const text = `a,b\n${long}\n${long},c\n${long},d\n`;
  const json = await findingsOf({ 'g/glossary.yaml': LISTED, 'notes.txt': text });
  expect(json).toContain(`${'x'.repeat(78)}😀…`);
  expect(json).not.toContain('😀y');
});
