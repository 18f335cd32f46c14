import { groupedDigits } from '../format/text.ts';
import { bulletList, type Markup, markup, NO_MARKUP } from './markup.ts';

/** A part of the page below the terms: the id of its heading, its name, and its size. */
export type PagePart = readonly [id: string, words: string, size: number];

/** The contents of the page: links to its parts that are not empty. */
export function contents(parts: readonly PagePart[]): Markup {
  const links = parts
    .filter(([, , size]) => size > 0)
    .map(
      ([id, words, size]) => markup`<a href="#${id}">${words}</a> <span class="count">${groupedDigits(size)}</span>`,
    );
  return links.length === 0 ? NO_MARKUP : markup`<nav aria-label="On this page">${bulletList(links)}</nav>`;
}
