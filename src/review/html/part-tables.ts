import type { AnyKind } from '../../kinds/kind.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import { kindNoun, partsBelow } from '../../kinds/words.ts';
import type { SourceRef } from '../../model/finding.ts';
import { type Change, type Plan, shownName } from '../../model/plan/plan.ts';
import { changeKind, isRecord, type Value, type ValueChange, type ValueKey } from '../../model/resources/resource.ts';
import { countedValues, tally } from '../../plan/counts.ts';
import { revealed } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import type { LanguageOfText } from '../format/language.ts';
import { capitalised } from '../format/text.ts';
import { lineUrl } from '../markdown/link.ts';
import { lineNoun } from '../values/change-lines.ts';
import { viewWords } from '../values/change-view.ts';
import { partsTitle, valuesBelow } from '../values/change-words.ts';
import { markText } from '../values/held-back-text.ts';
import type { TermKind } from '../values/term-kinds.ts';
import { NOTHING_UNDONE, UNDOES } from '../values/undone.ts';
import { blocks, changedFields, isCode, RAW, valueName, valueText } from '../values/value-words.ts';
import type { PagePart } from './contents.ts';
import { type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import type { RowOptions } from './page-data.ts';
import { languageAttributes, namedMarkup, piecesMarkup, sidePieces, textMarkup } from './pieces.ts';
import { actionMarkup, tallyMarkup } from './resource-table.ts';
import { TICK_BOX } from './review-controls.ts';

/** `file:line`, in the form for editors; a link if files are linked. */
export function place(at: SourceRef | undefined, links: FileLinks | undefined): Markup {
  if (at === undefined) return NO_MARKUP;
  const steps = `${revealed(at.file)}:${at.line}`.split(/(?<=\/)/);
  const inside = markup`<bdi>${steps.map((step) => markup`<span class="step">${step}</span>`)}</bdi>`;
  const url = lineUrl(at, links);
  return url === undefined ? inside : markup`<a href="${url}">${inside}</a>`;
}

interface PartRow {
  readonly kind: TermKind;
  readonly name: Markup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Text after the new value. */
  readonly note?: string;
  /** Lines below the kind of the change. */
  readonly about?: readonly string[];
  readonly at?: SourceRef | undefined;
  /** The language of both values. Absent: unknown. */
  readonly language?: LanguageOfText;
}

/** The titles of the two sides of a plan's values. */
const PART_SIDES = [{ words: 'Before' }, { words: 'After' }] as const;

const KIND_STYLES = { added: 'new', changed: 'edit', moved: 'edit', renamed: 'edit', removed: 'gone' } as const;

/** A row with both sides of one value. */
export function partRow(
  { kind, name, from, to, note = '', about = [], at, language = {} }: PartRow,
  { view, links }: RowOptions,
): Markup {
  const pieces = sidePieces(from, to);
  const before = from === undefined ? NO_MARKUP : piecesMarkup(pieces.from, 'del', language);
  const after = to === undefined ? NO_MARKUP : piecesMarkup(pieces.to, 'ins', language);
  const of = languageAttributes(language);
  const tick = view === undefined && TICK_BOX;
  const lines = about.map((line) => markup`<span class="other">${line}</span>`);
  const [{ words: left }, { words: right }] = view?.sides ?? PART_SIDES;
  const old = markup`<td class="before" data-side="${left}"${of}>${before}</td>`;
  const now = markup`<td class="after" data-side="${right}"${of}>${after}${note}</td>`;
  return markup`<tr><td>${tick}<span class="badge ${KIND_STYLES[kind]}">${viewWords(view, kind)}</span>${lines}</td>
<th scope="row">${name}</th>${old}${now}
<td class="place">${place(at, links)}</td></tr>`;
}

/** The name of a value. `field`: the field of the value that the row shows. */
export function nameMarkup(kind: AnyKind | undefined, key: ValueKey, value: Value, field = ''): Markup {
  const name = textMarkup(valueName(kind, key, value, RAW));
  if (isCode(kind, key)) return markup`<code>${name}</code>`;
  const quiet = field !== '' && markup` <span class="quiet">${field}</span>`;
  const noun = lineNoun(kind, key, value);
  return markup`${noun !== '' && markup`<span class="sr">${noun}</span>`}${name}${quiet}`;
}

/**
 * The rows of a value with fields: the field with its content is a row with its name, and each other changed field has
 * its own row.
 */
export function valueRows(kind: AnyKind, value: ValueChange, options: RowOptions, undoes: boolean): readonly Markup[] {
  const { key, from, to, at } = value;
  const mark = value.term && markText(value.term);
  const about = [...(undoes ? [UNDOES] : []), ...(mark === undefined ? [] : [revealed(mark)])];
  if (isRecord(from) && isRecord(to))
    return changedFields(kind, key, from, to).map(({ noun, before, after, isText }) => {
      const name = nameMarkup(kind, key, from, isText ? '' : noun);
      return partRow({ kind: 'changed', name, from: before, to: after, about, at }, options);
    });
  const text = (side: Value | undefined) => (side === undefined ? undefined : valueText(kind, key, side, RAW));
  const name = nameMarkup(kind, key, to ?? from ?? '');
  const sides = { from: text(from), to: text(to) };
  return [partRow({ kind: changeKind(value), name, ...sides, note: blocks(kind, key, to), about, at }, options)];
}

/** The sections of the page for values of resources: one for each kind with such values. */
const partSections = (): readonly { readonly kind: string; readonly id: string; readonly title: string }[] =>
  KINDS.filter((kind) => partsBelow(kind).length > 0).map((kind) => ({
    kind: kind.kind,
    id: `${kind.kind}-title`,
    title: capitalised(kindNoun(kind)[1]),
  }));

/** The sections of the tables for the contents of the page. */
export const partsOfPage = ({ changes }: Pick<Plan, 'changes'>): readonly PagePart[] =>
  partSections().map(({ kind, id, title }) => [id, title, changes.filter((change) => change.kind === kind).length]);

function changeTable(change: Change, options: RowOptions): Markup {
  const { view, undone: { hasValue } = NOTHING_UNDONE } = options;
  const rows = valuesBelow(change).flatMap((value) =>
    valueRows(kindNamed(change.kind), value, options, hasValue(change.address, value.key)),
  );
  const [before, after] = view?.sides ?? PART_SIDES;
  const head = markup`<h3>${textMarkup(shownName(change))} <code>${textMarkup(change.address)}</code>
${actionMarkup(change, view)} ${tallyMarkup(tally(countedValues(change)), view)}</h3>`;
  if (rows.length === 0) return head;
  return markup`${head}
<table class="parts">${tableHead('Change', partsTitle(change), namedMarkup(before), namedMarkup(after), 'Where')}<tbody>
${rows}
</tbody></table>`;
}

/** The values of resources that a plan adds, changes and removes, by resource. */
export const partTables = ({ changes }: Pick<Plan, 'changes'>, options: RowOptions = {}): readonly Markup[] =>
  partSections().map(({ kind, id, title }) => {
    const tables = changes.filter((change) => change.kind === kind).map((change) => changeTable(change, options));
    return tables.length === 0 ? NO_MARKUP : section(id, title, tables);
  });
