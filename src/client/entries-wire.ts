import { isUtf8 } from 'node:buffer';
import type { Entries } from '../model/entries.ts';
import { entriesBeside, type Guess, isGuess, newRowsBeside } from '../model/entries-beside.ts';
import { parseEntriesTsv } from '../model/entries-tsv.ts';
import { isPacked, packedEntries } from '../model/packed-entries.ts';
import type { BodyReader } from './exchange.ts';
import { AnswerError, field, isAbsent, isObject, items, type JsonValue, parseJson, text } from './json-value.ts';
import { type EntriesScan, newEntriesScan, scanEntries } from './scan-entries.ts';

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

/** Rows are shorter, in any way of escaping them: so one that begins so far before the end of what has come in is there. */
const ROW_MAX_BYTES = 16 * 1024;

const NO_GUESS = packedEntries({ text: new Uint8Array(0), places: new Int32Array(0), size: 0 }) as Guess;

/** Begins to read the string with the entries; `undefined` as long as it does not begin in what has come in. */
function beginScan(body: Uint8Array, guess: Guess): EntriesScan | undefined {
  const found = ENTRIES_FIELD.exec(
    Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, AROUND_MAX_BYTES)).toString('latin1'),
  );
  return found === null ? undefined : newEntriesScan(newRowsBeside(guess), found.index + found[0].length);
}

/**
 * The entries of an answer as they stand in its bytes. They are cut out, and what is left is parsed with a word in their place that is longer than all of it: when
 * the field is that word, the entries were what the answer says. `undefined` for an answer that is not so plain.
 */
function scannedEntries(body: Uint8Array, start: number, { state, at, rows }: EntriesScan): Entries | undefined {
  if (state !== 'end' || body.length - at > AROUND_MAX_BYTES || !isUtf8(body)) return undefined;
  const [before, after] = [body.subarray(0, start), body.subarray(at - 1)];
  const word = 'x'.repeat(before.length + after.length);
  if (entriesField(parseJson(Buffer.concat([before, Buffer.from(word), after])))?.value !== word) return undefined;
  if (rows.guess !== NO_GUESS) return entriesBeside(rows);
  return packedEntries({ text: rows.text, places: rows.own.places, size: rows.own.size });
}

/**
 * Reads an answer of GET …/entries while it comes in: so the time that its bytes take is not lost. `guess`: what the entries probably are; those that are the same
 * cost the least. The value is `undefined` when there is no dictionary in the answer.
 */
export function readEntriesAnswer(guess?: Entries): BodyReader<Entries | undefined> {
  const beside = guess !== undefined && isPacked(guess) && isGuess(guess) ? guess : NO_GUESS;
  let scan: EntriesScan | undefined;
  let start = 0;
  function read(body: Uint8Array, limit: number): void {
    if (scan === undefined) {
      scan = beginScan(body, beside);
      start = scan?.at ?? 0;
    }
    if (scan !== undefined) scanEntries(scan, body, limit);
  }
  return {
    more: (body) => read(body, body.length - ROW_MAX_BYTES),
    end(body) {
      read(body, body.length);
      return (scan && scannedEntries(body, start, scan)) ?? parseWholeEntriesAnswer(body);
    },
  };
}
