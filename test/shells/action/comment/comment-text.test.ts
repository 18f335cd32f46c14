import { describe, expect, test } from 'vitest';
import {
  isNewer,
  type Marker,
  markerLine,
  markerOf,
  STATES,
} from '../../../../src/shells/action/comment/comment-marker.ts';
import {
  commentBody,
  footerText,
  quoted,
  statusText,
  withStatus,
} from '../../../../src/shells/action/comment/comment-text.ts';
import type { RunFacts } from '../../../../src/shells/action/github/event.ts';

const HEAD = 'abcdef0123456789abcdef0123456789abcdef01';
const FACTS = { runUrl: 'https://github.test/o/r/actions/runs/500', runNumber: '5' } as RunFacts;
const MARKER: Marker = {
  kind: 'plan',
  key: '0123456789abcdef',
  runId: '500',
  runAttempt: '2',
  head: HEAD,
  digest: 'd'.repeat(64),
  state: 'open',
  touches: ['aa', 'bb'],
};

describe('the line that says how things stand', () => {
  test('in every state, with the reason where there is one', () => {
    const shown = STATES.map((state) => `${state}: ${statusText(state, FACTS, HEAD, ' no way\n')}`);
    expect(shown.join('\n\n')).toMatchInlineSnapshot(`
      "open: 

      no-changes: ✅ **Nothing to change.** What was planned here before is no longer needed, or done.

      outdated: ⏳ **Outdated.** The branch is at \`abcdef0\` now; [a new plan #5](https://github.test/o/r/actions/runs/500) is being made.

      overtaken: ⏳ **Outdated.** [Run #5](https://github.test/o/r/actions/runs/500) has changed what this plan is about. Run the plan of this pull request again, or push to it.

      failed: ❌ **Failed** for \`abcdef0\` in [run #5](https://github.test/o/r/actions/runs/500).

      \`\`\`text
      no way
      \`\`\`

      applied: ✅ **Applied** in [run #5](https://github.test/o/r/actions/runs/500).

      partly-applied: ❌ **Partly applied** in [run #5](https://github.test/o/r/actions/runs/500). Run the job again: what is done is not done twice.

      \`\`\`text
      no way
      \`\`\`

      refused: 🚫 **Not applied** in [run #5](https://github.test/o/r/actions/runs/500); nothing was changed.

      \`\`\`text
      no way
      \`\`\`

      checked: "
    `);
  });

  test('without a reason says none, and an address that is none is no link', () => {
    expect(statusText('failed', FACTS, HEAD)).toBe(
      '❌ **Failed** for `abcdef0` in [run #5](https://github.test/o/r/actions/runs/500).',
    );
    expect(statusText('applied', { ...FACTS, runUrl: 'javascript:x' }, HEAD, ' \n')).toBe('✅ **Applied** in run.');
    expect(statusText('applied', { ...FACTS, runUrl: 'https://x.test/) [y](z' }, HEAD)).toBe('✅ **Applied** in run.');
    expect(statusText('applied', { ...FACTS, runUrl: 'x https://x.test/' }, HEAD)).toBe('✅ **Applied** in run.');
  });

  test('quotes a reason in whole lines, each cut, and none that holds a mark of ours', () => {
    expect(quoted(`<!-- lexform:body -->\n${'x'.repeat(1001)}\n`)).toBe(
      `\`\`\`text\n<! -- lexform:body -->\n${'x'.repeat(1000)}…\n\`\`\``,
    );
    expect(quoted('first\nsecond\nthird', 20)).toBe(
      '```text\nfirst\n```\n\n… and 2 more lines; the log of the run shows all.',
    );
    const long = quoted('a line of twenty one.\n'.repeat(300));
    expect(long.length).toBeLessThanOrEqual(4100);
    expect(long.match(/a line/g)).toHaveLength(181);
  });
});

describe('the last line', () => {
  test('says for which commit and in which run, and what nobody has checked', () => {
    expect([footerText(FACTS, HEAD), footerText(FACTS, ''), footerText(FACTS, HEAD, 'fork')]).toMatchInlineSnapshot(`
      [
        "<sub>Made for \`abcdef0\` in [run #5](https://github.test/o/r/actions/runs/500) by Lexform.</sub>",
        "<sub>Made in [run #5](https://github.test/o/r/actions/runs/500) by Lexform.</sub>",
        "<sub>Made for \`abcdef0\` in [run #5](https://github.test/o/r/actions/runs/500) by Lexform. It was made without secrets, in a run of the fork; nobody has checked it.</sub>",
      ]
    `);
  });
});

