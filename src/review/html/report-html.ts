import { kindAt } from '../../kinds/registry.ts';
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
import { type Conflict, conflictSides, driftChanges, driftConflicts } from '../drift/drift-changes.ts';
import { driftLine, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { sentenceText } from '../format/sentence.ts';
import { counted, listed } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import type { ReportContext, Reported, ReportOrigin } from '../reported.ts';
import type { ChangeView, NamedWords, ViewedChanges } from '../values/change-view.ts';
import { verdictOf } from '../verdict.ts';
import { contents } from './contents.ts';
import { type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { findingsNotice, noticeLine, saidNotice } from './notices.ts';
import { htmlPage, pageChunks } from './page.ts';
import { dataBlocks, pageData } from './page-data.ts';
import { nameMarkup, partTables, place } from './part-tables.ts';
import { changedPieces, piecesMarkup, sentenceMarkup, textMarkup } from './pieces.ts';
import { heldBackSection, planChunks } from './plan-html.ts';
import { resourceTable } from './resource-table.ts';
import { termSection } from './term-section.ts';

interface ChangesPage extends ViewedChanges {
  readonly title: string;
  readonly brand: Markup;
  readonly origin: ReportOrigin | undefined;
  /** Before the resources. */
  readonly before: Markup;
}

/** The page of a plan for changes that are none. */
function changesPage({ changes, view, before, ...parts }: ChangesPage): string {
  const data = pageData({ changes }, [], view);
  return htmlPage({
    ...parts,
    under: contents({ changes }, data),
    main: markup`${before}
${resourceTable({ changes }, view)}
${partTables({ changes }, view)}
${termSection(data, {}, view.sides)}`,
    ...(data.rows.length > 0 && { data: dataBlocks(data) }),
    ...(changes.length > 0 && { leftOut: 'The page has every term, rule and instruction.' }),
  });
}

/** One side of a conflict, with what differs from the base. */
function conflictSide(base: string, text: string | undefined, mark: 'del' | 'ins'): Markup {
  if (text === undefined) return markup`<span class="quiet">not there</span>`;
  return base === '' ? textMarkup(text) : piecesMarkup(changedPieces(base, text).to, mark);
}

function conflictRow(conflict: Conflict): Markup {
  const { address, value } = conflict;
  const { base, ours, theirs } = conflictSides(conflict);
  const name = nameMarkup(kindAt(address), value.key, value.base ?? value.ours ?? value.theirs ?? '');
  return markup`<tr><th scope="row">${name}<br><code>${textMarkup(address)}</code></th>
<td>${base === '' ? markup`<span class="quiet">not there</span>` : textMarkup(base)}</td>
<td class="before">${conflictSide(base, ours, 'ins')}</td><td class="after">${conflictSide(base, theirs, 'ins')}</td>
<td class="place">${place(value.at)}</td></tr>`;
}

/** What the files and somebody outside git have changed, side by side. */
function conflictTable(drift: Drift): Markup {
  const conflicts = driftConflicts(drift);
  if (conflicts.length === 0) return NO_MARKUP;
  const head = tableHead('Value', 'After the last apply', 'In the files', 'On the service', 'Where');
  return section(
    'conflicts-title',
    `${counted(conflicts.length, 'conflict')}: changed in the files and outside git`,
    markup`<table class="parts conflicts">${head}<tbody>
${conflicts.map(conflictRow)}
</tbody></table>`,
  );
}

/** What was changed outside git, as a page: conflicts first, then what a plan shows, from the last apply to now. */
function driftHtml(drift: Drift, findings: readonly Finding[], origin: ReportOrigin | undefined): string {
  const same = sameText(drift);
  return changesPage({
    ...driftChanges(drift),
    title: driftLine(drift),
    brand: markup`Lexform drift of ${textMarkup(drift.target.name)}, ${textMarkup(drift.target.baseUrl)}`,
    origin,
    before: markup`${same !== '' && noticeLine(same)}${findingsNotice(findings)}${conflictTable(drift)}`,
  });
}

/** Every target beside the first, in one list: the addresses say which. */
function allChanges(viewed: readonly ViewedChanges[], first: string): ViewedChanges {
  const [one] = viewed;
  if (one !== undefined && viewed.length === 1) return one;
  const wholes = new Map<Change | ChildChange, NamedWords>(viewed.flatMap(({ view }) => [...view.wholes]));
  const sides: ChangeView['sides'] = [{ words: 'On', name: first }, { words: 'On the other target' }];
  const changes = withoutPairs(viewed.flatMap((each) => each.changes));
  return { changes, view: { sides, wholes, words: one?.view.words ?? {} } };
}

/** Where targets differ, as a page: each target beside the first. */
function comparisonHtml(
  comparison: Comparison,
  failed: readonly FailedTarget[],
  origin: ReportOrigin | undefined,
): string {
  const unread = failed.map(({ name, error }) => `${visible(name)}: ${visible(errorBody(error).message)}`);
  const notes = comparisonNotes(comparison).map((line) => noticeLine(sentenceMarkup(line)));
  return changesPage({
    ...allChanges(comparisonChanges(comparison), comparison.targets[0] ?? ''),
    title: comparisonLine(comparison),
    brand: markup`Lexform comparison of ${textMarkup(listed(comparison.targets))}`,
    origin,
    before: markup`${saidNotice('Not every target could be read', true, unread)}${notes}`,
  });
}

const ofLint = (serious: readonly Finding[]): string => `Lint: ${findingCounts(serious)}`;

/** What a command has to tell, as one page, in chunks. */
export const reportChunks = (reported: Reported, { origin }: Pick<ReportContext, 'origin'> = {}): Iterable<string> =>
  byKind(reported, {
    validated: ({ findings, heldBack, notTold }) =>
      pageChunks({
        title: `Files checked: ${findingCounts(findings)}`,
        brand: markup`Lexform`,
        origin,
        main: markup`${findingsNotice(findings, notTold, ofLint)}${heldBackSection(heldBack)}`,
      }),
    planned: ({ plan, ...extras }) => planChunks(plan, { ...extras, origin }),
    drifted: ({ drift, findings }) => [driftHtml(drift, findings, origin)],
    compared: ({ comparison, failed }) => [comparisonHtml(comparison, failed, origin)],
    refused: ({ plan, wanted, guard, findings, notTold, reason }) => {
      const lines = reason.trim().split('\n');
      return planChunks(plan, {
        origin,
        wanted,
        guard,
        findings,
        notTold,
        ending: { verdict: verdictOf(reported), head: 'Why it was not applied', isBad: true, lines },
      });
    },
    applied: ({ plan, wanted, findings, notTold, report, recorded }) => {
      const { bad, notes } = reportLines(report, plan, { color: false, recorded });
      const isBad = reportVerdict(report) !== 'done';
      return planChunks(plan, {
        origin,
        wanted,
        findings,
        notTold,
        ending: { verdict: verdictOf(reported), head: 'Result', isBad, lines: [...bad, ...notes.map(sentenceText)] },
      });
    },
  });

/** The page as one text. */
export const reportHtml = (...input: Parameters<typeof reportChunks>): string => [...reportChunks(...input)].join('');
