import { createHash } from 'node:crypto';
import { planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift.ts';
import type { Change, Plan, Unmanaged } from '../../plan/plan.ts';
import type { GuardVerdict } from '../../plan/refusal.ts';
import { driftLine, driftText } from '../drift-text.ts';
import { guardText } from '../guard-text.ts';
import { secretsText } from '../secrets-text.ts';
import { TERM_KINDS } from '../term-kinds.ts';
import { verdictLine } from '../verdict-line.ts';
import { revealed } from '../visible.ts';
import { counted, grouped } from '../words.ts';
import { dataBlock, type Markup, markup, NOTHING, ownBlock } from './markup.ts';
import { KIND_WORDS, type PageData, pageData } from './page-data.ts';
import { developerKeyLists, styleListTables } from './part-tables.ts';
import { text } from './pieces.ts';
import { resourceTable } from './resource-table.ts';
import { PAGE_SCRIPT } from './script/page-script.ts';
import { PAGE_STYLE } from './style.ts';

export interface PlanHtmlExtras {
  readonly guard?: GuardVerdict;
  /** What somebody has changed on the service since the last apply. */
  readonly drift?: Drift;
  /** The file that the secrets of new keys go to; absent: they are not kept. */
  readonly secretsFile?: string;
}

const sha256 = (block: string): string => `'sha256-${createHash('sha256').update(block).digest('base64')}'`;

/** Nothing is fetched, sent or run but the two blocks of ours. */
const policy = (): string =>
  `default-src 'none'; script-src ${sha256(PAGE_SCRIPT)}; style-src ${sha256(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

function refused(guard: GuardVerdict | undefined): Markup {
  if (guard === undefined || guard.kind === 'allowed') return NOTHING;
  const [head = '', ...reasons] = guardText(guard).trimEnd().split('\n');
  return markup`<section class="notice bad" aria-labelledby="refused-title"><h2 id="refused-title">${head.replace(/:$/, '')}</h2><ul>${reasons.map((reason) => markup`<li>${reason.trim()}</li>`)}</ul></section>`;
}

/** More lines than these are folded away. */
const DRIFT_LINES_OPEN = 20;

function drifted(drift: Drift | undefined): Markup {
  if (drift === undefined) return NOTHING;
  if (drift.resources.length === 0) return markup`<p class="meta">${driftLine(drift)}</p>`;
  const [, ...lines] = driftText(drift, { color: false, full: true }).trim().split('\n');
  const open = { html: lines.length > DRIFT_LINES_OPEN ? '' : ' open' };
  return markup`<section class="notice" aria-labelledby="drift-title"><h2 id="drift-title">${driftLine(drift)}</h2><details${open}><summary>Show what was changed outside git</summary><pre>${lines.join('\n').trim()}</pre></details></section>`;
}

/** Where the parts of the page are. */
function contents({ changes }: Plan, data: PageData): Markup {
  const count = (kind: Change['kind']): number => changes.filter((change) => change.kind === kind).length;
  const parts = [
    ['resources-title', 'Resources', changes.length],
    ['lists-title', 'Style lists', count('style-list')],
    ['keys-title', 'Developer keys', count('developer-key')],
    ['terms', 'Changed terms', data.rows.length],
  ] as const;
  const links = parts
    .filter(([, , size]) => size > 0)
    .map(
      ([id, words, size]) => markup`<li><a href="#${id}">${words}</a> <span class="count">${grouped(size)}</span></li>`,
    );
  return links.length === 0 ? NOTHING : markup`<nav aria-label="On this page"><ul>${links}</ul></nav>`;
}

const listOf = (things: readonly Unmanaged[]): Markup =>
  markup`<ul>${things.map(({ address, id, name }) => markup`<li>${text(name)} <code>${text(address)}</code> <code>${text(id)}</code></li>`)}</ul>`;

function beside({ adopts = [], unmanaged, target }: Plan): Markup {
  const are = (count: number): string => (count === 1 ? 'is' : 'are');
  const adopted =
    adopts.length === 0
      ? NOTHING
      : markup`<details><summary>${counted(adopts.length, 'thing')} on the service ${are(adopts.length)} the same already; apply takes ${adopts.length === 1 ? 'it' : 'them'} over</summary>${listOf(adopts)}</details>`;
  const alone =
    unmanaged.length === 0
      ? NOTHING
      : markup`<details><summary>${counted(unmanaged.length, 'thing')} on ${text(target.name)} ${are(unmanaged.length)} named by no file, and left alone</summary>${listOf(unmanaged)}</details>`;
  return adopts.length + unmanaged.length === 0 ? NOTHING : markup`<section>${adopted}${alone}</section>`;
}

const select = (id: string, label: string, all: string): Markup =>
  markup`<div><label for="${id}">${label}</label><select id="${id}"><option value="-1">${all}</option></select></div>`;

function kindBoxes(data: PageData): Markup {
  const present = new Set(data.rows.map(([kind]) => kind));
  const boxes = TERM_KINDS.flatMap((kind, index) =>
    present.has(index)
      ? [markup`<label><input type="checkbox" value="${index}">${KIND_WORDS[kind]} <span class="count"></span></label>`]
      : [],
  );
  return markup`<fieldset id="kinds"><legend class="sr">Kinds of change; none checked shows all</legend>${boxes}</fieldset>`;
}

/** Why there are fewer rows than changes of entries. */
const twice = (entries: number, rows: number): Markup =>
  entries === rows
    ? NOTHING
    : markup`<p class="meta">A term whose source is written anew is one row here; for the service it is one term removed and one added.</p>`;

/** The table that the script fills, and what filters it. */
function terms(data: PageData, entries: number): Markup {
  if (data.rows.length === 0) return NOTHING;
  const spacer = (id: string): Markup =>
    markup`<tbody id="${id}" class="spacer" aria-hidden="true" hidden><tr><td colspan="6"></td></tr></tbody>`;
  const column = (style: string, words: string): Markup =>
    markup`<th scope="col" role="columnheader" class="${style}">${words}</th>`;
  return markup`<section id="terms" aria-labelledby="terms-title" tabindex="-1"><h2 id="terms-title">Changed terms</h2> <span class="quiet" id="keys">Keys: <kbd>/</kbd> search, <kbd>↓</kbd> <kbd>↑</kbd> <kbd>PageDown</kbd> <kbd>PageUp</kbd> step through the terms</span>
${twice(entries, data.rows.length)}
<p class="scriptless">The terms are shown by a script, which is part of this file; it is switched off.</p>
<div id="bar" role="search" aria-label="Changed terms"><div class="controls"><div><label for="search">Search in source and translation</label><input id="search" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></div>${select('pair', 'Languages', 'All languages')}${select('group', 'Dictionary', 'All dictionaries')}<div><label for="order">Order</label><select id="order"><option value="plan">By dictionary, losses first</option><option value="source">By source term</option></select></div><button type="button" id="clear" hidden>Clear filters</button><p id="status" role="status"></p></div>${kindBoxes(data)}</div>
<p id="print-note"></p>
<table id="table" role="table" aria-labelledby="terms-title" aria-rowcount="${data.rows.length + 1}" tabindex="-1"><thead role="rowgroup"><tr role="row" aria-rowindex="1">${column('kind', 'Change')}${column('dictionary', 'Languages')}${column('source', 'Source term')}${column('before', 'Translation before')}${column('after', 'Translation after')}${column('place', 'Where')}</tr></thead>
${spacer('above')}${spacer('below')}
</table><p id="none" hidden>No term is left by these filters.</p></section>`;
}

/**
 * The plan as one page that needs nothing but itself: it opens from disk, and fetches nothing. Same plan, same bytes. User text is in it as escaped text or as
 * JSON in a block that is no script.
 */
export function planHtml(plan: Plan, extras: PlanHtmlExtras = {}): string {
  const counts = planCounts(plan);
  const data = pageData(plan);
  const verdict = verdictLine(plan, counts);
  const hasTerms = data.rows.length > 0;
  const created = counts.developerKeys.created;
  const page = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Lexform">
<title>${verdict}</title>
${ownBlock('style', PAGE_STYLE)}
</head>
<body>
${hasTerms ? markup`<a class="skip" href="#terms">Skip to the changed terms</a>` : NOTHING}
<header>
<p class="brand">Lexform plan for ${text(plan.target.name)}, ${text(plan.target.baseUrl)}</p>
<h1>${verdict}</h1>
${contents(plan, data)}
</header>
<main>
${refused(extras.guard)}
${drifted(extras.drift)}
${created === 0 ? NOTHING : markup`<p class="notice">${secretsText(created, extras.secretsFile)}</p>`}
${resourceTable(plan)}
${styleListTables(plan)}
${developerKeyLists(plan)}
${terms(data, counts.terms.added + counts.terms.changed + counts.terms.removed)}
${beside(plan)}
</main>
<footer class="meta">Made from the live state <code>${revealed(plan.liveFingerprint)}</code>.</footer>
${hasTerms ? markup`${dataBlock('data', data)}\n${ownBlock('script', PAGE_SCRIPT)}` : NOTHING}
</body>
</html>
`;
  return page.html;
}
