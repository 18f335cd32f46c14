import fc from 'fast-check';

/** A text that grows: what stands before, what is repeated, and what stands behind. */
export interface Attack {
  readonly before: string;
  readonly piece: string;
  readonly after: string;
}

export const textOf = ({ before, piece, after }: Attack, size: number): string =>
  before + piece.repeat(Math.max(1, Math.floor((size - before.length - after.length) / piece.length))) + after;

/** Characters of every kind that patterns speak of. */
const COMMON = [' ', '\t', '\n', 'a', 'A', '1', '-', '_', '.', ',', ';', ':', '/', '(', '[', '{', '"', "'", '=', '<'];
const ODD = [
  '*',
  '@',
  '#',
  '&',
  '`',
  '+',
  '\\',
  '\0',
  '\u3000',
  '\u200b',
  'é',
  '漢',
  'ア',
  'ー',
  '가',
  '。',
  '！',
  '😀',
];

/** What a pattern names: its words, and the characters that are no letters. */
const namedIn = (source: string): readonly string[] => [
  ...new Set([
    ...(source.replace(/\\[pP]\{[^}]*\}|\\u\{?[\dA-Fa-f]+\}?|\\./gu, ' ').match(/[\p{L}\p{N}]{2,}/gu) ?? []),
    ...(source.replace(/\\[pP]\{[^}]*\}/gu, '').match(/[^\p{L}\p{N}]/gu) ?? []),
  ]),
];

/** Most characters of a text that is made for a pattern. */
const TEXT_MAX_CHARS = 40;

/** Where a part of a pattern ends that begins at `at`: an escape, a class, or a character. */
function partEnd(source: string, at: number): number {
  if (source[at] === '\\')
    return at + (/^\\(?:[pPu]\{[^}]*\}|u[\dA-Fa-f]{4}|k<[^>]*>|.)/su.exec(source.slice(at))?.[0].length ?? 1);
  if (source[at] !== '[') return at + 1;
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end = source[end] === '\\' ? end + 2 : end + 1;
  return end + 1;
}

/** Where the group ends that begins at `at`. */
function groupEnd(source: string, at: number): number {
  let depth = 0;
  for (let place = at; place < source.length; place = partEnd(source, place)) {
    if (source[place] === '(') depth += 1;
    if (source[place] === ')') depth -= 1;
    if (depth === 0) return place + 1;
  }
  return source.length;
}

/**
 * A pattern without what looks around and what says where it stands: fast-check makes texts and throws away those that
 * do not match, without end where hardly one does.
 */
export function withoutAssertions(source: string): string {
  let result = '';
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    const end = /^\(\?<?[=!]/.test(rest) ? groupEnd(source, at) : partEnd(source, at);
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(end))?.[0] ?? '';
    const isAssertion = /^(?:\(\?<?[=!]|[\^$]|\\[bB])/.test(rest);
    // An assertion with a quantifier is one text less than the pattern says.
    if (!isAssertion) result += source.slice(at, end);
    at = isAssertion ? end + quantifier.length : end;
  }
  return result;
}

/** Some texts that a pattern matches, or nearly so; none of a pattern that fast-check cannot read. */
function matching({ source, flags }: RegExp): readonly string[] {
  try {
    const texts = fc.stringMatching(new RegExp(withoutAssertions(source), flags.replace(/[gy]/g, '')), { size: '-1' });
    return fc.sample(texts, 10).map((text) => text.slice(0, TEXT_MAX_CHARS));
  } catch {
    return [];
  }
}

/**
 * Attacks by some texts and pieces: the begin of a text, one piece or two pieces many times, and an end that makes a
 * search fail.
 */
export function attacksBy(
  { texts, pieces }: { readonly texts: readonly string[]; readonly pieces: readonly string[] },
  count: number,
): readonly Attack[] {
  const one = fc.oneof(fc.constantFrom(...COMMON, ...pieces), fc.constantFrom(...ODD, ...pieces));
  const attack = fc
    .record({
      text: fc.constantFrom('', ...texts),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      piece: fc.oneof(
        one,
        fc.tuple(one, one).map(([first, second]) => first + second),
      ),
      end: fc.oneof(fc.constantFrom('', 'x', '!', '\0', '\n', ' '), one),
      keepsRest: fc.boolean(),
    })
    .map(({ text, cut, piece, end, keepsRest }) => {
      const at = Math.round(cut * text.length);
      return { before: text.slice(0, at), piece, after: (keepsRest ? text.slice(at) : '') + end };
    });
  return fc.sample(attack, count);
}

/** Attacks on a pattern: by what it names, by texts that match it, and by both together. */
export function attacksOn(pattern: RegExp, count: number): readonly Attack[] {
  const named = namedIn(pattern.source);
  const texts = matching(pattern);
  const short = texts.filter((text) => text !== '' && text.length <= 12);
  const mixed = fc.sample(
    fc.array(fc.constantFrom(...named, ...COMMON), { maxLength: 6 }).map((each) => each.join('')),
    10,
  );
  return attacksBy({ texts: [...texts, ...mixed], pieces: [...named, ...named, ...short] }, count);
}
