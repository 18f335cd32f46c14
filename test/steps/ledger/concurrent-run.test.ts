import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';

import { type LedgerEntry, ledgerVersion } from '../../../src/ledger/ledger.ts';
import { concurrentRun, hasMovedOn } from '../../../src/steps/ledger/concurrent-run.ts';
import { PLAN_FACT, writeAheadOf, writeAheadSubject } from '../../../src/steps/ledger/write-ahead.ts';
import { writtenLedger } from '../written-ledger.ts';

test('nobody has been faster while the last entry is the one that was read', async () => {
  const { ledger } = await writtenLedger([EMPTY_LEDGER]);
  const snapshot = await ledger.read();
  expect([await hasMovedOn(ledger, snapshot), await concurrentRun(ledger, snapshot)]).toEqual([false, undefined]);
});

test('an empty ledger of which nothing was read has not moved on', async () => {
  const { ledger } = await writtenLedger([]);
  expect([await hasMovedOn(ledger, undefined), await concurrentRun(ledger, undefined)]).toEqual([false, undefined]);
});

test('whoever has written since is named, also the first one', async () => {
  const { ledger } = await writtenLedger([EMPTY_LEDGER, EMPTY_LEDGER]);
  const old = await ledger.readAt(ledgerVersion('000001'));
  for (const snapshot of [old, undefined]) {
    expect(await hasMovedOn(ledger, snapshot)).toBe(true);
    expect(await concurrentRun(ledger, snapshot)).toMatchObject({
      kind: 'moved',
      winner: { version: '000002', summary: 'entry 2' },
    });
  }
});

test('whoever holds the lock is named before anything is read', async () => {
  const { ledger } = await writtenLedger([EMPTY_LEDGER]);
  await ledger.lock.acquire({ id: 'other', who: 'ben' });
  const unread = { ...ledger, entries: () => Promise.reject(new Error('was read')) };
  expect(await concurrentRun(unread, undefined)).toMatchObject({ kind: 'locked', by: { who: 'ben' } });
});

test('one entry is enough to know the last one', async () => {
  const { ledger } = await writtenLedger([EMPTY_LEDGER, EMPTY_LEDGER]);
  const asked: (number | undefined)[] = [];
  const counted = {
    ...ledger,
    entries: (limit?: number) => {
      asked.push(limit);
      return ledger.entries(limit);
    },
  };
  await hasMovedOn(counted, undefined);
  await concurrentRun(counted, undefined);
  expect(asked).toEqual([1, 1]);
});

const entry = (summary: string, plan: string | undefined, version = 'v1'): LedgerEntry => ({
  version: ledgerVersion(version),
  summary,
  time: '',
  facts: [['Actor', 'ana'], ...(plan === undefined ? [] : [[PLAN_FACT, plan] as const])],
});

test.each([
  ['that says what is about to be done', entry('about to apply to prod', 'p'), undefined, {}],
  [
    'that the next one completes',
    entry('about to apply to prod', 'p'),
    entry('1 changed', 'p', 'v2'),
    { followedBy: 'v2' },
  ],
  ['that another plan follows', entry('about to apply to prod', 'p'), entry('1 changed', 'q', 'v2'), {}],
  ['that an entry without a plan follows', entry('about to apply to prod', 'p'), entry('forget', undefined, 'v2'), {}],
  [
    'that records drift before it is overwritten',
    entry('record drift on prod before an apply overwrites it', 'p'),
    undefined,
    { drift: true },
  ],
  ['of another target', entry('about to apply to test', 'p'), undefined, undefined],
  ['that tells of what was done', entry('1 changed', 'p'), undefined, undefined],
  ['without a plan', entry('about to apply to prod', undefined), undefined, undefined],
])('an entry %s', (_, given, next, expected) => {
  expect(writeAheadOf('prod', given, next)).toEqual(expected);
});

test('an intention names its target', () => {
  expect([writeAheadSubject('prod'), PLAN_FACT]).toEqual(['about to apply to prod', 'Plan']);
});
