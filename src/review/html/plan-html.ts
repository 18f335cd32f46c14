import type { HeldBack } from '../../model/entries/held-back.ts';
import type { Plan, Unmanaged } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { driftCounts, planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { Preview, SampleEffect, SubjectEffect, TermEffect, Verdict } from '../../steps/preview/preview.ts';
import { visible } from '../format/escape.ts';
import { type LanguageOfText, languageOfText } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import { counted, groupedDigits, listed, plural } from '../format/text.ts';
import { asOfText } from '../plan/against-text.ts';
import { adoptsText } from '../plan/beside-text.ts';
import { consentSentence } from '../plan/consent-text.ts';
import { allFlags } from '../plan/guard-text.ts';
import { planAsides, type ShownPlan } from '../plan/shown-plan.ts';
import { otherNotesLines, otherNotesText } from '../plan/since-text.ts';
import { verdictLine } from '../plan/verdict-line.ts';
import { effectNote, previewTroubles, previewVerdict, unsampledSentence } from '../translate/preview-text.ts';
import { valuesBelow } from '../values/change-words.ts';
import { heldBackLines, heldBackText } from '../values/held-back-text.ts';
import { shownCounts, undoneBy } from '../values/undone.ts';
import { contents, type PagePart } from './contents.ts';
import { driftNotice } from './drift-tables.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { findingParts, findingsNotice, lossesNotice, noteLines, refusedNotice, saidNotice } from './notices.ts';
import { type PageContext, type PageFact, pageChunks } from './page.ts';
import { dataBlocks, pageData } from './page-data.ts';
import { partsOfPage, partTables, place } from './part-tables.ts';
import { changedPieces, languageAttributes, piecesMarkup, sentenceMarkup, textMarkup } from './pieces.ts';
import { resourceTable } from './resource-table.ts';
import { REVIEW_CONTROLS } from './review-controls.ts';
import { termSection } from './term-section.ts';

const STYLES: Readonly<Record<Verdict, 'new' | 'edit' | 'gone'>> = {
  applied: 'new',
  removed: 'new',
  inflected: 'edit',
  unchanged: 'edit',
  ignored: 'gone',
};

type Links = PageContext['links'];

/** A note is terminal text, so hidden characters are already escaped. */
function termItem(effect: TermEffect): Markup {
  const note = markup`<span class="quiet">${effectNote(effect)}</span>`;
  return markup`<span class="badge ${STYLES[effect.verdict]}">${effect.verdict}</span> ${textMarkup(effect.source)}
<span aria-hidden="true">→</span><span class="sr">becomes</span> ${textMarkup(effect.target)}${note}`;
}

function sampleRow({ sample, before, after, terms }: SampleEffect, to: LanguageOfText, links: Links): Markup {
  const pieces = changedPieces(before, after);
  const termVerdicts = terms.length > 0 && bulletList(terms.map(termItem), 'verdicts');
  const isSame = before === after;
  const asBefore = isSame && markup` <span class="quiet">as before</span>`;
  return markup`<tr${isSame && markup` class="same"`}><th scope="row">${textMarkup(
    sample.text,
    languageOfText(sample.language),
  )}
<span class="place">${place(sample.at, links)}</span>${termVerdicts}</th>
<td class="before"${languageAttributes(to)}>${piecesMarkup(pieces.from, 'del', to)}</td>
<td class="after"${languageAttributes(to)}>${piecesMarkup(pieces.to, 'ins', to)}${asBefore}</td></tr>`;
}

function subjectTable({ address, from, to, samples, failure }: SubjectEffect, links: Links): Markup {
  const table = markup`<table class="samples">${tableHead('Sample', 'Before', 'After')}<tbody>
${samples.map((each) => sampleRow(each, languageOfText(to), links))}
</tbody></table>`;
  const languages = markup`<span class="quiet">${textMarkup(from)} → ${textMarkup(to)}</span>`;
  return markup`<h3><code>${textMarkup(address)}</code> ${languages}</h3>
${failure !== undefined && markup`<p>Not translated: ${textMarkup(failure)}</p>`}${samples.length > 0 && table}`;
}

const notes = (items: readonly Sentence[]): Markup =>
  items.length === 0 ? NO_MARKUP : bulletList(items.map(sentenceMarkup), 'notes');

/** The effect of the plan on sample sentences. This part needs no script. */
function previewTables(preview: Preview | undefined, links: Links): Markup {
  if (preview === undefined) return NO_MARKUP;
  const tables = preview.subjects.map((subject) => subjectTable(subject, links));
  const inside = [notes(previewTroubles(preview)), ...tables, notes(preview.unsampled.map(unsampledSentence))];
  return section('preview-title', previewVerdict(preview), inside);
}

interface Ending {
  readonly title: string;
  /** The result of the run in a sentence. Absent: the title is enough. */
  readonly verdict?: string;
  /** The heading of the lines. */
  readonly head: string;
  readonly isBad: boolean;
  readonly lines: readonly string[];
}

export interface PlanHtmlExtras extends Omit<ShownPlan, 'plan'>, PageContext {
  /**
   * The result of running the plan, or the refusal: the title of the page, and further lines. Absent: the plan was
   * only made.
   */
  readonly ending?: Ending;
}

const listOf = (resources: readonly Unmanaged[]): Markup =>
  bulletList(
    resources.map(({ address, id, name }) => {
      const codes = [address, id].map((text) => markup` <code>${textMarkup(text)}</code>`);
      return markup`${textMarkup(name)}${codes}`;
    }),
  );

/** The resources of the service that the plan adopts, and unmanaged ones. */
function otherResources({ adopts = [], unmanaged, target }: Plan): Markup {
  const count = unmanaged.length;
  const found = markup`${counted(count, 'resource')} on ${textMarkup(target.name)} ${plural(count, 'is', 'are')}`;
  if (adopts.length + count === 0) return NO_MARKUP;
  return markup`<section>${adopts.length > 0 && folded(adoptsText(adopts.length), listOf(adopts))}${
    count > 0 && folded(markup`${found} unmanaged`, listOf(unmanaged))
  }</section>`;
}

/** The rows that are held back, folded. */
export function heldBackSection(heldBack: HeldBack | undefined): Markup {
  if (heldBack === undefined) return NO_MARKUP;
  const [, ...lines] = heldBackLines(heldBack, true);
  const list = bulletList(lines.map((line) => textMarkup(line.trim())));
  return markup`<section>${folded(heldBackText(heldBack), list)}</section>`;
}

/** The rows whose only changes are in notes, folded. */
function otherNotesSection({ since }: Plan): Markup {
  const otherNotes = since?.otherNotes;
  if (otherNotes === undefined) return NO_MARKUP;
  const [, ...lines] = otherNotesLines(otherNotes, true);
  const list = bulletList(lines.map((line) => textMarkup(line.trim())));
  return markup`<section>${folded(otherNotesText(otherNotes), list)}</section>`;
}

/** The title of a plan that was not run: at most eight words. */
function planTitle({ target, changes }: Plan, guard: ShownPlan['guard']): string {
  const name = visible(target.name);
  if (guard?.kind === 'refused') return `Apply would refuse the plan for ${name}`;
  return changes.length === 0 ? `No changes for ${name}` : `Plan for ${name}`;
}

const differencesIn = (drift: Drift): number => {
  const { theirs, both } = driftCounts(drift);
  return theirs + both;
};

/** How much a page has of each of its parts below the terms. */
const planParts = (plan: Plan, { preview, findings = [], drift }: PlanHtmlExtras): readonly PagePart[] => [
  ...partsOfPage(plan),
  ['preview-title', 'Samples', preview?.cost.samples ?? 0],
  ...findingParts(findings),
  ['drift-title', 'Changed outside git', drift === undefined ? 0 : differencesIn(drift)],
  ['resources-title', 'Resources', plan.changes.length],
];

/**
 * Pages with the same rows in the same order, of the same target, have the same digest: the marks of a reader belong to
 * it. The digests of calls do not depend on the order of terms. `terms`: the digest of the terms.
 */
const changesDigest = ({ target, changes }: Plan, terms: string): string =>
  digestOf([
    target.name,
    target.baseUrl,
    terms,
    ...changes.map(({ address, operations }) => [address, ...operations.flatMap(({ pre, post }) => [pre, post])]),
  ]);

/** Where the plan was made, from what, and what it costs. */
function planFacts(plan: Plan, digest: string): readonly PageFact[] {
  const { target, created, liveFingerprint, changes } = plan;
  const code = (text: string): Markup => markup`<code>${textMarkup(text)}</code>`;
  const calls = changes
    .filter(({ operations }) => operations.length > 0)
    .map(({ address, operations }) => markup`${code(address)}: ${groupedDigits(operations.length)}`);
  return [
    { name: 'Service', inside: textMarkup(target.baseUrl) },
    ...(created === undefined ? [] : [{ name: 'Plan made', inside: textMarkup(created) }]),
    { name: 'Live state', inside: code(liveFingerprint) },
    { name: 'Changes', inside: code(digest) },
    ...(calls.length === 0 ? [] : [{ name: 'Calls', inside: bulletList(calls) }]),
  ];
}

/** The plan as one page, with the words and counts of the terminal. Equal plans give equal bytes. */
export const planHtml = (plan: Plan, extras: PlanHtmlExtras = {}): string => [...planChunks(plan, extras)].join('');

/** Like `planHtml`, in chunks. */
export function planChunks(plan: Plan, extras: PlanHtmlExtras = {}): Iterable<string> {
  const { ending, guard, drift, findings = [], preview, origin, links, pullRequest, labels } = extras;
  const counts = planCounts(plan);
  const undoneOf = undoneBy(plan, drift);
  const asides = planAsides(
    { plan, ...extras },
    ({ tone, says }) => (tone === 'loud' ? markup`<strong>${sentenceMarkup(says)}</strong>` : sentenceMarkup(says)),
    labels,
  );
  const options = { undone: undoneOf, links };
  const data = pageData(plan, options, findings);
  const tables = partTables(plan, options);
  const digest = changesDigest(plan, data.rows.digest);
  const hasRows = data.rows.length > 0 || plan.changes.some((change) => valuesBelow(change).length > 0);
  // The filters of the terms have the same counts, so the sentence is for paper and for pages without them.
  const verdict = markup`<p class="verdict">${verdictLine(plan, shownCounts(plan, drift), extras.wanted)}</p>`;
  const consent = consentSentence(extras.consents, labels);
  const notes = noteLines([
    consent !== undefined && markup`<strong>${sentenceMarkup(consent)}</strong>`,
    ...asides.undone,
    ...asides.reach,
    ...asides.agreed,
    extras.wanted !== undefined && markup`To match ${sentenceMarkup(extras.wanted)}.`,
    plan.since === undefined && plan.only.length > 0 && markup`Only ${textMarkup(listed(plan.only))}.`,
    ...asides.since,
    ...asides.against,
    plan.against !== undefined && `The plan is${asOfText(plan).slice(1)}.`,
    ...asides.ledger,
    ...(ending === undefined ? asides.secrets : []),
  ]);
  const refused =
    ending === undefined
      ? refusedNotice(guard, plan.changes, labels)
      : saidNotice(ending.head, ending.isBad, ending.lines, { guard, labels });
  return pageChunks({
    title: ending?.title ?? planTitle(plan, guard),
    origin,
    pullRequest,
    ...(hasRows && { changes: digest }),
    under: markup`${ending?.verdict !== undefined && markup`<p>${ending.verdict}</p>`}${verdict}
${refused}
${lossesNotice(plan.changes, undefined, guard)}${notes}${data.rows.length === 0 && hasRows && REVIEW_CONTROLS}
${contents(planParts(plan, extras))}`,
    main: markup`${termSection(data, counts.values.entry)}
${tables}
${previewTables(preview, links)}
${findingsNotice(findings, extras.suppressed)}
${driftNotice(drift, { links, isUndone: undoneOf.count > 0 })}
${resourceTable(plan, undefined, undoneOf)}
${heldBackSection(plan.heldBack)}
${otherNotesSection(plan)}
${otherResources(plan)}`,
    facts: planFacts(plan, digest),
    ...(data.rows.length > 0 && { data: dataBlocks(data) }),
    isLive: allFlags(guard) !== '' || hasRows,
    ...(plan.changes.length > 0 && { leftOut: 'The page has every term, rule and instruction.' }),
  });
}
