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

const OWNED = [
  { address: 'glossary.a', id: 'g1', name: 'A' },
  { address: 'developer_key.ci', id: 'k:1', protect: true },
];
const VERSION = '0123456789abcdef';

test('the document of forgotten resources has their ids', () => {
  expect(JSON.parse(forgottenJson(OWNED, 'prod', VERSION))).toEqual({
    formatVersion: 1,
    target: 'prod',
    forgotten: [OWNED[0], { address: 'developer_key.ci', id: 'k:1', name: null }],
    version: VERSION,
  });
});

test('the document of an adopted resource has its name', () => {
  expect(JSON.parse(adoptedJson({ address: 'glossary.a', id: 'g1', name: 'Old' }, 'prod', VERSION))).toMatchObject({
    adopted: { address: 'glossary.a', id: 'g1', name: 'Old' },
    version: VERSION,
  });
});

test('a summary is one short line, however much was forgotten', () => {
  expect(rewriteSummary('forget', ['glossary.a', 'style_rules.b'])).toBe('forget glossary.a, style_rules.b');
  expect(
    rewriteSummary(
      'forget',
      Array.from({ length: 99 }, () => 'glossary.a'),
    ).length,
  ).toBeLessThanOrEqual(120);
});

test('a refusal has the code of its reason', () => {
  const by = { who: 'ben', since: '2026', until: '2027' };
  expect(rewriteRefusal('prod', { kind: 'locked', by }).code).toBe('locked');
  expect(rewriteRefusal('prod', { kind: 'moved', winner: undefined }).code).toBe('ledger-moved');
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
