import { describe, expect, test } from 'vitest';
import { ACTIVE_KEYS_MAX } from '../../src/contract/limits.ts';
import type { DesiredDeveloperKey } from '../../src/kinds/developer-key/developer-key.ts';
import { type DeveloperKey, keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { operationsOf } from '../../src/model/plan/plan.ts';
import { mayNameKind } from '../../src/model/resources/address.ts';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { desiredDeveloperKey, desiredGlossary, liveDeveloperKey, planInput } from '../support/build.ts';
import { simulate } from './simulate.ts';

const make = (
  developerKeys: readonly DesiredDeveloperKey[],
  live: readonly DeveloperKey[],
  more: Partial<MakePlanInput> = {},
) => makePlan(planInput({ developerKeys }, { developerKeys: live }, more));

const kinds = (...given: Parameters<typeof make>) => operationsOf(make(...given).plan).map(({ kind }) => kind);

describe('the calls of a change', () => {
  test('a new key with limits is a POST and one PUT, which has no id yet', () => {
    const wanted = desiredDeveloperKey('ci', { limits: { characters: 5, speechToTextMilliseconds: 0 } });
    expect(make([wanted], []).plan.changes).toMatchObject([
      {
        kind: 'developer-key',
        action: 'create',
        address: 'developer_key.ci',
        values: [
          { key: ['label'], to: 'ci' },
          { key: ['limit', 'characters'], from: null, to: 5, at: { line: 2 } },
          { key: ['limit', 'speechToTextMilliseconds'], from: null, to: 0 },
        ],
        operations: [
          { id: 'developer_key.ci#1', kind: 'create-developer-key', method: 'POST', pre: 'absent', notIds: [] },
          { id: 'developer_key.ci#2', kind: 'limit-developer-key', method: 'PUT' },
        ],
      },
    ]);
    expect(make([wanted], []).plan.changes[0]).not.toHaveProperty('id');
  });

  test('limits that a new key has anyway need no call', () => {
    expect(kinds([desiredDeveloperKey('ci', { limits: { characters: null } })], [])).toEqual(['create-developer-key']);
  });

  test('the id goes with the call and not in the path', () => {
    const { plan } = make(
      [desiredDeveloperKey('ci', { label: 'CI', pinnedId: keyId('k1'), limits: { characters: 5 } })],
      [liveDeveloperKey('k1', 'old')],
    );
    expect(plan.changes).toMatchObject([{ id: 'k1' }]);
    expect(operationsOf(plan)).toMatchObject([
      { kind: 'rename-developer-key', path: '/v2/admin/developer-keys/label' },
      { kind: 'limit-developer-key', path: '/v2/admin/developer-keys/limits' },
    ]);
  });

  test('a limit that the entry does not name is left as it is, whatever it is', () => {
    const found = liveDeveloperKey('k1', 'ci', { limits: { characters: 9, speechToTextMilliseconds: 9 } });
    expect(kinds([desiredDeveloperKey('ci')], [found])).toEqual([]);
    expect(make([desiredDeveloperKey('ci', { limits: { characters: null } })], [found]).plan.changes).toMatchObject([
      {
        values: [
          { key: ['label'], from: 'ci', to: 'ci' },
          { key: ['limit', 'characters'], from: 9, to: null },
        ],
      },
    ]);
  });

  test('a key that goes gets no limits; it is deactivated before it is renamed', () => {
    expect(
      kinds(
        [
          desiredDeveloperKey('ci', {
            label: 'x',
            pinnedId: keyId('k1'),
            deactivated: true,
            limits: { characters: 1 },
          }),
        ],
        [liveDeveloperKey('k1', 'ci')],
      ),
    ).toEqual(['deactivate-developer-key', 'rename-developer-key']);
  });

  test('ids of keys that have the label already are no twins of a lost answer; deactivated ones cannot be', () => {
    const live = [
      liveDeveloperKey('k2', 'ci'),
      liveDeveloperKey('k1', 'ci'),
      liveDeveloperKey('k3', 'ci', { deactivated: true }),
    ];
    const taken = ['a', 'b'].map((name, index) =>
      desiredDeveloperKey(name, { label: 'ci', pinnedId: keyId(`k${index + 1}`) }),
    );
    expect(operationsOf(make([...taken, desiredDeveloperKey('ci')], live).plan)).toMatchObject([
      { kind: 'create-developer-key', notIds: ['k1', 'k2'] },
    ]);
  });
});

describe('which key is which', () => {
  const dead = liveDeveloperKey('k9', 'ci', { deactivated: true });

  test('the only active key of the label; a deactivated one of the same label is none', () => {
    expect(kinds([desiredDeveloperKey('ci')], [dead, liveDeveloperKey('k1', 'ci')])).toEqual([]);
    expect(kinds([desiredDeveloperKey('ci')], [dead])).toEqual(['create-developer-key']);
  });

  test('two active keys of the label ask for a pin', () => {
    const live = [liveDeveloperKey('k1', 'ci'), liveDeveloperKey('k2', 'ci')];
    expect(make([desiredDeveloperKey('ci')], live).findings).toMatchObject([
      { code: 'ambiguous-name', details: { name: 'ci', ids: ['k1', 'k2'] } },
    ]);
    expect(make([desiredDeveloperKey('ci', { pinnedId: keyId('k2') })], live)).toMatchObject({
      findings: [],
      plan: { changes: [], unmanaged: [{ address: 'developer_key.ci-2', id: 'k1' }] },
    });
  });

  test('the history knows a key under a new label', () => {
    const ledger = {
      ...EMPTY_LEDGER,
      developerKeys: new Map([
        ['developer_key.ci', { id: keyId('k1'), content: { limits: {} }, protect: false }],
      ] as const),
    };
    expect(
      make([desiredDeveloperKey('ci', { label: 'CI runner' })], [liveDeveloperKey('k1', 'ci')], { ledger }).plan
        .changes,
    ).toMatchObject([{ action: 'update', adopted: false, values: [{ key: ['label'], from: 'ci', to: 'CI runner' }] }]);
    // One that it owns and no entry names any more goes; one that is deactivated already stays out of it.
    expect(kinds([], [liveDeveloperKey('k1', 'ci')], { ledger })).toEqual(['deactivate-developer-key']);
    expect(make([], [liveDeveloperKey('k1', 'ci')], { ledger }).plan.changes[0]?.adopted).toBe(false);
    expect(make([], [{ ...liveDeveloperKey('k1', 'ci'), deactivated: true }], { ledger }).plan).toMatchObject({
      changes: [],
      unmanaged: [],
    });
  });

  test('what should be deactivated and is, or is nowhere, needs nothing', () => {
    const gone = desiredDeveloperKey('ci', { deactivated: true });
    expect(make([gone], [])).toMatchObject({ findings: [], plan: { changes: [] } });
    expect(make([gone], [dead])).toMatchObject({ findings: [], plan: { changes: [], unmanaged: [] } });
    expect(make([{ ...gone, pinnedId: keyId('k9') }], [dead])).toMatchObject({ findings: [], plan: { changes: [] } });
    expect(kinds([gone], [dead, liveDeveloperKey('k1', 'ci')])).toEqual(['deactivate-developer-key']);
  });

  test('a deactivated key that should work is an error: nothing brings it back', () => {
    expect(make([desiredDeveloperKey('ci', { pinnedId: keyId('k9') })], [dead])).toMatchObject({
      plan: { changes: [] },
      findings: [{ code: 'key-deactivated', severity: 'error', details: { address: 'developer_key.ci', id: 'k9' } }],
    });
  });

  test('an entry that should be deactivated leaves the active key to one that should not, in whatever order', () => {
    for (const name of ['a-old', 'z-old']) {
      const entries = [desiredDeveloperKey(name, { label: 'ci', deactivated: true }), desiredDeveloperKey('ci')];
      expect(make(entries, [liveDeveloperKey('k1', 'ci')])).toMatchObject({ findings: [], plan: { changes: [] } });
      expect(kinds(entries, [])).toEqual(['create-developer-key']);
    }
  });

  test('unmanaged are the active keys that no entry names; only a pattern of the kind takes them', () => {
    const live = [liveDeveloperKey('k1', 'Web UI'), dead];
    expect(make([], live).plan.unmanaged).toEqual([{ address: 'developer_key.web-ui', id: 'k1', name: 'Web UI' }]);
    for (const pattern of ['*', 'dev*', 'glossary.*'])
      expect(kinds([], live, { deletable: [pattern] }), pattern).toEqual([]);
    for (const pattern of ['developer_key.web-ui', 'developer_key.*', 'developer_key*'])
      expect(kinds([], live, { deletable: [pattern] }), pattern).toEqual(['deactivate-developer-key']);
  });

  test('a workspace that does not manage keys has nothing to do with them', () => {
    const { plan } = makePlan(
      planInput({}, { developerKeys: [liveDeveloperKey('k1', 'ci')] }, { deletable: ['developer_key.*'] }),
    );
    expect(plan).toMatchObject({ changes: [], unmanaged: [] });
  });
});

describe('--only', () => {
  test('narrows to single keys', () => {
    const two = [desiredDeveloperKey('a'), desiredDeveloperKey('b')];
    expect(make(two, [], { only: ['developer_key.b'] }).plan.changes.map(({ address }) => address)).toEqual([
      'developer_key.b',
    ]);
    expect(make(two, [], { only: ['developer_key.x'] }).findings).toMatchObject([{ code: 'only-matches-nothing' }]);
  });

  test.each([
    [[], true],
    [['*'], true],
    [['dev*'], true],
    [['glossary.a', 'developer_key.*'], true],
    [['developer_key.ci'], true],
    [['*.ci'], true],
    [['glossary.*'], false],
    [['style_rules.a', 'glossary.*/*'], false],
    [['developer_key'], false],
    [['d'], false],
  ] as const)('%j may name keys: %j', (only, may) => {
    expect(mayNameKind(only, 'developer_key')).toBe(may);
  });
});

describe('the cap on active keys', () => {
  const full = Array.from({ length: 25 }, (_, index) => liveDeveloperKey(`k${index}`, `label ${index}`));

  test('is the one of the description', () => {
    expect(ACTIVE_KEYS_MAX).toBe(25);
  });

  test('a full account takes a new key once another one has gone, which comes first', () => {
    const entries = [
      desiredDeveloperKey('aaa', { limits: { characters: 1 } }),
      desiredDeveloperKey('old', { label: 'label 7', deactivated: true }),
    ];
    const given = planInput(
      { developerKeys: entries, glossaries: [desiredGlossary('g', { 'en->de': { a: 'b' } })] },
      { developerKeys: full, glossaries: [] },
    );
    const { plan, findings } = makePlan(given);
    expect(findings).toEqual([]);
    expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'deactivate developer_key.old',
      'create developer_key.aaa',
      'create glossary.g',
    ]);
    // The simulated service refuses the 26th.
    expect(simulate(given.live, plan, { styleLists: new Map() }).mismatches).toEqual([]);
  });

  test('one too many in the end is an error with the numbers', () => {
    const entries = ['a', 'b', 'c'].map((name) => desiredDeveloperKey(name));
    const gone = desiredDeveloperKey('gone', { label: 'label 1', deactivated: true });
    expect(make([...entries, gone], full).findings).toMatchObject([
      {
        code: 'too-many-keys',
        severity: 'error',
        details: { active: 25, created: 3, deactivated: 1, after: 27, max: 25 },
      },
    ]);
    expect(make([...entries, gone], full, { only: ['developer_key.gone'] }).findings).toEqual([]);
    expect(make(entries, full.slice(3)).findings).toEqual([]);
    // Deactivated keys do not count.
    expect(
      make(
        entries,
        full.map((key, index) => ({ ...key, deactivated: index < 3 })),
      ).findings,
    ).toEqual([]);
  });
});
