import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { parseFindings } from '../../../src/shells/action/report.ts';

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
