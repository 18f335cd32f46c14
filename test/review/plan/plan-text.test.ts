import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatePlan } from '../../../src/files/document-validators.generated.js';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { parsePlan, planJson } from '../../../src/review/plan/plan-json.ts';
import { planText } from '../../../src/review/plan/plan-text.ts';
import {
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
  planInput,
  savedPlan,
} from '../../support/build.ts';
import { runs } from '../../support/runs.ts';
import { desiredState } from '../../support/target.ts';

const PLAIN = { color: false };

describe('laws', () => {
  test('no plan holds a command of a CI system, or hides anything, with and without colour', () => {
    const nasty = fc
      .array(
        fc.constantFrom(
          '##',
          '[',
          'error]',
          ' ',
          '::',
          'x',
          '\u001b',
          '\r',
          '\n',
          '\u202e',
          '\ufe0f',
          'vso[',
          'שלום',
          '#',
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, fc.boolean(), (source, from, to, name, color) => {
        const style = (prompt: string) => ({ language: 'de', instructions: [{ label: name, prompt }] });
        const { plan } = makePlan(
          planInput(
            {
              glossaries: [desiredGlossary('a', { 'en->de': [[source, to]] }, { name })],
              styleLists: [desiredStyleList('l', { ...style(to), name: 'l' })],
            },
            {
              glossaries: [liveGlossary('g1', 'a', { 'en->de': [[source, from]] }), liveGlossary('g2', name, {})],
              styleLists: [liveStyleList('s1', 'l', { ...style(from), name: 'l' })],
            },
          ),
        );
        for (const line of `${planText({ plan }, { color, unmanaged: true })}${planJson(plan)}`.split('\n')) {
          const seen = line.replace(/\u001b\[\d+m/g, '').replaceAll('\u200e', '');
          if (/[\p{Cc}\p{Cf}]|\ufe0f|##(?:vso)?\[|^\p{White_Space}*::/u.test(seen))
            throw new Error(JSON.stringify(line));
        }
      }),
      { numRuns: runs(800) },
    );
  });

  test('no line of any plan has a control character; the JSON fits the schema and comes back the same', () => {
    fc.assert(
      fc.property(desiredState, (desired) => {
        const { plan } = makePlan(planInput(desired, { glossaries: [], styleLists: [] }));
        for (const line of planText({ plan }, PLAIN).split('\n'))
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        const text = planJson(savedPlan(plan));
        const parsed = parsePlan(text, validatePlan);
        expect(parsed.kind === 'plan' ? planJson(parsed.plan) : parsed.reason).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });
});
