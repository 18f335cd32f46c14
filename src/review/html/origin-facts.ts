import type { ReportOrigin } from '../ci/reported.ts';
import { utcText } from '../format/text.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';
import { textMarkup } from './pieces.ts';

/** Digits of a commit that name it in practice. */
const COMMIT_DIGITS = 12;

/** From what, by whom and when a report was made. */
export function originFacts(origin: ReportOrigin | undefined): Markup {
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
