import { largest } from '../../../model/lists.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** The style of a text that is written as a block scalar below its key. */
export interface BlockScalarStyle {
  readonly kind: '|' | '>';
  /** The spaces at the beginning of each line. */
  readonly pad: string;
  readonly lineEnd: string;
  /** Folded text is wrapped at the last space before this many characters. */
  readonly widthChars: number;
  /** The text after the `|` or `>`: a comment. */
  readonly behind: string;
}

/** Minimum width of a folded text, including its indentation. */
const FOLDED_WIDTH_CHARS = 80;

/** A single space between words: the only place where a folded line can be wrapped. */
const BREAK = /(?<=\S) (?=\S)/;

function folded(line: string, widthChars: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of line.split(BREAK)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + piece.length <= widthChars)
      lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines;
}

/** Whether the lines can be a block scalar. It has no escapes, and its indentation is that of its first line. */
function fits(kind: '|' | '>', lines: readonly string[]): boolean {
  const escapes = lines.some((line) =>
    lineScalar(line, { type: 'QUOTE_DOUBLE', inFlow: true })
      .replace(/\\["\\]/g, '')
      .includes('\\'),
  );
  const spaces = lines.some((line) => line !== '' && (line.trim() === '' || (kind === '>' && /^\s/.test(line))));
  return !escapes && !spaces && lines[0] !== '' && !/^\s/.test(lines[0] ?? '');
}

/**
 * A text as a block scalar, from its `|` or `>` up to its last line end; `undefined` if that needs an indentation
 * indicator or an escape.
 */
export function blockScalar(
  text: string,
  { kind, pad, lineEnd, widthChars, behind }: BlockScalarStyle,
): string | undefined {
  const body = text.replace(/(?<!\n)\n+$/, '');
  const closing = text.length - body.length;
  const lines = body.split('\n');
  if (!fits(kind, lines)) return undefined;
  const shown =
    kind === '|'
      ? lines
      : // A line end of a folded text is a blank line, after the first line end that only folds.
        lines.flatMap((line, index) =>
          line === '' ? [''] : [...(index > 0 ? [''] : []), ...folded(line, widthChars)],
        );
  const chomp = closing === 0 ? '-' : closing === 1 ? '' : '+';
  return [
    `${kind}${chomp}${behind}`,
    ...shown.map((line) => (line === '' ? '' : pad + line)),
    ...Array<string>(Math.max(closing, 1)).fill(''),
  ].join(lineEnd);
}

/** The style of a block scalar, from its text; `undefined` if it has an indentation indicator. */
export function blockScalarStyle(raw: string, lineEnd: string): BlockScalarStyle | undefined {
  const header = /^([|>])[-+]?([^\n\r0-9]*)\r?\n/.exec(raw);
  const lines = raw.split(/\r?\n/).slice(1);
  const pad = /^ +/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0];
  if (header === null || pad === undefined) return undefined;
  const longest = largest(
    lines.map((line) => line.length),
    FOLDED_WIDTH_CHARS,
  );
  const kind = header[1] === '|' ? '|' : '>';
  return { kind, pad, lineEnd, widthChars: longest - pad.length, behind: header[2] ?? '' };
}
