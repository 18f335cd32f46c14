import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { docsPages } from '../support/pages.ts';

const WORKSPACE = 'examples/terms';

interface Term {
  readonly en: string;
  readonly de: string;
  readonly ja: string;
  readonly definition: string;
}

const terms: readonly Term[] = parse(readFileSync(`${WORKSPACE}/glossaries/lexform/terms.csv`), { columns: true });

test.each(['validate', 'lint', 'fmt --check'])('the terms of Lexform have no findings in %s', async (line) => {
  const { code, out } = await runLexform({ cwd: WORKSPACE }, ...line.split(' '), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out).findings ?? []).toEqual([]);
});

test('every term has a meaning, and is used outside the table of words', () => {
  const text = docsPages()
    .map((page) =>
      readFileSync(page, 'utf8').replace(/<!-- the words: generated[\s\S]*?<!-- end of the generated part -->/, ''),
    )
    .join('\n')
    .toLowerCase();
  expect(terms.filter(({ en, definition }) => definition === '' || !text.includes(en))).toEqual([]);
  expect(terms.length).toBeGreaterThan(20);
});

test('docs/concepts.md has the terms of examples/terms', () => {
  const rows = terms.map(({ en, de, ja, definition }) => `| ${en} | ${definition} | ${de} | ${ja} |`);
  const head = ['| word | is | German | Japanese |', '| --- | --- | --- | --- |'];
  expectGenerated('docs/concepts.md', 'the words', [...head, ...rows].join('\n'));
});
