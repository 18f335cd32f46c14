import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { type Ledger, type LedgerEntry, ledgerVersion } from '../../../src/ledger/ledger.ts';
import {
  BACKUP_FACT,
  ONLY_FACT,
  ROLLBACK_FACT,
  SAVED_FACT,
  statesSinceApply,
} from '../../../src/steps/ledger/entry-source.ts';
import { PLAN_FACT } from '../../../src/steps/ledger/write-ahead.ts';
import { writtenLedger } from '../written-ledger.ts';

type Facts = LedgerEntry['facts'];

const state = (): LedgerState => ({ ...EMPTY_LEDGER, glossaries: new Map() });

/** A ledger whose entries have these facts, newest first, and what was asked of it. */
async function ledgerOf(...facts: readonly Facts[]) {
  const states = facts.map(state);
  const { ledger } = await writtenLedger([]);
  const asked: unknown[] = [];
  const known: Ledger = {
    ...ledger,
    entries: async (limit) => {
      asked.push(limit);
      return facts.map((each, index) => ({ version: ledgerVersion(`v${index}`), summary: '', time: '', facts: each }));
    },
    readAt: async (version) => {
      asked.push(version);
      const found = states[Number(version.slice(1))];
      if (found === undefined) throw new Error(`no ${version}`);
      return { version, state: found, target: ledger.target };
    },
  };
  return { states, asked, ledger: known };
}

const FROM_FILES: Facts = [[PLAN_FACT, 'sha256:1']];
const ROLLBACK: Facts = [
  [PLAN_FACT, 'sha256:2'],
  [ROLLBACK_FACT, 'v1'],
];

test('an apply of everything from files has no state before it', async () => {
  const { ledger, asked } = await ledgerOf(FROM_FILES, FROM_FILES);
  expect(await statesSinceApply(ledger)).toEqual([]);
  expect(asked).toEqual([200]);
});

test('an empty ledger has no state', async () => {
  expect(await statesSinceApply((await ledgerOf()).ledger)).toEqual([]);
});

test.each<[string, Facts]>([
  ['a rollback', ROLLBACK],
  [
    'a restore',
    [
      [PLAN_FACT, 'x'],
      [BACKUP_FACT, 'b'],
    ],
  ],
  [
    'a plan that was saved by one of them',
    [
      [PLAN_FACT, 'x'],
      [SAVED_FACT, 'yes'],
    ],
  ],
  ['an adoption, which has no plan', [['Actor', 'ana']]],
])('after %s the states count up to the last apply from files, and that one too', async (_, facts) => {
  const { ledger, states, asked } = await ledgerOf(facts, ROLLBACK, FROM_FILES, FROM_FILES);
  const found = await statesSinceApply(ledger);
  expect(found).toEqual([
    { state: states[1], appliedPatterns: [] },
    { state: states[2], appliedPatterns: [] },
  ]);
  expect(found[0]?.state).toBe(states[1]);
  expect(asked).toEqual([200, 'v1', 'v2']);
});

test('an apply of a part settles its patterns for what was before it', async () => {
  const only = (text: string): Facts => [...FROM_FILES, [ONLY_FACT, text]];
  const { ledger, states } = await ledgerOf(
    only('["glossary.a","glossary.b"]'),
    ROLLBACK,
    only('["glossary.c",1,null]'),
    ROLLBACK,
  );
  expect(await statesSinceApply(ledger)).toEqual([
    { state: states[1], appliedPatterns: ['glossary.a', 'glossary.b'] },
    { state: states[2], appliedPatterns: ['glossary.a', 'glossary.b'] },
    { state: states[3], appliedPatterns: ['glossary.a', 'glossary.b', 'glossary.c'] },
  ]);
});

test.each(['{}', '"glossary.a"', '[]', '[1]'])(
  'patterns of an entry that say %s count as an apply of everything',
  async (text) => {
    const { ledger } = await ledgerOf([...FROM_FILES, [ONLY_FACT, text]], FROM_FILES);
    expect(await statesSinceApply(ledger)).toEqual([]);
  },
);

test('entries of earlier versions are read by these names', () => {
  expect([ROLLBACK_FACT, BACKUP_FACT, SAVED_FACT, ONLY_FACT, PLAN_FACT]).toEqual([
    'Rollback',
    'Backup',
    'Not-From-Files',
    'Only',
    'Plan',
  ]);
});
