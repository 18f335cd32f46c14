import type { Choice, SentStatus } from './entries/held-back.ts';
import type { TermStatus } from './entries/term-status.ts';

/** The meaning of a row that begins with `#` and white space: a comment, or (`none`) an ordinary row. */
export type Comments = '#' | 'none';

/** The delimiter between the fields of a row. */
export type Delimiter = ',' | ';' | '\t' | '|';

/** A team's own word for a status, in the spelling of `plainStatusWord` → the status. */
export type StatusWords = ReadonlyMap<string, TermStatus>;

/** The content of a column: a language, or a word such as `note`; or statuses, each with its words. */
export type ColumnSetting = string | StatusWords;

/** How a CSV or TSV file is read, from `glossary.yaml`. Absent members are detected from the file. */
export interface FileForm {
  readonly delimiter?: Delimiter;
  /** True: the first row is a header. False: it is an entry. */
  readonly header?: boolean;
  readonly comments?: Comments;
  /** Header of a column → what it holds. Headers are user text, hence a `Map`. */
  readonly columns?: ReadonlyMap<string, ColumnSetting>;
  /** The statuses of rows that are sent, in files that have a column of statuses. Default: `SENT_BY_DEFAULT`. */
  readonly send?: readonly SentStatus[];
  /** The variants that columns and files may be for, in lower case: `pt-br`. Default: only base languages. */
  readonly variants?: readonly string[];
  /** Which row is sent of several with one source phrase. Default: such rows are an error. */
  readonly choose?: Choice;
}
