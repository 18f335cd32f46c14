import { expect, test } from 'vitest';
import { holderText, unlockedJson, unlockedText } from '../../../src/review/ledger/lock-text.ts';

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
