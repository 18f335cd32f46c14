import { kindNamed } from '../../kinds/registry.ts';
import { type Finding, isLint } from '../../model/finding.ts';
import { type Change, shownName } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { GuardVerdict, Refusal } from '../../plan/guard/refusal.ts';
import { revealed } from '../format/escape.ts';
import { capitalised, counted } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { type Suppressed, suppressedText } from '../lint/lint-text.ts';
import { findingCounts, findingLine, noteLine, notesTitle, splitNotes } from '../messages/finding-text.ts';
import { consentWays, refusalReasons, refusalSentence } from '../plan/guard-text.ts';
import { BEFORE_APPROVAL, reviewSteps } from '../plan/review-steps.ts';
import type { ChangeView } from '../values/change-view.ts';
import { remarksOf, wholeWords } from '../values/change-words.ts';
import { partWord } from '../values/value-words.ts';
import type { PagePart } from './contents.ts';
import { pairMarkup } from './languages.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section } from './markup.ts';
import type { PageContext } from './page.ts';
import { sentenceMarkup, textMarkup } from './pieces.ts';
import { actionMarkup, badge } from './resource-table.ts';

/** Longer lists are folded, or in a box with a scroll bar. */
export const LINES_OPEN = 20;

/** Remarks on a report, above its terms: a line each. */
export const noteLines = (lines: readonly (string | Markup | false)[]): Markup => {
  const shown = lines.filter((line) => line !== false);
  return shown.length === 0 ? NO_MARKUP : bulletList(shown, 'lines');
};

/** A box with a heading. */
export const notice = (id: string, isBad: boolean, heading: string, inside: Markup): Markup =>
  section(id, heading, inside, isBad ? 'notice bad' : 'notice');

/** Maximum number of reasons on the printed summary. */
const REASONS_ON_PAPER = 6;

/** The verdict of the guard, and in the GitHub Action the labels that consent to deletions. */
interface Judged {
  readonly guard?: GuardVerdict | undefined;
  readonly labels?: PageContext['labels'];
}

/** The ways to lift the refusals, a line each: those of the Action, or options with buttons that the script shows. */
function consentMarkup({ guard, labels }: Judged): Markup {
  const flags = consentWays(guard, labels);
  if (flags.length === 0) return NO_MARKUP;
  if (labels !== undefined)
    return markup`<p>If you intend this, consent to each change that you want:</p>
${bulletList(flags.map(capitalised))}`;
  const lines = flags.map(
    (flag) => markup`<code tabindex="-1">${flag}</code> <button type="button" class="copy" hidden>Copy</button>`,
  );
  return markup`<p>If you intend this, rerun with the options that you consent to:</p>${bulletList(lines, 'flags')}
<p id="copied" role="status"></p>`;
}

/** The steps of a reviewer, and the ways to lift the refusals. They are folded if there are several. */
function waysMarkup({ guard, labels }: Judged): Markup {
  if (guard?.kind !== 'refused') return NO_MARKUP;
  const { why = '', steps = [] } = reviewSteps(guard, labels !== undefined) ?? {};
  const items = steps.map((each) => markup`<li>${sentenceMarkup(each)}</li>`);
  const ways = consentMarkup({ guard, labels });
  if (steps.length === 0 && ways === NO_MARKUP) return NO_MARKUP;
  if (steps.length === 0 && consentWays(guard, labels).length === 1) return ways;
  const list = steps.length > 0 && markup`<p>${why} ${BEFORE_APPROVAL}</p><ol>${items}</ol>`;
  return folded('What you can do', markup`${list}${ways}`);
}

/**
 * A list above the terms. All its items can be read without a click. A long one is in a box of limited height, so that
 * the first term is on the first screen.
 */
const openList = (heading: string, items: readonly (string | Markup)[], style: string): Markup =>
  items.length <= LINES_OPEN
    ? bulletList(items, style)
    : markup`<div class="open-list" role="group" aria-labelledby="${heading}" tabindex="0">
${bulletList(items, style)}</div>`;

/**
 * The reasons why apply would refuse the plan, with the names of the resources, and the ways to go on. `changes`: those
 * of the plan, for the names.
 */
export function refusedNotice(
  guard: GuardVerdict | undefined,
  changes: readonly Change[],
  labels?: PageContext['labels'],
): Markup {
  if (guard?.kind !== 'refused') return NO_MARKUP;
  const changeAt = new Map<string, Change>(changes.map((change) => [change.address, change]));
  // The ways to lift them follow once, below the list.
  const reasons = refusalReasons(guard).map((refusals) => {
    const [refusal, ...others] = refusals;
    const address = others.length === 0 && 'address' in refusal ? refusal.address : '';
    const change = changeAt.get(address.replace(/\/.*$/su, ''));
    const losses = change?.address === address ? remarksOf(change).filter(({ isLoss }) => isLoss) : [];
    const warning = losses.map(({ words }) => markup`, <strong>${words}</strong>`);
    const line = markup`${sentenceMarkup(refusalSentence(refusals))}${warning} [${refusal.code}]`;
    return change === undefined ? line : markup`<strong>${textMarkup(shownName(change))}</strong>: ${line}`;
  });
  if (reasons.length === 0) return NO_MARKUP;
  const more = reasons.length - REASONS_ON_PAPER;
  const others = more > 1 && markup`<p class="paper">… and ${counted(more, 'more reason')} on the page.</p>`;
  const list = openList('refused-title', reasons, 'reasons');
  const heading = `Why apply would refuse it: ${counted(reasons.length, 'reason')}`;
  return notice('refused-title', true, heading, markup`${list}${others}${waysMarkup({ guard, labels })}`);
}

