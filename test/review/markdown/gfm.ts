import { CANARY } from './hostile.ts';

/**
 * What a reader of GitHub flavoured markdown makes of a document, as far as our documents go, and whatever it should
 * not have found.
 */
export interface Document {
  readonly headings: readonly string[];
  /** Rows of all tables without heads and delimiters: their cells. */
  readonly rows: readonly (readonly string[])[];
  /** Lines of all fences. */
  readonly fenced: readonly string[];
  /** Everything that is wrong; empty for a document that is sound. */
  readonly problems: readonly string[];
}

/** Cells of a row. A bar ends a cell everywhere, inside code too, unless a backslash stands before it. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  return cells.slice(1, line.trim().endsWith('|') ? -1 : undefined).map((cell) => cell.trim());
}

/** A link that we make: to a file of the repository, at a line. */
const LINK = /\]\((https:\/\/github\.com\/o\/r\/blob\/abc\/[A-Za-z0-9%./-]*#L\d+)\)/g;

/**
 * What inline text holds that it should not. Text of others may be in code alone, and code may hold no markup at all.
 */
export function inlineProblems(text: string): readonly string[] {
  const problems: string[] = [];
  const outside = text
    .replace(LINK, ']')
    // A command that can be copied: in such a code span, nothing is markup.
    .replace(/`[^`]+`/g, '')
    .replace(
      /<code(?: lang="[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")?(?: dir="rtl")?>(.*?)<\/code>/g,
      (_, inside: string) => {
        const open: string[] = [];
        const bare = inside
          .replace(/&#\d+;|<wbr>/g, '')
          .replace(/<(\/?)(del|ins|span)>/g, (__, slash: string, name: string) => {
            if (slash === '') open.push(name);
            else if (open.pop() !== name) problems.push(`</${name}> closes nothing in ${inside}`);
            return '';
          });
        if (open.length > 0) problems.push(`${open.join()} is not closed in ${inside}`);
        const found = /[!-/:-@[-`{-~]/.exec(bare);
        if (found !== null) problems.push(`${JSON.stringify(found[0])} in code: ${inside}`);
        return '';
      },
    )
    // Our own signs that GitHub would look for, and lines of a cell.
    .replace(/<span>&#(?:35|64);<\/span>|<br>/g, '');
  if (outside.includes(CANARY)) problems.push(`text of others outside of code: ${outside}`);
  if (/<(?!\/?(?:details|summary)\b)|@|&(?!#\d+;)|\]\(|(?<![\w&])#\d/.test(outside))
    problems.push(`markup outside of code: ${outside}`);
  if (/[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text))
    problems.push(`a character that hides or steers: ${JSON.stringify(text)}`);
  return problems;
}

/**
 * Reads a document block by block, as the GFM specification says: fences, HTML blocks of type 6, tables, headings,
 * quotes, paragraphs.
 */
export function readMarkdown(markdown: string): Document {
  const headings: string[] = [];
  const rows: (readonly string[])[] = [];
  const fencedLines: string[] = [];
  const problems: string[] = [];
  // A reader ends lines at LF, CR LF and CR alike.
  const lines = markdown.replace(/\n$/, '').split(/\r\n|\n|\r/);
  let details = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (fence !== null) {
      const mark = fence[1] ?? '';
      const closes = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`);
      index += 1;
      while (index < lines.length && !closes.test(lines[index] ?? '')) {
        const inside = lines[index] ?? '';
        if (/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(inside))
          problems.push(`steers in a fence: ${JSON.stringify(inside)}`);
        fencedLines.push(inside);
        index += 1;
      }
      if (index === lines.length) problems.push('a fence is not closed');
      continue;
    }
    // A tag in a span of code is text.
    const outside = line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    for (const [tag] of outside.matchAll(/<\/?details\b/g)) details += tag === '<details' ? 1 : -1;
    if (details < 0) problems.push(`details that are closed and not open, line ${index + 1}`);
    if (/^<\/?(?:details|summary)\b/.test(line)) {
      // An HTML block ends at a blank line, so one must follow.
      if ((lines[index + 1] ?? '') !== '') problems.push(`no blank line after HTML: ${line}`);
      problems.push(...inlineProblems(line));
      continue;
    }
    const next = lines[index + 1] ?? '';
    if (line.startsWith('|') && /^\|(?:---\|)+$/.test(next)) {
      const columns = cellsOf(next).length;
      if (cellsOf(line).length !== columns) problems.push(`head and delimiter differ: ${line}`);
      for (index += 2; index < lines.length && (lines[index] ?? '') !== ''; index += 1) {
        const row = lines[index] ?? '';
        const cells = cellsOf(row);
        if (cells.length !== columns || !row.startsWith('|'))
          problems.push(`${cells.length} cells and not ${columns}: ${row}`);
        problems.push(...cells.flatMap(inlineProblems));
        rows.push(cells);
      }
      continue;
    }
    const heading = /^#{1,6} (.*)$/.exec(line);
    if (heading !== null) headings.push(heading[1] ?? '');
    else if (/^(?:#|\||=+$|-+$|\*|\+ |\d+[.)] | {4}|\t)/.test(line) && !line.startsWith('**'))
      problems.push(`a block that nobody wrote: ${line}`);
    problems.push(...inlineProblems((heading?.[1] ?? line).replace(/^> (?:\[!\w+\])?/, '')));
  }
  if (details !== 0) problems.push(`${details} details are not closed`);
  return { headings, rows, fenced: fencedLines, problems };
}

/** Text as it is shown: tags are gone, entities are characters. */
export const shownOf = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
