import { createHash } from 'node:crypto';
import { utcText } from '../format/text.ts';
import type { ReportOrigin } from '../reported.ts';
import { type Markup, markup, NO_MARKUP, ownBlock } from './markup.ts';
import { textMarkup } from './pieces.ts';
import { PAGE_SCRIPT } from './script/page-script.ts';
import { PAGE_STYLE } from './style.ts';

/** Digits of a commit that name it in practice. */
const COMMIT_DIGITS = 12;

/** From what, by whom and when a report was made. */
function originFacts(origin: ReportOrigin | undefined): Markup {
  if (origin === undefined) return NO_MARKUP;
  const { time, workspace, commit, isEdited = false, author } = origin;
  const fact = (name: string, inside: Markup): Markup => markup`<div><dt>${name}</dt><dd>${inside}</dd></div>`;
  const code = (text: string): Markup => markup`<code>${textMarkup(text)}</code>`;
  const edits = isEdited && ' and uncommitted changes';
  return markup`<dl class="facts">${[
    ...(workspace === undefined ? [] : [fact('Workspace', code(workspace))]),
    ...(commit === undefined ? [] : [fact('Commit', markup`${code(commit.slice(0, COMMIT_DIGITS))}${edits}`)]),
    ...(author === undefined ? [] : [fact('Author', textMarkup(author))]),
    fact('Made', markup`<time datetime="${time}">${utcText(time, 16) ?? time}</time>`),
  ]}</dl>`;
}

const hashSource = (block: string): string => `'sha256-${createHash('sha256').update(block).digest('base64')}'`;

/** Nothing is fetched, sent or run but the two blocks of ours. */
const policy = (): string =>
  `default-src 'none'; script-src ${hashSource(PAGE_SCRIPT)}; style-src ${hashSource(PAGE_STYLE)}; base-uri ` +
  `'none'; form-action 'none'`;

export interface PageParts {
  readonly title: string;
  /** Above the first heading, in small print. */
  readonly brand: Markup;
  /** Who made it, when and from what; absent: unknown. */
  readonly origin?: ReportOrigin | undefined;
  /** Below the first heading, which is the title. */
  readonly under?: Markup;
  readonly main: Markup;
  readonly footer?: Markup;
  /** The terms that the script shows; absent: none. */
  readonly data?: Iterable<Markup>;
  /** True for a page that needs the script without terms. */
  readonly isLive?: boolean;
  /** What the sheet of paper leaves out; absent: the whole page is printed. */
  readonly leftOut?: string;
}

/** Whether the whole page is printed, or the summary of one sheet. The style sheet sees to it. */
const paperChoice = (leftOut: string): Markup =>
  markup`<p class="paper-choice"><label><input type="checkbox" id="paper"> Print every term and detail</label></p>
<p class="paper">This is the summary. ${leftOut}</p>`;

/**
 * One page that needs nothing but itself: it opens from disk, and fetches nothing. User text is in it as escaped text,
 * or as JSON in a block that is no script.
 */
export const htmlPage = (parts: PageParts): string => [...pageChunks(parts)].join('');

/** The same in chunks: the terms are many megabytes, and each chunk of them is made when it is asked for. */
export function* pageChunks(parts: PageParts): Generator<string, void, void> {
  const { title, brand, origin, under = NO_MARKUP, main, footer = NO_MARKUP, data, isLive = false, leftOut } = parts;
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
<body>
${data !== undefined && markup`<a class="skip" href="#terms">Skip to the changed terms</a>`}
<header>
<p class="brand">${brand}</p>
<h1>${title}</h1>
${originFacts(origin)}
${under}
${leftOut !== undefined && paperChoice(leftOut)}
</header>
<main>
${main}
</main>
<footer class="meta">${footer}</footer>
`;
  const end = markup`${data !== undefined && '\n'}${(isLive || data !== undefined) && ownBlock('script', PAGE_SCRIPT)}
</body>
</html>
`;
  yield head.html;
  for (const { html } of data ?? []) yield html;
  yield end.html;
}
