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
});
