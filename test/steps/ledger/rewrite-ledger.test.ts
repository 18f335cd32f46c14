import { describe, expect, test, vi } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import { rewriteLedger } from '../../../src/steps/ledger/rewrite-ledger.ts';
import { writtenLedger } from '../written-ledger.ts';

const WRITER = {
  holder: { id: 'me', who: 'ana' },
  facts: [['Actor', 'ana'] as const],
  now: () => new Date('2026-01-02T04:00:00Z'),
};

describe('an entry without a call to the service', () => {
  test('is written under the lock, which is dropped with it', async () => {
    const { ledger } = await writtenLedger([EMPTY_LEDGER]);
    const release = () => Promise.reject(new Error('the lock was released twice'));
    const once = { ...ledger, lock: { ...ledger.lock, release: vi.fn(release) } };
    const rewritten = await rewriteLedger(once, WRITER, 'forget glossary.a', () => EMPTY_LEDGER);
    expect(once.lock.release).not.toHaveBeenCalled();
    expect(rewritten).toEqual({ kind: 'written', version: '000002' });
    expect((await ledger.entries(1))[0]).toMatchObject({ summary: 'forget glossary.a', facts: [['Actor', 'ana']] });
    expect(await ledger.lock.read()).toBeUndefined();
  });

  test('is the first one where there is none', async () => {
    const { ledger } = await writtenLedger([]);
    const seen: unknown[] = [];
    const rewritten = await rewriteLedger(ledger, WRITER, 'adopt glossary.a', (snapshot) => {
      seen.push(snapshot);
      return EMPTY_LEDGER;
    });
    expect([rewritten.kind, seen]).toEqual(['written', [undefined]]);
  });

  test('waits for nobody: whoever holds the lock is named, and nothing is written', async () => {
    const { ledger } = await writtenLedger([EMPTY_LEDGER]);
    await ledger.lock.acquire({ id: 'other', who: 'ben' });
    const rewritten = await rewriteLedger(ledger, WRITER, 'x', () => EMPTY_LEDGER);
    expect(rewritten).toMatchObject({ kind: 'locked', by: { who: 'ben' } });
    expect(await ledger.entries()).toHaveLength(1);
    expect((await ledger.lock.read())?.holder.who).toBe('ben');
  });

  test('is given up when what is read under the lock does not fit, and the last writer is named', async () => {
    const { ledger } = await writtenLedger([EMPTY_LEDGER, EMPTY_LEDGER]);
    const rewritten = await rewriteLedger(ledger, WRITER, 'x', () => undefined);
    expect(rewritten).toMatchObject({ kind: 'moved', winner: { summary: 'entry 2' } });
    expect(await ledger.lock.read()).toBeUndefined();
  });

  test('that loses a race all the same names the winner', async () => {
    const { ledger } = await writtenLedger([EMPTY_LEDGER]);
    const racing = {
      ...ledger,
      async read() {
        const snapshot = await ledger.read();
        const note = { summary: 'faster', facts: [] };
        await ledger.write({ after: snapshot?.version, state: EMPTY_LEDGER, note, time: WRITER.now() });
        return snapshot;
      },
    };
    const rewritten = await rewriteLedger(racing, WRITER, 'slower', () => EMPTY_LEDGER);
    expect(rewritten).toMatchObject({ kind: 'moved', winner: { summary: 'faster' } });
    expect(await ledger.lock.read()).toBeUndefined();
  });

  test('that cannot be written leaves no lock behind', async () => {
    const { ledger } = await writtenLedger([EMPTY_LEDGER]);
    const full = { ...ledger, write: () => Promise.reject(new Error('no space left')) };
    await expect(rewriteLedger(full, WRITER, 'x', () => EMPTY_LEDGER)).rejects.toThrow('no space left');
    expect(await ledger.lock.read()).toBeUndefined();
  });
});
