import { type Entries, type Entry, entriesOf } from '../model/entries.ts';
import { AnswerError, field, isAbsent, isObject, items, type JsonValue, text } from './json-value.ts';

/** Entries as the service takes them: one a line, a tab between source and target. Checked phrases hold no tab and no line end. */
export const entriesTsv = (entries: Entries): string =>
  [...entries].map(([source, target]) => `${source}\t${target}`).join('\n');

/** The entries of a TSV text of the service. A further tab belongs to the target. Line ends are LF or CRLF. */
export function parseEntries(at: JsonValue): Entries {
  const pairs: Entry[] = [];
  for (const [index, line] of text(at).split(/\r?\n/).entries()) {
    if (line === '') continue;
    const tab = line.indexOf('\t');
    if (tab < 0) throw new AnswerError(`the answer cannot be read: line ${index + 1} of ${at.place} has no tab`);
    pairs.push([line.slice(0, tab), line.slice(tab + 1)]);
  }
  return entriesOf(pairs);
}

/** An answer of GET …/entries: `{dictionaries: [one]}`, or the one dictionary by itself (public facts C2). */
export function parseEntriesAnswer(answer: JsonValue): Entries | undefined {
  const listed = isObject(answer) ? field(answer, 'dictionaries') : answer;
  const dictionary = isAbsent(listed) ? answer : items(listed)[0];
  if (dictionary === undefined) return undefined;
  const format = field(dictionary, 'entries_format');
  if (!isAbsent(format) && text(format).toLowerCase() !== 'tsv')
    throw new AnswerError(`the answer cannot be read: ${format.place} is not tsv`);
  return parseEntries(field(dictionary, 'entries'));
}
