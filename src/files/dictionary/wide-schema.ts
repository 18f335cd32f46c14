import { errorAt, type Finding } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { DelimitedInput, Row } from '../delimited/row.ts';
import {
  checkGlossaryLanguage,
  checkNamedGlossaryLanguage,
  declaredVariants,
  isGlossaryLanguage,
  usualMistake,
  variantCode,
} from '../languages/check-language.ts';
import { nearLanguage } from '../languages/near-language.ts';
import { columnsLine, type HeadedColumn, headedColumns, unknownColumns } from './column-use.ts';
import { isRowNumberWord } from './read-heading.ts';
import { type TableSchema, termColumns } from './term-columns.ts';

export interface WideInput extends Pick<DelimitedInput, 'file' | 'columns' | 'variants'> {
  /** `en->*`, `de->en`, `*->en`. A code that is rarely a language counts as one if a pair names it. */
  readonly pairs?: readonly string[];
  /** Whether any row has text in a column. A column without a header is reported only if it has text. */
  readonly isFilled?: (column: number) => boolean;
}

/** The columns of a wide table, and their contents. */
export interface WideSchema extends TableSchema {
  readonly headers: 1;
  /** Language → its column, in the order of the columns. */
  readonly languages: ReadonlyMap<string, number>;
  /** The languages that `*` selects. */
  readonly wildcard: ReadonlySet<string>;
  /** Column → the language of its example sentences, if the header names one. */
  readonly examples: ReadonlyMap<number, string | undefined>;
  /** Columns that `columns:` marks with `ignore`. */
  readonly ignored: ReadonlySet<number>;
  /**
   * Languages that a column is probably meant for, each already with a finding. A pair with such a language needs no
   * second finding.
   */
  readonly unclear: ReadonlySet<string>;
}

/** The languages that pairs name, as they write them. */
const namedIn = (pairs: readonly string[] = []): ReadonlySet<string> =>
  new Set(
    pairs.flatMap((pattern) => pattern.split('->').map((side) => side.trim().toLowerCase().replaceAll('_', '-'))),
  );

const isNamed = (named: ReadonlySet<string>, code: string): boolean =>
  named.has(code.toLowerCase().replaceAll('_', '-'));

/**
 * True for a header with the same prefix or suffix as the headers of languages: `label_ca` next to `label_en` and
 * `label_de`.
 */
function hasAffix(header: string, columns: readonly HeadedColumn[]): boolean {
  const text = header.trim().toLowerCase();
  return columns.some(({ heading }) => {
    if (heading.kind !== 'language' || heading.before + heading.after === '') return false;
    const [before, after] = [heading.before.toLowerCase(), heading.after.toLowerCase()];
    return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  });
}

/**
 * An error for a column that looks like a language but is not read as one. `undefined`: it does not look like a
 * language.
 */
function unclearColumn({ header, heading, at }: HeadedColumn, columns: readonly HeadedColumn[]): Finding | undefined {
  const coded = heading.kind === 'code' ? usualMistake(heading.code) : undefined;
  // The code of a country indicates the language. `no` without other text may be the number of a row.
  if (heading.kind === 'code' && heading.bare)
    return coded === undefined || isRowNumberWord(heading.code)
      ? undefined
      : checkGlossaryLanguage(header.trim(), at).findings[0];
  if (heading.kind === 'variant' && heading.bare) return undefined;
  const variant = heading.kind === 'variant' ? heading.base : undefined;
  const near = coded ?? variant ?? (heading.kind === 'other' ? nearLanguage(header) : undefined);
  if (near === undefined && !hasAffix(header, columns)) return undefined;
  return errorAt('table-column-unclear', at, {
    header,
    near,
    line: columnsLine([[header, variant === undefined && near !== undefined ? near : 'ignore']]),
  });
}

/**
 * Decides about the columns whose header is not clearly a language: each is a language by name, an error, or part of
 * the common warning.
 */
