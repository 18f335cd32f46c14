import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AnyKind } from '../../src/kinds/kind.ts';
import {
  addressWithKind,
  allDesired,
  allOwned,
  canBeCreated,
  contentPart,
  desiredOfKinds,
  desiredStateFrom,
  EMPTY_LEDGER,
  fixedValue,
  isAdditive,
  isInUse,
  isIrreversible,
  isOfAdmin,
  isWanted,
  KINDS,
  kindAt,
  kindNamed,
  ledgerFrom,
  liveStateFrom,
  managedKinds,
  namePart,
  ownedUnder,
  ownsNamed,
  patternsFor,
  registerKind,
  registryOf,
  replacingPart,
  withName,
} from '../../src/kinds/registry.ts';
import { parsePairKey } from '../../src/model/entries/language-pair.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
} from '../support/build.ts';

const [GLOSSARY, LIST, KEY] = ['glossary', 'style-list', 'developer-key'].map(kindNamed) as [AnyKind, AnyKind, AnyKind];

describe('the list of kinds', () => {
  test('finds a kind by its name, and says what it does not have', () => {
    expect([GLOSSARY, LIST, KEY]).toEqual([...KINDS]);
    expect(() => kindNamed('other')).toThrow('there is no kind of resource called other');
  });

  test('gets another kind at its end until the kind is removed', () => {
    const [one, two, three] = [{ kind: 'one' }, { kind: 'two' }, { kind: 'three' }];
    const list = registryOf('thing', [one]);
    const remove = list.register(two);
    list.register(three);
    expect(list.all).toEqual([one, two, three]);
    expect(list.of('two')).toBe(two);
    remove();
    expect(list.all).toEqual([one, three]);
    expect(() => list.of('two')).toThrow('there is no thing two');
  });

  test('finds the kind of an address', () => {
    expect(['glossary.a/en->de', 'style_rules.a', 'developer_key.a', 'other.a'].map(kindAt)).toEqual([
      GLOSSARY,
      LIST,
      KEY,
      undefined,
    ]);
  });
});

describe('the resources of all kinds', () => {
  const [glossary, list] = [desiredGlossary('g', {}), desiredStyleList('l')];

  test('are those of the kinds that the files manage', () => {
    const desired = { styleLists: [list], glossaries: [glossary] };
    expect(allDesired(desired)).toEqual([glossary, list]);
    expect(managedKinds({ ...desired, styleLists: [] })).toEqual([GLOSSARY, LIST]);
    expect(allDesired({})).toEqual([]);
    expect(desiredOfKinds(desired, (kind) => kind === LIST)).toStrictEqual({ styleLists: [list] });
    expect(desiredStateFrom((kind) => (kind === KEY ? [] : undefined))).toStrictEqual({ developerKeys: [] });
    const live = liveGlossary('1', 'g', {});
    expect(liveStateFrom((kind) => (kind === GLOSSARY ? [live] : undefined))).toStrictEqual({ glossaries: [live] });
  });

  test('are found in the ledger by their ids', () => {
    const owned = { id: '1', content: { name: 'g', dictionaries: new Map() }, protect: false };
    const other = { ...owned, id: '2' };
    const ledger = ledgerFrom((kind) =>
      kind === GLOSSARY ? [['glossary.g', owned]] : kind === KEY ? [['developer_key.k', other]] : [],
    );
    expect(ledger).toStrictEqual({
      glossaries: new Map([['glossary.g', owned]]),
      styleLists: new Map(),
      developerKeys: new Map([['developer_key.k', other]]),
    });
    expect([...allOwned(ledger)]).toEqual([
      ['glossary.g', owned],
      ['developer_key.k', other],
    ]);
    expect(ownedUnder(ledger, '2')).toEqual(['developer_key.k', other]);
    expect(ownedUnder(ledger, '3')).toBeUndefined();
    expect(ownedUnder(EMPTY_LEDGER, '1')).toBeUndefined();
    expect(EMPTY_LEDGER).toStrictEqual({ glossaries: new Map(), styleLists: new Map(), developerKeys: new Map() });
    // A ledger has a list for each kind, also if a kind was added later.
    onTestFinished(registerKind({ ...KEY, kind: 'other', plural: 'others' }));
    expect(ledgerFrom(() => [])).toHaveProperty('others', new Map());
  });

  test('are probably meant by an address without its kind', () => {
    const known = ['style_rules.a', 'glossary.b', 'style_rules.b', 'glossary.b/en->de'] as const;
    expect(addressWithKind('a', known)).toBe('style_rules.a');
    expect(addressWithKind('b', known)).toBe('glossary.b');
    expect(addressWithKind('*/en->de', known)).toBe('glossary.*/en->de');
    expect(addressWithKind('c', known)).toBeUndefined();
  });
});

