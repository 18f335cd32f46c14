import { expect, test } from 'vitest';
import { STYLE_LIST_FILES } from '../../../src/kinds/style-list/files/style-list-files.ts';
import { styleId } from '../../../src/model/ids.ts';
import { desiredStyleList } from '../../support/build.ts';

test.each([true, false])('the text of a style list in the ledger keeps its protection: %s', (protect) => {
  const { content } = desiredStyleList('tone', { instructions: [{ label: 'Tone', prompt: 'Be brief.' }] });
  const text = STYLE_LIST_FILES.ledgerText?.([{ name: 'tone', id: styleId('s1'), protect, content }]) ?? '';
  expect(text).toContain('Be brief.');
  expect(text.includes('protect: true')).toBe(protect);
});
