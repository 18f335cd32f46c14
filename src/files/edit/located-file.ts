import type { Finding } from '../../model/finding.ts';
import { decodeText } from '../delimited/decode-text.ts';
import type { DelimitedInput } from '../delimited/dialect.ts';
import { readRows } from '../delimited/read-rows.ts';
import type { DelimiterCharacter } from '../delimited/row.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { type LocatedRow, locateRows } from './locate-rows.ts';
import { editRows, type RowEdits } from './row-edits.ts';
import { bytesLike } from './splices.ts';

interface WithTexts {
  readonly texts: readonly string[];
}

const sameTexts = (left: readonly WithTexts[], right: readonly WithTexts[]): boolean =>
  left.length === right.length &&
  left.every(({ texts }, index) => {
    const others = right[index]?.texts;
    return texts.length === others?.length && texts.every((text, column) => text === others[column]);
  });

/** A CSV or TSV file, and where its rows and fields stand. */
export interface LocatedFile<Input extends DelimitedInput> {
  readonly input: Input;
  /** Without the byte order mark. */
  readonly text: string;
  readonly delimiter: DelimiterCharacter;
  readonly rows: readonly LocatedRow[];
}

/**
 * Finds the rows of a file as its reader does; findings where the two disagree, so that nothing is edited by a wrong
 * offset.
 */
export function locateFile<Input extends DelimitedInput>(
  input: Input,
): LocatedFile<Input> | { readonly findings: readonly Finding[] } {
  const decoded = decodeText(input.bytes, input.file);
  if ('finding' in decoded) return { findings: [decoded.finding] };
  const { rows: read, delimiter } = readRows(input);
  const rows = locateRows(decoded.text, delimiter, input.comments);
  if (rows === undefined || !sameTexts(rows, read)) return { findings: [notSafe(input.file, 'rows')] };
  return { input, text: decoded.text, delimiter, rows };
}

/** An error for each term that the edits bring in and that is a comment as soon as a spreadsheet drops its quotes. */
function likeComments(after: readonly Finding[], before: string, { file }: DelimitedInput): readonly Finding[] {
  return after.flatMap(({ code, details }): readonly Finding[] => {
    const term = String(details.term ?? '');
    if (code !== 'quoted-comment' || before.includes(`"${term.replaceAll('"', '""')}"`)) return [];
    return [{ code: 'edit-like-comment', severity: 'error', at: { file, line: 1, column: 1 }, details: { term } }];
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
  const { input, text: before, rows, delimiter } = located;
  const attempt = (cautious: boolean): Edited => {
    const { text, texts } = editRows({ text: before, rows, delimiter, headers, cautious }, edits);
    const edited = { ...input, bytes: bytesLike(input.bytes, text) };
    const again = readRows(edited);
    // A file without rows has no delimiter.
    if (again.delimiter !== delimiter && texts.length > 0) return { findings: [notSafe(input.file, 'delimiter')] };
    const expected = texts.map((each): WithTexts => ({ texts: each }));
    if (!sameTexts(again.rows, expected)) return { findings: [notSafe(input.file, 'rows')] };
    const findings = [...likeComments(again.findings, before, input), ...check(edited)];
    return findings.length === 0 ? { bytes: edited.bytes } : { findings };
  };
  const plain = attempt(false);
  if ('bytes' in plain) return plain;
  const cautious = attempt(true);
  return 'bytes' in cautious ? cautious : plain;
}
