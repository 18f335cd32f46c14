import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import { childrenOf } from '../../../src/kinds/ledger-content.ts';
import { KINDS } from '../../../src/kinds/registry.ts';
import { type LedgerState, liveOf, ownedOf } from '../../../src/kinds/states.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { childName } from '../../../src/model/resources/address.ts';
import { keyText, type OwnedResource } from '../../../src/model/resources/resource.ts';
import type { DriftInput } from '../../../src/plan/drift/detect-drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { nextState } from '../../../src/plan/next-state/next-state.ts';
import { stateWithDrift } from '../../../src/plan/next-state/state-with-drift.ts';
import { runs } from '../../support/runs.ts';
import { plainInstructions, sides } from '../any-drift-sides.ts';
import { driftInput } from '../drift-input.ts';

/** The ledger before a run of a plan of this input, and the same without drift. */
function statesOf(input: DriftInput, more: Partial<Plan> = {}, after: Partial<DriftInput> = {}) {
  const { desired, live, ledger: before, deletable } = input;
  const plan = { ...makePlan({ ...input, deletable: ['*'] }).plan, ...more };
  const states = { before, desired, live, deletable, plan, ...after };
  const without = nextState({ ...states, report: { outcomes: [], ids: [], secrets: [] } });
  return { plan, with: stateWithDrift(states), without };
}

/** The values of a content by their keys, and the entries of its dictionaries. */
const read = (kind: AnyKind, content: unknown) => ({
  values: Object.fromEntries([...kind.values(content)].map(([key, value]) => [key, value])),
  items: kind.items?.of(content) ?? [],
  children: Object.fromEntries([...childrenOf(kind, content)].map(([name, entries]) => [name, [...entries].sort()])),
});

/** What the ledger is expected to have of a resource that the plan changes. */
function expected(kind: AnyKind, { values, children, action }: Change, content: unknown, live: unknown) {
  const [known, found] = [read(kind, content), read(kind, live)];
  const keys = values.map(({ key }) => keyText(key));
  const names = children.map(({ address }) => childName(address));
  const isKnown = action !== 'delete';
  const pick = <Value>(from: Readonly<Record<string, Value>>, some: readonly string[], isIn: boolean) =>
    Object.entries(from).filter(([name]) => some.includes(name) === isIn);
  return {
    values: Object.fromEntries([
      ...(isKnown ? pick(known.values, keys, false) : []),
      ...pick(found.values, keys, true),
    ]),
    items: found.items,
    // A dictionary that the plan creates does not exist yet.
    children: Object.fromEntries([
      ...(isKnown ? pick(known.children, names, false) : []),
      ...names.map((name) => [name, found.children[name] ?? []] as const),
    ]),
  };
}

const contentsOf = (kind: AnyKind, state: LedgerState) => new Map<string, OwnedResource>(ownedOf(state, kind.plural));

test('what the plan changes is as the service has it, everything else as the ledger has it', () => {
  let changed = 0;
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const input = driftInput(given);
      const { plan, with: state, without } = statesOf(input);
      for (const kind of KINDS) {
        const [known, found] = [contentsOf(kind, without), contentsOf(kind, state)];
        const changes = new Map<string, Change>(
          plan.changes.filter((change) => change.kind === kind.kind).map((change) => [change.address, change]),
        );
        const kept = [...known.keys()].filter(
          (address) => changes.get(address)?.id !== undefined || !changes.has(address),
        );
        expect([...found.keys()].sort()).toEqual(kept.sort());
        for (const [address, { content, ...rest }] of found) {
          const change = changes.get(address);
          const before = known.get(address);
          if (change === undefined) expect({ content, ...rest }).toEqual(before);
          else {
            const live = liveOf(input.live, kind.plural)?.find(({ id }) => id === change.id);
            if (live === undefined || before === undefined) throw new Error(`${address} is not known`);
            changed += 1;
            expect(rest).toEqual({ id: change.id, protect: false });
            const other = change.id === before.id ? before.content : kind.contentOf(live);
            expect(read(kind, content)).toEqual(expected(kind, change, other, kind.contentOf(live)));
          }
        }
      }
    }),
    { numRuns: runs(300) },
  );
  expect(changed).toBeGreaterThan(0);
});

const glossary = (text: string, more: object = {}) => ({
  glossaries: { g: { name: 'G', dictionaries: { 'en->de': { a: text, keep: '1' } }, ...more } },
});

test('a resource that replaced the one of the ledger is recorded if the plan undoes its values', () => {
  const input = driftInput({ base: glossary('1', { id: 'old' }), ours: glossary('1'), theirs: glossary('2') });
  const entries = (state: LedgerState) =>
    [...state.glossaries].map(([address, { id, protect, content }]) => ({
      address,
      id,
      protect,
      entries: [...content.dictionaries].map(([, { entries: rows }]) => [...rows].sort()),
    }));
  const known = [
    {
      address: 'glossary.g',
      id: 'id-g',
      protect: false,
      entries: [
        [
          ['a', '2'],
          ['keep', '1'],
        ],
      ],
    },
  ];
  expect(entries(statesOf(input, { undoes: ['glossary.g'] }).with)).toEqual(known);
  expect(entries(statesOf(input, { undoes: ['glossary.h'] }).with)).toEqual([]);
  const { undoes: _, ...plan } = statesOf(input).plan;
  const states = { before: input.ledger, desired: input.desired, live: input.live, deletable: [], plan };
  expect(entries(stateWithDrift(states))).toEqual([]);
});

test('a protected resource is recorded as protected', () => {
  const input = driftInput({ base: glossary('1'), ours: glossary('1'), theirs: glossary('2') });
  const desired = {
    ...input.desired,
    glossaries: (input.desired.glossaries ?? []).map((each) => ({ ...each, protect: true })),
  };
  const glossaries = new Map([...input.ledger.glossaries].map(([key, each]) => [key, { ...each, protect: true }]));
  const { with: state } = statesOf({ ...input, desired, ledger: { ...input.ledger, glossaries } });
  expect([...state.glossaries.values()].map(({ protect }) => protect)).toEqual([true]);
});

test.each([
  ['no dictionary', {}],
  ['another term', { 'en->de': { a: '9', keep: '1', later: '3' } }],
])(
  'of a plan that is not made from the files, only the plan decides what was there before: the files have %s',
  (_, dictionaries) => {
    const input = driftInput({ base: glossary('1'), ours: glossary('1'), theirs: glossary('2') });
    const { desired } = driftInput({
      base: glossary('1'),
      ours: glossary('1', { dictionaries }),
      theirs: glossary('2'),
    });
    const { with: state } = statesOf(input, {}, { desired, liveAfter: input.live } as Partial<DriftInput>);
    const rows = [...state.glossaries.values()].flatMap(({ content }) =>
      [...content.dictionaries.values()].map(({ entries }) => [...entries].sort()),
    );
    expect(rows).toEqual([
      [
        ['a', '2'],
        ['keep', '1'],
      ],
    ]);
  },
);
