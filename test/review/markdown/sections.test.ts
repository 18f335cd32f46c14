import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { unitsOf } from '../../../src/review/markdown/options.ts';
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

  test('that does not fit is counted', () => {
    expect(driftSection(theirs, {}, 60, 'the log shows all').slice(2)).toMatchInlineSnapshot(`
      [
        "- … and 1 more resource or dictionary",
        "1 change does not fit here; the log shows all.",
        "</details>",
      ]
    `);
  });
});

test('the section of the drift is never longer than its maximum, and has as many rows as fit', () => {
  const side = (target: string): SideLike => ({
    glossaries: {
      product: {
        dictionaries: {
          'en->de': Object.fromEntries(
            Array.from({ length: 30 }, (_, index) => [`term ${index}`, `${target} ${index}`]),
          ),
        },
      },
    },
  });
  const drift = driftOf(driftInput({ base: side('a'), ours: side('a'), theirs: side('b') }));
  const rowsIn = (units: number): number => {
    const parts = driftSection(drift, {}, units, 'the log shows all');
    expect(unitsOf(parts)).toBeLessThanOrEqual(units);
    return parts.join('\n').match(/^\| changed/gm)?.length ?? 0;
  };
  expect([500, 1000, 2000, 6000].map(rowsIn)).toMatchInlineSnapshot(`
    [
      0,
      3,
      8,
      30,
    ]
  `);
  const whole = unitsOf(driftSection(drift, {}, 100_000, 'the log shows all'));
  // The room of the list above, of the notice and of the line that counts hidden rows stays free.
  const least = Array.from({ length: 1000 }, (_, index) => whole + index).find((units) => rowsIn(units) === 30) ?? 0;
  expect(least - whole).toMatchInlineSnapshot(`144`);
});

describe('findings', () => {
  const finding = (
    severity: Finding['severity'],
    file: string,
    line: number,
    code = severity === 'info' ? 'phrase-outer-space' : 'duplicate-source',
  ): Finding => ({ code, severity, at: at(file, line), details: { phrase: ' a', source: 'a', firstLine: 1 } });

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

  test('of the linter only, the command that shows all is lint; each of two tables has a third of the room', () => {
    const linted = Array.from({ length: 9 }, (_, index) => finding('warning', 'a.csv', index + 1, 'space/double'));
    const others = Array.from({ length: 9 }, (_, index) => finding('error', 'a.csv', index + 1, 'broken'));
    const rowOf = (findings: readonly Finding[]): number =>
      findingsMarkdown(findings.slice(0, 1), {}, 6000)[1]?.split('\n')[2]?.length ?? 0;
    const [ofLint, ofOthers] = [rowOf(linted) + 1, rowOf(others) + 1];
    const both = (units: number): readonly string[] => findingsMarkdown([...others, ...linted], {}, units);
    const shown = (parts: readonly string[], mark: RegExp): number => parts.join('\n').match(mark)?.length ?? 0;
    expect(both(6 * ofOthers).filter((part) => part.startsWith('… and'))).toEqual([
      '… and 7 more findings; `lexform validate` shows all.',
      expect.stringMatching(/^… and \d more findings; `lexform lint` shows all\.$/),
    ]);
    expect([both(6 * ofLint), both(6 * ofLint - 1)].map((parts) => shown(parts, /⚠️/g))).toEqual([2, 1]);
    expect([both(6 * ofOthers), both(6 * ofOthers - 1)].map((parts) => shown(parts, /❌/g))).toEqual([2, 1]);
    const heads = (parts: readonly string[]): readonly string[] => parts.filter((part) => part.startsWith('**'));
    expect(heads(findingsMarkdown(linted, {}, 6000, { lintTitle: (all) => `${all.length} of them` }))).toEqual([
      '**9 of them**',
    ]);
  });

  test('lines after a fix that do not fit are left out', () => {
    const fixed = [1, 2, 3].map((line) => ({
      ...finding('warning', 'a.csv', line, 'space/double'),
      fix: { safety: 'safe', text: 'a b', line: 'a,a b' } as const,
    }));
    const block = '<code>a&#46;csv&#58;1&#58;1</code>\n\n```suggestion\na,a b\n```\n';
    const edits = (units: number): readonly string[] => {
      const parts = findingsMarkdown(fixed, {}, 3 * units);
      return parts.slice(parts.findIndex((part) => part.includes('suggested edit')));
    };
    expect(edits(2 * (block.length + 1))).toEqual([
      '<details><summary>2 suggested edits</summary>',
      block,
      block.replace('58;1&', '58;2&'),
      '</details>',
    ]);
    expect(edits(block.length + 1)[0]).toBe('<details><summary>1 suggested edit</summary>');
    expect(findingsMarkdown(fixed, {}, 3 * block.length).join()).not.toContain('suggest');
  });

  test('that are not reported are counted, also if no finding is', () => {
    expect(findingsMarkdown([], {}, 1000, { suppressed: { waived: 0, known: 2 } })).toEqual([
      '2 findings of the linter are in the baseline.',
    ]);
    expect(findingsMarkdown([], {}, 1000, { suppressed: { waived: 0, known: 0 } })).toEqual([]);
  });
});
