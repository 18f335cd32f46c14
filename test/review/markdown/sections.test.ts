import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { driftSection, fencedLines, findingsMarkdown } from '../../../src/review/markdown/sections.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';
import { at } from '../../support/changes.ts';

describe('lines in a fence', () => {
  const lines = ['first', 'second', 'third'];
  const whole = '```text\nfirst\nsecond\nthird\n```';
  const more = (count: number): string => `… and ${count} more line${count === 1 ? '' : 's'}; the log shows all.`;

  test('are all there when they fit with their fence', () => {
    expect(fencedLines(lines, whole.length, 'the log shows all')).toBe(whole);
  });

  test('are cut between lines, and the rest is counted', () => {
    expect(fencedLines(lines, whole.length - 1, 'the log shows all')).toBe(
      `\`\`\`text\nfirst\nsecond\n\`\`\`\n\n${more(1)}`,
    );
    expect(fencedLines(lines, 20, 'the log shows all')).toBe(`\`\`\`text\nfirst\n\`\`\`\n\n${more(2)}`);
    expect(fencedLines(lines, 16, 'the log shows all')).toBe(more(3));
    expect(fencedLines(lines, 0, 'the log shows all')).toBe(more(3));
  });

  test('end before the first one that is too long, whatever comes after it', () => {
    expect(fencedLines(['first', 'x'.repeat(50), 'third'], 40, 'the log shows all')).toBe(
      `\`\`\`text\nfirst\n\`\`\`\n\n${more(2)}`,
    );
  });

  test('of backticks count with the fence that they need', () => {
    const ticks = '`'.repeat(30);
    expect(fencedLines(['a', ticks], 90, 'the log shows all')).toBe(`\`\`\`text\na\n\`\`\`\n\n${more(1)}`);
    expect(fencedLines(['a', ticks], 101, 'the log shows all')).toBe(`${ticks}\`text\na\n${ticks}\n${ticks}\``);
  });
});

describe('drift', () => {
  const side = (entries: Readonly<Record<string, string>>): SideLike => ({
    glossaries: { product: { name: 'Product', dictionaries: { 'en->de': entries } } },
  });
  const base = side({ house: 'Haus', dog: 'Hund' });
  const theirs = driftOf(driftInput({ base, ours: base, theirs: side({ house: 'Heim', dog: 'Hund' }) }));
  const both = driftOf(
    driftInput({ base, ours: side({ house: 'Bau', dog: 'Hund' }), theirs: side({ house: 'Heim', dog: 'Hund' }) }),
  );

  test('is its verdict, and each difference folded away; a conflict stands open', () => {
    expect(driftSection(theirs, {}, 1000, 'the log shows all').join('\n\n')).toMatchInlineSnapshot(`
      "Drift on <code>test</code>: 1 term changed outside git.

      <details><summary>1 difference</summary>

      #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 changed · of 2

      | Change | Term | After the last apply → On the service |
      |---|---|---|
      | changed, <code>glossaries&#47;<wbr>product&#47;<wbr>en&#45;de&#46;<wbr>csv&#58;1</code> | <code lang="en">house</code> | <code lang="de"><ins>Haus</ins> → <ins>Heim</ins></code> |

      </details>"
    `);
    expect(driftSection(both, {}, 1000, 'the log shows all')[1]).toBe('<details open><summary>1 difference</summary>');
  });

  test('that does not fit is counted', () => {
    expect(driftSection(theirs, {}, 60, 'the log shows all').slice(2)).toMatchInlineSnapshot(`
      [
        "- … and 1 more resource or dictionary",
        "1 change does not fit here; the log shows all.",
        "</details>",
      ]
    `);
  });

  test('names the patterns that narrowed it: five of them, and how many more', () => {
    const only = (count: number) => Array.from({ length: count }, (_, index) => `glossary.p${index}*`);
    const named = (count: number) => driftSection({ ...theirs, only: only(count) }, {}, 1000, 'x')[0];
    expect([named(1), named(5), named(7)]).toMatchInlineSnapshot(`
      [
        "Drift on <code>test</code> (only <code>glossary&#46;p0&#42;</code>): 1 term changed outside git.",
        "Drift on <code>test</code> (only <code>glossary&#46;p0&#42;</code>, <code>glossary&#46;p1&#42;</code>, <code>glossary&#46;p2&#42;</code>, <code>glossary&#46;p3&#42;</code> and <code>glossary&#46;p4&#42;</code>): 1 term changed outside git.",
        "Drift on <code>test</code> (only <code>glossary&#46;p0&#42;</code>, <code>glossary&#46;p1&#42;</code>, <code>glossary&#46;p2&#42;</code>, <code>glossary&#46;p3&#42;</code>, <code>glossary&#46;p4&#42;</code> and 2 more): 1 term changed outside git.",
      ]
    `);
    expect(driftSection({ ...theirs, only: ['x'.repeat(61)] }, {}, 1000, 'x')[0]).toContain(
      `(only <code>${'x'.repeat(60)}…</code>)`,
    );
    expect(
      driftSection({ ...theirs, target: { name: `${'x'.repeat(121)}`, baseUrl: '' } }, {}, 1000, 'x')[0],
    ).toContain(`Drift on <code>${'x'.repeat(120)}…</code>: 1 term`);
  });
});

