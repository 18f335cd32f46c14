import { expect, test } from 'vitest';
import type { CustomInstruction } from '../../src/kinds/style-list/style-list.ts';
import { instructionsNearDuplicate } from '../../src/lint/rules/instructions/near-duplicate.ts';

const found = (...instructions: readonly CustomInstruction[]) =>
  instructionsNearDuplicate.check({ name: 'S', language: 'de', rules: new Map(), instructions });

const areAlike = (one: string, other: string): boolean =>
  found({ label: 'A', prompt: one }, { label: 'B', prompt: other }).length > 0;

test.each<readonly [string, string]>([
  ['Use a friendly tone.', 'Please always use the friendly tone'],
  ...['Employ', 'Apply', 'Adopt', 'Prefer', 'Choose', 'Utilize', 'Utilise', 'Using'].map(
    (verb) => ['Use short words.', `${verb} short words.`] as const,
  ),
  ['Mark dates', 'Marks date'],
  ['Write box names', 'Write boxes name'],
  ['Capitalise headings', 'Capitalize headings'],
  ['Headings are capitalised', 'Headings are capitalized'],
  ['Capitalising headings', 'Capitalizing headings'],
  ['Verwende den Bindestrich', 'Bitte immer verwende Bindestrich'],
  ['Utilisez un trait', 'utilisez trait'],
  ['Usa el guion', 'por favor siempre usa guion'],
  ['Usa il trattino', 'per favore sempre usa trattino'],
  ['Write “a” and b', "Write 'a' and b"],
  ['Write ‘a’, «b» or c', 'Write ’a’ «b» or c'],
  ['Schreibe ２４ %', 'Schreibe 24 %'],
  ['敬語を使用する。', '敬語を使用してください。'],
  ['敬語を使用', '敬語を使用して下さい'],
  ['敬語を使用すること', '敬語を使用します。'],
  ['使用敬语', '请使用敬语'],
  ['존댓말을 사용하세요', '존댓말을 사용하십시오'],
  ['존댓말을 사용', '존댓말을 사용해 주세요'],
])('alike: %s, %s', (one, other) => {
  expect(areAlike(one, other)).toBe(true);
});

test.each([
  ['Use a friendly tone.', 'Use a formal tone.'],
  ['Use a before b.', 'Use b before a.'],
  ['Write 5 %', 'Write 5'],
  ['Write 5 °', 'Write 5'],
  ['Schreibe ü &', 'Schreibe ü'],
  ['Write a & b', 'Write a b'],
  ['Write a + b', 'Write a b'],
  ['Write ä → b', 'Write ä b'],
  ['Use gas', 'Use ga'],
  ['Use the', 'Use th'],
  ['Write this', 'Write thiz'],
  ['Write raised', 'Write raized'],
  ['Please!', 'Always!'],
  ['敬語を使用してください名前', '敬語を使用名前'],
])('not alike: %s, %s', (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});

test('the one that comes first by its prompt and then its label is named, wherever it is in the list', () => {
  const [a, b, c] = [
    { label: 'A', prompt: 'Use a tone.' },
    { label: 'B', prompt: 'Use a tone.' },
    { label: 'C', prompt: 'Employ a tone.' },
  ] as const;
  const hit = (instruction: number, related: number, other: string) => ({ instruction, related, details: { other } });
  expect(found(a, b, c)).toEqual([hit(0, 2, 'C'), hit(1, 2, 'C')]);
  expect(found(c, b, a)).toEqual([hit(2, 0, 'C'), hit(1, 0, 'C')]);
  expect(found(b, a)).toEqual([hit(0, 1, 'A')]);
});

test('instructions for different source languages are not alike, nor is one that is given twice', () => {
  const one = { label: 'A', prompt: 'Use a tone.' };
  expect(found({ ...one, sourceLanguage: 'en' }, { ...one, label: 'B' })).toEqual([]);
  expect(found({ ...one, sourceLanguage: 'en' }, { ...one, label: 'B', sourceLanguage: 'en' })).toHaveLength(1);
  expect(found(one, one)).toEqual([]);
});
