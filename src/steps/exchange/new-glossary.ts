import { looksLikeComment } from '../../files/delimited/comments.ts';
import type { ImportedFile } from '../../files/exchange/import-report.ts';
import type { ImportLoss } from '../../files/exchange/losses.ts';
import { lossList } from '../../files/exchange/losses.ts';
import { statusCounter } from '../../files/exchange/merge/row-statuses.ts';
import { conceptRows, withIds } from '../../files/exchange/merge/term-rows.ts';
import { isDictionaryLanguage } from '../../files/exchange/read/header-language.ts';
import { languagesOf, type Termbase } from '../../files/exchange/termbase.ts';
import { tableCsv } from '../../files/exchange/write/write-table.ts';
import { isGlossaryLanguage } from '../../files/languages/check-language.ts';
import { yamlText } from '../../files/yaml/yaml-text.ts';
import type { FileForm } from '../../model/file-form.ts';

/** The name of a table next to a `glossary.yaml`. */
export const TERMS_FILE = 'terms.csv';

export interface NewTable {
  readonly text: string;
  /** Its entry in `tables:` of `glossary.yaml`. */
  readonly entry: object;
  /** True: a term looks like the beginning of a comment. */
  readonly hasHash: boolean;
  readonly imported: Omit<ImportedFile, 'file'>;
  readonly losses: readonly ImportLoss[];
}

/** True for a language that `*` selects. Not for `id`: such a column is as often a key, so it must be named. */
const isInStar = (language: string): boolean => isGlossaryLanguage(language) && language !== 'id';

/** Pairs with every other language: `*` for those of the built-in list, and the others by name. */
function pairsOf(source: string, languages: readonly string[]): readonly string[] {
  const others = languages.filter((language) => language !== source);
  const named = others.filter((language) => !isInStar(language) && isDictionaryLanguage(language));
  const hasStar = others.some(isInStar) || named.length === 0;
  return [...(hasStar ? [`${source}->*`] : []), ...named.map((language) => `${source}->${language}`)];
}

/** Settings of a new table. */
interface NewTableInput {
  readonly source: string;
  /** The name of the imported file, for the losses. */
  readonly from: string;
  /** The statuses of rows that are sent; `undefined`: the default. */
  readonly send: FileForm['send'];
}

/** A wide table with all terms of a termbase. */
export function newTable(termbase: Termbase, { source, from, send }: NewTableInput): NewTable {
  const losses = lossList(from);
  const rows = withIds(termbase.concepts, source).flatMap((concept) => conceptRows(concept, source, losses));
  const languages = [source, ...languagesOf(termbase).filter((language) => language !== source)];
  const hasHash = rows.some(({ terms }) => looksLikeComment(terms.get(source)?.text ?? ''));
  const statuses = statusCounter(source);
  for (const row of rows) statuses.add(row);
  const hasStatus = rows.some(({ terms }) => [...terms.values()].some(({ status }) => status !== undefined));
  return {
    text: tableCsv({ languages, rows }, hasHash ? 'none' : undefined),
    entry: { file: TERMS_FILE, pairs: pairsOf(source, languages) },
    hasHash,
    imported: {
      added: rows.length,
      ...{ changed: 0, removed: 0, unchanged: 0, staying: 0 },
      ...statuses.counts(send, hasStatus),
      changes: () =>
        rows.map(({ terms }) => ({
          kind: 'added',
          term: terms.get(source)?.text ?? [...terms.values()][0]?.text ?? '',
          cells: [...terms].map(([column, { text }]) => ({ column, from: '', to: text })),
        })),
    },
    losses: losses.all(),
  };
}

/** The text of a `glossary.yaml` with one table. `name`: the last part of its address. `send`: the statuses to send. */
export const newGlossaryText = (
  name: string,
  { entry, hasHash }: Pick<NewTable, 'entry' | 'hasHash'>,
  send: FileForm['send'],
): string =>
  yamlText('glossary', {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    tables: [entry],
    ...(hasHash && { comments: 'none' }),
    ...(send !== undefined && { send: { status: send } }),
  });
