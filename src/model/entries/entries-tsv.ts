import { type Entries, entriesOfMap } from './entries.ts';

/**
 * A field is quoted when the whole of it is. The service says that phrases "may be enclosed in double quotes" and not
 * how a phrase that itself begins and ends with one is told apart; so such a phrase is always sent quoted, and any
 * other quote is a quote. Source: description, "Entry format".
 */
function isQuoted(field: string): boolean {
  const last = field.length - 1;
  if (last < 1 || field[0] !== '"' || field[last] !== '"') return false;
  // A loop and no regex: a field of megabytes, which only a broken service sends, would overflow the stack of one.
  for (let at = field.indexOf('"', 1); at < last; at = field.indexOf('"', at + 2)) {
    if (at + 1 >= last || field[at + 1] !== '"') return false;
  }
  return true;
}

const written = (phrase: string): string => (isQuoted(phrase) ? `"${phrase.replaceAll('"', '""')}"` : phrase);

const read = (field: string): string => (isQuoted(field) ? field.slice(1, -1).replaceAll('""', '"') : field);

/** Lines of one piece: the strings of single lines take three times the room of their text. */
const LINES_AT_ONCE = 500;

/**
 * Entries as the service takes them, in pieces: one a line, a tab between source and target, no line end after the
 * last. Checked phrases hold no tab and no line end.
 */
export function* entriesTsv(entries: Entries): Generator<string, void, undefined> {
  let lines: string[] = [];
  for (const [source, target] of entries) {
    if (lines.length === LINES_AT_ONCE) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    lines.push(`${written(source)}\t${written(target)}`);
  }
  yield lines.join('\n');
}

export type TsvEntries =
  | { readonly kind: 'entries'; readonly entries: Entries }
  | { readonly kind: 'no-tab'; readonly line: number };

/**
 * The entries of a TSV text of the service, whose word is taken: nothing is checked but that every line has a tab. A
 * further tab belongs to the target, line ends are LF or CRLF, blank lines are none, and of a source phrase that comes
 * twice the last counts.
 */
export function parseEntriesTsv(text: string): TsvEntries {
  const pairs = new Map<string, string>();
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const found = text.indexOf('\n', at);
    const next = found < 0 ? text.length : found;
    const end = next > at && text[next - 1] === '\r' ? next - 1 : next;
    if (end > at) {
      const tab = text.indexOf('\t', at);
      if (tab < 0 || tab >= end) return { kind: 'no-tab', line };
      pairs.set(read(text.slice(at, tab)), read(text.slice(tab + 1, end)));
    }
    at = next + 1;
  }
  return { kind: 'entries', entries: entriesOfMap(pairs) };
}
