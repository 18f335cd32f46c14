import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedDigest } from '../../src/kinds/glossary/glossary-kind.ts';
import { type Entry, entriesOf } from '../../src/model/entries/entries.ts';
import { hasErrors } from '../../src/model/finding.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planContradictions } from '../../src/plan/check-plan.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { parsePlan, planJson } from '../../src/review/plan/plan-json.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';
import { runs } from '../support/runs.ts';
import { anyPlanInput } from './any-plan-input.ts';

/** A plan with a change of every kind. */
const { plan: PLAN } = makePlan(
  planInput(
    {
      glossaries: [
        desiredGlossary('new', { 'en->de': { a: 'b' } }),
        desiredGlossary('old', { 'en->de': { a: 'B', c: 'd' }, 'en->fr': { a: 'b', e: 'f' }, 'en->it': { x: 'y' } }),
      ],
      styleLists: [
        desiredStyleList('l', {
          rules: { a: { x: '2' } },
          instructions: [
            { label: 'T', prompt: 'new' },
            { label: 'V', prompt: 'added' },
          ],
        }),
        desiredStyleList('m', { language: 'fr' }),
      ],
      developerKeys: [desiredDeveloperKey('ci', { limits: { characters: 5 } }), desiredDeveloperKey('new', {})],
    },
    {
      glossaries: [
        liveGlossary('1', 'old', { 'en->de': { a: 'b', c: 'd', gone: 'weg' }, 'en->fr': { a: 'b' } }),
        liveGlossary('2', 'other', { 'en->de': { a: 'b' } }),
      ],
      styleLists: [
        liveStyleList('3', 'l', { rules: { a: { x: '1' } }, instructions: [{ label: 'T', prompt: 'old' }] }),
        liveStyleList('4', 'm'),
      ],
      developerKeys: [liveDeveloperKey('5', 'ci')],
    },
    { deletable: ['glossary.other'] },
  ),
);

