import { CsvError, parse } from 'csv-parse/sync';
import { errorAt, type Finding } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';
import type { DelimitedInput } from '../delimited/dialect.ts';
import { type ReadRows, readRows } from '../delimited/read-rows.ts';
import { afterLineEnd } from '../delimited/scan-rows.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { editRows, type RowEdits } from './row-edits.ts';
import { bytesLike } from './splices.ts';

type Texts = readonly (readonly string[])[];

const sameTexts = (left: Texts, right: Texts): boolean =>
  left.length === right.length &&
  left.every((texts, index) => {
    const others = right[index];
    return texts.length === others?.length && texts.every((text, column) => text === others[column]);
  });

const textsOf = ({ rows }: Pick<ReadRows, 'rows'>): Texts => rows.map(({ texts }) => texts);

/** True when csv-parse reads the rows as our reader has, so that no cell is written to a wrong place. */
function isConfirmed({ text, rows, delimiter }: ReadRows): boolean {
  // Without quotes there is one way to read a row.
  const quoted = rows.filter(({ starts }) => starts !== undefined);
  try {
    const parsed: Texts = parse(quoted.map(({ start, end }) => text.slice(start, afterLineEnd(text, end))).join(''), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a field that does not begin with one is a quote.
      relax_quotes: true,
    });
    return sameTexts(textsOf({ rows: quoted }), parsed);
  } catch (error) {
    if (error instanceof CsvError) return false;
    throw error;
  }
}

/** A CSV or TSV file, and where its rows and fields stand. */
export interface LocatedFile<Input extends DelimitedInput> extends ReadRows {
  readonly input: Input;
}

/** Reads a file without errors to edit it; `undefined` when csv-parse reads other rows, so that nothing is to be edited. */
export function locateFile<Input extends DelimitedInput>(input: Input): LocatedFile<Input> | undefined {
  const read = readRows(input);
  return isConfirmed(read) ? { ...read, input } : undefined;
}

/** An error for each term that the edits bring in and that is a comment as soon as a spreadsheet drops its quotes. */
function likeComments(after: readonly Finding[], before: string, { file }: DelimitedInput): readonly Finding[] {
  return after.flatMap(({ code, details }): readonly Finding[] => {
    const term = String(details.term ?? '');
    if (code !== 'quoted-comment' || before.includes(`"${term.replaceAll('"', '""')}"`)) return [];
    return [errorAt('edit-like-comment', topOf(file), { term })];
  });
}

export interface FileEdits<Input extends DelimitedInput> {
  /** How many of the rows, at the top, are a header: 0 or 1. */
  readonly headers: number;
  readonly edits: RowEdits;
  /** What speaks against the edited file, by the reader of the whole content. */
  readonly check: (edited: Input) => readonly Finding[];
}

/**
 * Makes the edits and reads the result again: every row must be the old one, or the edited one. A cell with a character
 * that is the delimiter of other files is quoted when the file would be read in another way otherwise.
 */
export function editFile<Input extends DelimitedInput>(
  located: LocatedFile<Input>,
  { headers, edits, check }: FileEdits<Input>,
): Edited {
  const { input, delimiter } = located;
  const attempt = (cautious: boolean): Edited => {
    const { text, texts } = editRows({ ...located, headers, cautious }, edits);
    const edited = { ...input, bytes: bytesLike(input.bytes, text) };
    const again = readRows(edited);
    // A file without rows has no delimiter.
    if (again.delimiter !== delimiter && texts.length > 0) return { findings: [notSafe(input.file, 'delimiter')] };
    if (!sameTexts(textsOf(again), texts)) return { findings: [notSafe(input.file, 'rows')] };
    const findings = [...likeComments(again.findings, located.text, input), ...check(edited)];
    return findings.length === 0 ? { bytes: edited.bytes } : { findings };
  };
  const plain = attempt(false);
  if ('bytes' in plain) return plain;
  const cautious = attempt(true);
  return 'bytes' in cautious ? cautious : plain;
}
