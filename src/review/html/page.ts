import { createHash } from 'node:crypto';
import type { FileLinks } from '../format/file-links.ts';
import { utcText } from '../format/text.ts';
import { codeHostUrl } from '../markdown/link.ts';
import type { PullRequestLink, ReportOrigin } from '../reported.ts';
import { folded, type Markup, markup, NO_MARKUP, ownBlock } from './markup.ts';
import { textMarkup } from './pieces.ts';
import { helpDialog } from './review-controls.ts';
import { PAGE_SCRIPT } from './script/page-script.ts';
import { PAGE_STYLE } from './style.ts';

/** Number of digits that usually identify a commit. */
const COMMIT_DIGITS = 12;

/** A line of the details at the end of a page. */
export interface PageFact {
  readonly name: string;
  readonly inside: Markup;
}

const code = (text: string): Markup => markup`<code>${textMarkup(text)}</code>`;

/** Author, time and commit of a report. */
function originFacts(origin: ReportOrigin | undefined): readonly PageFact[] {
  if (origin === undefined) return [];
  const { time, commit, isEdited = false, author } = origin;
  const edits = isEdited && ' and uncommitted changes';
  return [
    ...(commit === undefined
      ? []
      : [{ name: 'Commit', inside: markup`${code(commit.slice(0, COMMIT_DIGITS))}${edits}` }]),
    ...(author === undefined ? [] : [{ name: 'Author', inside: textMarkup(author) }]),
    { name: 'Made', inside: markup`<time datetime="${time}">${utcText(time, 16) ?? time}</time>` },
  ];
}

function details(facts: readonly PageFact[]): Markup {
  if (facts.length === 0) return NO_MARKUP;
  const lines = facts.map(({ name, inside }) => markup`<div><dt>${name}</dt><dd>${inside}</dd></div>`);
  return markup`<div id="details">${folded('Details', markup`<dl class="facts">${lines}</dl>`)}</div>`;
}

const hashSource = (block: string): string => `'sha256-${createHash('sha256').update(block).digest('base64')}'`;

/** Nothing is loaded or sent, and only our own script and style sheet are used. */
const policy = (): string =>
  `default-src 'none'; script-src ${hashSource(PAGE_SCRIPT)}; style-src ${hashSource(PAGE_STYLE)}; base-uri ` +
  `'none'; form-action 'none'`;

/** Facts about the run that made a report, and links out of the page. */
export interface PageContext {
  /** Author, time and source; absent: unknown. */
  readonly origin?: ReportOrigin | undefined;
  /** Absent: files are not linked. */
  readonly links?: FileLinks | undefined;
  /** The pull request of the report. Absent: unknown, or none. */
  readonly pullRequest?: PullRequestLink | undefined;
  /** In the GitHub Action, the labels that consent to deletions. Absent: options of the command line consent. */
  readonly labels?: readonly string[] | undefined;
}

export interface PageParts extends Omit<PageContext, 'links' | 'labels'> {
  /** At most eight words: the title and the first heading. */
  readonly title: string;
  /** Below the first heading. */
  readonly under?: Markup;
  readonly main: Markup;
  /** The digest of the changes that a reader can mark as reviewed. Absent: no row can be marked. */
  readonly changes?: string;
  /** The details after those of the origin. */
  readonly facts?: readonly PageFact[];
  /** The terms that the script shows; absent: none. */
  readonly data?: Iterable<Markup>;
  /** True for a page without terms that needs the script. */
  readonly isLive?: boolean;
  /** True if each side is the work of a person: no side has the colour of a loss. */
  readonly isNeutral?: boolean;
  /** A sentence about the parts that the printed summary leaves out; absent: the whole page is printed. */
  readonly leftOut?: string;
}

/** The choice between printing the whole page or the summary on one sheet. The style sheet implements it. */
const paperChoice = (): Markup =>
  markup`<p class="paper-choice"><label><input type="checkbox" id="paper"> Print only a summary</label></p>
`;

function backLink(pullRequest: PullRequestLink | undefined): Markup {
  const url = pullRequest && codeHostUrl(pullRequest.url);
  if (pullRequest === undefined || url === undefined) return NO_MARKUP;
  return markup` · <a href="${url}">Back to ${textMarkup(pullRequest.name)}</a>`;
}

/**
 * A self-contained page: it opens from disk, and loads nothing. User text in it is escaped, or JSON in a block that is
 * not a script.
 */
export const htmlPage = (parts: PageParts): string => [...pageChunks(parts)].join('');

/** The page in chunks: the terms can be many megabytes, and their chunks are made while they are read. */
export function* pageChunks(parts: PageParts): Generator<string, void, void> {
  const { title, origin, pullRequest, under = NO_MARKUP, main, facts = [], data, changes, isNeutral, leftOut } = parts;
  const hasRows = data !== undefined || changes !== undefined;
  const isLive = hasRows || parts.isLive === true;
  const workspace = origin?.workspace !== undefined && markup` · ${textMarkup(origin.workspace)}`;
  const head = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Lexform">
<title>${title}</title>
${ownBlock('style', PAGE_STYLE)}
</head>
<body${isNeutral === true && markup` class="neutral"`}${changes !== undefined && markup` data-changes="${changes}"`}>
${data !== undefined && markup`<a class="skip" href="#terms">Skip to the changed terms</a>`}
<header>
<p class="brand">Lexform${workspace}${backLink(pullRequest)}</p>
<h1>${title}</h1>
${leftOut !== undefined && markup`<p class="paper">This is the summary. ${leftOut}</p>`}${under}
</header>
<main>
${main}
</main>
<footer>${details([...originFacts(origin), ...facts])}
${leftOut !== undefined && paperChoice()}</footer>
`;
  const end = markup`${data !== undefined && '\n'}${hasRows && helpDialog(changes !== undefined)}${
    isLive && ownBlock('script', PAGE_SCRIPT)
  }
</body>
</html>
`;
  yield head.html;
  for (const { html } of data ?? []) yield html;
  yield end.html;
}
