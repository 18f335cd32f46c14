import { expect, test } from 'vitest';
import { deletionsOf } from '../../../src/plan/guard/guard.ts';
import { at, dictionaryChange, glossaryChange, keyChange, styleListChange } from '../../support/changes.ts';

test('a list that was left over goes with the consent to the one that took its place', () => {
  const left = styleListChange({
    action: 'delete',
    id: 's1',
    leftOf: 'style_rules.new',
    before: { rule: 1, instruction: 3 },
  });
  expect(deletionsOf(left)).toEqual([
    {
      owner: 'style_rules.new',
      replacedBy: 'style_rules.new',
      id: 's1',
      address: 'style_rules.website',
      parts: [],
      kind: expect.objectContaining({ kind: 'style-list' }),
      isChild: false,
      entries: 3,
      prunable: true,
    },
  ]);
  const { leftOf: _, ...alone } = left;
  expect(deletionsOf(alone)).toMatchObject([{ owner: 'style_rules.website' }]);
  expect(Object.keys(deletionsOf(alone)[0] ?? {})).not.toContain('replacedBy');
});

test('a glossary goes with its dictionaries, and a dictionary by itself', () => {
  const dictionaries = [
    dictionaryChange('en->de', [], { action: 'delete', before: 2 }),
    dictionaryChange('en->fr', []),
  ];
  expect(deletionsOf(glossaryChange({ action: 'delete', id: 'g1', dictionaries }))).toMatchObject([
    {
      address: 'glossary.product',
      parts: ['glossary.product/en->de', 'glossary.product/en->fr'],
      kind: { kind: 'glossary' },
      isChild: false,
      entries: 1236,
    },
  ]);
  expect(deletionsOf(glossaryChange({ id: 'g1', dictionaries }))).toMatchObject([
    {
      address: 'glossary.product/en->de',
      owner: 'glossary.product',
      id: 'g1',
      kind: { kind: 'glossary' },
      isChild: true,
      entries: 2,
    },
  ]);
});

test('"prune:" consents to no deactivation that a file asks for', () => {
  const asked = keyChange({ action: 'deactivate', id: 'k1', origin: at('keys.yaml', 1) });
  expect(deletionsOf(asked)).toMatchObject([{ kind: { kind: 'developer-key' }, isChild: false, prunable: false }]);
  expect(deletionsOf(keyChange({ action: 'deactivate', id: 'k1' }))).toMatchObject([{ prunable: true }]);
  expect(deletionsOf(keyChange({ id: 'k1' }))).toEqual([]);
});
