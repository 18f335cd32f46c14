import { expect, test } from 'vitest';
import { holderText, unlockedJson, unlockedText } from '../../../src/review/ledger/lock-text.ts';

const HOLDER = { who: 'ana', since: '2026-01-02T03:00:00.000Z', until: '2026-01-02T03:10:00.000Z' };

test.each([
  [{ kind: 'free' } as const, null],
  [{ kind: 'broken', holder: HOLDER } as const, 'ana'],
  [{ kind: 'broken-unread' } as const, null],
  [{ kind: 'released', holder: HOLDER } as const, 'ana'],
  [{ kind: 'another', holder: HOLDER, now: { ...HOLDER, who: 'ben' } } as const, 'ana'],
])('%j as a document', (unlocked, who) => {
  const document = JSON.parse(unlockedJson(unlocked, 'prod'));
  expect(document).toMatchObject({ formatVersion: 1, target: 'prod', result: unlocked.kind });
  expect(document.lock?.who ?? null).toBe(who);
  expect(document.now?.who).toBe(unlocked.kind === 'another' ? 'ben' : undefined);
});

test('a holder cannot steer whoever reads of it', () => {
  const evil = '\u001b[2J\u202e\n::error::x';
  const holder = { who: evil, run: evil, since: evil, until: evil };
  for (const text of [
    holderText(holder, evil, { now: new Date(0) }),
    unlockedText({ kind: 'another', holder, now: holder }, evil),
    unlockedJson({ kind: 'broken', holder }, evil),
  ])
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^\s*::/m);
});
