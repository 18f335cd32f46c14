import { describe, expect, test } from 'vitest';
import { logJson, logText, showJson, showText } from '../../../src/review/ledger/ledger-log-text.ts';
import { glossaryLedgerChange } from '../../support/ledger-changes.ts';

const PLAIN = { color: false };
const VERSION = '0123456789abcdef0123456789abcdef01234567';

const entry = (more: object = {}) => ({
  version: VERSION,
  time: '2026-01-02T04:04:05+01:00',
  summary: 'update glossary.a',
  facts: [
    ['Actor', 'ana'],
    ['Run', 'https://ci.example.com/7'],
  ] as const,
  ...more,
});

describe('hostile text', () => {
  const evil = '\u001b[2J\u202e\n::error::x ##[group]';
  const changes = [
    glossaryLedgerChange([[evil, { to: evil }]], {
      action: 'moved',
      movedFrom: `glossary.${evil}`,
      name: `${evil}2`,
      values: [
        { key: ['id'], from: evil, to: `${evil}2` },
        { key: ['name'], from: evil, to: `${evil}2` },
      ],
    }),
  ];
  const hostile = entry({
    version: evil,
    time: evil,
    summary: evil,
    facts: [
      [evil, evil],
      ['Actor', evil],
    ],
    changes,
  });
  const log = { target: evil, asked: evil, entries: [hostile], more: true };
  const show = { target: evil, entry: hostile, before: evil, changes };

  test.each([
    ['log', logText(log, PLAIN)],
    ['empty log', logText({ ...log, entries: [] }, PLAIN)],
    ['show', showText(show, { color: false, full: true })],
    ['log as JSON', logJson(log)],
    ['show as JSON', showJson(show)],
  ])('cannot steer whoever reads it (%s)', (_, text) => {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[/);
    for (const line of text.split('\n')) expect(line).not.toMatch(/^\s*::/);
  });

  test('is in the document as it was', () => {
    expect(JSON.parse(logJson(log)).entries[0].changes[0].children[0].values[0].key[2]).toBe(evil);
    expect(JSON.parse(showJson(show)).entry.facts[0]).toEqual({ name: evil, value: evil });
  });
});
