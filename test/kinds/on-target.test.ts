import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { FileEdit } from '../../src/change/file-edit.ts';
import { editInFiles, isOnTarget, resourceOnTarget, stateOnTarget, withoutPattern } from '../../src/kinds/on-target.ts';
import { kindNamed } from '../../src/kinds/registry.ts';
import type { DesiredResource, FileValue, TargetSettings } from '../../src/model/resources/resource.ts';
import type { TargetView } from '../../src/model/workspace/workspace.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList } from '../support/build.ts';
import { runs } from '../support/runs.ts';

const at = { file: 'a.yaml', line: 1, column: 1 };
const on = (target: string, settings: Partial<TargetSettings>): Pick<DesiredResource, 'on'> => ({
  on: new Map([[target, { at, values: [], ...settings }]]),
});
const [GLOSSARY, LIST, KEY] = [kindNamed('glossary'), kindNamed('style-list'), kindNamed('developer-key')];
const STAGING: TargetView = { name: 'staging', names: 'Test {name} (staging)' };

describe('the names of a target', () => {
  test('are the names in the files within its pattern, which are found again', () => {
    const side = fc.string({ maxLength: 4 }).filter((text) => !/[{}]/u.test(text));
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 6 }), fc.constantFrom('$&', "$'", '{name}', 'aa'));
    fc.assert(
      fc.property(side, side, name, (before, after, inFiles) => {
        const target = { name: 't', names: `${before}{name}${after}` };
        const there = resourceOnTarget(GLOSSARY, desiredGlossary(inFiles, {}), target);
        expect(there).toHaveProperty('name', `${before}${inFiles}${after}`);
        expect(withoutPattern(target, `${before}${inFiles}${after}`)).toBe(inFiles);
      }),
      { numRuns: runs(100) },
    );
  });

  test.each([
    ['Test a (staging)', 'a'],
    ['Test  (staging)', undefined],
    ['test a (staging)', undefined],
    ['Test a (Staging)', undefined],
    ['Test (staging)', undefined],
    ['a', undefined],
  ])('%j is %j in the files', (name, inFiles) => {
    expect(withoutPattern(STAGING, name)).toBe(inFiles);
  });

  test('are those in the files if the target has no pattern', () => {
    expect(withoutPattern({ name: 't' }, 'Product')).toBe('Product');
    const desired = desiredGlossary('g', {});
    expect(resourceOnTarget(GLOSSARY, desired, { name: 't' })).toBe(desired);
  });
});

describe('a resource on a target', () => {
  test('has the name that its file sets for the target, without the pattern', () => {
    const desired = desiredGlossary('g', {}, on('staging', { values: [[['name'], 'Trial']] }));
    expect(resourceOnTarget(GLOSSARY, desired, STAGING)).toMatchObject({ name: 'Trial', address: 'glossary.g' });
    expect(resourceOnTarget(GLOSSARY, desired, { name: 'production' })).toBe(desired);
    const values = vi.fn(() => desired);
    resourceOnTarget({ ...GLOSSARY, withValues: values }, desired, STAGING);
    expect(values).toHaveBeenCalledWith(desired, [[['name'], 'Trial']]);
  });

  test('has no name there if it has none in the files', () => {
    const desired = desiredGlossary('g', {});
    expect(resourceOnTarget({ ...GLOSSARY, name: () => undefined }, desired, STAGING)).toBe(desired);
  });

  test('has its other values there, and its name within the pattern', () => {
    const desired = desiredDeveloperKey('ci', {
      limits: { characters: 10, speechToTextMilliseconds: 20 },
      ...on('staging', { values: [[['limit', 'characters'], null]] }),
    });
    expect(resourceOnTarget(KEY, desired, STAGING)).toMatchObject({
      label: 'Test ci (staging)',
      limits: { characters: null, speechToTextMilliseconds: 20 },
    });
    expect(resourceOnTarget(KEY, desired, { name: 'staging' })).toMatchObject({
      label: 'ci',
      limits: { characters: null, speechToTextMilliseconds: 20 },
    });
  });

  test('keeps all else of a style list', () => {
    const desired = desiredStyleList('l', { language: 'fr', rules: { dates: { order: 'dmy' } } });
    expect(resourceOnTarget(LIST, desired, STAGING)).toEqual({
      ...desired,
      content: { ...desired.content, name: 'Test l (staging)' },
    });
  });

  test('is the same if values of its kind are the same on all targets', () => {
    const { withValues: _, ...kind } = GLOSSARY;
    const desired = desiredGlossary('g', {});
    expect(resourceOnTarget(kind, desired, STAGING)).toBe(desired);
  });

  test.each([
    ['a published resource', {}, true],
    ['an unpublished one', { isUnpublished: true }, false],
    ['an unpublished one that the target publishes', { isUnpublished: true, ...on('t', { isPublished: true }) }, true],
    [
      'an unpublished one that another target publishes',
      { isUnpublished: true, ...on('u', { isPublished: true }) },
      false,
    ],
    ['one that the target does not publish', on('t', { isPublished: false }), false],
    ['one that another target does not publish', on('u', { isPublished: false }), true],
    ['an unpublished one with other settings for the target', { isUnpublished: true, ...on('t', {}) }, false],
  ] as const)('exists there: %s', (_, more, isThere) => {
    const desired = desiredGlossary('g', {}, more);
    expect(isOnTarget(desired, { name: 't' })).toBe(isThere);
    expect(isOnTarget(desired, { name: 't', resources: ['style_rules.*', 'glossary.g'] })).toBe(isThere);
    expect(isOnTarget(desired, { name: 't', resources: ['style_rules.*'] })).toBe(false);
    expect(isOnTarget(desired, { name: 't', resources: [] })).toBe(false);
  });
});

