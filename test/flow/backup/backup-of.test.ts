import { expect, test } from 'vitest';
import { backupOf, leftOutBy, namedLive } from '../../../src/flow/backup/backup-of.ts';
import { liveGlossary } from '../../support/build.ts';

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
  const { json, files } = made.without(new Map([['glossary.one/en->de', ['b']]]));
  expect(json).toMatchObject({ glossaries: [{ dictionaries: [] }], leftOut: [{ id: 'g1', why: ['b'] }] });
  expect([...files.keys()]).toEqual(['glossaries/one/glossary.yaml']);
});

test('a fault of nothing that is in it stops the backup, so that it is not made again for ever', () => {
  expect(leftOutBy(made, [error('x', 'glossaries/other/glossary.yaml')])).toBe(undefined);
  expect(leftOutBy(made, [error('backup-content', 'backup.json', { address: 'glossary.other' })])).toBe(undefined);
});
