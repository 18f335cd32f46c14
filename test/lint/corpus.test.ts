import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import { visible } from '../../src/review/format/escape.ts';
import type { DictionariesLike } from '../support/build.ts';
import { lintedFindings } from './linted.ts';

const CORPUS = resolve('../shared/corpus');
const here = existsSync(CORPUS);
const reason = here ? '' : ' (skipped: the corpus is not there)';

const rowsOf = (file: string): readonly Readonly<Record<string, string>>[] =>
  parse(readFileSync(resolve(CORPUS, file), 'utf8'), { columns: true, relax_column_count: true });

/** The first translation of each source phrase: which of two is right is no question for the linter. */
function dictionaryOf(rows: readonly (readonly (string | undefined)[])[]): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const [source = '', target = ''] of rows.map((row) => row.map((phrase) => phrase?.trim())))
    if (source !== '' && target !== '' && !made.has(source)) made.set(source, target);
  return made;
}

/** The terms of TICO-19: of two files for Chinese, the one in simplified characters. */
const tico = (): DictionariesLike =>
  Object.fromEntries(
    readdirSync(resolve(CORPUS, 'tico-19'))
      .filter((file) => !file.includes('_TW'))
      .map((file) => [
        `en->${/^f_en-([a-z]+)_/.exec(file)?.[1]}`,
        [...dictionaryOf(rowsOf(`tico-19/${file}`).map((row) => [row.sourceString, row.targetString]))],
      ]),
  );

const NAMES = { fr: 'French', es: 'Spanish', ru: 'Russian', zh: 'Chinese', ar: 'Arabic' } as const;

function countries(): DictionariesLike {
  const rows = rowsOf('country-codes/country-codes.csv');
  return Object.fromEntries(
    Object.entries(NAMES).map(([language, name]) => [
      `en->${language}`,
      [...dictionaryOf(rows.map((row) => [row['UNTERM English Formal'], row[`UNTERM ${name} Formal`]]))],
    ]),
  );
}

const told = ({ severity, code, details }: Finding): string =>
  visible(`${severity} ${code} ${details.pair}: ${details.term} → ${details.text}`);

test.skipIf(!here)(`real term lists have errors and warnings that were read, and no others${reason}`, () => {
  const findings = lintedFindings({ tico: tico(), countries: countries() });
  const serious = findings.filter(({ severity }) => severity !== 'info');
  expect(serious.map(told).sort()).toMatchInlineSnapshot(`
    [
      "error character/invisible en->ko: fecal contamination → 대변 ⟨U+200B⟩⟨U+200B⟩오염",
      "warning content/alternatives en->pl: CDC → CDC | Centrum Kontroli Chorób",
      "warning space/double en->ru: the Republic of Fiji → Республика  Фиджи",
    ]
  `);
  const notes = new Map<string, number>();
  for (const { severity, code } of findings) if (severity === 'info') notes.set(code, (notes.get(code) ?? 0) + 1);
  expect(Object.fromEntries(notes)).toMatchInlineSnapshot(`
    {
      "content/parenthesis": 21,
    }
  `);
});
