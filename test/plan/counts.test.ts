import { expect, test } from 'vitest';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { type Change, type ChildChange, type Plan, valueChange } from '../../src/model/plan/plan.ts';
import type { ValueChange } from '../../src/model/resources/resource.ts';
import { countsJson, planCounts } from '../../src/plan/counts.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { planInput } from '../support/build.ts';

const { plan: EMPTY } = makePlan(planInput({}, {}));

type Kind = 'added' | 'changed' | 'removed';
const values = (part: string, ...kinds: readonly Kind[]): readonly ValueChange[] =>
  kinds.map((kind, index) => ({
    key: [part, `${index}`],
    ...(kind !== 'added' && { from: 'x' }),
    ...(kind !== 'removed' && { to: 'y' }),
  }));
const dictionary = (pair: PairKey, action: ChildChange['action'], ...kinds: readonly Kind[]) => ({
  address: `glossary.a/${pair}`,
  pair: parsePairKey(pair),
  action,
  values: values('entry', ...kinds),
});
const language = (from?: string, to?: string): ValueChange => valueChange(['language'], from, to);
const change = (
  kind: Change['kind'],
  action: Change['action'],
  calls: number,
  more: Readonly<Record<string, unknown>> = {},
): Change =>
  ({
    kind,
    action,
    values: [],
    children: [],
    operations: Array.from({ length: calls }, () => ({})),
    ...more,
  }) as unknown as Change;

test('a plan that changes nothing has nothing to count', () => {
  const none = { added: 0, changed: 0, removed: 0 };
  expect(countsJson(planCounts(EMPTY))).toStrictEqual({
    glossaries: { created: 0, updated: 0, deleted: 0 },
    dictionaries: { created: 0, updated: 0, deleted: 0 },
    styleLists: { created: 0, updated: 0, replaced: 0, deleted: 0 },
    developerKeys: { created: 0, updated: 0, deactivated: 0 },
    terms: { ...none, moved: 0, renamed: 0 },
    rules: none,
    instructions: none,
    calls: 0,
    languages: [],
  });
});

test('every action, part and language of a plan is counted', () => {
  const times = (count: number, make: () => Change): readonly Change[] => Array.from({ length: count }, make);
  const plan: Plan = {
    ...EMPTY,
    changes: [
      ...times(1, () => change('glossary', 'create', 1)),
      ...times(2, () =>
        change('glossary', 'update', 2, {
          children: [
            dictionary('en->fr', 'create', 'added'),
            dictionary('en->de', 'update', 'added', 'changed', 'changed', 'removed', 'removed', 'removed'),
            dictionary('en->de', 'update'),
            dictionary('de->en', 'delete', 'removed'),
            dictionary('de->en', 'delete', 'removed'),
            dictionary('de->en', 'delete', 'removed'),
          ],
        }),
      ),
      ...times(3, () => change('glossary', 'delete', 1)),
      ...times(4, () => change('style-list', 'create', 1, { values: [language(undefined, 'pt')] })),
      ...times(5, () =>
        change('style-list', 'update', 0, {
          values: values('rule', 'added', 'changed', 'changed', 'removed', 'removed', 'removed'),
        }),
      ),
      ...times(6, () => change('style-list', 'replace', 0, { values: [language('it', 'es')] })),
      ...times(7, () =>
        change('style-list', 'delete', 0, {
          values: [
            language('ar'),
            ...values('instruction', 'added', 'added', 'changed', 'removed', 'removed', 'removed'),
          ],
        }),
      ),
      ...times(8, () => change('developer-key', 'create', 0)),
      ...times(9, () => change('developer-key', 'update', 0)),
      ...times(10, () => change('developer-key', 'deactivate', 1)),
    ],
  };
  expect(countsJson(planCounts(plan))).toStrictEqual({
    glossaries: { created: 1, updated: 2, deleted: 3 },
    dictionaries: { created: 2, updated: 4, deleted: 6 },
    styleLists: { created: 4, updated: 5, replaced: 6, deleted: 7 },
    developerKeys: { created: 8, updated: 9, deactivated: 10 },
    terms: { added: 4, changed: 4, removed: 12, moved: 0, renamed: 0 },
    rules: { added: 5, changed: 10, removed: 15 },
    instructions: { added: 14, changed: 7, removed: 21 },
    calls: 1 + 4 + 3 + 4 + 10,
    languages: ['ar', 'de->en', 'en->de', 'en->fr', 'es', 'it', 'pt'],
  });
});
