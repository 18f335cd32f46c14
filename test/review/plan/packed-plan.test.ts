import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { validatePlan } from '../../../src/files/document-validators.generated.js';
import { unpackedChild } from '../../../src/kinds/change/packed-additions.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { parsePlan, planJson } from '../../../src/review/plan/plan-json.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';

/** So many that they are compressed in several pieces. */
const SIZE = 6000;

const ROWS = Array.from({ length: SIZE }, (_, index) => [`term ${index}`, `Wört 用 ${index}`] as const);

/** A dictionary that grows by 6,000 terms, loses one and changes one, and a new one. */
const planOfMany = (): Plan =>
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
  ).plan;

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The document with other rows packed in its new dictionary. */
function withRows(plan: Plan, edit: (text: string) => string): string {
  const document = JSON.parse(planJson(plan));
  const { added } = document.changes.find(({ address }: { address: string }) => address === 'glossary.made')
    .children[0];
  const text = inflateRawSync(Buffer.from(added.rows, 'base64')).toString();
  added.rows = deflateRawSync(edit(text)).toString('base64');
  return JSON.stringify(document);
}

test('a plan with many additions has them packed, reads back as the same plan, and is the same bytes again', () => {
  const plan = planOfMany();
  const text = planJson(plan);
  expect(text.length).toBeLessThan(40 * SIZE);
  const parsed = parsePlan(text, validatePlan);
  if (parsed.kind !== 'plan') throw new Error(parsed.reason);
  expect(asData(parsed.plan)).toEqual(asData(plan));
  expect(planJson(parsed.plan)).toBe(text);
  expect(planJson(planOfMany())).toBe(text);
});

test('packed terms that are not UTF-8 are none', () => {
  const child = { address: 'glossary.made/en->fr', action: 'create', before: 0, after: 1, values: [] } as const;
  const unpacked = (bytes: readonly number[]) =>
    unpackedChild({
      ...child,
      added: { count: 1, file: 'a.csv', rows: deflateRawSync(Buffer.from(bytes)).toString('base64') },
    });
  const [tab, line, end] = [0x09, 0x31, 0x0a];
  expect(unpacked([0x61, tab, 0x62, tab, line, end])).toBeDefined();
  expect(unpacked([0x61, tab, 0xff, tab, line, end])).toBeUndefined();
});

test.each([
  ['a phrase that is there twice', (text: string) => text.replace('term 1\t', 'term 0\t')],
  ['a row less', (text: string) => text.slice(text.indexOf('\n') + 1)],
  ['a row without a translation', (text: string) => text.replace(/term 7\t[^\n]*/, 'term 7')],
  ['an empty phrase', (text: string) => text.replace('term 7\t', '\t')],
  ['a line that is none', (text: string) => text.replace(/(term 7\t[^\n\t]*)/, '$1\tx')],
  ['other words', (text: string) => text.replace('term 7\t', 'terms 7\t')],
])('%s among the packed terms is refused', (_, edit) => {
  const plan = planOfMany();
  expect(
    parsePlan(
      withRows(plan, (text) => text),
      validatePlan,
    ).kind,
  ).toBe('plan');
  const parsed = parsePlan(withRows(plan, edit), validatePlan);
  expect(parsed).toMatchObject({ kind: 'refused', reason: expect.stringContaining('it contradicts itself') });
});
