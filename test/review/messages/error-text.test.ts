import { expect, test } from 'vitest';
import { errorText } from '../../../src/review/messages/error-text.ts';

test('no line of a stack begins a command of a CI system', () => {
  const shown = errorText(new Error('a\n::error::b\r\n##[group]'), { debug: true });
  expect(shown).toContain('at ');
  for (const line of shown.split('\n')) expect(line).not.toMatch(/^\p{White_Space}*::|##\[|\p{Cc}/u);
});
