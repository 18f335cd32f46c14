import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_NOTE_CODES } from '../../../src/app/workspaces/workspace-notes.ts';
import { ERROR_CODES } from '../../../src/model/codes/error-codes.ts';
import type { Finding } from '../../../src/model/finding.ts';
import {
  findingLine,
  findingsJson,
  findingsText,
  sortedFindings,
  wordedCodes,
} from '../../../src/review/messages/finding-text.ts';

const finding = (code: string, details: Finding['details'], more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  at: { file: 'a.yaml', line: 2, column: 3 },
  details,
  ...more,
});

/** Rooms that make findings. */
const sources = ['files', 'kinds', 'plan', 'steps', 'lint', 'app', 'shells/cli', 'review/exchange'].flatMap((room) =>
  readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' })
    // The guard's refusals have codes of their own and are worded in guard-text.ts, where the compiler sees that none
    // is missing.
    .filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('guard') && path !== 'refusal.ts',
    )
    .map((path) => readFileSync(`src/${room}/${path}`, 'utf8')),
);

/**
 * Codes as the sources write them: after `code:`, in either branch of a condition, or as the first argument of a
 * function that makes a finding.
 */
const usedCodes = new Set(
  sources.flatMap((text) => [
    ...[...text.matchAll(/\bcode:\s*'([a-z0-9-]+)'/g)].map(([, code]) => code as string),
    ...[...text.matchAll(/\bcode:\s[^,;{}]*?\?\s*'([a-z0-9-]+)'\s*:\s*'([a-z0-9-]+)'/g)].flatMap(([, one, two]) => [
      one as string,
      two as string,
    ]),
    ...[
      ...text.matchAll(
        /\b(?:error|errorAt|warning|warningAt|finding|fault|repeated)\(\s*'([a-z0-9]+(?:-[a-z0-9]+)+)'/g,
      ),
    ].map(([, code]) => code as string),
  ]),
);

describe('the wording of findings', () => {
  test('every code that is used has a wording', () => {
    // Errors and refusals have codes too, in a table of their own, and so have notes on several workspaces.
    const known = new Set<string>([...wordedCodes(), ...Object.keys(ERROR_CODES), ...WORKSPACE_NOTE_CODES]);
    expect([...usedCodes].filter((code) => !known.has(code)).sort()).toEqual([]);
    expect(usedCodes.size).toBeGreaterThan(40);
  });

  test('every wording belongs to a code that is used', () => {
    const text = sources.join('\n');
    expect(wordedCodes().filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  test('nothing in a file name or a text can steer a terminal or begin a line', () => {
    const line = findingLine(
      finding(
        'name-repeated',
        { name: 'a\u001b[2J\n::error::x\u202Eb' },
        { at: { file: 'x\u001b]0;y\u0007.yaml', line: 1, column: 1 } },
      ),
    );
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(line.startsWith('::')).toBe(false);
  });

  test('findings are sorted by file, line, column and code', () => {
    const at = (file: string, line: number, column: number) => ({ at: { file, line, column } });
    const made = [
      finding('b', {}, at('b', 1, 1)),
      finding('b', {}, at('a', 10, 1)),
      finding('c', {}, at('a', 9, 2)),
      finding('a', {}, at('a', 9, 2)),
      finding('z', {}, at('a', 9, 1)),
      finding('z', {}, at('Z', 99, 1)),
    ];
    expect(sortedFindings(made).map(({ code, at: { file, line } }) => `${file}${line}${code}`)).toEqual([
      'Z99z',
      'a9z',
      'a9a',
      'a9c',
      'a10b',
      'b1b',
    ]);
    expect(findingsText(made).split('\n').length).toBe(7);
    expect(findingsText([])).toBe('');
  });

  test('JSON holds the data and the message, and nothing that a terminal obeys', () => {
    const text = findingsJson([
      finding('name-repeated', { name: 'a\u009b\u202E\u{E0041}b' }),
      finding('text-blank', { key: 'name' }, { severity: 'warning' }),
    ]);
    expect(text).not.toMatch(/[\u007f-\u009f\u202e\u{E0041}]/u);
    expect(JSON.parse(text)).toMatchObject({
      formatVersion: 1,
      errors: 1,
      warnings: 1,
      findings: [
        { code: 'name-repeated', file: 'a.yaml', line: 2, column: 3, details: { name: 'a\u009b\u202E\u{E0041}b' } },
        { code: 'text-blank', severity: 'warning', message: 'name is blank; it is kept as it is' },
      ],
    });
  });
});
