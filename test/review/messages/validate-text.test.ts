import { expect, test } from 'vitest';
import type { Finding, Severity } from '../../../src/model/finding.ts';
import type { CheckedFiles } from '../../../src/model/workspace/checked-files.ts';
import { findingsNotice } from '../../../src/review/html/notices.ts';
import { findingsMarkdown } from '../../../src/review/markdown/sections.ts';
import { findingsJson } from '../../../src/review/messages/finding-text.ts';
import { validateText } from '../../../src/review/messages/validate-text.ts';
import { htmlTokens } from '../../support/html-tokens.ts';
import { readMarkdown } from '../markdown/gfm.ts';

const at = (severity: Severity, code: string, file: string): Finding => ({
  code,
  severity,
  at: { file, line: 1, column: 1 },
  details: {},
});

const NOTES = Array.from({ length: 30 }, (_, index) => at('info', 'noted', `a-${String(index).padStart(2, '0')}.csv`));
const ERROR = at('error', 'broken', 'z.csv');

test('faults first, then one line for each kind of notes', () => {
  expect(validateText([...NOTES, at('info', 'other', 'b.csv'), ERROR])).toBe(
    'z.csv:1:1: error: broken [broken]\na-00.csv:1:1: info: noted [noted], and 29 more of this kind\nb.csv:1:1: info: other [other]\n1 error, 0 warnings in 32 files; nothing was sent\n',
  );
});

test('in markdown the faults stand open, and the notes are one folded row for each kind', () => {
  const [counts, table, ...notes] = findingsMarkdown([...NOTES, ERROR], {}, 10_000);
  expect(counts).toBe('**1 error, 0 warnings in 1 file; nothing was sent**');
  expect(readMarkdown(`${table}\n`).rows).toHaveLength(1);
  expect(notes[0]).toBe('<details><summary>30 notes on the files</summary>');
  expect(readMarkdown(`${notes[1]}\n`).rows).toEqual([
    ['ℹ️ info', '<code>a&#45;00&#46;csv&#58;1</code> and 29 more<br>noted (<code>noted</code>)'],
  ]);
  expect(findingsMarkdown(NOTES, {}, 10_000)).toHaveLength(3);
  expect(findingsMarkdown([], {}, 10_000)).toEqual([]);
});

test('on the page notes alone make no box', () => {
  const page = (findings: readonly Finding[]) =>
    htmlTokens(`<!DOCTYPE html>\n${findingsNotice(findings).html}`).flatMap((token) =>
      token.kind === 'text' && token.text.trim() !== '' ? [token.text] : [],
    );
  expect(page(NOTES)).toEqual(['30 notes on the files', 'a-00.csv:1:1: info: noted [noted], and 29 more of this kind']);
  expect(page([...NOTES, ERROR])[0]).toBe('In the files: 1 error, 0 warnings');
});

test('what was checked is said last, with and without findings', () => {
  const checked: CheckedFiles = {
    files: 6,
    counts: [
      { name: 'glossaries', count: 1, one: 'glossary', many: 'glossaries' },
      { name: 'dictionaries', count: 2, one: 'dictionary', many: 'dictionaries' },
      { name: 'terms', count: 1204, one: 'term', many: 'terms' },
      { name: 'styleLists', count: 1, one: 'style list', many: 'style lists' },
    ],
  };
  const scope = 'Checked 6 files: 1 glossary, 2 dictionaries, 1,204 terms, 1 style list.\n';
  expect(validateText([], checked)).toBe(`No findings.\n${scope}`);
  expect(validateText([ERROR], checked).endsWith(`nothing was sent\n${scope}`)).toBe(true);
  expect(JSON.parse(findingsJson([], checked))).toMatchObject({
    errors: 0,
    checked: { files: 6, glossaries: 1, dictionaries: 2, terms: 1204, styleLists: 1 },
  });
});
