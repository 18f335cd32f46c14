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
  code: 'absorb-needs-consent',
  severity: 'warning',
  at: { file: 'a.yaml', line: 1, column: 1 },
  details: { address: 'glossary.a', files: ['a.yaml', 'b.csv'] },
} as const;

test('what changed, what went and what was left is told apart, file by file', () => {
  expect(pulledText(report({ files: ['a.csv', 'b.csv'], deleted: ['c.csv'], left: [LEFT], conflicts: 2 }))).toBe(
    `Changed 2 files to what prod has:
  a.csv
  b.csv
Deleted 1 file of what prod has no more:
  c.csv
1 thing was left as the files have it, for the reason given.
2 conflicts stay as the files have them; "lexform drift" shows them, --theirs takes the side of the service.
`,
  );
  expect(pulledText(report({ deleted: ['c.csv'], check: true }))).toBe(
    'Would delete 1 file of what prod has no more:\n  c.csv\n',
  );
});

test('nothing to do is not the same as nothing that could be done', () => {
  expect(pulledText(report({}))).toBe('Nothing of prod is to be taken in.\n');
  expect(pulledText(report({ left: [LEFT] }))).toContain('Nothing of prod was taken in.\n');
  expect(pulledText(report({ left: [LEFT], check: true }))).toContain('Nothing of prod can be taken in.\n');
});

test('names of files cannot speak to a terminal, and the JSON says what was left and why', () => {
  const hostile = report({ files: ['\u001b[31ma\u202e.csv'], left: [LEFT] });
  expect(pulledText(hostile)).not.toMatch(/[\u001b\u202e]/);
  expect(pulledJson(hostile)).not.toMatch(/[\u001b\u202e]/);
  expect(JSON.parse(pulledJson(hostile)).left).toMatchObject([
    {
      code: 'absorb-needs-consent',
      message:
        'glossary.a is gone from the service; to delete a.yaml and b.csv run again with --allow-delete glossary.a, to make it again run "lexform apply --overwrite-drift"',
    },
  ]);
});
