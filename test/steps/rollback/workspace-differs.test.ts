import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../../../src/kinds/states.ts';
import { differingResources, filesUndo } from '../../../src/steps/rollback/desired-of-ledger.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList } from '../../support/build.ts';

const A = desiredGlossary('a', { 'en->de': { x: 'y' }, 'en->fr': { x: 'z' } });
const FRENCH = desiredGlossary('a', { 'en->de': { x: 'y' }, 'en->fr': { x: 'Z' } });
const NAMED = { ...A, name: 'Other' };
const B = desiredGlossary('b', { 'en->de': { x: 'y' } });
const L = desiredStyleList('l', { language: 'de' });
const KEY = desiredDeveloperKey('ci', { limits: { characters: 5 } });

const keys = (more: Partial<typeof KEY>): DesiredState => ({ developerKeys: [{ ...KEY, ...more }] });

describe('files and another state', () => {
  test.each<[string, DesiredState, DesiredState, readonly string[], boolean]>([
    ['the same', { glossaries: [A], styleLists: [L] }, { glossaries: [A], styleLists: [L] }, [], false],
    ['other entries', { glossaries: [A] }, { glossaries: [FRENCH] }, [], true],
    ['another name', { glossaries: [A] }, { glossaries: [NAMED] }, [], true],
    ['one more on the left', { glossaries: [A, B] }, { glossaries: [A] }, [], true],
    ['one more on the right', { glossaries: [A] }, { glossaries: [A, B] }, [], true],
    ['as many, of other addresses', { glossaries: [A] }, { glossaries: [B] }, [], true],
    [
      'glossaries that one side does not speak of',
      { glossaries: [A], styleLists: [L] },
      { styleLists: [L] },
      [],
      false,
    ],
    ['glossaries that the files do not speak of', { styleLists: [L] }, { glossaries: [A], styleLists: [L] }, [], false],
    ['lists that one side does not speak of', { glossaries: [A], styleLists: [L] }, { glossaries: [A] }, [], false],
    ['another list', { styleLists: [L] }, { styleLists: [desiredStyleList('l', { language: 'fr' })] }, [], true],
    [
      'another list, left out',
      { styleLists: [L] },
      { styleLists: [desiredStyleList('l', { language: 'fr' })] },
      ['style_rules.x'],
      false,
    ],
    ['other entries, left out', { glossaries: [A] }, { glossaries: [FRENCH] }, ['glossary.a/en->de'], false],
    ['other entries, in', { glossaries: [A] }, { glossaries: [FRENCH] }, ['glossary.a/en->fr'], true],
    [
      'another name, where one dictionary is meant',
      { glossaries: [A] },
      { glossaries: [NAMED] },
      ['glossary.a/en->fr'],
      false,
    ],
    ['another name, where the whole is meant', { glossaries: [A] }, { glossaries: [NAMED] }, ['glossary.a'], true],
    ['one more, left out', { glossaries: [A, B] }, { glossaries: [A] }, ['glossary.a'], false],
    ['an empty glossary that is whole', { glossaries: [desiredGlossary('c', {})] }, { glossaries: [] }, [], true],
    ['the same keys', keys({}), keys({}), [], false],
    ['another label', keys({}), keys({ label: 'CI' }), [], true],
    ['another label, left out', keys({}), keys({ label: 'CI' }), ['developer_key.x'], false],
    ['a deactivated key', keys({}), keys({ deactivated: true }), [], true],
    ['another limit', keys({}), keys({ limits: { characters: 6 } }), [], true],
    ['a limit that only the files name', keys({}), keys({ limits: {} }), [], false],
    ['a limit that the files do not name', keys({ limits: {} }), keys({}), [], false],
    [
      'another limit of two',
      keys({ limits: { characters: 1, speechToTextMilliseconds: 1 } }),
      keys({ limits: { characters: 1, speechToTextMilliseconds: null } }),
      [],
      true,
    ],
    ['a key that only the files name', keys({}), { developerKeys: [] }, [], false],
    ['a key that the files do not name', {}, keys({}), [], false],
    ['a key of another kind of state', keys({}), {}, [], false],
  ])('%s', (_, files, wanted, only, expected) => {
    expect(differingResources(files, wanted, only).length > 0).toBe(expected);
  });
});

describe('files undo a restore', () => {
  const undo = (files: DesiredState, desired: DesiredState, owns: DesiredState = {}, only: readonly string[] = []) =>
    filesUndo(files, { desired, owns, only });

  test.each<[string, boolean, boolean]>([
    [
      'what was restored is as the files have it',
      undo({ glossaries: [A], styleLists: [L] }, { glossaries: [A], styleLists: [L] }),
      false,
    ],
    ['the files have other entries', undo({ glossaries: [FRENCH] }, { glossaries: [A] }), true],
    [
      'the files have another list',
      undo({ styleLists: [desiredStyleList('l', { language: 'fr' })] }, { styleLists: [L] }),
      true,
    ],
    ['no file names it and nothing owns it', undo({ glossaries: [] }, { glossaries: [A] }), false],
    ['no file names it, and it is owned', undo({ glossaries: [] }, { glossaries: [A] }, { glossaries: [A] }), true],
    ['no file names a list that is owned', undo({ styleLists: [] }, { styleLists: [L] }, { styleLists: [L] }), true],
    ['the files name another one too', undo({ glossaries: [A, B] }, { glossaries: [A] }), false],
    ['owned as the files have it', undo({ glossaries: [A] }, { glossaries: [A] }, { glossaries: [A] }), false],
    [
      'owned with other entries than restored',
      undo({ glossaries: [FRENCH] }, { glossaries: [A] }, { glossaries: [FRENCH] }),
      false,
    ],
    ['left out', undo({ glossaries: [FRENCH] }, { glossaries: [A] }, {}, ['style_rules.*']), false],
    ['nothing on any side', undo({}, {}), false],
  ])('%s', (_, undone, expected) => {
    expect(undone).toBe(expected);
  });
});
