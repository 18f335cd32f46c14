import { codePoint } from '../format/escape.ts';

/** HTML that is safe in any place between tags. Only this file makes it from a plain string. */
export interface Markup {
  readonly html: string;
}

const SPECIAL = /[&<>"'`]|(?![\t\n])\p{Cc}|\p{Cs}/gu;

/**
 * Text as HTML, between tags or in a quoted attribute. Characters that HTML cannot contain are written as a number in
 * brackets.
 */
export const escapeHtml = (text: string): string =>
  text.replace(SPECIAL, (found) => (found < ' ' || found > '~' ? codePoint(found) : `&#${found.charCodeAt(0)};`));

/** `false` means nothing, as in `${isNew && markup`…`}`. */
type Hole = string | number | false | Markup | readonly Markup[];

const filled = (value: Hole): string => {
  if (value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
};

/** HTML from a template: strings are escaped, markup is inserted unchanged. Attributes must be in double quotes. */
export const markup = (parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup => ({
  html: parts.map((part, index) => (index === 0 ? part : `${filled(holes[index - 1] ?? '')}${part}`)).join(''),
});

export const NO_MARKUP: Markup = { html: '' };

/** A section of the page with a heading. `id`: the id of the heading. */
export const section = (id: string, heading: string | Markup, inside: Hole, style?: string): Markup =>
  markup`<section${style !== undefined && markup` class="${style}"`} aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>${inside}</section>`;

/** A folded part. `isOpen`: true if it is open at first. */
export const folded = (summary: string | Markup, inside: Hole, isOpen = false): Markup =>
  markup`<details${isOpen && markup` open`}><summary>${summary}</summary>${inside}</details>`;

/** A list with an element for each item; items are words or markup. */
export const bulletList = (items: readonly (string | Markup)[], style?: string): Markup =>
  markup`<ul${style !== undefined && markup` class="${style}"`}>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

/** The head of a table. */
export const tableHead = (...titles: readonly (string | Markup)[]): Markup =>
  markup`<thead><tr>${titles.map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead>`;

const IN_SCRIPT = /[<>&\u2028\u2029]/g;

/**
 * JSON for a data block: nothing in it can end the block, open a comment of the HTML parser, or be read as anything but
 * JSON.
 */
export const dataBlock = (id: string, value: unknown): Markup => ({
  html: `<script type="application/json" id="${escapeHtml(id)}">${JSON.stringify(value).replace(
    IN_SCRIPT,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}</script>`,
});

/** One of our own scripts or style sheets, which must not contain an end tag. No other text may be passed. */
export function ownBlock(tag: 'script' | 'style', text: string): Markup {
  if (/<\/|<!--|<script/i.test(text)) throw new Error(`the ${tag} of the page would end before its end`);
  return { html: `<${tag}>${text}</${tag}>` };
}
