import type { HeldBack } from '../../model/entries/held-back.ts';
import type { Plan, Unmanaged } from '../../model/plan/plan.ts';
import { planCounts } from '../../plan/counts.ts';
import type { Preview, SampleEffect, SubjectEffect, TermEffect, Verdict } from '../../steps/preview/preview.ts';
import { type LanguageOfText, languageOfText, pairName } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import { counted, plural } from '../format/text.ts';
import { adoptsText } from '../plan/beside-text.ts';
import { allFlags } from '../plan/guard-text.ts';
import { planAsides, type ShownPlan } from '../plan/shown-plan.ts';
import { otherNotesLines, otherNotesText } from '../plan/since-text.ts';
import { verdictLine } from '../plan/verdict-line.ts';
import type { ReportOrigin } from '../reported.ts';
import { effectNote, previewTroubles, previewVerdict, unsampledSentence } from '../translate/preview-text.ts';
import { tallyByName } from '../values/change-words.ts';
import { heldBackLines, heldBackText } from '../values/held-back-text.ts';
import { undoneBy } from '../values/undone.ts';
import { contents } from './contents.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { driftNotice, findingsNotice, noticeLine, refusedNotice, saidNotice } from './notices.ts';
import { pageChunks } from './page.ts';
import { dataBlocks, pageData } from './page-data.ts';
import { partTables, place } from './part-tables.ts';
import { changedPieces, languageAttributes, piecesMarkup, sentenceMarkup, textMarkup } from './pieces.ts';
import { resourceTable, tallyMarkup } from './resource-table.ts';
import { termSection } from './term-section.ts';

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

const notes = (items: readonly Sentence[]): Markup =>
  items.length === 0 ? NO_MARKUP : bulletList(items.map(sentenceMarkup), 'notes');

/** The effect of the plan on sample sentences. It needs no script. */
function previewTables(preview: Preview | undefined): Markup {
  if (preview === undefined) return NO_MARKUP;
  const tables = preview.subjects.map(subjectTable);
  const inside = [notes(previewTroubles(preview)), ...tables, notes(preview.unsampled.map(unsampledSentence))];
  return section('preview-title', previewVerdict(preview), inside);
}

interface Ending {
  readonly verdict: string;
  /** What the lines are about. */
  readonly head: string;
  readonly isBad: boolean;
  readonly lines: readonly string[];
}

export interface PlanHtmlExtras extends Omit<ShownPlan, 'plan'> {
  /**
   * How the plan was run, or why it was not: the verdict of the page, and the lines that say more. Absent: it was only
   * made.
   */
  readonly ending?: Ending;
  readonly origin?: ReportOrigin | undefined;
}

const listOf = (resources: readonly Unmanaged[]): Markup =>
  bulletList(
    resources.map(({ address, id, name }) => {
      const codes = [address, id].map((text) => markup` <code>${textMarkup(text)}</code>`);
      return markup`${textMarkup(name)}${codes}`;
    }),
  );

/** The resources of the service that the plan adopts, and those that are unmanaged. */
function beside({ adopts = [], unmanaged, target }: Plan): Markup {
  const count = unmanaged.length;
  const found = markup`${counted(count, 'resource')} on ${textMarkup(target.name)} ${plural(count, 'is', 'are')}`;
  if (adopts.length + count === 0) return NO_MARKUP;
  return markup`<section>${adopts.length > 0 && folded(adoptsText(adopts.length), listOf(adopts))}${
    count > 0 && folded(markup`${found} unmanaged`, listOf(unmanaged))
  }</section>`;
}

/** The rows that are held back, folded away. */
export function heldBackSection(heldBack: HeldBack | undefined): Markup {
  if (heldBack === undefined) return NO_MARKUP;
  const [, ...lines] = heldBackLines(heldBack, true);
  const list = bulletList(lines.map((line) => textMarkup(line.trim())));
  return markup`<section>${folded(heldBackText(heldBack), list)}</section>`;
}

/** The rows of which only the notes are new, folded away. */
function otherNotesSection({ since }: Plan): Markup {
  const otherNotes = since?.otherNotes;
  if (otherNotes === undefined) return NO_MARKUP;
  const [, ...lines] = otherNotesLines(otherNotes, true);
  const list = bulletList(lines.map((line) => textMarkup(line.trim())));
  return markup`<section>${folded(otherNotesText(otherNotes), list)}</section>`;
}

/** What becomes of the terms of each language pair, where there are several. */
function pairList(plan: Plan): Markup {
  const pairs = tallyByName(plan);
  if (pairs.length < 2) return NO_MARKUP;
  return bulletList(
    pairs.map(([name, counts]) => markup`${textMarkup(pairName(name))}: ${tallyMarkup(counts)}`),
    'tallies',
  );
}

/** The plan as one page, in the words and counts of the terminal. Same plan, same bytes. */
export const planHtml = (plan: Plan, extras: PlanHtmlExtras = {}): string => [...planChunks(plan, extras)].join('');

/** The same page in chunks. */
export function planChunks(plan: Plan, extras: PlanHtmlExtras = {}): Iterable<string> {
  const { ending, guard, drift, findings = [], preview, origin } = extras;
  const counts = planCounts(plan);
  const undoneOf = undoneBy(plan, drift);
  const asides = planAsides({ plan, ...extras }, ({ tone, says }) =>
    tone === 'loud' ? markup`<p><strong>${sentenceMarkup(says)}</strong></p>` : noticeLine(sentenceMarkup(says)),
  );
  const data = pageData(plan, findings, undefined, undoneOf);
  const verdict = verdictLine(plan, counts, extras.wanted);
  return pageChunks({
    title: ending?.verdict ?? verdict,
    brand: markup`Lexform plan for ${textMarkup(plan.target.name)}, ${textMarkup(plan.target.baseUrl)}`,
    origin,
    under: markup`${ending !== undefined && markup`<p>${verdict}</p>`}${asides.undone}${pairList(plan)}${contents(
      plan,
      data,
      preview,
    )}`,
    main: markup`${asides.since}${asides.against}${asides.ledger}
${ending === undefined ? refusedNotice(guard) : saidNotice(ending.head, ending.isBad, ending.lines, guard)}
${driftNotice(drift, undoneOf.count > 0)}
${findingsNotice(findings, extras.notTold)}
${ending === undefined && asides.secrets}
${resourceTable(plan, undefined, undoneOf)}
${partTables(plan, undefined, undoneOf)}
${previewTables(preview)}
${termSection(data, counts.values.entry)}
${heldBackSection(plan.heldBack)}
${otherNotesSection(plan)}
${beside(plan)}`,
    footer: markup`Made ${plan.created !== undefined && markup`at ${textMarkup(plan.created)} `}from the live state
<code>${textMarkup(plan.liveFingerprint)}</code>.`,
    ...(data.rows.length > 0 && { data: dataBlocks(data) }),
    isLive: allFlags(guard) !== '',
    ...(plan.changes.length > 0 && { leftOut: 'The page has every term, rule and instruction.' }),
  });
}