function settle(
  open: readonly HeadedColumn[],
  columns: readonly HeadedColumn[],
  add: (code: string, column: HeadedColumn) => void,
  { languages, named }: { readonly languages: ReadonlyMap<string, number>; readonly named: ReadonlySet<string> },
): {
  readonly findings: readonly Finding[];
  readonly rest: readonly HeadedColumn[];
  readonly unclear: readonly string[];
} {
  const findings: Finding[] = [];
  const rest: HeadedColumn[] = [];
  const unclear: string[] = [];
  for (const column of open) {
    const { heading, header, at } = column;
    if (heading.kind === 'code' && isNamed(named, heading.code) && !languages.has(heading.code)) {
      const { code, findings: faults } = checkNamedGlossaryLanguage(heading.code, at);
      findings.push(...faults);
      unclear.push(heading.code);
      if (code !== undefined) add(code, column);
      continue;
    }
    if (heading.kind === 'variant') {
      const { text, base } = heading;
      if (isNamed(named, text) || (isNamed(named, base) && !languages.has(base))) {
        const line = columnsLine([[header, base]]);
        findings.push(errorAt('language-variant', at, { language: text, base, line, ...declaredVariants([text]) }));
        unclear.push(base, text.toLowerCase().replaceAll('_', '-'));
        continue;
      }
    }
    const fault = unclearColumn(column, columns);
    if (fault === undefined) rest.push(column);
    else {
      findings.push(fault);
      unclear.push(String(fault.details.near ?? fault.details.suggestion ?? ''));
      if (heading.kind === 'code') unclear.push(heading.code);
    }
  }
  return { findings, rest, unclear };
}

/**
 * The schema of a wide table, from its header. Every column is accounted for: it is a language, a known word such as
 * `note`, or the use set in `columns:`. A column that looks like a language is an error; one warning lists the others.
 * A regional column is an error only if a pair names it.
 */
export function wideSchema(row: Row, { pairs, isFilled, ...input }: WideInput): WideSchema {
  const languages = new Map<string, number>();
  const wildcard = new Set<string>();
  const examples = new Map<number, string | undefined>();
  const ignored = new Set<number>();
  const findings: Finding[] = [];
  const add = (code: string, { column, at }: HeadedColumn): void => {
    if (languages.has(code)) findings.push(errorAt('table-language-twice', at, { language: code }));
    else languages.set(code, column);
    if (isGlossaryLanguage(code)) wildcard.add(code);
  };
  const columns = headedColumns(row, input);
  const open: HeadedColumn[] = [];
  for (const each of columns) {
    const { column, use } = each;
    if (use.kind === 'language') {
      add(use.code, each);
      wildcard.add(use.code);
    } else if (use.kind === 'variant' && input.variants?.includes(variantCode(use.text)) === true) {
      add(variantCode(use.text), each);
      wildcard.add(variantCode(use.text));
    } else if (use.kind === 'example') examples.set(column, use.language);
    else if (use.kind === 'ignore') ignored.add(column);
    else if (use.kind === 'code' || use.kind === 'variant' || use.kind === 'other') open.push(each);
  }
  const resolved = settle(open, columns, add, { languages, named: namedIn(pairs) });
  findings.push(...resolved.findings);
  if (languages.size >= 2)
    findings.push(
      ...unknownColumns(
        resolved.rest.filter(({ column, header }) => header.trim() !== '' || isFilled?.(column) === true),
        languages,
      ),
    );
  else if (resolved.findings.length === 0)
    findings.push(errorAt('table-header', { file: input.file, line: row.line, column: 1 }, { cells: row.texts }));
  return {
    headers: 1,
    languages: new Map([...languages].sort(([, left], [, right]) => left - right)),
    wildcard,
    examples,
    ignored,
    ...omitUndefined({ terms: termColumns(columns) }),
    unclear: new Set(resolved.unclear),
    findings,
  };
}
