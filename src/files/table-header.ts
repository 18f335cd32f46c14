import type { Finding } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { checkGlossaryLanguage } from './check-language.ts';
import { columnOf, type Row } from './delimited/row.ts';
import { languageByName } from './language-names.ts';

export interface TableHeader {
  /** Language → its column, in the order of the columns. */
  readonly languages: ReadonlyMap<string, number>;
  /** Column that marks the row to prefer where two rows share a phrase. */
  readonly preferred?: number;
  readonly findings: readonly Finding[];
}

/** Columns that are no language: kept in the file, never sent. A two-letter word such as `id` is not taken for a language. */
const OTHER_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'no',
  'nr',
  'note',
  'notes',
  'status',
  'pos',
  'part of speech',
  'type',
  'definition',
  'description',
  'def',
  'comment',
  'comments',
  'remarks',
  'context',
  'domain',
  'category',
  'subject',
  'agreed',
  'approved',
  'forbidden',
  'translatable',
  'case sensitive',
  'tags',
  'example',
  'slug',
  'url',
  'preferred',
  'owner',
  'tier',
  'link',
  'reference',
  'source',
  'synonym',
  'synonyms',
]);

/** `Term:German`, `term_de`, `label_en`: the language stands behind a word. */
const PREFIXED = /^(?:term|label|translation|text)\s*[:_\- ]\s*(.+)$/i;
const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;
/** A locale that names no region, as translation vendors write it: `ja_XX`. */
const PSEUDO_REGION = /[-_]xx$/i;

/** The language that a header names, as it names it; `undefined` for a column of another kind, such as a note. */
export function languageCell(cell: string): string | undefined {
  const text = (PREFIXED.exec(cell.trim())?.[1] ?? cell).trim();
  if (OTHER_COLUMNS.has(text.toLowerCase())) return undefined;
  return languageByName(text) ?? (CODE.test(text) ? text.replace(PSEUDO_REGION, '') : undefined);
}

/**
 * The header of a wide table: which columns are languages. A variant is an error that names its base language; a code that is no language of a dictionary is one
 * when it is written like a code. What is neither is a column of its own, such as a note.
 */
export function parseTableHeader(row: Row, file: string): TableHeader {
  const { texts, line } = row;
  const languages = new Map<string, number>();
  const findings: Finding[] = [];
  let preferred: number | undefined;
  for (const [column, text] of texts.entries()) {
    const place: SourceRef = { file, line, column: columnOf(row, column) };
    if (text.trim().toLowerCase() === 'preferred') preferred = column;
    const cell = languageCell(text);
    if (cell === undefined) continue;
    const { code, findings: faults } = checkGlossaryLanguage(cell, place);
    // A short word such as `key` looks like a code and is a column of its own; what is nearly a language is a slip.
    const isWord = faults.some(
      (finding) => finding.code === 'language-unsupported' && finding.details.suggestion === undefined,
    );
    if (!isWord) findings.push(...faults);
    if (code === undefined) continue;
    if (languages.has(code))
      findings.push({ code: 'table-language-twice', severity: 'error', at: place, details: { language: code } });
    else languages.set(code, column);
  }
  if (languages.size < 2) {
    findings.push({
      code: 'table-header',
      severity: 'error',
      at: { file, line, column: 1 },
      details: { cells: texts },
    });
  }
  return { languages, ...(preferred !== undefined && { preferred }), findings };
}