describe('the properties of a kind', () => {
  const of = <Each>(property: (kind: AnyKind) => Each) => [GLOSSARY, LIST, KEY].map(property);

  test('say whether a removal is permanent, and which patterns allow it', () => {
    expect(of(isIrreversible)).toEqual([false, false, true]);
    const patterns = ['*', 'developer_key.*', 'developer_key.ci', 'glossary.*', '*developer_key.ci'];
    expect(of((kind) => patternsFor(kind, patterns))).toEqual([patterns, patterns, patterns.slice(1, 3)]);
  });

  test('say who may read it, and where its content is', () => {
    expect(of(isOfAdmin)).toEqual([false, false, true]);
    expect(of(contentPart)).toEqual([undefined, 'instruction', undefined]);
    expect(contentPart({ ...LIST, children: () => new Map() })).toBeUndefined();
    expect(of(namePart)).toEqual(['name', 'name', 'label']);
    expect(namePart({ parts: {} })).toBe('');
  });

  test('say whether a resource is in use', () => {
    const [used, unused] = [false, true].map((deactivated) => liveDeveloperKey('1', 'k', { deactivated }));
    expect([used, unused].map((live) => live && isInUse(KEY, live))).toEqual([true, false]);
    expect(isInUse(GLOSSARY, liveGlossary('1', 'g', {}))).toBe(true);
    const [wanted, unwanted] = [false, true].map((deactivated) => desiredDeveloperKey('k', { deactivated }));
    expect([wanted, unwanted].map((desired) => desired && isWanted(KEY, desired))).toEqual([true, false]);
    expect(isWanted(GLOSSARY, desiredGlossary('g', {}))).toBe(true);
  });

  test('say whether the files own all of a resource', () => {
    const additive = desiredGlossary('g', {}, { mode: 'additive' });
    const all = [
      [GLOSSARY, desiredGlossary('g', {})],
      [GLOSSARY, additive],
      [LIST, desiredStyleList('l')],
      [KEY, desiredDeveloperKey('k')],
    ] as const;
    expect(all.map(([kind, desired]) => ownsNamed(kind, desired))).toEqual([false, true, false, true]);
    expect(all.map(([kind, desired]) => isAdditive(kind, desired))).toEqual([false, true, false, false]);
  });

  test('say whether a resource can be created as it is', () => {
    expect(canBeCreated(GLOSSARY, desiredGlossary('g', {}))).toBe(false);
    expect(canBeCreated(GLOSSARY, desiredGlossary('g', { 'en->de': { a: 'b' } }))).toBe(true);
    expect(canBeCreated(LIST, desiredStyleList('l'))).toBe(true);
    expect(canBeCreated(KEY, desiredDeveloperKey('k'))).toBe(true);
    expect(canBeCreated({ ...KEY, plan: () => undefined }, desiredDeveloperKey('k'))).toBe(false);
  });

  test('say so by the plan for the whole resource, where nothing else exists', () => {
    const plan = vi.fn<AnyKind['plan']>();
    const desired = desiredDeveloperKey('k');
    canBeCreated({ ...KEY, plan }, desired);
    const [match, { scope, isPlanned, sameName }] = plan.mock.calls[0] ?? expect.unreachable();
    expect(match).toEqual({ desired, adopted: false });
    expect([scope.whole('developer_key.k'), isPlanned('en->de'), sameName]).toEqual([true, true, []]);
  });
});

describe('a part that cannot be changed', () => {
  const content = liveStyleList('1', 'l', { rules: { dates: { order: 'dmy' } } }).content;

  test('is one of the heading, except the name', () => {
    expect(replacingPart(LIST, content, { ...content, language: 'fr' })).toBe('language');
    expect(replacingPart(LIST, content, { ...content, name: 'other', rules: new Map() })).toBeUndefined();
  });

  test('is the value that makes a replacement necessary', () => {
    const [name, same, language, rule] = [
      { key: ['name'], from: 'a', to: 'b' },
      { key: ['language'], from: 'de', to: 'de' },
      { key: ['language'], from: 'de', to: 'fr' },
      { key: ['rule', 'dates', 'order'], from: 'dmy', to: 'mdy' },
    ] as const;
    expect(fixedValue(LIST, { values: [name, rule, language] })).toBe(language);
    expect(fixedValue(LIST, { values: [name, same, rule] })).toBeUndefined();
    expect(fixedValue(LIST, { values: [name, { ...rule, key: ['other'] }] })).toBeUndefined();
  });
});

describe('a content with another name', () => {
  test('has all other values and children', () => {
    const { content } = liveStyleList('1', 'l', {
      rules: { dates: { order: 'dmy' } },
      instructions: [{ label: 'A', prompt: 'a' }],
    });
    expect(withName(LIST, content, 'other')).toEqual({ ...content, name: 'other' });
    expect(withName(LIST, content)).toEqual({ ...content, name: '' });
    const { entries } = desiredGlossary('g', { 'en->de': { a: 'b' } }).dictionaries.get('en->de') ?? {};
    const dictionaries = new Map([['en->de', { pair: parsePairKey('en->de'), entries }]]);
    expect(withName(GLOSSARY, { name: 'g', dictionaries }, 'h')).toEqual({ name: 'h', dictionaries });
    const key = { label: 'k', limits: { characters: 5 }, deactivated: false };
    expect(withName(KEY, key)).toStrictEqual({ limits: { characters: 5 }, deactivated: false });
  });

  test('is made of its other values', () => {
    const { content } = liveStyleList('1', 'l', { rules: { dates: { order: 'dmy' } } });
    const kind: AnyKind = { ...LIST, fromValues: (values) => values };
    const others = [
      [['language'], 'de'],
      [['rule', 'dates', 'order'], 'dmy'],
    ];
    expect(withName(kind, content)).toEqual(others);
    expect(withName(kind, content, 'other')).toEqual([[['name'], 'other'], ...others]);
  });

  test('is the same if it has the name', () => {
    const { content } = liveStyleList('1', 'l');
    expect(withName(LIST, content, 'l')).toBe(content);
    const key = { limits: {} };
    expect(withName(KEY, key)).toBe(key);
  });
});
