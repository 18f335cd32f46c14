import { plainStatusWord, TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { ColumnSetting, FileForm, StatusWords } from '../../model/file-form.ts';
import { type Finding, type SourceRef, topOf, warningAt } from '../../model/finding.ts';
import { columnOf, type DelimitedInput, type Row } from '../delimited/row.ts';
import { checkNamedGlossaryLanguage, declaredVariants, languageByName } from '../languages/check-language.ts';
import { nearestName } from '../languages/nearest-name.ts';
import { type Heading, readHeading, TERM_COLUMNS, type TermColumn } from './read-heading.ts';

/** The use of a column, as set in `columns:` of `glossary.yaml`. */
export type ColumnUse =
  | { readonly kind: 'language'; readonly code: string }
  | { readonly kind: 'example'; readonly language?: string }
  /** `words`: the column's own words for statuses. */
  | { readonly kind: 'status'; readonly words?: StatusWords }
  | { readonly kind: Exclude<TermColumn, 'status'> | 'ignore' | 'preferred' };

const SINGLE_USES = ['ignore', 'preferred', ...TERM_COLUMNS] as const;

/** The words that `columns:` allows besides language codes. */
export const COLUMN_USES: readonly string[] = [...new Set(['note', 'ignore', 'example', ...SINGLE_USES])];

/** Reads a value of `columns:`; `undefined` if it is not valid. `variants`: those that are declared. */
export function columnUse(setting: ColumnSetting, variants?: readonly string[]): ColumnUse | undefined {
  if (typeof setting !== 'string') return { kind: 'status', words: setting };
  const word = setting.trim().toLowerCase();
  const single = SINGLE_USES.find((use) => use === word);
  if (single !== undefined) return { kind: single };
  if (word === 'example') return { kind: 'example' };
  const [, exampleLanguage] = /^example_([a-z]{2,3})$/.exec(word) ?? [];
  const { code } = checkNamedGlossaryLanguage(exampleLanguage ?? languageByName(word) ?? word, topOf(''), variants);
  if (code === undefined) return undefined;
  return exampleLanguage === undefined ? { kind: 'language', code } : { kind: 'example', language: code };
}

/** Findings about the language in a value of `columns:`: a warning for a language that the built-in list lacks. */
export function checkUsedLanguage(setting: ColumnSetting, at: SourceRef): readonly Finding[] {
  const use = columnUse(setting);
  const language = use?.kind === 'language' ? use.code : use?.kind === 'example' ? use.language : undefined;
  return language === undefined ? [] : checkNamedGlossaryLanguage(language, at).findings;
}

/** The use that `columns:` sets for the column with this header. Upper and lower case do not matter. */
function useOf(header: string, { columns, variants }: Pick<FileForm, 'columns' | 'variants'>): ColumnUse | undefined {
  if (columns === undefined) return undefined;
  const wanted = header.trim().toLowerCase();
  const setting =
    columns.get(header.trim()) ?? [...columns].find(([name]) => name.trim().toLowerCase() === wanted)?.[1];
  return setting === undefined ? undefined : columnUse(setting, variants);
}

/** A column with the meaning of its header. */
export interface HeadedColumn {
  readonly column: number;
  readonly header: string;
  readonly at: SourceRef;
  /** The meaning of the header's text. */
  readonly heading: Heading;
  /** The use set in `columns:`; `undefined`: not set. */
  readonly configured: ColumnUse | undefined;
  /** The content of the column: `columns:` has priority over the header. */
  readonly use: ColumnUse | Heading;
}

/** The columns of a header. */
export const headedColumns = (
  row: Row,
  { file, ...form }: Pick<DelimitedInput, 'file' | 'columns' | 'variants'>,
): readonly HeadedColumn[] =>
  row.texts.map((header, column) => {
    const [heading, configured] = [readHeading(header), useOf(header, form)];
    const at = { file, line: row.line, column: columnOf(row, column) };
    return { column, header, at, heading, configured, use: configured ?? heading };
  });

/** Words that some version of YAML does not read as a text. */
const YAML_WORDS = /^(?:true|false|yes|no|on|off|y|n|null|nan)$/i;

const yamlKey = (text: string): string =>
  /^[A-Za-z][\w-]*$/.test(text) && !YAML_WORDS.test(text) ? text : JSON.stringify(text);

/** A line for `glossary.yaml` that sets the use of columns. */
export const columnsLine = (uses: readonly (readonly [header: string, use: string])[]): string =>
  `columns: { ${uses.map(([header, use]) => `${yamlKey(header.trim())}: ${yamlKey(use)}`).join(', ')} }`;

/** A line for `glossary.yaml` that sets the meaning of the words in a column of statuses. */
export function statusWordsLine(header: string, words: readonly (readonly [word: string, is: TermStatus])[]): string {
  const wordsText = words.map(([word, status]) => `${yamlKey(word)}: ${status}`).join(', ');
  return `columns: { ${yamlKey(header.trim())}: { status: { ${wordsText} } } }`;
}

/** The words for statuses in `columns:`, each normalised by `plainStatusWord`. */
export const statusWordsOf = (words: Readonly<Record<string, TermStatus>>): StatusWords =>
  new Map(Object.entries(words).map(([word, status]) => [plainStatusWord(word), status]));

/** A line for `glossary.yaml` that selects the part of speech to send. */
export const chooseLine = (order: readonly string[]): string => `choose: { pos: [${order.map(yamlKey).join(', ')}] }`;

/**
 * One warning for all columns of a file whose content is unknown. Empty if the content of every column is known.
 * `languages`: the languages of the other columns (default: none). A variant of one of them can be a glossary of its
 * own.
 */
export function unknownColumns(
  columns: readonly HeadedColumn[],
  languages: { readonly has: (code: string) => boolean } = new Set<string>(),
): readonly Finding[] {
  const [first] = columns;
  if (first === undefined) return [];
  const variants = columns.flatMap(({ heading }) =>
    heading.kind === 'variant' && languages.has(heading.base) ? [heading.text] : [],
  );
  return [
    warningAt('table-columns-unknown', first.at, {
      columns: columns.map(({ header, column }) => header.trim() || `column ${column + 1}, which has no header`),
      line: columnsLine(
        columns.map(({ header }) => [header, nearestName(header.trim().toLowerCase(), COLUMN_USES) ?? 'note']),
      ),
      ...(variants.length > 0 && { variants, ...declaredVariants(variants) }),
    }),
  ];
}

/** A word for a status that is not defined, with its first place and the number of times it occurs in the file. */
export interface UnknownStatus {
  readonly found: string;
  readonly at: SourceRef;
  readonly times: number;
  /** The status with the most similar name. Absent: none is similar. */
  readonly near?: TermStatus;
}

/** Collects unknown words for statuses. Each word is listed once, in whatever case it is written. */
export function unknownStatuses(): {
  add(found: string, at: SourceRef): void;
  list(): readonly UnknownStatus[];
} {
  const words = new Map<string, { readonly found: string; readonly at: SourceRef; times: number }>();
  return {
    add(found, at) {
      const word = plainStatusWord(found);
      const known = words.get(word);
      if (known === undefined) words.set(word, { found, at, times: 1 });
      else known.times += 1;
    },
    list: () =>
      [...words.values()].map((word) => {
        const near = nearestName(word.found, TERM_STATUSES) as TermStatus | undefined;
        return near === undefined ? word : { ...word, near };
      }),
  };
}
