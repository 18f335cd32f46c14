import type { TermStatus } from '../../../model/entries/term-status.ts';
import { errorAt, type Finding, topOf } from '../../../model/finding.ts';
import type { WriteFormatName } from '../format-names.ts';
import { exportedCell } from '../formula-cells.ts';
import { isHeldRow } from '../merge/find-rows.ts';
import { conceptRows, exportRows, type TermRow } from '../merge/term-rows.ts';
import { type Concept, isHeld, lossList, type Termbase } from '../termbase.ts';
import { csvText, tableCells } from './write-table.ts';
import { tbxText } from './write-tbx.ts';

export interface WriteInput {
  readonly termbase: Termbase;
  /** In the order of the columns; the first one is the source language. */
  readonly languages: readonly string[];
  /** The name of the glossary, and its file, for findings. */
  readonly title: string;
  readonly file: string;
  /** True: cells that a spreadsheet program would run are written as texts. */
  readonly escapesFormulas: boolean;
}

interface Writing extends WriteInput {
  readonly rows: readonly TermRow[];
  readonly source: string;
}

interface WriteFormat {
  readonly write: (writing: Writing) => string;
  /** Maximum number of bytes that the other system accepts. Absent: unlimited. */
  readonly maxBytes?: number;
}

function* exportedRows(rows: Iterable<readonly string[]>, escapesFormulas: boolean): Generator<readonly string[]> {
  for (const row of rows) yield row.map((cell) => exportedCell(cell, escapesFormulas));
}

/** Rows that are sent: one for each concept with a source term in use. */
const sentRows = ({ termbase, source }: Writing): readonly TermRow[] => {
  const losses = lossList('');
  const rows = termbase.concepts.flatMap((concept) => conceptRows(concept, source, losses));
  return rows.filter((row) => !isHeldRow(row) && row.terms.has(source));
};

/** A header of language codes, and the terms that are sent. */
const languageRows = (writing: Writing): readonly (readonly string[])[] => [
  [...writing.languages],
  ...sentRows(writing).map(({ terms }) => writing.languages.map((language) => terms.get(language)?.text ?? '')),
];

/** A pair has no header. A set of equivalent terms has one. */
function googleRows(writing: Writing): readonly (readonly string[])[] {
  const [header = [], ...rows] = languageRows(writing);
  if (writing.languages.length === 2) return rows.filter((row) => row.every((cell) => cell !== ''));
  const sent = sentRows(writing);
  const about = (row: TermRow | undefined, field: 'partOfSpeech' | 'definition'): string =>
    row?.terms.get(writing.source)?.[field] ?? '';
  return [
    [...header, 'pos', 'description'],
    ...rows.map((row, index) => [...row, about(sent[index], 'partOfSpeech'), about(sent[index], 'definition')]),
  ];
}

const yamlQuoted = (text: string): string => `'${text.replaceAll("'", "''").replace(/[\r\n]+/g, ' ')}'`;

/** A text as a pattern that matches exactly this text. */
const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A rule of Vale: terms of the source language that must not be used, each with its replacement. */
function valeText({ termbase, source, title }: Writing): string {
  const swaps = new Map<string, string>();
  for (const { terms } of termbase.concepts) {
    const sourceTerms = terms.filter(({ language }) => language === source);
    const wanted = sourceTerms.find(({ status }) => !isHeld(status));
    for (const { text, status } of sourceTerms)
      if (isHeld(status) && status !== 'admitted' && wanted !== undefined) swaps.set(text, wanted.text);
  }
  const lines = [...swaps].map(([from, to]) => `  ${yamlQuoted(literalPattern(from))}: ${yamlQuoted(to)}\n`);
  return (
    `# ${title.replace(/[\r\n]+/g, ' ')}\nextends: substitution\nmessage: "Use '%s' instead of '%s'."\nlevel: error\n` +
    `ignorecase: false\nswap:${lines.length === 0 ? ' {}\n' : `\n${lines.join('')}`}`
  );
}

/**
 * A vocabulary of Vale, one pattern per line: the terms of the source language that are in use, or those that are not.
 */
const valeWords = ({ termbase, source }: Writing, isAccepted: boolean): string => {
  const sourceTerms = termbase.concepts.flatMap(({ terms }) => terms.filter(({ language }) => language === source));
  const wanted = sourceTerms.filter(({ status }) => (!isHeld(status) || status === 'admitted') === isAccepted);
  return [...new Set(wanted.map(({ text }) => `${literalPattern(text)}\n`))].join('');
};

const csv = (rows: Iterable<readonly string[]>, { escapesFormulas }: Writing, lineEnd?: string): string =>
  csvText(exportedRows(rows, escapesFormulas), { cautious: true, lineEnd });

const exportedTable = ({ languages, rows }: Writing) => tableCells({ languages, rows, isExact: true });

const jsonConcept = ({ id, terms }: Concept) => ({ id, terms });

const jsonTermbase = ({ termbase: { concepts }, title: name, languages }: Writing): string =>
  `${JSON.stringify({ formatVersion: 1, name, languages, concepts: concepts.map(jsonConcept) }, null, 2)}\n`;

/** Maximum number of bytes of a list of terms for Google and Amazon. Source: their documents. */
const CLOUD_MAX_BYTES = 10_485_760;

const FORMATS: Readonly<Record<WriteFormatName, WriteFormat>> = {
  tbx: { write: ({ termbase, source, title }) => tbxText(termbase, { source, title }) },
  csv: { write: (writing) => csv(exportedTable(writing), writing) },
  'xlsx-csv': {
    write: (writing) => `\ufeff${csv(exportedTable(writing), { ...writing, escapesFormulas: true }, '\r\n')}`,
  },
  google: { write: (writing) => csv(googleRows(writing), writing), maxBytes: CLOUD_MAX_BYTES },
  amazon: { write: (writing) => csv(languageRows(writing), writing), maxBytes: CLOUD_MAX_BYTES },
  vale: { write: valeText },
  'vale-accept': { write: (writing) => valeWords(writing, true) },
  'vale-reject': { write: (writing) => valeWords(writing, false) },
  json: { write: jsonTermbase },
};

/** The concepts with only the terms of some languages and statuses; `none`: terms without a status. */
export function selectTerms(
  { concepts }: Termbase,
  languages: readonly string[],
  statuses: ReadonlySet<TermStatus | 'none'> | undefined,
): Termbase {
  return {
    concepts: concepts.flatMap((concept) => {
      const terms = concept.terms.filter(
        ({ language, status }) => languages.includes(language) && statuses?.has(status ?? 'none') !== false,
      );
      return terms.length === 0 ? [] : [{ ...concept, terms }];
    }),
  };
}

/** A termbase in one format, and an error if it is too large. The same termbase always gives the same bytes. */
export function writeTermbase(
  input: WriteInput,
  name: WriteFormatName,
): { readonly text: string; readonly findings: readonly Finding[] } {
  const { write, maxBytes } = FORMATS[name];
  const [source = ''] = input.languages;
  const rows = exportRows(input.termbase.concepts, source).filter(({ terms }) => terms.size > 0);
  const text = write({ ...input, rows, source });
  const bytes = new TextEncoder().encode(text).byteLength;
  if (maxBytes === undefined || bytes <= maxBytes) return { text, findings: [] };
  return { text, findings: [errorAt('export-too-large', topOf(input.file), { format: name, bytes, maxBytes })] };
}
