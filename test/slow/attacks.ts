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

/** Some texts that match the pattern; none where it looks around, since fast-check would try texts without end. */
function matching(pattern: RegExp): readonly string[] {
  if (/\(\?<?[!=]/.test(pattern.source)) return [];
  try {
    return fc.sample(fc.stringMatching(pattern, { maxLength: 40 }), 20);
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
