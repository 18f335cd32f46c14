import type { Entries } from '../model/entries.ts';
import { parseEntriesTsv } from '../model/entries-tsv.ts';
import { AnswerError, field, isAbsent, isObject, items, type JsonValue, text } from './json-value.ts';

/** The entries of a TSV text of the service. */
function parseEntries(at: JsonValue): Entries {
  const parsed = parseEntriesTsv(text(at));
  if (parsed.kind === 'entries') return parsed.entries;
  throw new AnswerError(`the answer cannot be read: line ${parsed.line} of ${at.place} has no tab`);
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
