import type { Preview, SampleEffect, SubjectEffect, TermEffect, Verdict } from '../../steps/preview/preview.ts';
import { type LanguageOfText, languageOfText } from '../format/language.ts';
import { effectNote, previewTroubles, previewVerdict, unsampledLine } from '../translate/preview-text.ts';
import { bulletList, type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { place } from './part-tables.ts';
import { changedPieces, languageAttributes, piecesMarkup, textMarkup } from './pieces.ts';

const STYLES: Readonly<Record<Verdict, 'new' | 'edit' | 'gone'>> = {
  applied: 'new',
  removed: 'new',
  inflected: 'edit',
  unchanged: 'edit',
  ignored: 'gone',
};

/** A note is worded for a terminal, so it shows hidden characters already. */
function termItem(effect: TermEffect): Markup {
  const note = markup`<span class="quiet">${effectNote(effect)}</span>`;
  return markup`<span class="badge ${STYLES[effect.verdict]}">${effect.verdict}</span> ${textMarkup(effect.source)}
<span aria-hidden="true">→</span><span class="sr">becomes</span> ${textMarkup(effect.target)}${note}`;
}

function sampleRow({ sample, before, after, terms }: SampleEffect, to: LanguageOfText): Markup {
  const pieces = changedPieces(before, after);
  const ofTerms = terms.length > 0 && bulletList(terms.map(termItem), 'verdicts');
  const isSame = before === after;
  const asBefore = isSame && markup` <span class="quiet">as before</span>`;
  return markup`<tr${isSame && markup` class="same"`}><th scope="row">${textMarkup(
    sample.text,
    languageOfText(sample.language),
  )}
<span class="place">${place(sample.at)}</span>${ofTerms}</th>
<td class="before"${languageAttributes(to)}>${piecesMarkup(pieces.from, 'del', to)}</td>
<td class="after"${languageAttributes(to)}>${piecesMarkup(pieces.to, 'ins', to)}${asBefore}</td></tr>`;
}

function subjectTable({ address, from, to, samples, failure }: SubjectEffect): Markup {
  const table = markup`<table class="samples">${tableHead('Sample', 'Before', 'After')}<tbody>
${samples.map((each) => sampleRow(each, languageOfText(to)))}
</tbody></table>`;
  const languages = markup`<span class="quiet">${textMarkup(from)} → ${textMarkup(to)}</span>`;
  return markup`<h3><code>${textMarkup(address)}</code> ${languages}</h3>
${failure !== undefined && markup`<p>Not translated: ${textMarkup(failure)}</p>`}${samples.length > 0 && table}`;
}

const notes = (items: readonly string[]): Markup => (items.length === 0 ? NO_MARKUP : bulletList(items, 'notes'));

/** The effect of the plan on sample sentences. It needs no script. */
export function previewTables(preview: Preview | undefined): Markup {
  if (preview === undefined) return NO_MARKUP;
  const tables = preview.subjects.map(subjectTable);
  const inside = [notes(previewTroubles(preview)), ...tables, notes(preview.unsampled.map(unsampledLine))];
  return section('preview-title', previewVerdict(preview), inside);
}
