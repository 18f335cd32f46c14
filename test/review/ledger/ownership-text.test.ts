import { expect, test } from 'vitest';
import {
  adoptedJson,
  adoptedText,
  forgettingText,
  forgottenJson,
  forgottenText,
  rewriteRefusal,
  rewriteSummary,
} from '../../../src/review/ledger/ownership-text.ts';

test('a summary is one short line, however much was forgotten', () => {
  expect(
    rewriteSummary(
      'forget',
      Array.from({ length: 99 }, () => 'glossary.a'),
    ).length,
  ).toBeLessThanOrEqual(120);
});

test('names and ids cannot steer whoever reads of them', () => {
  const evil = '\u001b[2J\u202e\n::error::x';
  const owned = { address: evil, id: evil, name: evil };
  const winner = { version: evil, time: evil, summary: evil };
  for (const text of [
    forgettingText([owned], evil),
    forgottenText([owned], evil),
    forgottenJson([owned], evil, evil),
    adoptedText(owned, evil),
    adoptedJson(owned, evil, evil),
    rewriteRefusal(evil, { kind: 'moved', winner }).reason,
  ])
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^\s*::/m);
});
