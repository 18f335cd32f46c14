import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { StyleListAddress } from '../../../src/kinds/style-list/style-list.ts';
import type { Finding } from '../../../src/model/finding.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { commentKey, type Marker, markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import {
  commandLine,
  maskLine,
  resumeLine,
  stopLine,
  workflowLogText,
} from '../../../src/shells/action/github/workflow-commands.ts';
import { parseFindings } from '../../../src/shells/action/report.ts';
import { meets, touchesOf } from '../../../src/shells/action/touched.ts';
import { dictionaryChange, glossaryChange, planWith, styleListChange } from '../../support/changes.ts';

const finding = (severity: Finding['severity']): Finding => ({
  code: 'x',
  severity,
  at: { file: 'a.csv', line: 1, column: 2 },
  details: {},
});

describe('findings of a document', () => {
  const shown = { code: 'x', severity: 'error', file: 'a.csv', line: 1, column: 2 };
  const parse = (findings: unknown, formatVersion: unknown = 1) =>
    parseFindings(JSON.stringify({ formatVersion, findings }));

  test('are read with their details and other places', () => {
    const related = [{ file: 'b.csv', line: 3, column: 4 }, { file: 'c.csv' }];
    const details = { text: 't', number: 1, list: ['a', 'b'], empty: [], flag: true, mixed: ['a', 1], nested: {} };
    expect(parse([{ ...shown, severity: 'info', related, details }])).toStrictEqual([
      {
        code: 'x',
        severity: 'info',
        at: { file: 'a.csv', line: 1, column: 2 },
        related: [{ file: 'b.csv', line: 3, column: 4 }],
        details: { text: 't', number: 1, list: ['a', 'b'], empty: [] },
      },
    ]);
    for (const more of [{}, { related: [], details: null }, { related: [{}], details: 'x' }])
      expect(parse([{ ...shown, ...more }])).toStrictEqual([finding('error')]);
    expect(parse([{ ...shown, severity: 'warning' }])).toStrictEqual([finding('warning')]);
  });

  test.each(['code', 'severity', 'file', 'line', 'column'])('are none without their %s', (name) => {
    expect(parse([{ ...shown, [name]: undefined }, shown])).toStrictEqual([finding('error')]);
  });

  test('have a severity that there is', () => {
    expect(parse([{ ...shown, severity: 'fatal' }])).toStrictEqual([]);
  });

  test('are the first 5,000', () => {
    expect(parse(Array.from({ length: 5001 }, () => shown))).toHaveLength(5000);
  });

  test('are not those of another document', () => {
    expect([parse([], 2), parse({}), parse(undefined), parseFindings('{'), parseFindings('null')]).toStrictEqual(
      Array(5).fill(undefined),
    );
    expect(parse([])).toStrictEqual([]);
  });
});

describe('commands of the runner', () => {
  test('hold their text on one line, escaped, with nothing hidden', () => {
    expect(commandLine('group', 'a%\r\nb\u0000')).toBe('::group::a%25⏎%0Ab⟨U+0000⟩\n');
    expect([commandLine('endgroup'), stopLine('t'), resumeLine('t')]).toStrictEqual([
      '::endgroup::\n',
      '::stop-commands::t\n',
      '::t::\n',
    ]);
    expect(maskLine('a%b\r\nc')).toBe('::add-mask::a%25b%0D%0Ac\n');
  });

  test('do not say their type twice', () => {
    expect(commandLine('error', 'error: a\nerror: b\nwarning: c')).toBe('::error::a%0Ab%0Awarning: c\n');
    expect(commandLine('notice', 'notice: a\nnote: b')).toBe('::notice::a%0Anote: b\n');
    expect(commandLine('warning', 'a warning: b')).toBe('::warning::a warning: b\n');
  });

  test('are not made of text', () => {
    expect(workflowLogText('::a::\n \t::b\r\nx ::c\rd\r##[e] ##vso[f] ## [g] ##VSO[')).toBe(
      ': :a::\n \t: :b\r\nx ::c⏎d⏎# #[e] # #vso[f] ## [g] # #VSO[',
    );
  });
});

describe('the key of a comment', () => {
  test('is 16 digits of a digest of folder, target and id', () => {
    expect(commentKey('terms', 'prod', '')).toBe('7b76af3239803b8a');
    const keys = [
      commentKey('a', 'b', ''),
      commentKey('a', '', 'b'),
      commentKey('', 'a', 'b'),
      commentKey('ab', '', ''),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  test('a marker ends its line', () => {
    const line = `<!-- lexform:plan:v1 key=${'0'.repeat(16)} run=5.1 head=- digest=- state=open touches=aa.bb -->`;
    const marker: Marker = {
      kind: 'plan',
      key: '0'.repeat(16),
      runId: '5',
      runAttempt: '1',
      head: '',
      digest: '',
      state: 'open',
      touches: ['aa', 'bb'],
    };
    for (const end of ['', '\n', '\r\nmore', '\nmore']) expect(markerOf(line + end)).toStrictEqual(marker);
    for (const end of ['x', ' ', '\r', '\rx']) expect(markerOf(line + end)).toBe(undefined);
  });
});

describe('what plans touch', () => {
  const glossary = (
    address: GlossaryAddress,
    action: Change['action'],
    more: Parameters<typeof glossaryChange>[0] = {},
  ): Change => glossaryChange({ address, action, dictionaries: [dictionaryChange('en->de', [])], ...more });
  const list = (address: StyleListAddress): Change => styleListChange({ address, name: ['N', 'M'] });
  const plan = (...changes: readonly Change[]): Plan => planWith(changes);
  const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

  test('is marked by dictionary, by what lies inside, and as a whole', () => {
    expect(touchesOf(undefined)).toStrictEqual({});
    expect(touchesOf(plan())).toStrictEqual({ touches: [] });
    const [part, inside, whole] = ['part glossary.a/en->de', 'inside glossary.a', 'whole glossary.a'].map(mark);
    expect(touchesOf(plan(glossary('glossary.a', 'update')))).toStrictEqual({ touches: [part, inside] });
    for (const more of [glossary('glossary.a', 'create'), glossary('glossary.a', 'update', { name: ['N', 'M'] })])
      expect(touchesOf(plan(more))).toStrictEqual({ touches: [part, inside, whole] });
    expect(touchesOf(plan(list('style_rules.a')))).toStrictEqual({
      touches: [mark('inside style_rules.a'), mark('whole style_rules.a')],
    });
  });

  test('is told of at most 60 marks', () => {
    const many = (count: number) => plan(...Array.from({ length: count }, (_, index) => list(`style_rules.${index}`)));
    expect(touchesOf(many(30)).touches).toHaveLength(60);
    expect(touchesOf(many(31))).toStrictEqual({});
  });

  test('meets what another one is about', () => {
    const part = plan(glossary('glossary.a', 'update'));
    const other = plan(glossary('glossary.a', 'update', { dictionaries: [dictionaryChange('en->fr', [])] }));
    const whole = plan(glossary('glossary.a', 'delete', { dictionaries: [] }));
    const far = plan(glossary('glossary.b', 'delete'), list('style_rules.a'));
    const all = [part, other, whole, far];
    expect(all.map((one) => all.map((another) => meets(one, touchesOf(another).touches)))).toStrictEqual([
      [true, false, true, false],
      [false, true, true, false],
      [true, true, true, false],
      [false, false, false, true],
    ]);
    expect([meets(part, undefined), meets(plan(), undefined), meets(part, [])]).toStrictEqual([true, false, false]);
  });
});
