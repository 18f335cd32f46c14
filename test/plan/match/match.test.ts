import { describe, expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../../src/plan/guard/guard.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { entriesNeeded } from '../../../src/plan/match/match.ts';
import {
  type DictionariesLike,
  desiredGlossary,
  desiredStyleList,
  entries,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';

const ONE = { 'en->de': { a: 'b' } };

/** A ledger that knows one glossary. */
function owning(address: `glossary.${string}`, id: string, base: DictionariesLike): LedgerState {
  const { id: known, dictionaries } = liveGlossary(id, 'x', base);
  const content = {
    name: 'x',
    dictionaries: new Map(
      [...dictionaries].map(([key, { pair }]) => [key, { pair, entries: entries(base[key] ?? {}) }]),
    ),
  };
  return { ...EMPTY_LEDGER, glossaries: new Map([[address, { id: known, content, protect: false }]]) };
}

describe('what the ledger says of a live resource', () => {
  test('counts for that id alone: a glossary made anew under the same name owns none of its dictionaries yet', () => {
    const input = planInput(
      { glossaries: [desiredGlossary('x', ONE)] },
      { glossaries: [liveGlossary('new', 'x', { ...ONE, 'en->fr': { z: 'z' } })] },
      { ledger: owning('glossary.x', 'old', { ...ONE, 'en->fr': { q: 'q' } }) },
    );
    const { plan } = makePlan(input);
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged).toMatchObject([{ address: 'glossary.x/en->fr', id: 'new' }]);
    expect(entriesNeeded(input).map(({ child }) => child)).toEqual(['en->de']);
  });

  test('moves with it to another address, so that a renamed folder adopts nothing and drops nothing', () => {
    const { plan } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('moved', { 'en->de': { a: 'c' } }, { name: 'x' })] },
        { glossaries: [liveGlossary('g1', 'x', { ...ONE, 'en->fr': { q: 'q' } })] },
        { ledger: owning('glossary.before', 'g1', { ...ONE, 'en->fr': { q: 'q' } }) },
      ),
    );
    expect(plan.changes).toMatchObject([
      {
        address: 'glossary.moved',
        adopted: false,
        children: [{ action: 'update' }, { address: 'glossary.moved/en->fr', action: 'delete' }],
      },
    ]);
  });

  test('protects it under its new address too', () => {
    const desired = { styleLists: [desiredStyleList('moved', { name: 'L', language: 'fr' })] };
    const { id, content } = liveStyleList('s1', 'L');
    const ledger: LedgerState = {
      ...EMPTY_LEDGER,
      styleLists: new Map([['style_rules.legal', { id, content, protect: true }]]),
    };
    const { plan } = makePlan(planInput(desired, { styleLists: [liveStyleList('s1', 'L')] }, { ledger }));
    expect(checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete: ['*'], prune: [], desired, ledger })).toEqual({
      kind: 'refused',
      refusals: [{ code: 'protected', address: 'style_rules.moved' }],
    });
  });
});

test('a consent that names an owned glossary names no stranger of that name', () => {
  const { plan } = makePlan(
    planInput(
      { glossaries: [desiredGlossary('keep', ONE)] },
      {
        glossaries: [
          liveGlossary('g1', 'Renamed since', ONE),
          liveGlossary('g2', 'b', ONE),
          liveGlossary('g3', 'keep', ONE),
        ],
      },
      { deletable: ['glossary.b'], ledger: owning('glossary.b', 'g1', ONE) },
    ),
  );
  expect(plan.changes).toMatchObject([{ action: 'delete', address: 'glossary.b', id: 'g1' }]);
  expect(plan.unmanaged).toMatchObject([{ address: 'glossary.b-2', id: 'g2' }]);
});

describe('--only does not hide what is wrong with the resources that it names', () => {
  const pinned = { pinnedId: 'g1' as never };
  const claimed = planInput(
    { glossaries: [desiredGlossary('a', ONE, pinned), desiredGlossary('b', { 'en->de': { a: 'c' } }, pinned)] },
    { glossaries: [liveGlossary('g1', 'x', { 'en->de': { a: '0' } })] },
  );

  test.each(['glossary.*/en->de', 'glossary.a', 'glossary.b', 'glossary.a/en->de'])('two claims of one, %s', (only) => {
    expect(makePlan({ ...claimed, only: [only] }).findings.map(({ code }) => code)).toEqual(['claimed-twice']);
  });

  test('an ambiguous name, when only dictionaries are named', () => {
    const input = planInput(
      { glossaries: [desiredGlossary('a', ONE), desiredGlossary('b', ONE)] },
      { glossaries: [liveGlossary('g1', 'a', {}), liveGlossary('g2', 'a', {}), liveGlossary('g3', 'b', ONE)] },
    );
    const codes = (only: string) => makePlan({ ...input, only: [only] }).findings.map(({ code }) => code);
    expect(codes('glossary.*/en->de')).toEqual(['ambiguous-name']);
    expect(codes('glossary.b')).toEqual([]);
  });
});
