import type { SourceRef } from '../../model/source-ref.ts';

/** A detail of a file that was not kept, with its count and first place. */
export interface ImportLoss {
  /** Kind of the loss, in kebab-case. `review/` words it. */
  readonly kind: LossKind;
  /** The name of an element or a column, or a term: text of the file. */
  readonly name: string;
  readonly count: number;
  readonly at: SourceRef;
}

/**
 * `element`: an XML element without a matching field. `column`: a column. `sheet`: a sheet that was not read.
 * `formula`: a formula; its value was kept. `number`: a cell with a number, which may have been a date or a code.
 * `cell-error`: a cell with an error of the spreadsheet. `cell-outside`: a cell outside the columns of the header.
 * `term`: a term that no dictionary may contain. `same-term`: a term that a concept has twice in a language. `no-term`:
 * a concept without a term. `admitted`: a further term, which gets the status admitted. `no-source`: a term of a
 * concept without a source term. `language`: a language read as another one. `no-language`: the terms of a code that
 * cannot be the language of a column. `apostrophe`: an apostrophe before a formula, written by an export and now
 * removed. `trimmed`: white space around a term. `folded`: a line break in a term, replaced by a space. `empty-term`: a
 * term without a text. `formula-empty`: a formula without a saved value. `skipped-row`: a row above the header.
 * `unknown-language`: a language that is not in the built-in list. `field`: a field for which the workspace file has no
 * column. `held`: a term with a status that is not sent, in a file without a column for statuses. `translation`: a term
 * in a language for which the workspace has no file. `needs-editing`: a row that its system has marked so.
 * `unsent-language`: a language that is kept in a column but is in no dictionary of the glossary.
 */
export type LossKind =
  | 'element'
  | 'column'
  | 'sheet'
  | 'formula'
  | 'number'
  | 'cell-error'
  | 'cell-outside'
  | 'term'
  | 'same-term'
  | 'no-term'
  | 'admitted'
  | 'no-source'
  | 'language'
  | 'no-language'
  | 'apostrophe'
  | 'trimmed'
  | 'folded'
  | 'empty-term'
  | 'formula-empty'
  | 'skipped-row'
  | 'unknown-language'
  | 'field'
  | 'held'
  | 'translation'
  | 'needs-editing'
  | 'unsent-language';

export interface LossList {
  readonly add: (kind: LossKind, name: string, at: Omit<SourceRef, 'file'>, count?: number) => void;
  readonly addAll: (losses: Iterable<ImportLoss>) => void;
  /** In the order of their first occurrence. */
  readonly all: () => readonly ImportLoss[];
}

/** Maximum number of names of one kind. Further names are counted together, without a name. */
const NAMES_MAX = 10_000;

/** Longer names are cut: a file may have a megabyte of text in place of a name. */
const NAME_MAX_CHARS = 200;

/** Collects the losses of a file: each kind and name once, with its count. */
export function lossList(file: string): LossList {
  const byKind = new Map<LossKind, Map<string, { count: number; readonly at: SourceRef }>>();
  const order: { readonly kind: LossKind; readonly name: string }[] = [];
  const put = (kind: LossKind, fullName: string, at: SourceRef, count: number): void => {
    const names = byKind.get(kind) ?? new Map<string, { count: number; readonly at: SourceRef }>();
    byKind.set(kind, names);
    const short = fullName.length > NAME_MAX_CHARS ? `${fullName.slice(0, NAME_MAX_CHARS)}…` : fullName;
    const name = names.size < NAMES_MAX || names.has(short) ? short : '';
    const known = names.get(name);
    if (known !== undefined) {
      known.count += count;
      return;
    }
    names.set(name, { count, at });
    order.push({ kind, name });
  };
  return {
    add: (kind, name, { line, column }, count = 1) => put(kind, name, { file, line, column }, count),
    addAll: (losses) => {
      for (const { kind, name, at, count } of losses) put(kind, name, at, count);
    },
    all: () =>
      order.flatMap(({ kind, name }) => {
        const found = byKind.get(kind)?.get(name);
        return found === undefined ? [] : [{ kind, name, ...found }];
      }),
  };
}
