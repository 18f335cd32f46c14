import fc from 'fast-check';

import { expect, test } from 'vitest';
import type { Change, Operation, Plan } from '../../../src/model/plan/plan.ts';
import { applyPlan } from '../../../src/steps/apply/apply-plan.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { allMaps } from '../../support/least-calls.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runs } from '../../support/runs.ts';
import { allowAll, bring, clientOf, desiredState, planFor } from '../../support/target.ts';

/** A fact about the service, and the one call that shows it: `entries a en->de`, `head a`, `list a`. */
type Fact = string;

interface Asked {
  /** What must be known before the operation is sent. */
  readonly before: readonly Fact[];
  /** What must be known after it. */
  readonly after: readonly Fact[];
}

/**
 * The reads that `docs/decisions/calling-the-service.md` requires for an operation, taken from the page and not from
 * the code. `creations` has those for what is created.
 */
function askedOf({ address, children }: Change, { kind, touches }: Operation): Asked {
  const head = `head ${address}`;
  const all = children.map((child) => `entries ${child.address}`);
  const entries = `entries ${address}/${touches[0]?.[1]}`;
  const list = `list ${address}`;
  switch (kind) {
    case 'create-glossary':
      return { before: [], after: all };
    case 'create-style-list':
      return { before: [], after: [] };
    case 'merge-entries': {
      return touches.length > 1
        ? { before: [entries, head], after: [entries, head] }
        : { before: [entries], after: [entries] };
    }
    case 'put-dictionary':
    case 'delete-dictionary':
      return { before: [entries], after: [entries] };
    case 'rename-glossary':
      return { before: [head], after: [head] };
    case 'delete-glossary':
      return { before: [head, ...all], after: [head] };
    default:
      return { before: [list], after: [list] };
  }
}

interface Position {
  readonly next: number;
  readonly isSent: boolean;
  readonly known: readonly Fact[];
}

/**
 * The fewest reads with which the operations of a change can run, by search over all orders of reads and operations: an
 * operation is sent when what must be known before it was read since the one before it was read back, and the next one
 * waits until what must be known after it was read since.
 */
function leastReads(operations: readonly Asked[]): number {
  const keyOf = ({ next, isSent, known }: Position): string => JSON.stringify([next, isSent, [...known].sort()]);
  const facts = [...new Set(operations.flatMap(({ before, after }) => [...before, ...after]))];
  let edge: Position[] = [{ next: 0, isSent: false, known: [] }];
  const seen = new Set<string>();
  for (let reads = 0; edge.length > 0; reads += 1) {
    const later: Position[] = [];
    for (const position of edge) {
      if (seen.has(keyOf(position))) continue;
      seen.add(keyOf(position));
      const { next, isSent, known } = position;
      const operation = operations[next];
      if (operation === undefined) return reads;
      const needed = isSent ? operation.after : operation.before;
      if (needed.every((fact) => known.includes(fact)))
        edge.push(isSent ? { next: next + 1, isSent: false, known: [] } : { next, isSent: true, known: [] });
      for (const fact of facts) if (!known.includes(fact)) later.push({ next, isSent, known: [...known, fact] });
    }
    edge = later;
  }
  throw new Error('no way leads to the end');
}

/**
 * The fewest reads that prove creations: each is read by itself, or all that are there by one list of so many calls, in
 * any order with the creations themselves.
 */
function leastProofs(creations: number, listCalls: number): number {
  const costs = new Map<string, number>([['0 0', 0]]);
  for (let sent = 0; sent <= creations; sent += 1)
    for (let proven = 0; proven <= sent; proven += 1) {
      const cost = costs.get(`${sent} ${proven}`) ?? Number.POSITIVE_INFINITY;
      const offer = (key: string, more: number): void =>
        void costs.set(key, Math.min(costs.get(key) ?? Number.POSITIVE_INFINITY, cost + more));
      offer(`${sent + 1} ${proven}`, 0);
      if (proven < sent) offer(`${sent} ${proven + 1}`, 1);
      offer(`${sent} ${sent}`, listCalls);
    }
  return costs.get(`${creations} ${creations}`) ?? 0;
}

