import { expect, test } from 'vitest';
import { pulledJson, pulledText } from '../../../src/review/drift/pull-text.ts';

test('names of files cannot speak to a terminal', () => {
  const hostile = {
    target: 'prod',
    files: ['\u001b[31ma\u202e.csv'],
    deleted: [],
    left: [],
    notes: [],
    conflicts: 0,
    check: false,
  };
  expect(pulledText(hostile)).not.toMatch(/[\u001b\u202e]/);
  expect(pulledJson(hostile)).not.toMatch(/[\u001b\u202e]/);
});
