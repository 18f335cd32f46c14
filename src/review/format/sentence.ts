import { shown, visible } from './escape.ts';

/** A text of a user or of the service. `max`: maximum number of UTF-16 code units in a comment; default 120. */
interface Theirs {
  readonly theirs: string;
  readonly max?: number;
}

/** A command or a setting, which a reader may copy. */
interface Command {
  readonly command: string;
}

export type SentenceToken = string | Theirs | Command;

/** Plain strings are our own words. The renderers escape all other tokens, each in its own way. */
export type Sentence = readonly SentenceToken[];

type Hole = SentenceToken | number | Sentence;

const tokensOf = (hole: Hole): Sentence =>
  typeof hole === 'number' ? [String(hole)] : typeof hole === 'object' && 'flatMap' in hole ? hole : [hole];

/**
 * A sentence from a template. A plain string in a placeholder is our own text, never text of a user. A line break
 * counts as a space.
 */
export const say = (parts: TemplateStringsArray, ...holes: readonly Hole[]): Sentence =>
  parts.flatMap((part, index) => [
    ...(index === 0 ? [] : tokensOf(holes[index - 1] ?? '')),
    part.replace(/\n\s*/g, ' '),
  ]);

export const joinedTokens = (items: readonly Sentence[], separator: string, last = separator): Sentence =>
  items.flatMap((item, index) => (index === 0 ? item : [index === items.length - 1 ? last : separator, ...item]));

/** `a`, `a and b`, `a, b and c`. */
export const listedTokens = (items: readonly Sentence[]): Sentence => joinedTokens(items, ', ', ' and ');

/** For a terminal, for JSON, and for formats that escape a whole text. */
export const sentenceText = (sentence: Sentence): string =>
  sentence
    .map((token) =>
      typeof token === 'string' ? token : 'theirs' in token ? shown(token.theirs) : visible(token.command),
    )
    .join('');
