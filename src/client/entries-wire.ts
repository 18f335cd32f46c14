import { isUtf8 } from 'node:buffer';
import type { Entries } from '../model/entries.ts';
import { parseEntriesTsv } from '../model/entries-tsv.ts';
import { packedEntries } from '../model/packed-entries.ts';
import { AnswerError, field, isAbsent, isObject, items, type JsonValue, parseJson, text } from './json-value.ts';
import { scanEntries } from './scan-entries.ts';

/** The entries of a TSV text of the service. */
function parseEntries(at: JsonValue): Entries {
  const parsed = parseEntriesTsv(text(at));
  if (parsed.kind === 'entries') return parsed.entries;
  throw new AnswerError(`the answer cannot be read: line ${parsed.line} of ${at.place} has no tab`);
}

/** The field with the entries of `{dictionaries: [one]}`, or of the one dictionary by itself (public facts C2); `undefined` when there is no dictionary. */
function entriesField(answer: JsonValue): JsonValue | undefined {
  const listed = isObject(answer) ? field(answer, 'dictionaries') : answer;
  const dictionary = isAbsent(listed) ? answer : items(listed)[0];
  if (dictionary === undefined) return undefined;
  const format = field(dictionary, 'entries_format');
  if (!isAbsent(format) && text(format).toLowerCase() !== 'tsv')
    throw new AnswerError(`the answer cannot be read: ${format.place} is not tsv`);
  return field(dictionary, 'entries');
}

/** An answer of GET …/entries, parsed as any other. */
export function parseWholeEntriesAnswer(body: Uint8Array): Entries | undefined {
  const at = entriesField(parseJson(body));
  return at && parseEntries(at);
}

/** An answer is its entries; what stands around them is short. */
const AROUND_MAX_BYTES = 4096;

/** A field `entries` that is the first thing in an object, or stands behind a comma: so its quotes can only be those of a name, or the body is no JSON. */
const ENTRIES_FIELD = /[{,][ \t\r\n]*"entries"[ \t\r\n]*:[ \t\r\n]*"/;

/**
 * The entries of an answer as they stand in its bytes. They are cut out, and what is left is parsed with a word in their place that is longer than all of it: when
 * the field is that word, the entries were what the answer says. `undefined` for an answer that is not so plain.
 */
function scanEntriesAnswer(body: Uint8Array): Entries | undefined {
  if (!isUtf8(body)) return undefined;
  const found = ENTRIES_FIELD.exec(
    Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, AROUND_MAX_BYTES)).toString('latin1'),
  );
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const scanned = scanEntries(body, start);
  if (scanned === undefined || body.length - scanned.end > AROUND_MAX_BYTES) return undefined;
  const [before, after] = [body.subarray(0, start), body.subarray(scanned.end)];
  const word = 'x'.repeat(before.length + after.length);
  const at = entriesField(parseJson(Buffer.concat([before, Buffer.from(word), after])));
  return at?.value === word ? packedEntries(scanned.rows) : undefined;
}

/** The entries of an answer of GET …/entries; `undefined` when it has no dictionary. */
export const parseEntriesAnswer = (body: Uint8Array): Entries | undefined =>
  scanEntriesAnswer(body) ?? parseWholeEntriesAnswer(body);
