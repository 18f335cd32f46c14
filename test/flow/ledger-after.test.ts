import fc from 'fast-check';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { ledgerAfter } from '../../src/flow/ledger-after.ts';
import { planTarget } from '../../src/flow/plan-target.ts';
import type { DesiredState } from '../../src/model/desired.ts';
import { EMPTY_LEDGER, type LedgerState } from '../../src/model/ledger-state.ts';
import { DEFAULT_SAFETY } from '../../src/model/workspace.ts';
import type { Service } from '../../src/service/create-service.ts';
import { desiredGlossary, desiredStyleList } from '../support/build.ts';
import { TEST_URL, testService } from '../support/in-process.ts';
import { plain } from '../support/ledger-states.ts';
import { applyWith, bring, clientOf, desiredState } from '../support/target.ts';

/** Plans with a ledger, applies, and gives the ledger after it. `killedAt`: every change from this call on breaks. */
async function run(
  service: Service,
  desired: DesiredState,
  ledger: LedgerState,
  { only = [] as readonly string[], killedAt = Number.POSITIVE_INFINITY } = {},
) {
  let changes = 0;
  const client = clientOf(service, (fetch) => async (url, request) => {
    if (request.method !== 'GET') changes += 1;
    if (changes > killedAt) throw Object.assign(new Error('killed'), { code: 'ECONNRESET' });
    return fetch(url, request);
  });
  const input = {
    target: { name: 'test', baseUrl: TEST_URL },
    desired,
    ledger,
    only,
    deletable: [],
    safety: DEFAULT_SAFETY,
  };
  const { plan, live } = await planTarget(client, pLimit(4), input);
  const report = await applyWith(client, plan, undefined, 1);
  return { plan, report, ledger: ledgerAfter({ before: ledger, desired, live, plan, report, deletable: [] }) };
}

/** What the files ask for, as a ledger would say it: addresses, names, phrases, rules; ids left out. */
const wanted = (desired: DesiredState): unknown => ({
  glossaries: (desired.glossaries ?? [])
    .map(({ address, name, dictionaries }) => [
      address,
      name,
      [...dictionaries].map(([key, { entries }]) => [key, [...entries]]).sort(),
    ])
    .sort(),
  lists: (desired.styleLists ?? []).map(({ address, content }) => [address, content]).sort(),
});
const told = ({ glossaries, styleLists }: LedgerState): unknown => ({
  glossaries: [...glossaries]
    .map(([address, { content }]) => [
      address,
      content.name,
      [...content.dictionaries].map(([key, { entries }]) => [key, [...entries]]).sort(),
    ])
    .sort(),
  lists: [...styleLists].map(([address, { content }]) => [address, content]).sort(),
});

const A = {
  glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' }, 'en->fr': { a: 'c' } })],
  styleLists: [desiredStyleList('l', {})],
};

describe('after a run that went well', () => {
  test('the ledger says what the files say, and a second run changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, async (first, second) => {
        const service = testService();
        const one = await run(service, first, EMPTY_LEDGER);
        expect(told(one.ledger)).toEqual(wanted(first));
        const two = await run(service, second, one.ledger);
        expect(told(two.ledger)).toEqual(wanted(second));
        const again = await run(service, second, two.ledger);
        expect(again.plan.changes).toEqual([]);
        expect(plain(again.ledger)).toEqual(plain(two.ledger));
      }),
      { numRuns: 60 },
    );
  });

  test('a resource that is the same already is owned from then on, and goes when the files drop it', async () => {
    const service = testService();
    await bring(service, A);
    const adopted = await run(service, A, EMPTY_LEDGER);
    expect(adopted.plan.changes).toEqual([]);
    expect(told(adopted.ledger)).toEqual(wanted(A));
    const { plan, ledger } = await run(service, { ...A, glossaries: [] }, adopted.ledger);
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([['glossary.a', 'delete']]);
    expect([...ledger.glossaries.keys()]).toEqual([]);
  });

  test('a kind that is not managed any more stays in the ledger', async () => {
    const service = testService();
    const { ledger } = await run(service, A, EMPTY_LEDGER);
    const after = await run(service, { styleLists: A.styleLists }, ledger);
    expect(plain(after.ledger)).toEqual(plain(ledger));
  });

  test('what was deleted outside is dropped, and so is what another address has taken', async () => {
    const service = testService();
    const { ledger } = await run(service, A, EMPTY_LEDGER);
    const id = [...ledger.glossaries.values()][0]?.id ?? '';
    await clientOf(service).glossaries.delete(id as never);
    const gone = await run(service, { ...A, glossaries: [] }, ledger);
    expect(gone.ledger.glossaries.size).toBe(0);
    const lists = [
      { ...desiredStyleList('moved', {}), content: A.styleLists[0]?.content ?? desiredStyleList('l', {}).content },
    ];
    const moved = await run(service, { styleLists: lists }, ledger);
    expect(moved.plan.changes).toEqual([]);
    expect([...moved.ledger.styleLists.keys()]).toEqual(['style_rules.moved']);
  });

  test('--only tells nothing of what it leaves out', async () => {
    const service = testService();
    await bring(service, A);
    const { ledger } = await run(service, A, EMPTY_LEDGER, { only: ['style_rules.l'] });
    expect([[...ledger.glossaries.keys()], [...ledger.styleLists.keys()]]).toEqual([[], ['style_rules.l']]);
  });
});

describe('after a run that was broken at any change', () => {
  test('each part says what it said before or what the files say, and the next run ends where a whole one does', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, fc.nat({ max: 6 }), async (first, second, killedAt) => {
        const service = testService();
        const { ledger: before } = await run(service, first, EMPTY_LEDGER);
        const { ledger: partly } = await run(service, second, before, { killedAt });
        const parts = (state: LedgerState): readonly string[] =>
          [...state.glossaries].flatMap(([address, { content }]) =>
            [...content.dictionaries].map(([pair, { entries }]) => JSON.stringify([address, pair, [...entries]])),
          );
        const known = new Set([...parts(before), ...parts((await run(testService(), second, EMPTY_LEDGER)).ledger)]);
        expect(parts(partly).filter((part) => !known.has(part))).toEqual([]);
        const { ledger: end } = await run(service, second, partly);
        expect(told(end)).toEqual(wanted(second));
        expect((await run(service, second, end)).plan.changes).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('nothing is owned of a stranger to whom nothing was done', async () => {
    const service = testService();
    await bring(service, A);
    const other = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'other' } })] };
    const { ledger } = await run(service, other, EMPTY_LEDGER, { killedAt: 0 });
    expect(ledger.glossaries.size).toBe(0);
  });
});