describe('the state on a target', () => {
  const [a, b] = [desiredGlossary('a', {}), desiredGlossary('b', {})];
  const state = { glossaries: [a, b], styleLists: [] };

  test('is the same object if nothing differs there', () => {
    expect(stateOnTarget(state, { name: 't' })).toBe(state);
    expect(stateOnTarget(state, { name: 't', resources: ['glossary.*'] })).toBe(state);
    expect(stateOnTarget(state, { name: 't', names: '{name}' })).not.toBe(state);
  });

  test('has the resources that exist there, with their values there, and manages the same kinds', () => {
    expect(stateOnTarget(state, { name: 't', resources: ['glossary.b'] })).toStrictEqual({
      glossaries: [b],
      styleLists: [],
    });
    expect(stateOnTarget(state, { name: 't', resources: ['style_rules.*'] })).toStrictEqual({
      glossaries: [],
      styleLists: [],
    });
    const renamed = desiredGlossary('b', {}, on('t', { values: [[['name'], 'B']] }));
    expect(stateOnTarget({ glossaries: [a, renamed] }, { name: 't' })).toStrictEqual({
      glossaries: [a, { ...renamed, name: 'B' }],
    });
  });

  test('differs if any of its kinds differs', () => {
    const lists = { glossaries: [a], styleLists: [desiredStyleList('l')], developerKeys: [desiredDeveloperKey('k')] };
    expect(stateOnTarget(lists, { name: 't', resources: ['glossary.*', 'developer_key.*'] })).toStrictEqual({
      ...lists,
      styleLists: [],
    });
    expect(stateOnTarget(lists, { name: 't', resources: ['glossary.*', 'style_rules.*', 'developer_key.*'] })).toBe(
      lists,
    );
  });
});

describe('an edit of the files from a target', () => {
  const edit = (...values: readonly FileValue[]): FileEdit => ({
    kind: 'developer-key',
    address: 'developer_key.ci',
    action: 'edit',
    values,
    children: [],
  });
  const written = (value: FileValue, desired: DesiredResource | undefined, target: TargetView) =>
    editInFiles(KEY, edit(value), { desired, target }).values[0];
  const label = (to: string): FileValue => ({ key: ['label'], to });

  test('has a name without the pattern, or only for the target if the pattern does not match', () => {
    expect(written(label('Test ci (staging)'), undefined, STAGING)).toStrictEqual(label('ci'));
    expect(written(label('Robot'), undefined, STAGING)).toStrictEqual({ ...label('Robot'), on: 'staging' });
  });

  test('has every name for all targets if the target has no pattern', () => {
    expect(written(label('Robot'), desiredDeveloperKey('ci'), { name: 't' })).toStrictEqual(label('Robot'));
    expect(written(label(''), desiredDeveloperKey('ci'), { name: 't' })).toStrictEqual(label(''));
  });

  test.each<FileValue>([
    { key: ['limit', 'characters'], to: 5 },
    { key: ['limit', 'label'], to: 'Robot' },
    { key: ['label'] },
  ])('has a value that is no name for all targets: %j', (value) => {
    expect(written(value, desiredDeveloperKey('ci'), STAGING)).toStrictEqual(value);
  });

  test('has a value for the target if the files set it for the target', () => {
    const desired = desiredDeveloperKey(
      'ci',
      on('staging', {
        values: [
          [['limit', 'characters'], 7],
          [['label'], 'Trial'],
        ],
      }),
    );
    const mine: FileValue = { key: ['limit', 'characters'], to: 5 };
    const other: FileValue = { key: ['limit', 'speechToTextMilliseconds'], to: 5 };
    expect(editInFiles(KEY, edit(mine, other), { desired, target: STAGING })).toStrictEqual(
      edit({ ...mine, on: 'staging' }, other),
    );
    expect(written(mine, desired, { name: 'production' })).toStrictEqual(mine);
  });

  test('keeps the pattern in a name that the files set for the target', () => {
    const desired = desiredDeveloperKey('ci', on('staging', { values: [[['label'], 'Trial']] }));
    expect(written(label('Test ci (staging)'), desired, STAGING)).toStrictEqual({
      ...label('Test ci (staging)'),
      on: 'staging',
    });
  });

  const added = (content: unknown): FileEdit => ({ ...edit(), action: 'add', add: { id: 'k1', content } });
  const addedTo = (content: unknown, target: TargetView) =>
    editInFiles(KEY, added(content), { desired: undefined, target });
  const CONTENT = { limits: { characters: 5 }, deactivated: false };

  test('adds a resource with its name in the files', () => {
    expect(addedTo({ ...CONTENT, label: 'Test ci (staging)' }, STAGING)).toStrictEqual(
      added({ ...CONTENT, label: 'ci' }),
    );
    expect(addedTo({ ...CONTENT, label: 'ci' }, { name: 't' })).toStrictEqual(added({ ...CONTENT, label: 'ci' }));
  });

  test('adds a resource whose name is only for the target, or that has none', () => {
    const { add, ...rest } = addedTo({ ...CONTENT, label: 'Robot' }, STAGING);
    expect(rest).toStrictEqual({ ...edit(), action: 'add' });
    expect(add).toStrictEqual({ id: 'k1', content: { ...CONTENT, label: 'Robot' }, nameOn: 'staging' });
    expect(addedTo(CONTENT, STAGING)).toStrictEqual(added(CONTENT));
  });
});
