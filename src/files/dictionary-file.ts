import type { Checked, Finding } from '../model/finding.ts';
import type { LanguagePair } from '../model/language-pair.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { checkPhrase } from './check-phrase.ts';
import { type DelimitedInput, readRows } from './delimited/read-rows.ts';
import type { Field, Row } from './delimited/row.ts';
import { type Layout, layoutOfHeader, PLAIN_LAYOUT } from './dictionary-layout.ts';
import { collectEntries, type ParsedDictionary } from './entry-collector.ts';
import { baseLanguage } from './language-names.ts';

export interface DictionaryInput extends DelimitedInput {
  readonly pair: LanguagePair;
  /** True: the first row is a header. False: it is an entry. Absent: it is a header when it names both columns. */
  readonly header?: boolean;
}

type At = (column: number) => SourceRef;

const fault = (code: string, at: SourceRef, details: Finding['details']): Finding => ({
  code,
  severity: 'error',
  at,
  details,
});

/** The fields of a row that count: empty columns at its end do not. */
function filledFields({ fields }: Row): readonly Field[] {
  let count = fields.length;
  while (count > 2 && fields[count - 1]?.text.trim() === '') count -= 1;
  return count === fields.length ? fields : fields.slice(0, count);
}

/** A row whose languages are those of another dictionary would be ignored by the service without a word. */
function checkLanguages(source: Field, target: Field, pair: LanguagePair, at: At): Finding | undefined {
  if (baseLanguage(source.text) === pair.source && baseLanguage(target.text) === pair.target) return undefined;
  return fault('row-other-pair', at(source.column), {
    found: `${source.text},${target.text}`,
    source: pair.source,
    target: pair.target,
  });
}

/**
 * What is wrong with the shape of a row without a header. Two columns are an entry; with four, the last two are its languages, as the exports of the service
 * have them, and with five a relevance follows.
 */
function checkShape(fields: readonly Field[], pair: LanguagePair, at: At): Finding | undefined {
  if (fields.length < 2) return fault('row-one-column', at(fields[0]?.column ?? 1), { found: fields[0]?.text ?? '' });
  if (fields.length === 2) return undefined;
  const [, , source, target, relevance] = fields;
  const isLanguage = (field: Field | undefined): field is Field =>
    field !== undefined && baseLanguage(field.text) !== undefined;
  const isRelevance = relevance === undefined || /^[\d.,%]*$/.test(relevance.text);
  if (fields.length > 5 || !isLanguage(source) || !isLanguage(target) || !isRelevance) {
    return fault('row-columns', at(source?.column ?? 1), { columns: fields.length });
  }
  return checkLanguages(source, target, pair, at);
}

/** The phrases of a row, or what is wrong with its shape. */
function entryFields(
  row: Row,
  layout: Layout,
  pair: LanguagePair,
  at: At,
): { readonly source: Field; readonly target: Field } | Finding {
  const shape = layout === PLAIN_LAYOUT ? checkShape(filledFields(row), pair, at) : undefined;
  if (shape !== undefined) return shape;
  const [source, target] = [row.fields[layout.source], row.fields[layout.target]];
  if (source === undefined || target === undefined) return fault('row-columns', at(1), { columns: row.fields.length });
  const [left, right] =
    layout.languages === undefined ? [] : [row.fields[layout.languages[0]], row.fields[layout.languages[1]]];
  // A row that does not say its languages is a row of this dictionary.
  const stated = left !== undefined && right !== undefined && left.text.trim() !== '' && right.text.trim() !== '';
  const other = stated ? checkLanguages(left, right, pair, at) : undefined;
  return other ?? { source, target };
}

const byPlace = (left: Finding, right: Finding): number =>
  left.at.line - right.at.line || left.at.column - right.at.column;

/**
 * The entries of one CSV or TSV file, and every fault in it, in file order. Entries are as the file has them: nothing is trimmed or normalised. A file without
 * rows gives no entries, which is no fault of the file.
 */
export function parseDictionary(input: DictionaryInput): Checked<ParsedDictionary> {
  const { file, pair, header } = input;
  const { rows, findings: ofRows } = readRows(input);
  const findings: Finding[] = [...ofRows];
  const collector = collectEntries(file, input.bytes.byteLength);
  const [first] = rows;
  const named = first === undefined || header === false ? undefined : layoutOfHeader(first, pair);
  const skipped = named !== undefined || header === true;
  if (first !== undefined && named !== undefined && header === undefined) {
    const cells = first.fields.map(({ text }) => text);
    // What nobody can take for an entry needs no word.
    if (cells.join() !== 'source,target')
      findings.push({
        code: 'header-skipped',
        severity: 'info',
        at: { file, line: first.line, column: 1 },
        details: { cells },
      });
  }
  const layout =
    named !== undefined && (named.source !== 0 || named.target !== 1 || named.languages !== undefined)
      ? named
      : PLAIN_LAYOUT;
  for (const row of skipped ? rows.slice(1) : rows) {
    const { line } = row;
    const at: At = (column) => ({ file, line, column });
    const entry = entryFields(row, layout, pair, at);
    if ('code' in entry) {
      findings.push(entry);
      continue;
    }
    const { source, target } = entry;
    const ofSource = checkPhrase(source.text, 'source', () => at(source.column));
    const ofTarget = checkPhrase(target.text, 'target', () => at(target.column));
    if (ofSource.length + ofTarget.length > 0) findings.push(...ofSource, ...ofTarget);
    else collector.add(source.text, target.text, line, source.column);
  }
  const { value, findings: ofEntries } = collector.finish();
  return { value, findings: [...findings, ...ofEntries].sort(byPlace) };
}
