import { PHRASE_MAX_UTF8_BYTES } from '../../contract/limits.ts';
import { Refusal } from '../http/answer.ts';

const invalid = (detail: string): Refusal => new Refusal(400, 'Invalid glossary entries provided', detail);

/**
 * A field is quoted when the whole of it is: quotes around it, and only doubled ones inside. A phrase may hold quotes
 * anywhere else. Not a pattern: its stack overflows on a field of some megabytes.
 */
function isQuoted(field: string): boolean {
  const last = field.length - 1;
  if (last < 1 || field[0] !== '"' || field[last] !== '"') return false;
  for (let at = field.indexOf('"', 1); at < last; at = field.indexOf('"', at + 2)) {
    if (at + 1 === last || field[at + 1] !== '"') return false;
  }
  return true;
}

const unquoted = (field: string): string => (isQuoted(field) ? field.slice(1, -1).replaceAll('""', '"') : field);

/** A phrase that would be read as a quoted field is written as one. */
const tsvField = (phrase: string): string => (isQuoted(phrase) ? `"${phrase.replaceAll('"', '""')}"` : phrase);

export const entriesText = (entries: ReadonlyMap<string, string>): string => {
  const lines: string[] = [];
  for (const [source, target] of entries) lines.push(`${tsvField(source)}\t${tsvField(target)}`);
  return lines.join('\n');
};

/** Entry constraint 3: C0 (tab and line feed among them), C1, and the Unicode newlines. U+007F is of neither. */
const CONTROL = /[\u0000-\u001f\u0080-\u009f\u2028\u2029]/u;
/** Entry constraint 4. */
const OUTER_SPACE = /^\p{White_Space}|\p{White_Space}$/u;

const encoder = new TextEncoder();

/** The constraint that a phrase breaks. Source: description, "Entry constraints" 2 to 5. */
function phraseFault(phrase: string): string | undefined {
  if (phrase === '') return 'is empty';
  if (CONTROL.test(phrase)) return 'contains a control character or a newline';
  if (OUTER_SPACE.test(phrase)) return 'has leading or trailing whitespace';
  if (phrase.length * 3 > PHRASE_MAX_UTF8_BYTES && encoder.encode(phrase).byteLength > PHRASE_MAX_UTF8_BYTES)
    return `is longer than ${PHRASE_MAX_UTF8_BYTES} bytes in UTF-8`;
  return undefined;
}

interface Row {
  readonly fields: readonly string[];
  /** Index of its first character in the text. */
  readonly position: number;
}

function* tsvRows(text: string): Generator<Row> {
  for (let position = 0; position <= text.length; ) {
    const found = text.indexOf('\n', position);
    const end = found < 0 ? text.length : found;
    const line = text.slice(position, end > position && text[end - 1] === '\r' ? end - 1 : end);
    if (line !== '') yield { fields: line.split('\t').map(unquoted), position };
    position = end + 1;
  }
}

/**
 * RFC 4180: commas, double quotes, doubled quotes inside. A line end inside quotes is part of the phrase, which then
 * breaks constraint 3.
 */
function* csvRows(text: string): Generator<Row> {
  let at = 0;
  while (at < text.length) {
    const position = at;
    const fields: string[] = [];
    for (let more = true; more; ) {
      if (text[at] === '"') {
        let field = '';
        for (at += 1; ; ) {
          const quote = text.indexOf('"', at);
          if (quote < 0) throw invalid(`The quote opened in the entry at position ${position} is not closed`);
          field += text.slice(at, quote);
          at = quote + 1;
          if (text[at] !== '"') break;
          field += '"';
          at += 1;
        }
        fields.push(field);
        if (at < text.length && !',\r\n'.includes(text[at] ?? ''))
          throw invalid(`The entry at position ${position} has text after a closing quote`);
      } else {
        const start = at;
        while (at < text.length && !',\r\n'.includes(text[at] ?? '')) at += 1;
        fields.push(text.slice(start, at));
      }
      more = text[at] === ',';
      if (more) at += 1;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) at += 1;
    if (fields.length > 1 || fields[0] !== '') yield { fields, position };
  }
}

/**
 * The entries of a dictionary's text. Refuses the whole text for the first entry that breaks a constraint, and names
 * it: TSV and CSV alike. A CSV row whose language columns name another pair is ignored. Source: description, "Entry
 * format" and "Entry constraints"; texts as in public facts F6.
 */
export function parseEntriesText(
  text: string,
  format: 'tsv' | 'csv',
  pair: { readonly source_lang: string; readonly target_lang: string },
): Map<string, string> {
  const entries = new Map<string, string>();
  const places = new Map<string, { readonly index: number; readonly position: number }>();
  let index = 0;
  for (const { fields, position } of format === 'tsv' ? tsvRows(text) : csvRows(text)) {
    const [source = '', target, sourceLang, targetLang] = fields;
    const where = `Entry with the index ${index} (starting at position ${position})`;
    if (target === undefined) throw invalid(`${where} misses ${format === 'tsv' ? 'tab' : 'comma'} separator`);
    if (format === 'tsv' && fields.length > 2)
      throw invalid(`${where}: target phrase contains a control character or a newline`);
    if (format === 'csv' && fields.length > 4)
      throw invalid(`${where} has ${fields.length} columns, at most 4 are allowed`);
    const others =
      sourceLang !== undefined &&
      targetLang !== undefined &&
      // Columns that a spreadsheet pads with nothing name no pair. A choice.
      (sourceLang !== '' || targetLang !== '') &&
      (sourceLang.toLowerCase() !== pair.source_lang || targetLang.toLowerCase() !== pair.target_lang);
    if (!others) {
      for (const [side, phrase] of Object.entries({ source, target })) {
        const fault = phraseFault(phrase);
        if (fault !== undefined) throw invalid(`${where}: ${side} phrase ${fault}`);
      }
      const first = places.get(source);
      if (first !== undefined) {
        throw invalid(
          `Key with the index ${index} (starting at position ${position}) duplicates key with the index ` +
            `${first.index} (starting at position ${first.position})`,
        );
      }
      places.set(source, { index, position });
      entries.set(source, target);
    }
    index += 1;
  }
  if (entries.size === 0) throw invalid('A dictionary must have at least one entry');
  return entries;
}

/** The entries of a text that this service has written itself. */
export const readStoredText = (text: string): Map<string, string> =>
  new Map([...tsvRows(text)].map(({ fields }) => [fields[0] ?? '', fields[1] ?? '']));