describe('a comment', () => {
  const parts = { marker: MARKER, status: '', report: '\n### Plan\n', footer: '<sub>x</sub>' };

  test('is its marker, how things stand, the report and where it comes from', () => {
    expect(commentBody(parts)).toMatchInlineSnapshot(`
      "<!-- lexform:plan:v1 key=0123456789abcdef run=500.2 head=abcdef0123456789abcdef0123456789abcdef01 digest=dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd state=open touches=aa.bb -->
      <!-- lexform:body -->

      ### Plan

      ---
      <sub>x</sub>
      "
    `);
    expect(
      commentBody({ ...parts, status: 'S' })
        .split('\n')
        .slice(1, 4),
    ).toEqual(['S', '', '<!-- lexform:body -->']);
  });

  test('gets another marker and line, and keeps its report', () => {
    const now = { ...MARKER, state: 'outdated' } as const;
    expect(withStatus(commentBody({ ...parts, status: 'Old' }), now, 'New')).toBe(
      commentBody({ ...parts, marker: now, status: 'New' }),
    );
    expect(withStatus('of another version', now, 'New')).toBe(`${markerLine(now)}\nNew\n\n`);
  });
});

describe('the marker', () => {
  test('is one hidden line that reads back', () => {
    expect(markerLine(MARKER)).toMatchInlineSnapshot(
      `"<!-- lexform:plan:v1 key=0123456789abcdef run=500.2 head=abcdef0123456789abcdef0123456789abcdef01 digest=dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd state=open touches=aa.bb -->"`,
    );
    const bare: Marker = { ...MARKER, kind: 'drift', head: '', digest: '', state: 'no-changes' };
    const { touches: _, ...none } = bare;
    expect(markerLine(none)).toMatchInlineSnapshot(
      `"<!-- lexform:drift:v1 key=0123456789abcdef run=500.2 head=- digest=- state=no-changes -->"`,
    );
    for (const marker of [MARKER, none, ...STATES.map((state) => ({ ...MARKER, state }))]) {
      expect(markerOf(markerLine(marker))).toEqual(marker);
      expect(markerOf(`${markerLine(marker)}\r\nmore`)).toEqual(marker);
    }
    expect(markerLine({ ...MARKER, touches: [] })).toBe(markerLine({ ...none, ...MARKER, touches: [] }));
    expect(markerLine({ ...MARKER, touches: [] })).not.toContain('touches');
  });

  test.each([
    ['not in the first line', (line: string) => `\n${line}`],
    ['after something', (line: string) => `x${line}`],
    ['with more in its line', (line: string) => `${line} x`],
    ['of another version', (line: string) => line.replace(':v1', ':v2')],
    ['of another kind', (line: string) => line.replace('lexform:plan', 'lexform:other')],
    ['in a state that there is not', (line: string) => line.replace('state=open', 'state=opened')],
    ['of a key that is too long', (line: string) => line.replace('key=0', 'key=00')],
    ['without a run', (line: string) => line.replace('run=500.2', 'run=500')],
  ])('is none %s', (_, change) => {
    expect(markerOf(change(markerLine(MARKER)))).toBe(undefined);
  });

  test('is newer by the number of its run, then by its attempt', () => {
    const run = (runId: string, runAttempt: string) => ({ runId, runAttempt });
    expect(isNewer(run('501', '1'), run('500', '9'))).toBe(true);
    expect(isNewer(run('500', '9'), run('501', '1'))).toBe(false);
    expect(isNewer(run('500', '10'), run('500', '9'))).toBe(true);
    expect(isNewer(run('500', '9'), run('500', '10'))).toBe(false);
    expect(isNewer(run('500', '9'), run('500', '9'))).toBe(false);
    expect(isNewer(run('9007199254740993', '1'), run('9007199254740992', '1'))).toBe(true);
    expect(isNewer(run('1000', '1'), run('999', '1'))).toBe(true);
  });
});
