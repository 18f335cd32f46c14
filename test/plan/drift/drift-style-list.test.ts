import { describe, expect, test } from 'vitest';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import type { DesiredStyleList } from '../../../src/kinds/style-list/style-list.ts';
import { STYLE_LIST } from '../../../src/kinds/style-list/style-list-kind.ts';
import { scopeOf } from '../../../src/model/plan/plan.ts';
import { driftResource } from '../../../src/plan/drift/drift-resource.ts';
import type { StyleListLike } from '../../support/build.ts';
import { partsOf } from '../../support/drift-parts.ts';
import { driftInput } from '../drift-input.ts';

type Like = StyleListLike & { readonly id?: string };

interface Sides {
  readonly base: Like;
  readonly ours?: Like;
  readonly theirs?: Like;
}

const side = (like: Like | undefined) => (like === undefined ? {} : { lists: { l: like } });

const locatable = (list: DesiredStyleList): DesiredStyleList => ({
  ...list,
  locateRule: (category, rule) => ({ file: `${category}/${rule}`, line: 1, column: 1 }),
});

/** The drift of one list, and what was counted instead, in its order. */
function found({ base, ours, theirs }: Sides) {
  const { ledger, desired, live } = driftInput({ base: side(base), ours: side(ours), theirs: side(theirs) });
  const owned = ledger.styleLists.get('style_rules.l');
  if (owned === undefined) throw new Error('the base has no list');
  const [wanted] = desired.styleLists ?? [];
  const [now] = live.styleLists ?? [];
  const counted: string[] = [];
  const drift = driftResource(
    {
      address: 'style_rules.l',
      base: owned,
      ...(wanted !== undefined && {
        desired: locatable(wanted),
      }),
      ...(now !== undefined && { live: now }),
    },
    {
      kind: STYLE_LIST as AnyKind,
      scope: scopeOf([]),
      added: false,
      count: (part, standing) => counted.push(`${part} ${standing}`),
    },
  );
  return { drift: drift && partsOf(drift), counted };
}

const settled = (...counted: readonly string[]) => ({ drift: undefined, counted });
const known = { kind: 'style-list', address: 'style_rules.l', id: 'id-l', baseName: 'l' };
const TONE = { label: 'Tone', prompt: 'Be kind.' };
const LIST: Like = { rules: { n: { x: '1', y: '1' } }, instructions: [TONE] };

describe('a list that files and service have', () => {
  test('is no drift when nothing has changed', () => {
    expect(found({ base: LIST, ours: LIST, theirs: LIST })).toStrictEqual(settled());
  });

  test('is no drift when the files alone, or both sides alike, have changed', () => {
    const changed = { name: 'New', language: 'fr', rules: { n: { x: '2' } }, instructions: [] };
    expect(found({ base: LIST, ours: changed, theirs: LIST })).toStrictEqual(
      settled('name ours', 'language ours', 'rule ours', 'rule ours', 'instruction ours'),
    );
    expect(found({ base: LIST, ours: changed, theirs: changed })).toStrictEqual(
      settled('name same', 'language same', 'rule same', 'rule same', 'instruction same'),
    );
  });

  test.each<[string, Like, object]>([
    ['name', { name: 'New' }, { name: { kind: 'theirs', base: 'l', theirs: 'New' } }],
    ['language', { language: 'fr' }, { language: { kind: 'theirs', base: 'de', theirs: 'fr' } }],
    [
      'rules',
      { rules: { n: { x: '1', y: '1', z: '3' } } },
      { rules: [{ kind: 'theirs', theirs: '3', category: 'n', rule: 'z' }] },
    ],
    [
      'instructions',
      { instructions: [] },
      {
        instructions: [
          { kind: 'theirs', base: TONE, index: 0, at: { file: 'style-rules/l.yaml', line: 10, column: 3 } },
        ],
      },
    ],
  ])('has another %s, and nothing else', (_, more, parts) => {
    expect(found({ base: LIST, ours: LIST, theirs: { ...LIST, ...more } })).toStrictEqual({
      drift: { ...known, rules: [], instructions: [], ...parts },
      counted: [],
    });
  });

  test('has rules that differ in each way, by category and rule, each with its place in the files', () => {
    const base = { rules: { p: { a: '1' }, n: { b: '1', c: '1', d: '1' } } };
    const ours = { rules: { p: { a: '1' }, n: { b: '2', c: '1' } } };
    const theirs = { rules: { p: { a: '2' }, n: { b: '3', d: '4' }, a: { z: '9' } } };
    const at = (place: string) => ({ file: place, line: 1, column: 1 });
    expect(found({ base, ours, theirs })).toStrictEqual({
      drift: {
        ...known,
        rules: [
          { kind: 'theirs', theirs: '9', category: 'a', rule: 'z' },
          { kind: 'both', base: '1', ours: '2', theirs: '3', category: 'n', rule: 'b', at: at('n/b') },
          { kind: 'theirs', base: '1', category: 'n', rule: 'c', at: at('n/c') },
          { kind: 'both', base: '1', theirs: '4', category: 'n', rule: 'd' },
          { kind: 'theirs', base: '1', theirs: '2', category: 'p', rule: 'a', at: at('p/a') },
        ],
        instructions: [],
      },
      counted: [],
    });
  });

  test('was made anew under its name: that alone is drift', () => {
    expect(found({ base: LIST, ours: LIST, theirs: { ...LIST, id: 'new' } })).toStrictEqual({
      drift: {
        ...known,
        id: 'new',
        whole: { kind: 'theirs', how: 'recreated-outside' },
        rules: [],
        instructions: [],
      },
      counted: [],
    });
  });
});

