import { describe, expect, test } from 'vitest';
import type { LedgerChange } from '../../../src/plan/diff/diff-ledgers.ts';
import { logJson, logText, showJson, showText } from '../../../src/review/ledger/ledger-log-text.ts';
import { glossaryLedgerChange, keyLedgerChange, styleListLedgerChange } from '../../support/ledger-changes.ts';

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

type Entries = Parameters<typeof glossaryLedgerChange>[0];

const many = (count: number, side: 'to' | 'from'): Entries =>
  Array.from({ length: count }, (_, index) => [`s${index}`, { [side]: 't' }]);

describe('the log', () => {
  test('has two lines for an entry: what names it, when and who; and what was done', () => {
    expect(logText({ target: 'prod', entries: [entry()], more: false }, PLAIN)).toBe(
      '0123456789  2026-01-02 03:04:05 UTC  ana  https://ci.example.com/7\n    update glossary.a\n',
    );
  });

  test('shows a time that is none as it is', () => {
    expect(logText({ target: 'prod', entries: [entry({ time: 'soon\u001b' })], more: false }, PLAIN)).toContain(
      '0123456789  soon⟨U+001B⟩  ana',
    );
  });

  test('shows ten terms that went, folds more than ten additions, and names the command for the rest', () => {
    const linesOf = (entries: Entries): readonly string[] =>
      logText(
        { target: 'prod', asked: 'x', entries: [entry({ changes: [glossaryLedgerChange(entries)] })], more: false },
        PLAIN,
      )
        .split('\n')
        .slice(4);
    expect(linesOf(many(12, 'to')).at(-2)).toBe(
      '        … and 7 more added; lexform log --show 0123456789 --full shows all',
    );
    expect(linesOf(many(10, 'to'))).toHaveLength(11);
    expect(linesOf(many(12, 'from')).at(-2)).toBe(
      '        … and 2 more removed; lexform log --show 0123456789 --full shows all',
    );
    expect(linesOf(many(12, 'from'))).toHaveLength(12);
  });

  test('says of an entry that was written before the calls what it is, and where to see what became of it', () => {
    const lines = (intent: object) =>
      logText({ target: 'prod', entries: [entry({ intent })], more: false }, PLAIN).split('\n')[2];
    expect(lines({ followedBy: 'fedcba9876543210' })).toBe(
      '    write-ahead entry of a plan that removes something; fedcba9876 records its outcome',
    );
    expect(lines({})).toContain('; no entry records its outcome');
    const document = JSON.parse(logJson({ target: 'p', entries: [entry({ intent: {} }), entry()], more: false }));
    expect(document.entries.map((each: { intent?: unknown }) => each.intent)).toEqual([
      { followedBy: null },
      undefined,
    ]);
    expect(showText({ target: 'p', entry: entry({ intent: {} }), changes: [] }, { ...PLAIN, full: false })).toContain(
      '    write-ahead entry of a plan that removes something',
    );
  });

  test('says that there are older entries', () => {
    expect(logText({ target: 'prod', entries: [entry()], more: true }, PLAIN)).toMatch(/--limit shows more\.\n$/);
  });
});

describe('one entry', () => {
  const shown = (changes: readonly LedgerChange[], full = false): string =>
    showText({ target: 'prod', entry: entry(), before: 'fedcba9876543210', changes }, { color: false, full });

  test('is its note, then what changed since the one before', () => {
    expect(shown([glossaryLedgerChange([['cat', { from: 'Katze', to: 'Kater' }]])])).toBe(
      `entry ${VERSION}  2026-01-02 03:04:05 UTC  prod
Actor: ana
Run: https://ci.example.com/7

    update glossary.a

1 resource changed since fedcba9876.

~ changed glossary.a  "A"
  English → German (en->de): 1 changed  (9 → 9)
    ~ cat: Katze → Kater
`,
    );
  });

  test('without a change, and as the first one, says so', () => {
    expect(shown([])).toContain('\nNothing changed since fedcba9876.\n');
    expect(showText({ target: 'p', entry: entry(), changes: [] }, { color: false, full: false })).toContain(
      '\nNothing changed in the first entry.\n',
    );
  });

  test('shows every term when all are asked for', () => {
    expect(shown([glossaryLedgerChange(many(60, 'to'))])).toContain('… and 55 more added; --full shows all');
    expect(shown([glossaryLedgerChange(many(60, 'to'))], true)).toContain('+ s59 → t');
  });

  test('names a move, a new id, a new name and a new protection', () => {
    const text = shown([
      glossaryLedgerChange([], {
        action: 'moved',
        movedFrom: 'glossary.old',
        name: 'B',
        values: [
          { key: ['id'], from: 'g1', to: 'g2' },
          { key: ['protect'], from: false, to: true },
          { key: ['name'], from: 'A', to: 'B' },
        ],
        children: [],
      }),
    ]);
    expect(text).toContain(`~ moved glossary.a  "B"  (was glossary.old)
    id: g1 → g2
    protected from now on
    name: A → B
`);
  });

  test('shows a style list by its rules and instructions, and a key by its label and limits', () => {
    const list = styleListLedgerChange({
      values: [
        { key: ['id'], from: 's1', to: 's2' },
        { key: ['protect'], from: true, to: false },
        { key: ['language'], from: 'de', to: 'fr' },
        { key: ['rule', 'numbers', 'format'], from: 'a', to: 'b' },
        { key: ['instruction', '0'], from: { label: 'Tone', prompt: 'brief' }, to: { label: 'Tone', prompt: 'long' } },
      ],
    });
    const key = keyLedgerChange({
      action: 'removed',
      values: [
        { key: ['id'], from: 'k:1' },
        { key: ['limit', 'characters'], from: 5 },
      ],
    });
    const renamed = keyLedgerChange({
      name: 'CI runner',
      values: [
        { key: ['label'], from: 'CI', to: 'CI runner' },
        { key: ['deactivated'], from: false, to: true },
        { key: ['limit', 'characters'], from: 1000, to: null },
        { key: ['limit', 'speechToTextMilliseconds'], to: 0 },
      ],
    });
    expect(shown([list, key, renamed]).split('\n').slice(7)).toEqual([
      '',
      '~ changed style_rules.l  "L"',
      '    id: s1 → s2',
      '    no longer protected',
      '    language: de → fr',
      '    ~ numbers.format: a → b',
      '    ~ instruction Tone',
      '        prompt: brief → long',
      '',
      '- removed developer_key.ci  "CI"',
      '    id: k:1',
      '',
      '~ changed developer_key.ci  "CI runner"',
      '    label: CI{+ runner+}',
      '    deactivated permanently',
      '    characters: 1,000 → no limit',
      '    speech to text: 0 ms',
      '',
    ]);
  });
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
