import { describe, expect, test } from 'vitest';
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

test('what is forgotten is shown before, with its id, and told after', () => {
  expect(
    forgettingText(OWNED, 'prod'),
  ).toBe(`The ledger of "prod" will forget these resources. The service is not changed:
- glossary.a  "A"  g1
- developer_key.ci  k:1  (protected)
`);
  expect(forgottenText(OWNED, VERSION)).toMatch(/^Forgot 2 resources \(0123456789\)\. /);
  expect(JSON.parse(forgottenJson(OWNED, 'prod', VERSION))).toEqual({
    formatVersion: 1,
    target: 'prod',
    forgotten: [OWNED[0], { address: 'developer_key.ci', id: 'k:1', name: null }],
    version: VERSION,
  });
});

test('what is adopted is told with the name that it has', () => {
  expect(adoptedText({ address: 'glossary.a', id: 'g1', name: 'Old' }, VERSION)).toBe(
    'Adopted glossary.a  "Old"  g1 (0123456789).\nnext: lexform plan, which shows what differs from the files\n',
  );
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

describe('a refusal', () => {
  const winner = { version: VERSION, time: '2026-01-02T03:04:05Z', summary: 'forget glossary.b' };

  test('names who is applying, or who has written', () => {
    const by = { who: 'ben', since: '2026', until: '2027' };
    expect(rewriteRefusal('prod', { kind: 'locked', by })).toEqual({
      code: 'locked',
      reason: expect.stringContaining('ben'),
    });
    expect(rewriteRefusal('prod', { kind: 'moved', winner }).reason).toBe(
      'another run has written the ledger of "prod" meanwhile: forget glossary.b (0123456789, 2026-01-02T03:04:05Z). Nothing was written; review it, and rerun\n',
    );
    expect(rewriteRefusal('prod', { kind: 'moved', winner: undefined })).toMatchObject({
      code: 'ledger-moved',
      reason: expect.stringContaining('its ledger no longer exists'),
    });
  });
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
