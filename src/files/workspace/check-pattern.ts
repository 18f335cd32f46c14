import { errorAt, type Finding, type SourceRef } from '../../model/finding.ts';

/** Maximum number of patterns that the braces of one pattern expand to. */
const ALTERNATIVES_MAX = 200;

/**
 * Maximum number of stars in one name: matching a name of 255 characters takes up to 255 to the power of the stars
 * steps.
 */
const NAME_STARS_MAX = 3;

/** Maximum number of `**` in one pattern, for the same reason. */
const GLOBSTARS_MAX = 2;

/** Maximum length of a pattern. A longer one matches no file that a system can have. */
const PATTERN_MAX_CHARS = 1000;

/** The numbers or letters of a range, `1..30` or `a..z`; undefined for any other text. */
function rangeSize(text: string): number | undefined {
  const [, from, to] = /^(-?\d{1,15}|[A-Za-z])\.\.(-?\d{1,15}|[A-Za-z])(?:\.\.-?\d{1,15})?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const number = (side: string): number => (/^[A-Za-z]$/.test(side) ? side.charCodeAt(0) : Number(side));
  return Math.abs(number(to) - number(from)) + 1;
}

/**
 * The number of patterns that the braces of one expand to, without expanding them: alternatives are added, and
 * consecutive groups are multiplied.
 */
export function alternativesOf(pattern: string): number {
  interface Level {
    /** Sum of the alternatives before the last comma, and product of the current one. */
    sum: number;
    product: number;
    readonly start: number;
    hasComma: boolean;
  }
  const levels: Level[] = [];
  let top: Level = { sum: 0, product: 1, start: 0, hasComma: false };
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '{') {
      levels.push(top);
      top = { sum: 0, product: 1, start: at + 1, hasComma: false };
    } else if (character === ',' && levels.length > 0) {
      top.sum += top.product;
      top.product = 1;
      top.hasComma = true;
    } else if (character === '}') {
      const outer = levels.pop();
      if (outer === undefined) continue;
      const range = top.hasComma ? undefined : rangeSize(pattern.slice(top.start, at));
      outer.product *= range ?? top.sum + top.product;
      top = outer;
    }
  }
  return levels.reduce((product, level) => product * level.product, top.product + top.sum);
}

const starsIn = (text: string): number => text.split('*').length - 1;

/** The pattern with each pair of braces replaced by its alternative with the most stars. */
function withoutBraces(pattern: string): string {
  let [before, after] = ['', pattern];
  while (before !== after) {
    before = after;
    after = before.replace(/\{([^{}]*)\}/g, (_, inside: string) =>
      inside.split(',').reduce((most, each) => (starsIn(each) > starsIn(most) ? each : most)),
    );
  }
  return after;
}

/** The reason why a pattern is too expensive for its length, in words; `undefined` if it is not. */
function excessOf(pattern: string): { readonly what: string; readonly allowed: string } | undefined {
  if (pattern.length > PATTERN_MAX_CHARS)
    return { what: `${pattern.length} characters`, allowed: `at most ${PATTERN_MAX_CHARS}` };
  const alternatives = alternativesOf(pattern);
  if (alternatives > ALTERNATIVES_MAX)
    return { what: `${alternatives} alternatives in braces`, allowed: `at most ${ALTERNATIVES_MAX}` };
  if (/\\(?![()[\]{}!+@,])/.test(pattern))
    return { what: 'a backslash', allowed: '/ between folders, and a backslash before a bracket' };
  const plain = withoutBraces(pattern.replace(/\\./gsu, ''));
  if (plain.includes('(')) return { what: 'a group in parentheses', allowed: '*, **, ?, [abc] and {a,b}' };
  const parts = plain.split('/');
  const globstars = parts.filter((part) => part.includes('**')).length;
  if (globstars > GLOBSTARS_MAX) return { what: `** ${globstars} times`, allowed: `at most ${GLOBSTARS_MAX}` };
  const stars = parts.reduce((most, part) => Math.max(most, starsIn(part.replaceAll('**', '*'))), 0);
  return stars > NAME_STARS_MAX
    ? { what: `${stars} stars in one name`, allowed: `at most ${NAME_STARS_MAX}` }
    : undefined;
}

/** A finding for a pattern that would take far more time or memory than its length suggests. */
export function checkPattern(pattern: string, at: SourceRef): readonly Finding[] {
  const excess = excessOf(pattern);
  return excess === undefined ? [] : [errorAt('pattern-too-complex', at, { ...excess })];
}
