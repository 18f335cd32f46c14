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

test('what changed, what went and what was left is told apart, file by file', () => {
  expect(pulledText(report({ files: ['a.csv', 'b.csv'], deleted: ['c.csv'], left: [LEFT], conflicts: 2 }))).toBe(
    `Changed 2 files to what prod has:
  a.csv
  b.csv
Deleted 1 file that prod no longer has:
  c.csv
1 change was not pulled, for the reason given.
2 conflicts stay as the files have them; "lexform drift" shows them, --theirs takes what the service has, --ours decides for the files.
`,
  );
  expect(pulledText(report({ deleted: ['c.csv'], check: true }))).toBe(
    'Would delete 1 file that prod no longer has:\n  c.csv\n',
  );
});

test('nothing to do is not the same as nothing that could be done', () => {
  expect(pulledText(report({}))).toBe('prod has no changes to pull.\n');
  expect(pulledText(report({ left: [LEFT] }))).toContain('No change of prod was pulled.\n');
  expect(pulledText(report({ left: [LEFT], check: true }))).toContain('No change of prod can be pulled.\n');
});

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
