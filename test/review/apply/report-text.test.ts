import { describe, expect, test } from 'vitest';
import type { StaleValue } from '../../../src/change/stale-detail.ts';
import { ServiceError, UnreachableError } from '../../../src/model/errors.ts';
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
      ! glossary.c: create the glossary: not tried, because an earlier call did not succeed
      Not everything was applied to test: 1 of 3 calls made, 1 failed, 1 not tried.
      Rerun the same command: completed calls are skipped.
      "
    `);
  });

  test('a lost answer is never called nothing', () => {
    const shown = text({ kind: 'unknown', error: new UnreachableError('POST /v3/glossaries', new Error('reset')) });
    expect(shown).toContain('unknown, the call may have succeeded: POST /v3/glossaries got no answer: reset');
    expect(shown).not.toContain('Nothing was changed');
  });

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

  test('a stale plan shows planned-from, planned-to and now, value by value, and says to plan again', () => {
    expect(
      text(
        stale([
          house,
          { ...house, key: ['entry', 'en->de', 'cat'], now: 'Heim' },
          { key: ['entry', 'en->de', 'dog'], planned: false, from: 'Hund' },
        ]),
        {
          address: 'style_rules.b',
          ...stale(
            [
              { key: ['rule', 'numbers', 'format'], planned: true, from: 'a', to: 'b' },
              {
                key: ['instruction', 'i1'],
                planned: true,
                from: { label: 'Tone', prompt: 'a' },
                to: { label: 'Tone', prompt: 'b' },
                now: { label: 'Tone', prompt: 'x'.repeat(300), sourceLanguage: 'en' },
              },
            ],
            { count: 40, complete: false },
          ),
        },
        {
          ...stale([
            { key: ['limit', 'characters'], planned: true, from: 1000, to: null, now: 0 },
            { key: ['deactivated'], planned: true, from: false, to: true },
          ]),
          address: 'developer_key.c',
        },
      ),
    ).toMatchInlineSnapshot(`
      "! glossary.a: create the glossary: refused: it has changed since the plan was made, in 3 places:
          en->de "house": planned "Haus" → "Heim", now "Gebäude⟨U+001B⟩[2J"
          en->de "cat": planned "Haus" → "Heim", now "Heim" (as planned)
          en->de "dog": not in the plan, was "Hund", now not there
      ! style_rules.b: create the glossary: refused: it has changed since the plan was made, in 40 places:
          rule numbers.format: planned "a" → "b", now not there
          instruction "Tone": planned "a" → "b", now "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (source language en)
          … and 38 more
          more has changed that neither the plan nor the ledger records; "lexform drift" shows what differs
      ! developer_key.c: create the glossary: refused: it has changed since the plan was made, in 2 places:
          limit characters: planned 1,000 → no limit, now 0
          the key: planned active → deactivated, now not there
      Not everything was applied to test: 0 of 3 calls made, 3 refused.
      Nothing was changed: the service has changed since the plan was made. Plan again and review the differences.
      "
    `);
  });

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

  test('a refusal before the first call tells the same of each part, and what the files ask for by now', () => {
    const parts = report([stale([house]), stale([house])]).outcomes.filter((outcome) => outcome.kind === 'stale');
    expect(staleRefusal(parts)).toMatchInlineSnapshot(`
      "On the service, 2 parts of the plan have changed since the plan was made:
        glossary.a: create the glossary: it has changed since the plan was made, in 1 place:
          en->de "house": planned "Haus" → "Heim", now "Gebäude⟨U+001B⟩[2J"
        glossary.b: create the glossary: it has changed since the plan was made, in 1 place:
          en->de "house": planned "Haus" → "Heim", now "Gebäude⟨U+001B⟩[2J"
      "
    `);
    expect(staleRefusal([])).toContain('Everything that the plan changes is as it was');
    expect(staleRefusal(undefined)).toBe('The service could not be read now.\n');
    const many = Array.from({ length: 50 }, () => parts).flat();
    expect(staleRefusal(many).split('\n')).toHaveLength(23);
    const wished = wishedText([{ address: 'glossary.a', values: [house], count: 5 }]);
    expect(wished).toMatchInlineSnapshot(`
      "  glossary.a: en->de "house": planned "Haus" → "Heim", the files ask for "Gebäude⟨U+001B⟩[2J"
        glossary.a: … and 4 more
      "
    `);
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
