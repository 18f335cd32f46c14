import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftText } from '../../../src/review/drift/drift-text.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';

test('hostile text on any side can neither move the cursor nor forge a command of a CI system', () => {
  const evil = '\u001b[2J\n::error::x\u202e##vso[task.x]\u200b\r';
  const side = (value: string, name: string): SideLike => ({
    glossaries: { g: { name, dictionaries: { 'en->de': { [`${evil}s`]: value, [`${evil}c`]: `${value}c` } } } },
    lists: {
      l: {
        name,
        language: value,
        rules: { [evil]: { [evil]: value } },
        instructions: [{ label: evil, prompt: value, sourceLanguage: value }],
      },
    },
    keys: { k: { label: name } },
  });
  for (const ours of ['a', `${evil}o`])
    for (const color of [false, true]) {
      const drift = driftOf(
        driftInput({ base: side('a', 'n'), ours: side(ours, ours), theirs: side(`${evil}t`, evil) }),
      );
      const shown = driftText(drift, { color });
      const bare = shown.replace(/\u001b\[\d+m/g, '');
      expect(bare).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]/);
      expect(bare).not.toContain('##vso[');
      expect(bare.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    }
});
