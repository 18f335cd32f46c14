import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../../src/kinds/states.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { readAfterSaved } from '../../../src/steps/ledger/read-after-saved.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  savedPlan,
} from '../../support/build.ts';
import { intercepted, liveClient } from '../../support/live-client.ts';
import { owning } from '../../support/owning.ts';

/** The report of a run in which every call ended in the same way. */
const reportOf = ({ changes }: Plan, isDone: boolean, ids: ApplyReport['ids']): ApplyReport => ({
  outcomes: changes.flatMap(({ address, operations }) =>
    operations.map((operation): Outcome => {
      const of = { operation, address };
      return isDone ? { kind: 'applied', ...of } : { kind: 'failed', ...of, error: new Error('refused') };
    }),
  ),
  ids,
  secrets: [],
});

interface Run {
  readonly desired: DesiredState;
  /** The service when the plan was made, and after the run. */
  readonly before: LiveState;
  readonly after: LiveState;
  readonly ledger?: LedgerState;
  readonly only?: readonly string[];
  /** False: every call failed. */
  readonly isDone?: boolean;
  readonly ids?: ApplyReport['ids'];
  /** Default: the plan with its provenance. */
  readonly saved?: (plan: Plan) => Plan;
}

/** The glossaries as the service lists them: without entries. */
const listed = ({ glossaries = [] }: LiveState) =>
  glossaries.map((glossary) => ({
    ...glossary,
    dictionaries: new Map([...glossary.dictionaries].map(([key, { entries: _, ...rest }]) => [key, rest])),
  }));

const shown = ({ glossaries, styleLists, developerKeys }: LiveState) => ({
  ...(glossaries && {
    glossaries: glossaries.map(({ id, name, dictionaries }) => [
      `${id} ${name}`,
      Object.fromEntries(
        [...dictionaries].map(([pair, { entries }]) => [
          pair,
          entries === undefined ? 'not read' : Object.fromEntries(entries),
        ]),
      ),
    ]),
  }),
  ...(styleLists && { styleLists: styleLists.map(({ id, content, version }) => [id, content.language, version]) }),
  ...(developerKeys && { developerKeys: developerKeys.map(({ id, label }) => [id, label]) }),
});

/** The state that is recorded after the run of a saved plan, and the paths that were read for it. */
async function recorded({ desired, before, after, ledger = EMPTY_LEDGER, ...run }: Run) {
  const { only = [], isDone = true, ids = [], saved = savedPlan } = run;
  const plan = saved(makePlan(planInput(desired, before, { ledger, only, mayAdopt: true })).plan);
  const paths: string[] = [];
  const client = intercepted(
    liveClient({ live: after }),
    () => true,
    async ({ path }, make) => {
      paths.push(path);
      return path === '/v3/glossaries' ? listed(after) : make();
    },
  );
  const input = { client, limit: makeLimit(1), plan, report: reportOf(plan, isDone, ids), desired, owned: ledger };
  const { live, liveAfter } = await readAfterSaved(input);
  return { live: shown(live), liveAfter: liveAfter && shown(liveAfter), paths };
}

const ALL: DesiredState = {
  glossaries: [
    desiredGlossary('a', { 'en->de': { a: 'new' }, 'en->fr': { a: 'fr' } }),
    desiredGlossary('b', { 'en->de': { b: 'b' } }),
  ],
  styleLists: [desiredStyleList('l')],
  developerKeys: [desiredDeveloperKey('ci')],
};
const BEFORE: LiveState = {
  glossaries: [
    liveGlossary('g1', 'a', { 'en->de': { a: 'old' }, 'en->fr': { a: 'fr' } }),
    liveGlossary('g2', 'b', { 'en->de': { b: 'b' } }),
  ],
  styleLists: [liveStyleList('s1', 'l')],
  developerKeys: [liveDeveloperKey('k1', 'ci')],
};
/** As the run left it, and as somebody else changed everything else in the meantime. */
const AFTER: LiveState = {
  glossaries: [
    liveGlossary('g1', 'a', { 'en->de': { a: 'new' }, 'en->fr': { a: 'other' }, 'en->it': { a: 'it' } }),
    liveGlossary('g2', 'b', { 'en->de': { b: 'other' } }),
  ],
  styleLists: [liveStyleList('s1', 'other')],
  developerKeys: [liveDeveloperKey('k1', 'other')],
};
/** A ledger that owns everything as it was. */
const OWNED: LedgerState = {
  ...owning(BEFORE, ALL),
  developerKeys: new Map([
    ['developer_key.ci', { id: keyId('k1'), content: { label: 'ci', limits: {}, deactivated: false }, protect: false }],
  ]),
};
const RUN: Run = { desired: ALL, before: BEFORE, after: AFTER, ledger: OWNED };
const LIST = '/v3/glossaries';
const GERMAN = '/v3/glossaries/g1/entries?source_lang=en&target_lang=de';

