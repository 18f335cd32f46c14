import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/model/codes/error-codes.ts';
import { SYSTEM_CODES } from '../../src/model/system-error.ts';
import { sourceFiles } from '../architecture/source-files.ts';
import { expectGenerated } from '../support/generated-part.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

test('docs/troubleshooting/errors.md shows each code of an error: what it means and what to do', () => {
  const own = Object.entries(ERROR_CODES).map(
    ([code, { means, remedy }]) => `## ${code}\n\n${means}\n\n**What to do:** ${remedy}`,
  );
  const ofSystem = Object.entries(SYSTEM_CODES).map(
    ([code, { means, remedy }]) => `| \`${code}\` | ${capital(means)} | ${remedy} |`,
  );
  expectGenerated(
    'docs/troubleshooting/errors.md',
    'the codes of errors',
    [
      ...own,
      '## Codes of the operating system',
      ['| code | means | what to do |', '| ---- | ----- | ---------- |', ...ofSystem].join('\n'),
    ].join('\n\n'),
  );
});

test('every code of the table is one that some error or refusal has', () => {
  const texts = sourceFiles()
    .filter(({ path }) => path !== 'model/codes/error-codes.ts')
    .map(({ text }) => text);
  expect(Object.keys(ERROR_CODES).filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});

test('each code says both in whole sentences', () => {
  const wrong = Object.entries(ERROR_CODES).filter(
    ([, { means, remedy }]) => ![means, remedy].every((text) => /^[A-Z`].*\.$/.test(text)),
  );
  expect(wrong).toEqual([]);
});
