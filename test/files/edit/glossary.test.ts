import { expect, test } from 'vitest';
import { editGlossaryFile } from '../../../src/kinds/glossary/files/glossary-writing.ts';

test('a name that is too long for a glossary is refused', () => {
  const input = { bytes: new TextEncoder().encode('name: A\n'), file: 'glossaries/a/glossary.yaml' };
  expect(editGlossaryFile(input, [{ kind: 'set-name', name: 'n'.repeat(1025) }])).toMatchObject({
    findings: [{ code: 'glossary-name-too-long', at: { file: 'glossaries/a/glossary.yaml', line: 1, column: 1 } }],
  });
});
