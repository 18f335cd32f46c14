import { describe, expect, test } from 'vitest';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  type KeyLimits,
  type KnownKey,
  keyId,
} from '../../../src/kinds/developer-key/developer-key.ts';
import { DEVELOPER_KEY } from '../../../src/kinds/developer-key/developer-key-kind.ts';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { scopeOf } from '../../../src/model/plan/plan.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftResource } from '../../../src/plan/drift/drift-resource.ts';
import { notInDrift } from '../../../src/plan/drift/not-in-drift.ts';
import { desiredDeveloperKey, liveDeveloperKey } from '../../support/build.ts';
import { partsOf } from '../../support/drift-parts.ts';
import { driftInput } from '../drift-input.ts';

interface Given {
  readonly base?: Partial<KnownKey>;
  /** `null`: the files no longer have it. */
  readonly ours?: Partial<DesiredDeveloperKey> | null;
  /** `null`: the service no longer has it. */
  readonly theirs?: (Partial<Omit<DeveloperKey, 'limits'>> & { readonly limits?: Partial<KeyLimits> }) | null;
}

const ADDRESS = 'developer_key.ci';
const AT = { file: 'developer-keys.yaml', line: 2, column: 3 };

/** The drift of one key that has `ci` as its label where nothing else is given, and what was counted. */
function found({ base = {}, ours = {}, theirs = {} }: Given): readonly [object | undefined, ...string[]] {
  const counted: string[] = [];
  const drift = driftResource(
    {
      address: ADDRESS,
      base: { id: keyId('k1'), protect: false, content: { label: 'ci', limits: {}, deactivated: false, ...base } },
      ...(ours !== null && { desired: desiredDeveloperKey('ci', ours) }),
      ...(theirs !== null && {
        live: { ...liveDeveloperKey('k1', 'ci', theirs), ...(theirs.id && { id: theirs.id }) },
      }),
    },
    {
      kind: DEVELOPER_KEY as AnyKind,
      scope: scopeOf([]),
      added: false,
      count: (part, how) => counted.push(`${part} ${how}`),
    },
  );
  return [drift && partsOf(drift), ...counted];
}
const NOTHING = [undefined];
const is = (more: object) => ({
  kind: 'developer-key',
  address: ADDRESS,
  id: 'k1',
  baseName: 'ci',
  limits: [],
  ...more,
});

describe('the label and the limits of a key', () => {
  test('are no drift when they are as they were', () => {
    expect(found({})).toEqual(NOTHING);
    expect(
      found({
        base: { limits: { characters: 1 } },
        ours: { limits: { characters: 1 } },
        theirs: { limits: { characters: 1 } },
      }),
    ).toEqual(NOTHING);
  });

  test('are compared on their three sides', () => {
    expect(found({ theirs: { label: 'x' } })).toStrictEqual([
      is({ label: { kind: 'theirs', base: 'ci', theirs: 'x' } }),
    ]);
    expect(found({ ours: { label: 'y' }, theirs: { label: 'x' } })).toStrictEqual([
      is({ label: { kind: 'both', base: 'ci', ours: 'y', theirs: 'x' } }),
    ]);
    expect(found({ ours: { label: 'y' } })).toEqual([undefined, 'label ours']);
    expect(found({ ours: { label: 'x' }, theirs: { label: 'x' } })).toEqual([undefined, 'label same']);
  });

  test('a limit has its line in the files', () => {
    const base = { limits: { characters: 1, speechToTextMilliseconds: 1 } };
    const theirs = { limits: { characters: 2, speechToTextMilliseconds: null } };
    const ours = { limits: { characters: 1, speechToTextMilliseconds: 3 } };
    const [characters, speech] = [
      { kind: 'theirs', base: 1, theirs: 2, limit: 'characters' },
      { kind: 'both', base: 1, ours: 3, theirs: null, limit: 'speechToTextMilliseconds' },
    ];
    expect(found({ base, ours, theirs })).toStrictEqual([
      is({
        limits: [
          { ...characters, at: AT },
          { ...speech, at: AT },
        ],
      }),
    ]);
    expect(found({ base, ours: { ...ours, locate: () => undefined }, theirs })).toStrictEqual([
      is({ limits: [characters, speech] }),
    ]);
    expect(found({ base, ours, theirs: base })).toEqual([undefined, 'limit ours']);
  });

  test('a limit that was not named then, or is not named now, is not compared', () => {
    const theirs = { limits: { characters: 2 } };
    expect(found({ ours: { limits: { characters: 1 } }, theirs })).toEqual(NOTHING);
    expect(found({ base: { limits: { characters: 1 } }, theirs })).toEqual(NOTHING);
  });

  test('a label that the ledger does not know is not compared', () => {
    expect(found({ base: { label: undefined } as never, ours: { label: 'y' }, theirs: { label: 'x' } })).toEqual(
      NOTHING,
    );
  });
});