describe('after the run of a saved plan', () => {
  test('only what its calls changed is read, and the rest is as in the ledger', async () => {
    expect(await recorded(RUN)).toEqual({
      live: {
        glossaries: [
          ['g1 a', { 'en->de': { a: 'new' }, 'en->fr': { a: 'fr' } }],
          ['g2 b', { 'en->de': { b: 'b' } }],
        ],
        styleLists: [['s1', 'de', 0]],
      },
      liveAfter: undefined,
      paths: [LIST, GERMAN],
    });
  });

  test('a dictionary whose call failed is not read', async () => {
    const { live, paths } = await recorded({ ...RUN, isDone: false });
    expect(live.glossaries?.[0]).toEqual(['g1 a', { 'en->fr': { a: 'fr' } }]);
    expect(paths).toEqual([LIST]);
  });

  test('a resource that the ledger lacks and the plan adopts is as in the files', async () => {
    const { live, paths } = await recorded({ ...RUN, ledger: EMPTY_LEDGER });
    expect(live).toEqual({
      glossaries: [
        ['g1 a', { 'en->de': { a: 'new' }, 'en->fr': { a: 'fr' } }],
        ['g2 b', { 'en->de': { b: 'b' } }],
      ],
      styleLists: [['s1', 'de', 0]],
      developerKeys: [['k1', 'other']],
    });
    expect(paths.toSorted()).toEqual(['/v2/admin/developer-keys', LIST, GERMAN]);
    const keysOwned = { ...EMPTY_LEDGER, developerKeys: OWNED.developerKeys };
    expect((await recorded({ ...RUN, ledger: keysOwned })).paths).toEqual([LIST, GERMAN]);
  });

  test('a dictionary that the ledger lacks and the plan found equal is as in the files, if they own all of it', async () => {
    const [a] = ALL.glossaries ?? [];
    const owned = owning({ glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'old' } })] }, ALL);
    const french = async (mode: 'authoritative' | 'additive', only: readonly string[] = [], ledger = owned) => {
      const desired = { glossaries: a === undefined ? [] : [{ ...a, mode }] };
      const { live } = await recorded({ ...RUN, desired, ledger, only });
      return live.glossaries;
    };
    const german = { 'en->de': { a: 'new' } };
    expect(await french('authoritative')).toEqual([['g1 a', { ...german, 'en->fr': { a: 'fr' } }]]);
    expect(await french('authoritative', ['glossary.a/en->fr'])).toEqual([
      ['g1 a', { 'en->de': { a: 'old' }, 'en->fr': { a: 'fr' } }],
    ]);
    expect(await french('authoritative', ['glossary.a/en->de'])).toEqual([['g1 a', german]]);
    expect(await french('additive')).toEqual([['g1 a', german]]);
    expect(await french('additive', [], EMPTY_LEDGER)).toEqual([['g1 a', german]]);
  });

  test('what the files and the service have changed in the same way is as in the ledger', async () => {
    const ledger = owning({ glossaries: [liveGlossary('g1', 'was', { 'en->fr': { a: 'was' } })] });
    const [owned] = ledger.glossaries.values();
    const [a] = ALL.glossaries ?? [];
    if (owned === undefined || a === undefined) throw new Error('nothing is owned');
    const { live } = await recorded({
      ...RUN,
      desired: { glossaries: [a] },
      before: { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'new' }, 'en->fr': { a: 'fr' } })] },
      ledger: { ...ledger, glossaries: new Map([[a.address, owned]]) },
    });
    expect(live.glossaries).toEqual([['g1 was', { 'en->de': { a: 'new' }, 'en->fr': { a: 'was' } }]]);
  });

  test('a created resource is read under its new id, and a deleted or replaced one is gone', async () => {
    const desired = {
      glossaries: [desiredGlossary('c', { 'en->de': { c: 'c' } })],
      styleLists: [desiredStyleList('l')],
    };
    const before = {
      glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'a' } })],
      styleLists: [liveStyleList('s1', 'l', { language: 'fr' })],
    };
    const after = {
      glossaries: [
        liveGlossary('g3', 'c', { 'en->de': { c: 'c' } }),
        liveGlossary('g4', 'd', { 'en->de': { d: 'd' } }),
      ],
      styleLists: [liveStyleList('s2', 'l')],
    };
    const ids = [
      { address: 'glossary.c', id: 'g3' },
      { address: 'style_rules.l', id: 's2', replaces: 's1' },
    ] as const;
    const { live, paths } = await recorded({ desired, before, after, ledger: owning(before, desired), ids });
    expect(live).toEqual({ glossaries: [['g3 c', { 'en->de': { c: 'c' } }]], styleLists: [['s2', 'de', 1]] });
    expect(paths.filter((path) => path.includes('/entries'))).toEqual([GERMAN.replace('g1', 'g3')]);
  });

  test('a resource is not there if its creation failed or was not planned', async () => {
    for (const only of [[], ['glossary.b']]) {
      const { live } = await recorded({ ...RUN, before: {}, after: {}, ledger: EMPTY_LEDGER, isDone: false, only });
      expect(live).toMatchObject({ glossaries: [], styleLists: [] });
    }
  });

  test('a plan without its provenance says nothing of what the files had, and the state after the run is its result', async () => {
    const { live, liveAfter } = await recorded({ ...RUN, ledger: EMPTY_LEDGER, saved: (plan) => plan });
    expect(live).toEqual({
      glossaries: [['g1 a', { 'en->de': { a: 'new' } }]],
      styleLists: [],
      developerKeys: [['k1', 'other']],
    });
    expect(liveAfter?.glossaries?.map(([id]) => id)).toEqual(['g1 a', 'g2 b']);
  });
});
