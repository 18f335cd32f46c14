import type { Preview, SampleEffect, SubjectEffect, TermEffect, Verdict } from '../../preview/preview.ts';
import { effectNote, previewTroubles, previewVerdict, unsampledLine } from '../translate/preview-text.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';
import { place } from './part-tables.ts';
import { changedPieces, piecesMarkup, textMarkup } from './pieces.ts';

const STYLES: Readonly<Record<Verdict, 'new' | 'edit' | 'gone'>> = {
  applied: 'new',
  removed: 'new',
  inflected: 'edit',
  unchanged: 'edit',
  ignored: 'gone',
};

/** A note was worded for a terminal: what hides in it is shown already. */
const termItem = (effect: TermEffect): Markup =>
  markup`<li><span class="badge ${STYLES[effect.verdict]}">${effect.verdict}</span> ${textMarkup(effect.source)} <span aria-hidden="true">→</span><span class="sr">becomes</span> ${textMarkup(effect.target)}<span class="quiet">${effectNote(effect)}</span></li>`;

function sampleRow({ sample, before, after, terms }: SampleEffect): Markup {
  const pieces = changedPieces(before, after);
  const ofTerms = terms.length === 0 ? NO_MARKUP : markup`<ul class="verdicts">${terms.map(termItem)}</ul>`;
  const same = before === after ? markup` <span class="quiet">as before</span>` : NO_MARKUP;
  return markup`<tr${{ html: before === after ? ' class="same"' : '' }}><th scope="row">${textMarkup(sample.text)} <span class="place">${place(sample.at)}</span>${ofTerms}</th><td class="before">${piecesMarkup(pieces.from, 'del')}</td><td class="after">${piecesMarkup(pieces.to, 'ins')}${same}</td></tr>`;
}

function subjectTable({ address, from, to, samples, failure }: SubjectEffect): Markup {
  const table = markup`<table class="samples"><thead><tr><th scope="col">Sample</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>
${samples.map(sampleRow)}
</tbody></table>`;
  return markup`<h3><code>${textMarkup(address)}</code> <span class="quiet">${textMarkup(from)} → ${textMarkup(to)}</span></h3>
${failure === undefined ? NO_MARKUP : markup`<p>Not translated: ${textMarkup(failure)}</p>`}${samples.length === 0 ? NO_MARKUP : table}`;
}

/** What was worded for a terminal, one item a line. */
const lines = (items: readonly string[]): Markup =>
  items.length === 0 ? NO_MARKUP : markup`<ul class="notes">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

/** What the plan does to sample sentences. It stands still and needs no script. */
export function previewTables(preview: Preview | undefined): Markup {
  if (preview === undefined) return NO_MARKUP;
  return markup`<section aria-labelledby="preview-title"><h2 id="preview-title">${previewVerdict(preview)}</h2>
${lines(previewTroubles(preview))}${preview.subjects.map(subjectTable)}${lines(preview.unsampled.map(unsampledLine))}</section>`;
}
