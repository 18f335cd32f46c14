import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CaseKind, inputOf } from './case-kind.ts';
import {
  bytesOfPart,
  type CaseFile,
  caseFileText,
  caseText,
  parseCases,
  partOfBytes,
  type TextCase,
} from './case-text.ts';

const GIVEN = ['options', 'value', 'edits', 'terms'];

/** An example with the parts that the code makes, and its files as this form of text has them. */
function made(each: TextCase, shared: ReadonlyMap<string, string>, { inputs, run }: CaseKind): TextCase {
  const given = [...each.parts].filter(([name]) => GIVEN.includes(name) || inputs.includes(name));
  const shown = Object.entries(run(inputOf(each, shared))).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  return {
    title: each.title,
    parts: new Map([
      ...given.map(([name, text]) => [name, inputs.includes(name) ? partOfBytes(bytesOfPart(text)) : text] as const),
      ...shown,
    ]),
  };
}

/** Writes what the code makes now into the file. A person reads the difference; CI has nobody who does. */
function written(path: string, { cases, ...file }: CaseFile, kind: CaseKind): CaseFile {
  if (process.env.CI !== undefined) throw new Error('what examples expect is not written in CI');
  const now = { ...file, cases: cases.map((each) => made(each, file.shared, kind)) };
  const text = caseFileText(now, kind.files);
  if (text !== readFileSync(path, 'utf8')) writeFileSync(path, text);
  return now;
}

/** The title of an example, with its number if the title has several. */
function numbered({ cases }: CaseFile, index: number): string {
  const alike = cases.filter(({ title }) => title === cases[index]?.title);
  const place = alike.indexOf(cases[index] as TextCase);
  return `${cases[index]?.title}${place > 0 ? ` (${place + 1})` : ''}`;
}

/**
 * Files in, files and findings out: the examples in the folders of a folder, each folder with a kind of example.
 * `npx vitest run --mode docs` with the path of the test writes what the code makes now; `npm run docs:write` does not.
 */
export function holdCases(folder: string, kinds: Readonly<Record<string, CaseKind>>): void {
  describe.each(Object.entries(kinds))('%s', (name, kind) => {
    describe.each(readdirSync(join(folder, name)))('%s', (file) => holdFile(join(folder, name, file), kind));
  });
}

function holdFile(path: string, kind: CaseKind): void {
  const read = parseCases(readFileSync(path, 'utf8'));
  const file = process.env.LEXFORM_WRITE_DOCS === undefined ? read : written(path, read, kind);
  test.each(file.cases.map((each, index) => [numbered(file, index), each] as const))('%s', (_, each) => {
    expect(caseText(made(each, file.shared, kind), kind.files)).toBe(caseText(each, kind.files));
  });
  test('the examples of a title follow each other, and the file has its one form', () => {
    const titles = file.cases.map(({ title }) => title).filter((title, index, all) => title !== all[index - 1]);
    expect(titles).toEqual([...new Set(titles)]);
    expect(caseFileText(file, kind.files)).toBe(readFileSync(path, 'utf8'));
  });
}
