import { describe, expect, test } from 'vitest';
import type { ApplyReport, Outcome } from '../../src/apply/outcome.ts';
import { ServiceError, UnreachableError } from '../../src/model/errors.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { operationsOf } from '../../src/plan/plan.ts';
import { applyEventText, progressLine } from '../../src/review/progress-text.ts';
import { reportJson, reportText } from '../../src/review/report-text.ts';
import { desiredGlossary, planInput } from '../support/build.ts';

const { plan } = makePlan(
  planInput(
    { glossaries: ['a', 'b', 'c'].map((name) => desiredGlossary(name, { 'en->de': { house: 'Haus' } })) },
    { glossaries: [] },
  ),
);

type Ending = {
  readonly [Kind in Outcome['kind']]: Omit<Extract<Outcome, { kind: Kind }>, 'operation' | 'address'>;
}[Outcome['kind']];

const DONE: Ending = { kind: 'applied' };

/** The first operations of the plan, each with its ending. */
const report = (
  endings: readonly Ending[],
  ids: ApplyReport['ids'] = [],
  secrets: ApplyReport['secrets'] = [],
): ApplyReport => ({
  outcomes: endings.map((ending, index) => {
    const operation = operationsOf(plan)[index];
    const address = plan.changes[index]?.address;
    if (operation === undefined || address === undefined) throw new Error('more endings than operations');
    return { ...ending, operation, address } as Outcome;
  }),
  ids,
  secrets,
});

const text = (...endings: readonly Ending[]): string => reportText(report(endings), plan, { color: false });

describe('what became of a plan', () => {
  test('all went well: the new ids and the total', () => {
    const address = plan.changes[0]?.address ?? ('glossary.a' as never);
    const made = report([DONE, { kind: 'already-done' }], [{ address, id: 'new', replaces: 'old' }]);
    expect(reportText(made, plan, { color: false })).toMatchInlineSnapshot(`
      "glossary.a has the id new, which replaces old
      Applied to test: 1 of 2 calls made, 1 done before.
      "
    `);
  });

  test('a part of it: what failed, what was not tried, and what to do next', () => {
    const refused = new ServiceError({ request: 'POST /v3/glossaries', status: 429, message: '\n::error::slow down' });
    expect(
      text(DONE, { kind: 'failed', error: refused }, { kind: 'not-tried', because: 'earlier-operation' }),
    ).toMatchInlineSnapshot(`
      "! glossary.b: create the glossary: failed: POST /v3/glossaries answered 429: ⏎::error::slow down
      ! glossary.c: create the glossary: not tried, since what comes before it did not end well
      Not all of it was applied to test: 1 of 3 calls made, 1 failed, 1 not tried.
      Run the same command again: what is done is skipped.
      "
    `);
  });

  test('a lost answer is never called nothing', () => {
    const shown = text({ kind: 'unknown', error: new UnreachableError('POST /v3/glossaries', new Error('reset')) });
    expect(shown).toContain('unknown, it may have happened: POST /v3/glossaries got no answer: reset');
    expect(shown).not.toContain('Nothing was changed');
  });

  test('a stale plan shows planned-from, planned-to and now, and says to plan again', () => {
    const shown = text({ kind: 'stale', now: 'sha256:\u001b[2J' });
    expect(shown).toContain(
      `planned from absent to ${operationsOf(plan)[0]?.post}, and the service has sha256:⟨U+001B⟩[2J now`,
    );
    expect(shown).toContain('Plan again');
  });

  test('the document has one outcome for every call', () => {
    const parsed = JSON.parse(reportJson(report([DONE, { kind: 'stale', now: 'absent' }]), plan)) as unknown;
    expect(parsed).toMatchObject({
      verdict: 'partly',
      counts: { applied: 1, stale: 1 },
      outcomes: [{ outcome: 'applied' }, { outcome: 'stale', now: 'absent' }],
    });
  });
});

describe('the progress', () => {
  test('an operation that ended is one plain line', () => {
    const [outcome] = report([DONE]).outcomes;
    expect(outcome && applyEventText({ kind: 'ended', outcome })).toBe('glossary.a: create the glossary: done\n');
  });

  test('the line is shorter than the terminal is wide, and cut between characters', () => {
    expect(progressLine({ total: 3, ended: 1, running: [] }, 80)).toBe('1 of 3 done');
    const running = ['glossary.製品用語集😀'];
    const lines = [...Array(60).keys()].map((width) => progressLine({ total: 3, ended: 1, running }, width + 20));
    for (const [width, line] of lines.entries()) {
      expect(line).not.toMatch(/\p{Cs}/u);
      expect([...line].reduce((sum, each) => sum + (each > '\u2e80' ? 2 : 1), 0)).toBeLessThan(width + 20);
    }
  });
});
