import type { Choice, SentStatus } from './entries/held-back.ts';
import type { TermStatus } from './entries/term-status.ts';

/** What a row that begins with `#` and white space is: a comment, or (`none`) a row like any other. */
export type Comments = '#' | 'none';

/** Stands between the fields of a row. */
export type Delimiter = ',' | ';' | '\t' | '|';

/** A word of a team for a status, in the spelling of `plainStatusWord` → the status that it stands for. */
export type StatusWords = ReadonlyMap<string, TermStatus>;

/** What a column holds: a language, or a word such as `note`; or statuses, in words of which each is explained. */
export type ColumnSaid = string | StatusWords;

/** What `glossary.yaml` says of how a CSV or TSV file is to be read. What it leaves out is found from the file. */
export interface FileForm {
  readonly delimiter?: Delimiter;
  /** True: the first row is a header. False: it is an entry. */
  readonly header?: boolean;
  readonly comments?: Comments;
  /** Header of a column → what it holds. Headers are user text, hence a `Map`. */
  readonly columns?: ReadonlyMap<string, ColumnSaid>;
  /** The statuses of rows that are sent, in files that have a column of statuses. Default: `SENT_BY_DEFAULT`. */
  readonly send?: readonly SentStatus[];
  /** Which row is sent of several with one source phrase. Default: such rows are an error. */
  readonly choose?: Choice;
}
