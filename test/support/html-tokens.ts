import { withOddLetters } from '../../src/lint/letters/odd-letters.ts';
import { codePoint, revealed } from '../../src/review/format/escape.ts';
/** One token of a page, with character references resolved. */
export type HtmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string; readonly inside: string };

const VOID = new Set(['meta', 'input', 'wbr', 'br']);
/** Elements whose content the parser reads as text up to their end tag. */
const RAW = new Set(['script', 'style']);

const wrong = (html: string, at: number, why: string): Error =>
  new Error(`${why} at ${at}: ${JSON.stringify(html.slice(Math.max(0, at - 60), at + 60))}`);

/** Resolves references. Stricter than a browser: none but decimal numbers, and no `&` that begins none. */
function resolved(html: string, text: string, at: number): string {
  if (/[<\0\r]/.test(text) || /[\ud800-\udfff]/u.test(text)) throw wrong(html, at, 'a character that HTML cannot hold');
  if (/&(?!#\d+;)/.test(text)) throw wrong(html, at, 'an ampersand that begins no number');
  return text.replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)));
}

/**
 * Reads a page more strictly than any browser: what a browser would repair is an error here. Written after the
 * tokenizer of the HTML standard, section 13.2.5, for the part of it that a page of ours may use; comments, single
 * quotes, bare attributes with a value and mixed case are not part of it.
 */
export function htmlTokens(html: string): readonly HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const open: string[] = [];
  const doctype = '<!DOCTYPE html>\n';
  if (!html.startsWith(doctype)) throw wrong(html, 0, 'no document type');
  let at = doctype.length;
  const text = (end: number): void => {
    if (end > at)
      tokens.push({ kind: 'text', text: resolved(html, html.slice(at, end), at), inside: open.at(-1) ?? '' });
    at = end;
  };
  while (at < html.length) {
    const next = html.indexOf('<', at);
    text(next < 0 ? html.length : next);
    if (next < 0) break;
    const end = /<\/([a-z][a-z0-9]*)>/y;
    end.lastIndex = at;
    const closed = end.exec(html);
    if (closed !== null) {
      const name = closed[1] ?? '';
      if (open.pop() !== name) throw wrong(html, at, `</${name}> closes what is not open`);
      tokens.push({ kind: 'close', name });
      at = end.lastIndex;
      continue;
    }
    const start = /<([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/y;
    start.lastIndex = at;
    const opened = start.exec(html);
    if (opened === null) throw wrong(html, at, 'no tag');
    const [, name = '', inside = ''] = opened;
    const attributes = new Map<string, string>();
    for (const [, key = '', value = ''] of inside.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (attributes.has(key)) throw wrong(html, at, `the attribute ${key} stands twice`);
      attributes.set(key, resolved(html, value, at));
    }
    tokens.push({ kind: 'open', name, attributes });
    at = start.lastIndex;
    if (VOID.has(name)) continue;
    open.push(name);
    if (!RAW.has(name)) continue;
    // Not in lower case as a whole: some letters are longer there.
    const length = html.slice(at).search(new RegExp(`</${name}`, 'i'));
    const stop = length < 0 ? -1 : at + length;
    const raw = html.slice(at, stop);
    // `<!--` and `<script` change what ends a script.
    if (stop < 0 || /<!--|<script|\0|\r/i.test(raw) || /[\ud800-\udfff]/u.test(raw))
      throw wrong(html, at, `a ${name} without a plain end`);
    tokens.push({ kind: 'text', text: raw, inside: name });
    at = stop;
  }
  if (open.length > 0) throw wrong(html, html.length, `${open.join(', ')} left open`);
  return tokens;
}

/** The source of a page has this for a text of others: the style sheet draws white space, and the rest is written out. */
export const textOnPage = (text: string): string =>
  revealed(withOddLetters(text, '', codePoint).replace(/[␠⏎⇥]/g, codePoint))
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t');