describe('findings', () => {
  const finding = (
    severity: Finding['severity'],
    file: string,
    line: number,
    code = severity === 'info' ? 'phrase-outer-space' : 'duplicate-source',
  ): Finding => ({ code, severity, at: at(file, line), details: { phrase: ' a', source: 'a', firstLine: 1 } });

  test('of no kind are nothing', () => {
    expect(findingsMarkdown([], {}, 1000)).toEqual([]);
  });

  test('errors first, then warnings, each by its place; then notes of a kind in one row', () => {
    const findings = [
      finding('warning', 'a.csv', 2),
      finding('error', 'b.csv', 1),
      finding('info', 'a.csv', 3),
      finding('error', 'a.csv', 9),
      finding('info', 'c.csv', 4),
      finding('info', 'c.csv', 4, 'another-note'),
    ];
    expect(findingsMarkdown(findings, {}, 10_000).join('\n\n')).toMatchInlineSnapshot(`
      "**2 errors, 1 warning in 2 files; nothing was sent**

      | Severity | Finding |
      |---|---|
      | ❌ error | <code>a&#46;csv&#58;9</code><br>"a" is translated twice: "" on line 1 and "" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (<code>duplicate&#45;source</code>) |
      | ❌ error | <code>b&#46;csv&#58;1</code><br>"a" is translated twice: "" on line 1 and "" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (<code>duplicate&#45;source</code>) |
      | ⚠️ warning | <code>a&#46;csv&#58;2</code><br>"a" is translated twice: "" on line 1 and "" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (<code>duplicate&#45;source</code>) |

      <details><summary>3 notes on the files</summary>

      | Severity | Finding |
      |---|---|
      | ℹ️ info | <code>a&#46;csv&#58;3</code> and 1 more<br>the phrase <code>&#32;a</code> begins or ends with white space, none is allowed there (<code>phrase&#45;outer&#45;space</code>) |
      | ℹ️ info | <code>c&#46;csv&#58;4</code><br>another note (<code>another&#45;note</code>) |

      </details>"
    `);
    expect(findingsMarkdown(findings, { links: { prefix: 'https://x.test/' } }, 10_000)[1]).toContain(
      '| ❌ error | [<code>a&#46;csv&#58;9</code>](https://x.test/a.csv#L9)<br>',
    );
    expect(findingsMarkdown(findings, { links: { prefix: 'https://x.test/' } }, 10_000)[3]).toContain(
      '| ℹ️ info | [<code>a&#46;csv&#58;3</code>](https://x.test/a.csv#L3) and 1 more<br>the phrase ',
    );
  });

  test('warnings alone have stopped nothing', () => {
    expect(findingsMarkdown([finding('warning', 'a.csv', 2)], {}, 1000)[0]).toBe('**0 errors, 1 warning in 1 file**');
    expect(findingsMarkdown([finding('error', 'a.csv', 2)], {}, 1000)[0]).toBe(
      '**1 error, 0 warnings in 1 file; nothing was sent**',
    );
  });

  test('notes of the linter are said to be its own', () => {
    const linted = finding('info', 'a.csv', 2, 'content/comma');
    expect(findingsMarkdown([linted, linted], {}, 10_000)[0]).toBe('<details><summary>2 notes of the linter</summary>');
  });

  test('notes alone are folded away', () => {
    expect(findingsMarkdown([finding('info', 'a.csv', 2)], {}, 1000)).toEqual([
      '<details><summary>1 note on the files</summary>',
      expect.stringMatching(/^\| Severity \| Finding \|\n\|---\|---\|\n\| ℹ️ info \| .* \|$/),
      '</details>',
    ]);
  });

  test('that do not fit are counted: whole rows of errors, and no note without room', () => {
    const errors = Array.from({ length: 9 }, (_, index) => finding('error', 'a.csv', index + 1));
    const row = findingsMarkdown(errors.slice(0, 1), {}, 1000)[1]?.split('\n')[2]?.length ?? 0;
    const shown = (parts: readonly string[]): number => parts.join('\n').match(/❌ error/g)?.length ?? 0;
    const three = findingsMarkdown(errors, {}, 3 * (row + 1));
    expect([shown(three), three.at(-1)]).toEqual([3, '… and 6 more findings; `lexform validate` shows all.']);
    expect(shown(findingsMarkdown(errors, {}, 3 * (row + 1) - 1))).toBe(2);
    expect(findingsMarkdown(errors.slice(0, 2), {}, row + 1).at(-1)).toBe(
      '… and 1 more finding; `lexform validate` shows all.',
    );
    expect(findingsMarkdown(errors, {}, 10)).toEqual([
      '**9 errors, 0 warnings in 1 file; nothing was sent**',
      '… and 9 more findings; `lexform validate` shows all.',
    ]);
    // Beside notes errors have three quarters of the room, less what stands around the notes.
    const notes = [finding('info', 'a.csv', 1)];
    const room = Math.ceil(((3 * (row + 1) + 100) * 4) / 3);
    expect(shown(findingsMarkdown([...errors, ...notes], {}, room))).toBe(3);
    expect(shown(findingsMarkdown([...errors, ...notes], {}, room - 2))).toBe(2);
    const note = findingsMarkdown(notes, {}, 1000)[1]?.split('\n')[2]?.length ?? 0;
    expect(findingsMarkdown(notes, {}, 4 * (note + 1))).toHaveLength(3);
    expect(findingsMarkdown(notes, {}, 4 * (note + 1) - 1)).toEqual([]);
  });
});
