import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import type { Change, ChildChange } from '../../model/plan/plan.ts';
import type { Comparison } from '../../plan/compare/comparison.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { withoutPairs } from '../../plan/term-pairs.ts';
import { reportVerdict } from '../../steps/apply/verdict.ts';
import { reportLines } from '../apply/report-text.ts';
import { comparisonChanges } from '../compare/comparison-changes.ts';
import { comparisonLine, comparisonNotes, type FailedTarget } from '../compare/comparison-text.ts';
import { driftChanges } from '../drift/drift-changes.ts';
import { driftLine, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { sentenceText } from '../format/sentence.ts';
import { counted, listed } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import type { Reported } from '../reported.ts';
import type { ChangeView, NamedWords, ViewedChanges } from '../values/change-view.ts';
import { contents, type PagePart } from './contents.ts';
import { conflictTable } from './drift-tables.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';
import { findingParts, findingsNotice, lossesNotice, noteLines, saidNotice } from './notices.ts';
import { htmlPage, type PageContext, type PageParts, pageChunks } from './page.ts';
import { dataBlocks, pageData } from './page-data.ts';
import { partsOfPage, partTables } from './part-tables.ts';
import { sentenceMarkup, textMarkup } from './pieces.ts';
import { heldBackSection, planChunks } from './plan-html.ts';
import { resourceTable } from './resource-table.ts';
import { termSection } from './term-section.ts';

interface ChangesPage extends ViewedChanges, Pick<PageParts, 'title' | 'facts'> {
  /** The whole report in one sentence. */
  readonly verdict: string;
  /** Before the terms. */
  readonly before: Markup;
  /** After the terms. */
  readonly behind: Markup;
  readonly parts: readonly PagePart[];
  readonly context: PageContext;
}

/** A page in the form of a plan's page, for changes that are not a plan. */
function changesPage({ changes, view, verdict, before, behind, parts, context, ...page }: ChangesPage): string {
  const options = { view, links: context.links };
  const data = pageData({ changes }, options);
  const all = [...parts, ...partsOfPage({ changes }), ['resources-title', 'Resources', changes.length] as const];
  return htmlPage({
    ...page,
    ...context,
    isNeutral: true,
    under: markup`<p class="verdict">${verdict}</p>${before}${contents(all)}`,
    main: markup`${termSection(data, {}, view.sides)}
${partTables({ changes }, options)}
${behind}
${resourceTable({ changes }, view)}`,
    ...(data.rows.length > 0 && { data: dataBlocks(data) }),
    ...(changes.length > 0 && { leftOut: 'The page has every term, rule and instruction.' }),
  });
}

/** The drift as a page: conflicts first, then changes from the last apply to now, as a plan shows them. */
function driftHtml(drift: Drift, findings: readonly Finding[], context: PageContext): string {
  const same = sameText(drift);
  const { changes, view } = driftChanges(drift);
  const hasDrift = drift.resources.length > 0;
  return changesPage({
    changes,
    view,
    title: `${hasDrift ? 'Drift' : 'No drift'} on ${visible(drift.target.name)}`,
    verdict: driftLine(drift),
    context,
    before: markup`${lossesNotice(changes, view)}${noteLines([
      drift.only.length > 0 && markup`Only ${textMarkup(listed(drift.only))}.`,
      same !== '' && same,
    ])}${conflictTable(drift, context.links)}`,
    behind: findingsNotice(findings),
    parts: findingParts(findings),
    facts: [{ name: 'Service', inside: textMarkup(drift.target.baseUrl) }],
  });
}

/** The differences between the first target and each other one, in one list. Each address names its target. */
function allChanges(viewed: readonly ViewedChanges[], first: string): ViewedChanges {
  const [one] = viewed;
  if (one !== undefined && viewed.length === 1) return one;
  const wholes = new Map<Change | ChildChange, NamedWords>(viewed.flatMap(({ view }) => [...view.wholes]));
  const sides: ChangeView['sides'] = [{ words: 'On', name: first }, { words: 'On the other target' }];
  const changes = withoutPairs(viewed.flatMap((each) => each.changes));
  return { changes, view: { sides, wholes, words: one?.view.words ?? {} } };
}

/** The differences between targets as a page: each target compared with the first one. */
function comparisonHtml(comparison: Comparison, failed: readonly FailedTarget[], context: PageContext): string {
  const unread = failed.map(({ name, error }) => `${visible(name)}: ${visible(errorBody(error).message)}`);
  const { targets } = comparison;
  return changesPage({
    ...allChanges(comparisonChanges(comparison), targets[0] ?? ''),
    title: `Comparison of ${targets.length === 2 ? listed(targets.map(visible)) : counted(targets.length, 'target')}`,
    verdict: comparisonLine(comparison),
    context,
    before: markup`${saidNotice('Not every target could be read', true, unread)}${noteLines(
      comparisonNotes(comparison).map(sentenceMarkup),
    )}`,
    behind: NO_MARKUP,
    parts: [],
  });
}

const lintHeading = (serious: readonly Finding[]): string => `Lint: ${findingCounts(serious)}`;

/** The report of a command as one page, in chunks. */
export const reportChunks = (
  reported: Reported,
  { origin, links, pullRequest, labels }: PageContext = {},
): Iterable<string> => {
  const context = { origin, links, pullRequest };
  return byKind(reported, {
    validated: ({ findings, heldBack, suppressed }) =>
      pageChunks({
        title: `Files checked: ${findingCounts(findings)}`,
        ...context,
        main: markup`${findingsNotice(findings, suppressed, lintHeading)}${heldBackSection(heldBack)}`,
      }),
    planned: ({ plan, ...extras }) => planChunks(plan, { ...extras, ...context, labels }),
    drifted: ({ drift, findings }) => [driftHtml(drift, findings, context)],
    compared: ({ comparison, failed }) => [comparisonHtml(comparison, failed, context)],
    refused: ({ plan, wanted, guard, findings, suppressed, reason }) => {
      const lines = reason.trim().split('\n');
      return planChunks(plan, {
        ...context,
        labels,
        wanted,
        guard,
        findings,
        suppressed,
        ending: {
          title: `Not applied to ${visible(plan.target.name)}`,
          head: 'Why it was not applied',
          isBad: true,
          lines,
        },
      });
    },
    applied: ({ plan, wanted, consents, findings, suppressed, report, recorded }) => {
      const { bad, notes, title, ending } = reportLines(report, plan, { color: false, recorded });
      const words = ending.map(sentenceText).join(' ');
      const head = title === undefined ? undefined : sentenceText(title);
      const isBad = reportVerdict(report) !== 'done';
      return planChunks(plan, {
        ...context,
        labels,
        wanted,
        consents,
        findings,
        suppressed,
        ending: {
          title: head ?? `Nothing to apply to ${visible(plan.target.name)}`,
          verdict: head === undefined ? words : words.slice(head.length + ': '.length),
          head: 'Result',
          isBad,
          lines: [...bad, ...notes.map(sentenceText)],
        },
      });
    },
  });
};

/** The page as one text. */
export const reportHtml = (...input: Parameters<typeof reportChunks>): string => [...reportChunks(...input)].join('');
