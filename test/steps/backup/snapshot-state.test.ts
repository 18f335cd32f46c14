import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { BackupJson, ReadBackup } from '../../../src/steps/backup/read-backup.ts';
import { liveOfBackup, liveOfLedger } from '../../../src/steps/backup/restore-state.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const INSTRUCTIONS = [
  { label: 'one', prompt: '1' },
  { label: 'two', prompt: '2' },
];
const LIST = { ...liveStyleList('s1', 'l', { instructions: INSTRUCTIONS }), version: 0 };
const KNOWN = LIST.instructions.map(({ content }, index) => ({ id: `unknown-${index + 1}`, content }));

test('what the last apply left stands for the service, without developer keys', () => {
  const glossary = liveGlossary('g1', 'a', { 'en->de': { x: 'y', z: 'w' }, 'en->fr': { x: 'v' } });
  const ledger = {
    ...owning({ glossaries: [glossary], styleLists: [LIST] }),
    developerKeys: new Map([
      ['developer_key.ci', { id: keyId('k1'), content: { limits: {} }, protect: false }] as const,
    ]),
  };
  expect(liveOfLedger(ledger)).toEqual({ glossaries: [glossary], styleLists: [{ ...LIST, instructions: KNOWN }] });
  const counts = [...(liveOfLedger(ledger).glossaries?.[0]?.dictionaries.values() ?? [])];
  expect(counts.map(({ entryCount }) => entryCount)).toEqual([2, 1]);
});

const backup = (json: Partial<BackupJson>, desired: ReadBackup['desired']): ReadBackup =>
  ({ json: { glossaries: [], ...json }, desired }) as unknown as ReadBackup;

test('what a backup has stands for the service, under the ids of backup.json', () => {
  const json = {
    glossaries: [{ address: 'glossary.a', id: 'g1' }],
    styleRules: [{ address: 'style_rules.l', id: 's1' }],
  } as unknown as Partial<BackupJson>;
  const a = desiredGlossary('a', { 'en->de': { x: 'y' } });
  const entries = a.dictionaries.get('en->de')?.entries;
  const desired = {
    glossaries: [a, desiredGlossary('b', {})],
    styleLists: [desiredStyleList('l', { instructions: INSTRUCTIONS }), desiredStyleList('m')],
  };
  expect(liveOfBackup(backup(json, desired))).toEqual({
    glossaries: [
      {
        id: 'g1',
        name: 'a',
        dictionaries: new Map([['en->de', { pair: { source: 'en', target: 'de' }, entryCount: 1, entries }]]),
      },
      { id: '', name: 'b', dictionaries: new Map() },
    ],
    styleLists: [
      { ...LIST, instructions: KNOWN },
      { ...LIST, id: '', content: desiredStyleList('m').content, instructions: [] },
    ],
  });
});

test('style lists that were not open to the account are absent, not none', () => {
  expect(liveOfBackup(backup({}, { styleLists: [desiredStyleList('l')] }))).toEqual({ glossaries: [] });
  expect(liveOfBackup(backup({ styleRules: [] } as Partial<BackupJson>, {}))).toEqual({
    glossaries: [],
    styleLists: [],
  });
});