test.each<[kind: string, ours: Like]>([
  ['theirs', LIST],
  ['both', { ...LIST, name: 'New' }],
  ['both', { ...LIST, rules: {} }],
  ['both', { ...LIST, instructions: [] }],
])('a list that was deleted outside: %s when the files have %j', (kind, ours) => {
  expect(found({ base: LIST, ours })).toStrictEqual({
    drift: {
      ...known,
      whole: { kind, how: 'deleted-outside', ...(kind === 'both' && { ours: expect.any(String) }) },
      rules: [],
      instructions: [],
    },
    counted: [],
  });
});

describe('a list that the files dropped', () => {
  test('and that is gone or as it was on the service is counted', () => {
    expect(found({ base: LIST })).toStrictEqual(settled('style-list same'));
    expect(found({ base: LIST, theirs: LIST })).toStrictEqual(settled('style-list ours'));
  });

  const dropped = (theirs: object) => ({ kind: 'both', how: 'dropped-here', theirs });
  const content = {
    name: 'l',
    language: 'de',
    rules: new Map([
      [
        'n',
        new Map([
          ['x', '1'],
          ['y', '1'],
        ]),
      ],
    ]),
    instructions: [TONE],
  };

  test.each<[string, Like, object, object]>([
    ['name', { name: 'New' }, { name: 'New' }, { name: { kind: 'theirs', base: 'l', theirs: 'New' } }],
    ['language', { language: 'fr' }, { language: 'fr' }, { language: { kind: 'theirs', base: 'de', theirs: 'fr' } }],
    [
      'rules',
      { rules: { n: { x: '2', y: '1' } } },
      {
        rules: new Map([
          [
            'n',
            new Map([
              ['x', '2'],
              ['y', '1'],
            ]),
          ],
        ]),
      },
      { rules: [{ kind: 'theirs', base: '1', theirs: '2', category: 'n', rule: 'x' }] },
    ],
    [
      'instructions',
      { instructions: [{ ...TONE, prompt: 'Be brief.' }] },
      { instructions: [{ ...TONE, prompt: 'Be brief.' }] },
      { instructions: [{ kind: 'theirs', base: TONE, theirs: { ...TONE, prompt: 'Be brief.' }, id: 'id-l-i0' }] },
    ],
  ])('is one conflict when somebody changed its %s, without places in the files', (_, more, now, parts) => {
    expect(found({ base: LIST, theirs: { ...LIST, ...more } })).toStrictEqual({
      drift: { ...known, whole: dropped({ ...content, ...now }), rules: [], instructions: [], ...parts },
      counted: [],
    });
  });

  test('and was made anew has the new id', () => {
    expect(found({ base: LIST, theirs: { ...LIST, id: 'new', name: 'New' } }).drift?.id).toBe('new');
  });
});