describe('a key that the files name', () => {
  const changedLabel = { ours: { label: 'y' } };
  const changedLimit = { base: { limits: { characters: 1 } }, ours: { limits: { characters: 2 } } };
  const unnamed = { base: { limits: { characters: 1 } }, ours: { limits: { speechToTextMilliseconds: 2 } } };

  test.each<readonly [string, Given, 'theirs' | 'both']>([
    ['as it was', {}, 'theirs'],
    ['with another label', changedLabel, 'both'],
    ['with another limit', changedLimit, 'both'],
    ['with other limits named', unnamed, 'theirs'],
    ['with a label that was not known', { base: { label: undefined } as never, ours: { label: 'y' } }, 'theirs'],
  ])('is gone or deactivated outside: %s', (_, given, kind) => {
    const baseName = given.ours?.label !== undefined && given.base !== undefined ? 'y' : 'ci';
    expect(found({ ...given, theirs: null })).toStrictEqual([
      is({ baseName, whole: { kind, how: 'deleted-outside', ...(kind === 'both' && { ours: expect.any(String) }) } }),
    ]);
    const [drift] = found({ ...given, theirs: { deactivated: true, limits: { characters: 9 } } });
    expect(drift).toStrictEqual(
      is({
        baseName,
        whole: { kind, how: 'deactivated-outside', ...(kind === 'both' && { ours: expect.any(String) }) },
      }),
    );
  });

  test('that is gone needs nothing when it should not work, did not work, or nobody knows whether it did', () => {
    expect(found({ ours: { deactivated: true }, theirs: null })).toEqual(NOTHING);
    expect(found({ base: { deactivated: true }, theirs: null })).toEqual(NOTHING);
    expect(found({ base: { deactivated: undefined } as never, theirs: null })).toEqual(NOTHING);
  });

  test('that another one of its name stands for was made anew', () => {
    const theirs = { id: keyId('k2'), label: 'x' };
    expect(found({ theirs })).toStrictEqual([
      is({
        id: 'k2',
        whole: { kind: 'theirs', how: 'recreated-outside' },
        label: { kind: 'theirs', base: 'ci', theirs: 'x' },
      }),
    ]);
    expect(found({ base: { deactivated: true }, theirs })).toEqual(NOTHING);
  });

  test('that should be deactivated is counted: on both sides, or in the files alone', () => {
    const ours = { deactivated: true };
    expect(found({ ours })).toEqual([undefined, 'developer-key ours']);
    expect(found({ ours, theirs: { deactivated: true } })).toEqual([undefined, 'developer-key same']);
    expect(found({ base: { deactivated: true }, ours, theirs: { deactivated: true } })).toEqual(NOTHING);
    expect(found({ base: { deactivated: true }, theirs: { deactivated: true } })).toEqual(NOTHING);
    // Its label is compared all the same.
    expect(found({ ours, theirs: { label: 'x' } })).toStrictEqual([
      is({ label: { kind: 'theirs', base: 'ci', theirs: 'x' } }),
      'developer-key ours',
    ]);
  });
});

describe('a key that the files dropped', () => {
  const base = { limits: { characters: 1 } };
  test('is counted when it is gone, or as it was', () => {
    expect(found({ ours: null, theirs: null })).toEqual([undefined, 'developer-key same']);
    expect(found({ base, ours: null, theirs: base })).toEqual([undefined, 'developer-key ours']);
    expect(found({ base: { label: undefined } as never, ours: null, theirs: { label: 'x' } })).toEqual(NOTHING);
  });

  test('is a conflict when somebody has given it another label or limit', () => {
    const whole = (label: string, limits: Partial<KeyLimits>) => ({
      kind: 'both',
      how: 'dropped-here',
      theirs: { label, limits: { characters: null, speechToTextMilliseconds: null, ...limits }, deactivated: false },
    });
    expect(found({ base, ours: null, theirs: { label: 'x', limits: { characters: 1 } } })).toStrictEqual([
      is({ whole: whole('x', { characters: 1 }), label: { kind: 'theirs', base: 'ci', theirs: 'x' } }),
    ]);
    expect(found({ base, ours: null, theirs: { limits: { characters: 2 } } })).toStrictEqual([
      is({
        whole: whole('ci', { characters: 2 }),
        limits: [{ kind: 'theirs', base: 1, theirs: 2, limit: 'characters' }],
      }),
    ]);
  });
});

test('a finding about a key is left out when the drift of that key says the same', () => {
  const finding = (code: string, address?: string): Finding => ({
    code,
    severity: 'error',
    at: AT,
    details: address === undefined ? {} : { address },
  });
  const key = { label: 'k' };
  const drift = driftOf(
    driftInput({
      base: { keys: { off: key, gone: key, renamed: key } },
      ours: { keys: { off: key, gone: key, renamed: key } },
      theirs: { keys: { off: { ...key, deactivated: true }, renamed: { label: 'x' } } },
    }),
  );
  const kept = [
    finding('key-deactivated', 'developer_key.gone'),
    finding('key-deactivated', 'developer_key.renamed'),
    finding('pinned-id-missing', 'developer_key.off'),
    finding('pinned-id-missing', 'glossary.g'),
    finding('pinned-id-missing'),
  ];
  const left = [finding('key-deactivated', 'developer_key.off'), finding('pinned-id-missing', 'developer_key.gone')];
  expect(notInDrift([...kept, ...left], drift)).toEqual(kept);
  expect(notInDrift([...kept, ...left], { ...drift, resources: [] })).toEqual([...kept, ...left]);
});
