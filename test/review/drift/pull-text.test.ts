import { expect, test } from 'vitest';
import { type PulledReport, pulledJson, pulledText } from '../../../src/review/drift/pull-text.ts';

const report = (more: Partial<PulledReport>): PulledReport => ({
  target: 'prod',
  files: [],
  deleted: [],
  left: [],
  notes: [],
  conflicts: 0,
  check: false,
  ...more,
});
const LEFT = {
  code: 'pull-needs-consent',
  severity: 'warning',
  at: { file: 'a.yaml', line: 1, column: 1 },
  details: { address: 'glossary.a', files: ['a.yaml', 'b.csv'] },
} as const;

test('names of files cannot speak to a terminal, and the JSON says what was left and why', () => {
  const hostile = report({ files: ['\u001b[31ma\u202e.csv'], left: [LEFT] });
  expect(pulledText(hostile)).not.toMatch(/[\u001b\u202e]/);
  expect(pulledJson(hostile)).not.toMatch(/[\u001b\u202e]/);
  expect(JSON.parse(pulledJson(hostile)).left).toMatchObject([
    {
      code: 'pull-needs-consent',
      message:
        'glossary.a was deleted on the service; to delete a.yaml and b.csv rerun with --allow-delete glossary.a, to create it again, run "lexform apply --overwrite-drift"',
    },
  ]);
});