/** `styleLists`: how many there are while the creations are read back. */
function leastOf({ changes }: Plan, styleLists: number): number {
  const created = (kind: string): number =>
    changes.flatMap(({ operations }) => operations.filter((operation) => operation.kind === kind)).length;
  const pages = (lists: number): number => Math.floor(lists / 25) + 1;
  const [glossaries, lists] = [created('create-glossary'), created('create-style-list')];
  // Each creation is preceded by its own list, which shows those that were created before.
  const checks = Array.from({ length: lists }, (_, before) => pages(styleLists + before));
  const ofCreations =
    glossaries +
    leastProofs(glossaries, 1) +
    checks.reduce((sum, calls) => sum + calls, 0) +
    leastProofs(lists, pages(styleLists + lists));
  // What replaces a list is made of what the list is now.
  const replaced = changes.filter(({ action }) => action === 'replace').length;
  const others = changes.map((change) => leastReads(change.operations.map((operation) => askedOf(change, operation))));
  return others.reduce((sum, reads) => sum + reads, ofCreations + replaced);
}

async function readsOf(
  before: Parameters<typeof bring>[1],
  after: Parameters<typeof bring>[1],
  concurrency = 4,
): Promise<{ readonly made: number; readonly least: number; readonly plan: Plan }> {
  const service = testService();
  await bring(service, before);
  const client = clientOf(service);
  const { plan } = await planFor(client, after, ['*']);
  const from = service.calls.length;
  const { sleep } = manualClock();
  const { outcomes } = await applyPlan({
    plan,
    verdict: allowAll(plan),
    client,
    limit: makeLimit(concurrency),
    ports: { sleep, signal: new AbortController().signal },
  });
  expect(outcomes.filter(({ kind }) => kind !== 'applied')).toEqual([]);
  const made = service.calls.slice(from).filter(({ method }) => method === 'GET').length;
  return { made, least: leastOf(plan, before.styleLists?.length ?? 0), plan };
}

test('an apply makes the fewest reads that the rule allows, between any two states', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, desiredState, async (before, after) => {
      const { made, least, plan } = await readsOf(before, after);
      const calls = plan.changes.map(({ operations }) => operations.map(({ kind }) => kind));
      expect({ reads: made, calls }).toEqual({ reads: least, calls });
    }),
    { numRuns: runs(60) },
  );
});

const kindsOf = ({ changes }: Plan): readonly string[] =>
  changes.flatMap(({ operations }) => operations.map(({ kind }) => kind));

test('from each of nine dictionaries to each', async () => {
  const maps = allMaps(['x', 'y'], ['1', '2']);
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const from of maps)
    for (const to of maps) {
      const state = (de: Readonly<Record<string, string>>) => ({
        glossaries: [desiredGlossary('a', { 'en->de': de, 'en->fr': { z: '1' } })],
      });
      const { made, least, plan } = await readsOf(state(from), state(to));
      for (const kind of kindsOf(plan)) seen.add(kind);
      if (made !== least) wrong.push(`${JSON.stringify([from, to])}: ${made} for ${least}`);
    }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual(['delete-dictionary', 'merge-entries', 'put-dictionary']);
});

test('from each of eight sets of instructions to each', async () => {
  const all = ['one', 'two', 'three'].map((label) => ({ label, prompt: label }));
  const sets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => all.filter((_, index) => (bits >> index) % 2 === 1));
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const from of sets)
    for (const to of sets) {
      const state = (instructions: typeof all) => ({ styleLists: [desiredStyleList('l', { instructions })] });
      const { made, least, plan } = await readsOf(state(from), state(to));
      for (const kind of kindsOf(plan)) seen.add(kind);
      if (made !== least) wrong.push(`${JSON.stringify([from, to])}: ${made} for ${least}`);
    }
  expect(wrong).toEqual([]);
  expect(seen).toContain('add-instruction');
});

test.each([0, 1, 20, 24, 25, 30])('%i style lists are created with the fewest reads', async (there) => {
  const lists = (count: number) =>
    Array.from({ length: count }, (_, index) => desiredStyleList(`l${index}`, { language: 'de' }));
  for (const more of [1, 2, 3, 31]) {
    // One after another: how many pages a list has depends on how many lists were created before.
    const { made, least } = await readsOf({ styleLists: lists(there) }, { styleLists: lists(there + more) }, 1);
    expect(made).toBe(least);
  }
});

test('the search finds what can be counted by hand', () => {
  const list = { before: ['list'], after: ['list'] };
  expect(leastReads([list])).toBe(2);
  expect(leastReads([list, list, list])).toBe(6);
  expect(leastReads([{ before: [], after: ['list'] }, list])).toBe(3);
  expect(
    leastReads([
      { before: ['a'], after: ['a'] },
      { before: ['b'], after: ['b'] },
    ]),
  ).toBe(4);
  expect([leastProofs(0, 1), leastProofs(1, 1), leastProofs(31, 2), leastProofs(2, 3)]).toEqual([0, 1, 2, 2]);
});
