import { expect, test } from 'vitest';
import { backupOf, leftOutBy, namedLive } from '../../../src/steps/backup/backup-of.ts';
import { liveDeveloperKey, liveGlossary } from '../../support/build.ts';

const made = backupOf(
  namedLive({ glossaries: [liveGlossary('g1', 'One', { 'en->de': { a: 'b' } })] }, new Map(), {
    target: { name: 'prod', baseUrl: 'http://127.0.0.1:9' },
    time: new Date('2026-01-02T03:04:05Z'),
  }),
  new Map(),
);
const error = (code: string, file: string, details = {}) =>
  ({ code, severity: 'error', at: { file, line: 1, column: 1 }, details }) as const;

test('what is left out goes by the file of the fault, and each of its faults is named once', () => {
  const faults = [
    error('b', 'glossaries/one/en-de.csv'),
    error('a', 'glossaries/one/en-de.csv'),
    error('b', 'glossaries/one/en-de.csv'),
  ];
  expect(leftOutBy(made, faults)).toEqual(new Map([['glossary.one/en->de', ['b', 'a']]]));
  expect(leftOutBy(made, [error('backup-content', 'backup.json', { address: 'glossary.one' })])).toEqual(
    new Map([['glossary.one', ['backup-content']]]),
  );
  // Only a difference of content goes by the address; any other error by its file.
  expect(leftOutBy(made, [error('b', 'glossaries/one/en-de.csv', { address: 'glossary.one' })])).toEqual(
    new Map([['glossary.one/en->de', ['b']]]),
  );
  const { json, files } = made.without(new Map([['glossary.one/en->de', ['b']]]));
  expect(json).toMatchObject({ glossaries: [{ dictionaries: [] }], leftOut: [{ id: 'g1', why: ['b'] }] });
  expect([...files.keys()]).toEqual(['glossaries/one/glossary.yaml']);
});

test('a fault of nothing that is in it stops the backup, so that it is not made again for ever', () => {
  expect(leftOutBy(made, [error('x', 'glossaries/other/glossary.yaml')])).toBe(undefined);
  expect(leftOutBy(made, [error('backup-content', 'backup.json', { address: 'glossary.other' })])).toBe(undefined);
});

test('names that differ in more than the case of letters are kept, others are made anew', () => {
  const about = { target: { name: 'prod', baseUrl: 'http://127.0.0.1:9' }, time: new Date('2026-01-02T03:04:05Z') };
  const live = { glossaries: ['g1', 'g2', 'g3', 'g4', 'g5'].map((id) => liveGlossary(id, `Name of ${id}`, {})) };
  const known = new Map([
    ['g1', 'straße'],
    ['g2', 'strasse'],
    ['g3', 'Strasse'],
    ['g4', '.hidden'],
    ['g5', 'a:b'],
  ]);
  expect([...namedLive(live, known, about).names]).toEqual([
    ['g1', 'straße'],
    ['g2', 'strasse'],
    ['g3', 'name-of-g3'],
    ['g4', 'name-of-g4'],
    ['g5', 'name-of-g5'],
  ]);
});

test('a key that works no more is in no backup', () => {
  const about = { target: { name: 'prod', baseUrl: 'http://127.0.0.1:9' }, time: new Date('2026-01-02T03:04:05Z') };
  const developerKeys = [liveDeveloperKey('k1', 'on'), liveDeveloperKey('k2', 'off', { deactivated: true })];
  const named = namedLive({ developerKeys }, new Map(), about);
  expect([named.live.developerKeys?.map(({ id }) => id), [...named.names]]).toEqual([['k1'], [['k1', 'on']]]);
  const { json, files } = backupOf(named, new Map());
  expect(json.developerKeys).toEqual([
    { address: 'developer_key.on', id: 'k1', label: 'on', digest: expect.any(String) },
  ]);
  expect(files.get('developer-keys.yaml')).not.toContain('off');
});

test('a dictionary without entries is none of a backup', () => {
  const live = { glossaries: [liveGlossary('g1', 'One', { 'en->de': { a: 'b' }, 'en->fr': {} })] };
  const about = { target: { name: 'prod', baseUrl: 'http://127.0.0.1:9' }, time: new Date('2026-01-02T03:04:05Z') };
  const { json, files } = backupOf(namedLive(live, new Map(), about), new Map());
  expect(json).toMatchObject({ glossaries: [{ dictionaries: [{ pair: 'en->de', terms: 1 }] }] });
  expect([...files.keys()].filter((path) => path.endsWith('.csv'))).toEqual(['glossaries/one/en-de.csv']);
});
