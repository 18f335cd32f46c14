import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commentKey,
  isNewer,
  markerLine,
  markerOf,
  STATES,
} from '../../../src/shells/action/comment/comment-marker.ts';
import { commentBody, statusText, withStatus } from '../../../src/shells/action/comment/comment-text.ts';
import { runFactsOf } from '../../../src/shells/action/github/event.ts';
import { outputsText } from '../../../src/shells/action/github/file-commands.ts';
import { commandLine, workflowLogText } from '../../../src/shells/action/github/workflow-commands.ts';
import { runs } from '../../support/runs.ts';
import { parseOutputs } from './run-action.ts';

/** Pieces of which commands, fences, markers and line ends are made. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '::',
        '##[',
        '##vso[',
        'error',
        'set-output name=x',
        'add-mask',
        ']',
        ' ',
        '\t',
        '\u3000',
        '\u00a0',
      ),
      fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        '\u2028',
        '\u200b',
        '\ufe0f',
        '%0A',
        '<!--',
        '-->',
        '```',
        'lexform:body',
        '@x',
      ),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/**
 * The commands that the runner finds: lines end at LF, CR or both; white space before `::` is passed over; `##[` counts
 * anywhere.
 */
const commandsIn = (log: string): readonly string[] =>
  log.split(/\r\n|\r|\n/).filter((line) => /^\s*::[^:]*::/u.test(line) || /##\[[^\]]*\]/u.test(line));

describe('the log', () => {
  test('obeys nothing that was shown', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(commandsIn(workflowLogText(text))).toEqual([]);
      }),
      { numRuns: runs(20_000) },
    );
  });

  test('holds one command for each that was meant, whatever it says', () => {
    fc.assert(
      fc.property(fc.constantFrom('error', 'warning', 'notice', 'group'), hostile, (name, text) => {
        const line = commandLine(name, text);
        expect(line.startsWith(`::${name}::`)).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(/[\r\n]/);
        expect(line.slice(name.length + 4)).not.toMatch(/##\[/);
      }),
      { numRuns: runs(20_000) },
    );
  });
});

test('an output is read back as it was set, and sets no other one', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,9}$/), hostile),
      fc.array(fc.uuid(), { minLength: 2 }),
      (values, ids) => {
        // A carriage return ends no line on the runner; ids may come twice.
        const outputs = new Map(Object.entries(values));
        let count = 0;
        const text = outputsText(outputs, () => {
          count += 1;
          return `${ids[count % ids.length]}${count}`;
        });
        expect([...parseOutputs(text)]).toEqual([...outputs]);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('an output that holds the delimiter gets another one', () => {
  const ids = ['1', '2'];
  const text = outputsText(new Map([['result', 'x\nlexform_1\nchanges<<y']]), () => ids.shift() ?? '3');
  expect(text).toBe('result<<lexform_2\nx\nlexform_1\nchanges<<y\nlexform_2\n');
});

describe('the marker of a comment', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
  const marker = fc.record({
    kind: fc.constantFrom('plan' as const, 'drift' as const),
    key: hex(16),
    runId: fc.bigInt({ min: 0n, max: 10n ** 19n }).map(String),
    runAttempt: fc.nat(999).map(String),
    head: fc.oneof(fc.constant(''), hex(40)),
    digest: fc.oneof(fc.constant(''), hex(64)),
    state: fc.constantFrom(...STATES),
  });

  test('is read back, whatever the comment says', () => {
    fc.assert(
      fc.property(marker, hostile, hostile, (mark, report, status) => {
        const body = commentBody({ marker: mark, status, report, footer: 'x' });
        expect(markerOf(body)).toEqual(mark);
        const [, rest] = [
          body.indexOf('<!-- lexform:body -->'),
          withStatus(body, { ...mark, state: 'outdated' }, 'Old.'),
        ];
        expect(markerOf(rest)).toEqual({ ...mark, state: 'outdated' });
      }),
      { numRuns: runs(1000) },
    );
  });

  test('keeps the report when the status is another one, whatever reason that gave', () => {
    const facts = runFactsOf(() => undefined, undefined);
    const mark = '<!-- lexform:body -->';
    const reasons = hostile.map((text) => text.replace('lexform:body', mark));
    fc.assert(
      fc.property(marker, reasons, hostile, fc.constantFrom(...STATES), (of, reason, report, state) => {
        const status = statusText(state, facts, of.head, reason);
        const body = commentBody({ marker: of, status, report, footer: 'x' });
        const other = withStatus(body, of, 'Old.');
        expect(other).toBe(`${markerLine(of)}\nOld.\n\n${mark}\n\n${report.trim()}\n\n---\nx\n`);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('counts in the first line alone, and in this form alone', () => {
    const line = markerLine({
      kind: 'plan',
      key: '0'.repeat(16),
      runId: '1',
      runAttempt: '1',
      head: '',
      digest: '',
      state: 'open',
    });
    expect(markerOf(`${line}\nx`)).toBeDefined();
    for (const body of [
      `x\n${line}`,
      ` ${line}`,
      `${line} x`,
      line.replace('v1', 'v2'),
      line.replace('open', 'free'),
      '',
      '<!--',
    ])
      expect(markerOf(body)).toBeUndefined();
  });

  test('has another key for another folder, target or id, however they are put together', () => {
    const keys = [
      commentKey('a', 'b', ''),
      commentKey('', 'ab', ''),
      commentKey('a', '', 'b'),
      commentKey('a', 'b', 'c'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{16}$/);
  });

  test('orders runs by their numbers, not their digits, and then by their attempts', () => {
    const run = (runId: string, runAttempt = '1') => ({ runId, runAttempt });
    expect(isNewer(run('100'), run('99'))).toBe(true);
    expect(isNewer(run('99'), run('100'))).toBe(false);
    expect(isNewer(run('9007199254740993'), run('9007199254740992'))).toBe(true);
    expect(isNewer(run('5', '10'), run('5', '9'))).toBe(true);
    expect(isNewer(run('5'), run('5'))).toBe(false);
  });
});
