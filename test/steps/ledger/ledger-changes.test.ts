import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { LEDGER_JSON } from '../../../src/ledger/ledger-json.ts';
import { parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { readChanges, readIndexes } from '../../../src/steps/ledger/ledger-changes.ts';
import { entries } from '../../support/build.ts';
import { writtenLedger } from '../written-ledger.ts';

type Rows = Readonly<Record<string, string>>;

/** A ledger that owns these glossaries, each with one dictionary. */
const owning = (glossaries: Readonly<Record<string, Rows>>): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(
    Object.entries(glossaries).map(([name, rows]) => {
      const dictionaries = new Map([['en->de', { pair: parsePairKey('en->de'), entries: entries(rows) }] as const]);
      return [`glossary.${name}`, { id: glossaryId(name), protect: false, content: { name, dictionaries } }] as const;
    }),
  ),
});

/** The step from each of these states to the next one, from nothing to the first. */
async function ledgerOfStates(...states: readonly LedgerState[]) {
  const { ledger, read } = await writtenLedger(states);
  const indexes = await readIndexes(ledger, (await ledger.entries()).toReversed());
  const steps = indexes.map((after, index) => {
    const before = indexes[index - 1];
    return before === undefined ? { after } : { before, after };
  });
  read.length = 0;
  const changes = async (wanted?: Parameters<typeof readChanges>[2]) =>
    (await readChanges(ledger, steps, wanted)).map((step) =>
      step.changes.map((change) => [change.address, 'action' in change ? change.action : undefined]),
    );
  return { ledger, steps, read, changes };
}

const STATES = [
  owning({ a: { x: '1', y: '1' }, b: { z: '1' } }),
  owning({ a: { x: '1', y: '2' }, b: { z: '1' } }),
  owning({ a: { x: '1', y: '2' }, b: { z: '1' } }),
  owning({ a: { x: '1', y: '2' } }),
];
const addresses = (changes: readonly (readonly (readonly [string, unknown])[])[]) =>
  changes.map((step) => step.map(([address]) => address));

test('each step has what changed in it, and only dictionaries that changed are read', async () => {
  const { changes, read } = await ledgerOfStates(...STATES);
  expect(addresses((await changes()) as never)).toEqual([
    ['glossary.a', 'glossary.b'],
    ['glossary.a'],
    [],
    ['glossary.b'],
  ]);
  const versions = read.map((each) => each.split(' ')[0]);
  expect(versions.toSorted()).toEqual(['000001', '000001', '000001', '000002', '000003']);
});

test('of a step in which no wanted row came or went, nothing is told', async () => {
  const { changes } = await ledgerOfStates(...STATES);
  const rows = async (wanted: string) => addresses((await changes({ row: (row) => row === wanted })) as never);
  // `x,1` stands on both sides of the second step.
  expect(await rows('x,1')).toEqual([['glossary.a', 'glossary.b'], [], [], []]);
  expect(await rows('y,1')).toEqual([['glossary.a', 'glossary.b'], ['glossary.a'], [], []]);
  expect(await rows('y,2')).toEqual([[], ['glossary.a'], [], []]);
  expect(await rows('z,1')).toEqual([['glossary.a', 'glossary.b'], [], [], ['glossary.b']]);
  expect(await rows('none')).toEqual([[], [], [], []]);
});

test('a glossary that is not wanted is not read', async () => {
  const { changes, read } = await ledgerOfStates(...STATES);
  await changes({ only: (address) => address === 'glossary.b' });
  const versions = read.map((each) => each.split(' ')[0]);
  expect(versions.toSorted()).toEqual(['000001', '000003']);
});

test('a file that the ledger lacks is named, with the entry that needs it', async () => {
  const { ledger, steps } = await ledgerOfStates(...STATES);
  const lacking = { ...ledger, readMany: async (files: readonly unknown[]) => files.map(() => undefined) };
  await expect(readChanges(lacking, steps)).rejects.toThrow(/^the ledger's entry 00000\d lacks its file /);
  await expect(readIndexes(lacking, (await ledger.entries()).slice(2, 3))).rejects.toMatchObject({
    message: `the ledger's entry 000002 lacks its file ${LEDGER_JSON}`,
    wayOut: 'Bring it back from another clone or a backup; git fsck names what is missing',
    code: 'ledger-damaged',
  });
});
