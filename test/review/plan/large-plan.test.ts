import { expect, test } from 'vitest';
import { validatePlan } from '../../../src/files/document-validators.generated.js';
import { additionsOf } from '../../../src/model/plan/additions.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { jsonText } from '../../../src/review/format/json-text.ts';
import { parsePlan, planJson, planPieces } from '../../../src/review/plan/plan-json.ts';
import { desiredGlossary, liveGlossary, planInput, savedPlan } from '../../support/build.ts';

const SIZE = 6000;

const ROWS = Array.from({ length: SIZE }, (_, index) => [`term ${index}`, `Wört 用 ${index}`] as const);

/** A dictionary that grows by 6,000 terms, loses one and changes one, and a new one. */
const planOfMany = (): Plan =>
  savedPlan(
    makePlan(
      planInput(
        {
          glossaries: [
            desiredGlossary('grown', { 'en->de': [['kept', 'x'], ['changed', 'new'], ...ROWS] }),
            desiredGlossary('made', { 'en->fr': ROWS }),
          ],
        },
        {
          glossaries: [
            liveGlossary('id-1', 'grown', {
              'en->de': [
                ['kept', 'x'],
                ['changed', 'old'],
                ['gone', 'y'],
              ],
            }),
          ],
        },
      ),
    ).plan,
  );

const madeChild = (plan: Plan) => plan.changes.find(({ address }) => address === 'glossary.made')?.children[0];

test('the JSON of a plan has every added term as a value, reads back as the same plan, and is the same again', () => {
  const plan = planOfMany();
  const text = planJson(plan);
  const { digest: _, ...document } = JSON.parse(text);
  expect(document).toEqual(JSON.parse(jsonText(plan)));
  const made = document.changes.find(({ address }: { address: string }) => address === 'glossary.made').children[0];
  expect(made).not.toHaveProperty('added');
  expect(made.values.map(({ key, to }: { key: string[]; to: string }) => [key[2], to])).toEqual(ROWS);
  const parsed = parsePlan(text, validatePlan);
  if (parsed.kind !== 'plan') throw new Error(parsed.reason);
  expect(JSON.parse(JSON.stringify(parsed.plan))).toEqual(JSON.parse(JSON.stringify(plan)));
  expect(planJson(parsed.plan)).toBe(text);
  expect(planJson(planOfMany())).toBe(text);
});

test('the pieces of a plan make the values of additions while they are written', () => {
  const plan = planOfMany();
  const child = madeChild(plan);
  const kept = child && additionsOf(child);
  if (child === undefined || kept === undefined) throw new Error('the additions are rows of their file');
  Object.defineProperty(child, 'values', {
    enumerable: true,
    get: () => {
      throw new Error('all values were made at once');
    },
  });
  const longest = Math.max(...[...planPieces(plan)].map(({ length }) => length));
  expect(longest).toBeLessThan(10_000);
});

test.each([
  ['a term less', (values: unknown[]) => values.slice(1)],
  ['a term twice', (values: unknown[]) => [values[1], ...values.slice(1)]],
])('%s among many is refused', (_, edit) => {
  const document = JSON.parse(planJson(planOfMany()));
  const made = document.changes.find(({ address }: { address: string }) => address === 'glossary.made').children[0];
  made.values = edit(made.values);
  expect(parsePlan(JSON.stringify(document), validatePlan)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('it contradicts itself'),
  });
});
