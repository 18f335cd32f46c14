import { describe, expect, test } from 'vitest';
import type { StaleValue } from '../../../src/change/stale-detail.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { outcomeWord, refusalJson, reportJson, reportText } from '../../../src/review/apply/report-text.ts';
import { staleRefusal, wishedText } from '../../../src/review/plan/stale-text.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';
import { staleDetail } from '../markdown/hostile.ts';

const { plan } = makePlan(
  planInput(
    { glossaries: ['a', 'b', 'c'].map((name) => desiredGlossary(name, { 'en->de': { house: 'Haus' } })) },
    { glossaries: [] },
  ),
);

type Ending = {
  readonly [Kind in Outcome['kind']]: Omit<Extract<Outcome, { kind: Kind }>, 'operation' | 'address'> &
    Partial<Pick<Outcome, 'address'>>;
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
    return { address, ...ending, operation } as Outcome;
  }),
  ids,
  secrets,
});

const text = (...endings: readonly Ending[]): string => reportText(report(endings), plan, { color: false });

describe('what became of a plan', () => {
  const stale = (values: readonly StaleValue[], more: object = {}): Ending => ({
    kind: 'stale',
    now: 'sha256:1',
    detail: { values, count: values.length, complete: true, ...more },
  });
  const house: StaleValue = {
    key: ['entry', 'en->de', 'house'],
    planned: true,
    from: 'Haus',
    to: 'Heim',
    now: 'Gebäude\u001b[2J',
  };

  test('the same in one line, for a table or a log', () => {
    const [outcome, empty] = report([
      stale([house, house], { complete: false }),
      stale([], { complete: false }),
    ]).outcomes;
    expect(empty && outcomeWord(empty)).toBe(
      'refused: it has changed since the plan was made; more has changed that neither the plan nor the ledger ' +
        'records; "lexform drift" shows what differs',
    );
    expect(outcome && outcomeWord(outcome)).toMatchInlineSnapshot(
      `"refused: it has changed since the plan was made, in 2 places: en->de "house": planned "Haus" → "Heim", now "Gebäude⟨U+001B⟩[2J"; and 1 more; more has changed that neither the plan nor the ledger records; "lexform drift" shows what differs"`,
    );
  });

  test('a refusal before the first call shows a limited number of parts', () => {
    const parts = report([stale([house]), stale([house])]).outcomes.filter((outcome) => outcome.kind === 'stale');
    expect(staleRefusal([])).toContain('Everything that the plan changes is as it was');
    expect(staleRefusal(undefined)).toBe('The service could not be read now.\n');
    const many = Array.from({ length: 50 }, () => parts).flat();
    expect(staleRefusal(many).split('\n')).toHaveLength(23);
    expect(wishedText([])).toBe('');
  });

  test('hostile text on any side moves no cursor and begins no command', () => {
    const evil = '\u001b[2J\n::error::x\u202e##vso[task.x]\u200b\r';
    const detail = staleDetail(() => evil);
    const [outcome] = report([{ kind: 'stale', now: evil, detail }]).outcomes;
    if (outcome?.kind !== 'stale') throw new Error('no outcome');
    const files = [{ address: `glossary.${evil}` as const, values: detail.values, count: 9 }];
    const shown = [text(outcome), outcomeWord(outcome), staleRefusal([outcome]), wishedText(files)];
    for (const line of shown.flatMap((each) => each.split('\n'))) {
      expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]|##vso\[/);
      expect(line.trimStart().startsWith('::')).toBe(false);
    }
    const document = refusalJson({ code: 'files-changed', reason: 'no', stale: [outcome], files });
    expect(document).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]|##vso\[/);
    expect(JSON.parse(document).stale[0].differences.values[0].from).toBe(evil);
  });

  test('the document has one outcome for every call', () => {
    const parsed = JSON.parse(reportJson(report([DONE, stale([house])]), plan)) as unknown;
    expect(parsed).toMatchObject({
      verdict: 'partly',
      counts: { applied: 1, stale: 1 },
      outcomes: [
        { outcome: 'applied' },
        { outcome: 'stale', plannedFrom: 'absent', now: 'sha256:1', differences: { count: 1, values: [house] } },
      ],
    });
  });
});