// biome-ignore lint/suspicious/noExplicitAny: a plan that somebody has edited has no type.
type Edit = (changes: any) => unknown;
const at = (changes: readonly { readonly address: string }[], address: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  changes.find((each) => each.address === address) as any;

// biome-ignore lint/suspicious/noExplicitAny: the same.
const firstOf = (change: any, part: string) => change.values.find((each: any) => each.key[0] === part);

const EDITS: readonly (readonly [name: string, code: string, edit: Edit])[] = [
  ['an operation is missing', 'operations', (changes) => at(changes, 'glossary.old').operations.pop()],
  ['a change has no operations', 'operations', (changes) => at(changes, 'glossary.old').operations.splice(0)],
  [
    'an operation is there twice',
    'operations',
    (changes) => at(changes, 'glossary.old').operations.push(at(changes, 'glossary.old').operations[0]),
  ],
  [
    'an operation belongs to another change',
    'operations',
    (changes) => at(changes, 'glossary.new').operations.push(at(changes, 'glossary.other').operations[0]),
  ],
  [
    'an operation names another resource',
    'operations',
    (changes) => {
      at(changes, 'glossary.old').operations[0].path = '/v3/glossaries/g-stranger';
    },
  ],
  [
    'the id of the change is another one than that of its calls',
    'operations',
    (changes) => {
      at(changes, 'glossary.old').id = 'g-stranger';
    },
  ],
  [
    'a term that is shown is not the one that is sent',
    'operations',
    (changes) => {
      at(changes, 'glossary.old').children[0].values.at(-1).to = 'evil';
    },
  ],
  ['a removed term is not shown', 'values', (changes) => at(changes, 'glossary.old').children[0].values.shift()],
  [
    'a term of a new glossary is not shown',
    'values',
    (changes) => at(changes, 'glossary.new').children[0].values.pop(),
  ],
  [
    'the digest of a new glossary is another one',
    'operations',
    (changes) => {
      at(changes, 'glossary.new').children[0].values[0].to = 'evil';
    },
  ],
  [
    'what is shown of a deletion is not what goes',
    'operations',
    (changes) => {
      at(changes, 'glossary.other').children[0].values[0].from = 'evil';
    },
  ],
  [
    'counts are wrong',
    'values',
    (changes) => {
      at(changes, 'glossary.old').children[0].after += 1;
    },
  ],
  [
    'a dictionary has the address of another one',
    'values',
    (changes) => {
      at(changes, 'glossary.old').children[0].address = 'glossary.old/en->es';
    },
  ],
  [
    'a term is there twice',
    'values',
    (changes) => {
      const [dictionary] = at(changes, 'glossary.old').children;
      dictionary.values.push(dictionary.values.at(-1));
    },
  ],
  [
    'a rule is shown that is not among the calls',
    'operations',
    (changes) => {
      at(changes, 'style_rules.l').operations.shift();
    },
  ],
  [
    'an instruction that is shown is not the one that is sent',
    'operations',
    (changes) => {
      firstOf(at(changes, 'style_rules.l'), 'instruction').to.prompt = 'evil';
    },
  ],
  [
    'a replaced list keeps its language',
    'values',
    (changes) => {
      firstOf(at(changes, 'style_rules.m'), 'language').to = 'de';
    },
  ],
  [
    'a limit that is shown is not the one that is sent',
    'operations',
    (changes) => {
      firstOf(at(changes, 'developer_key.ci'), 'limit').to = 0;
    },
  ],
  [
    'a key is deactivated by a call that nothing shows',
    'operations',
    (changes) => {
      at(changes, 'developer_key.ci').operations[0].kind = 'deactivate-developer-key';
    },
  ],
  ['an address is there twice', 'address-twice', (changes) => changes.push(at(changes, 'glossary.new'))],
  [
    'two changes have one id',
    'id-twice',
    (changes) => {
      at(changes, 'style_rules.m').id = at(changes, 'style_rules.l').id;
    },
  ],
  [
    'something new has an id',
    'identity',
    (changes) => {
      at(changes, 'glossary.new').id = 'g1';
    },
  ],
  [
    'the address is of another kind',
    'identity',
    (changes) => {
      at(changes, 'glossary.new').address = 'style_rules.new';
    },
  ],
];

describe('a plan that contradicts itself', () => {
  test('is none that was made', () => {
    expect(PLAN.changes).toHaveLength(7);
    expect(planContradictions(PLAN)).toEqual([]);
    expect(planContradictions(JSON.parse(planJson(PLAN)))).toEqual([]);
    fc.assert(
      fc.property(anyPlanInput, (input) => {
        const { plan, findings } = makePlan(input);
        fc.pre(!hasErrors(findings));
        expect(planContradictions(plan)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  test.each(EDITS)('is found and refused when read: %s', (_, code, edit) => {
    const edited: Plan = JSON.parse(planJson(PLAN));
    edit(edited.changes);
    expect(planContradictions(edited).map((each) => each.kind)).toContain(code);
    expect(parsePlan(planJson(edited), () => true)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^it contradicts itself: /),
    });
  });

  test('is found whichever operation is lost, doubled or moved to another change', () => {
    fc.assert(
      fc.property(anyPlanInput, fc.nat(), fc.nat(), fc.constantFrom('lose', 'double', 'move'), (input, n, m, how) => {
        const { plan, findings } = makePlan(input);
        fc.pre(!hasErrors(findings) && plan.changes.length > 1);
        // biome-ignore lint/suspicious/noExplicitAny: an edited plan has no type.
        const edited: any = JSON.parse(planJson(plan));
        const from = edited.changes[n % edited.changes.length];
        const to = edited.changes[(n + 1) % edited.changes.length];
        const [operation] = from.operations.splice(m % from.operations.length, 1);
        if (how === 'double') from.operations.push(operation, operation);
        if (how === 'move') to.operations.push(operation);
        expect(planContradictions(edited)).not.toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

test('the digest of changed entries is that of the entries after the change', () => {
  const rows = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.string()), { selector: ([source]) => source });
  fc.assert(
    fc.property(rows, rows, rows, (kept, removed, added) => {
      const fresh = (entries: readonly Entry[], others: readonly Entry[]) =>
        entries.filter(([source]) => !others.some(([other]) => other === source));
      const gone = fresh(removed, kept);
      const come = fresh(added, [...kept, ...gone]);
      const before = entriesOf([...kept, ...gone]).digest;
      expect(changedDigest(before, gone, come)).toBe(entriesOf([...kept, ...come]).digest);
    }),
    { numRuns: runs(200) },
  );
  expect(changedDigest('sha256:00', [], [])).toBeUndefined();
  expect(changedDigest(entriesOf([]).digest, [['a', 'b']], [])).toBeUndefined();
});