/** Codes of refusals that report the deletion or replacement of their address. */
const SAY_LOSS: ReadonlySet<Refusal['code']> = new Set([
  'delete-needs-consent',
  'replace-needs-consent',
  'empty-source',
  'too-many-deleted',
  'protected',
] as const);

function lossItems(change: Change, view: ChangeView | undefined, isShown: (address: string) => boolean) {
  const { action, address, children } = change;
  const name = textMarkup(shownName(change));
  const item = (what: Markup, of: string, count: number): Markup => {
    const terms = count > 0 && ` with ${counted(count, ...partWord(kindNamed(change.kind), 'entry'))}`;
    return markup`${what} <code>${textMarkup(of)}</code>${terms}`;
  };
  if (action !== 'update' && action !== 'create') {
    const terms = children.reduce((sum, { before }) => sum + before, 0);
    return isShown(address) ? [item(markup`${actionMarkup(change, view)} ${name}`, address, terms)] : [];
  }
  return children
    .filter((child) => child.action === 'delete' && isShown(child.address))
    .map((child) => {
      const words = view?.wholes.get(child) ?? { words: wholeWords(change.kind, 'delete') };
      const what = markup`${badge('delete', words)} ${pairMarkup(childName(child.address))} in ${name}`;
      return item(what, child.address, child.before);
    });
}

/** Resources and children that are deleted, replaced or deactivated, except those that a refusal names. */
export function lossesNotice(changes: readonly Change[], view?: ChangeView, guard?: GuardVerdict): Markup {
  const refusals = guard?.kind === 'refused' ? guard.refusals.filter(({ code }) => SAY_LOSS.has(code)) : [];
  const refused = new Set<string>(refusals.flatMap((refusal) => ('address' in refusal ? [refusal.address] : [])));
  const items = changes.flatMap((change) => lossItems(change, view, (address) => !refused.has(address)));
  if (items.length === 0) return NO_MARKUP;
  return notice('losses-title', view === undefined, 'Deletions', openList('losses-title', items, 'losses'));
}

/** Findings: errors and warnings in a box, notes in small print. */
function findingsBox(id: string, findings: readonly Finding[], head: (serious: readonly Finding[]) => string): Markup {
  const { serious, notes } = splitNotes(findings);
  const foldedNotes = folded(notesTitle(notes), bulletList(notes.map(noteLine)));
  const meta = notes.length > 0 && markup`<div class="meta">${foldedNotes}</div>`;
  const isBad = serious.some(({ severity }) => severity === 'error');
  const lines = folded('Show the findings', bulletList(serious.map(findingLine)), serious.length <= LINES_OPEN);
  return markup`${serious.length > 0 && notice(id, isBad, head(serious), lines)}${meta}`;
}

/** The errors and warnings in the contents of the page. */
export function findingParts(findings: readonly Finding[]): readonly PagePart[] {
  const size = (isOfLinter: boolean): number =>
    splitNotes(findings.filter((finding) => isLint(finding) === isOfLinter)).serious.length;
  return [
    ['findings-title', 'Findings in the files', size(false)],
    ['lint-title', 'Lint', size(true)],
  ];
}

/**
 * The findings in the files; then those of the linter, in their own box, because the service would accept these texts.
 */
export function findingsNotice(
  findings: readonly Finding[],
  suppressed?: Suppressed,
  lintTitle: (serious: readonly Finding[]) => string = lintHead,
): Markup {
  const others = findings.filter((finding) => !isLint(finding));
  const fileFindings = findingsBox('findings-title', others, (serious) => `In the files: ${findingCounts(serious)}`);
  const notShown = suppressedText(suppressed);
  return markup`${fileFindings}${findingsBox('lint-title', findings.filter(isLint), lintTitle)}${
    notShown !== undefined && markup`<p class="meta">${notShown}.</p>`
  }`;
}

/** A line of terminal output. Our own left-to-right marks in it stay; other hidden characters are shown. */
const outputLine = (line: string): string => line.split('\u200e').map(revealed).join('\u200e');

/** The terminal output of a run or a refusal. `guard`: its verdict. */
export function saidNotice(head: string, isBad: boolean, lines: readonly string[], judged: Judged = {}): Markup {
  if (lines.length === 0) return NO_MARKUP;
  const attributes =
    lines.length > LINES_OPEN && markup` class="open-list" role="group" aria-labelledby="said-title" tabindex="0"`;
  const text = markup`<pre${attributes}>${lines.map(outputLine).join('\n')}</pre>`;
  return notice('said-title', isBad, head, markup`${text}${waysMarkup(judged)}`);
}
