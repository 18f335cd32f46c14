import { sourceOfKey } from '../../change/diff-entries.ts';
import { changeKind } from '../../model/resources/value.ts';
import type { TermEffect, Verdict } from './preview.ts';
import type { ProbedTerm } from './probes.ts';
import { alike, formOf, placesOf, type SameToken, type Token, type TokenPlace, tokensOf } from './tokens.ts';

/** The text with a small first letter. The position in a sentence decides whether that letter is a capital. */
const uncapitalized = (text: string): string => {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
};

interface Claims {
  /** Takes up to `wanted` free places of a phrase. Nobody else can take these places afterwards. */
  readonly take: (phrase: readonly Token[], wanted: number, same: SameToken) => readonly TokenPlace[];
}

function claimsOn(text: readonly Token[]): Claims {
  const taken = new Set<number>();
  return {
    take(phrase, wanted, same) {
      const found: TokenPlace[] = [];
      for (const place of placesOf(phrase, text, same)) {
        if (found.length === wanted) break;
        const tokens = Array.from({ length: place.last - place.first + 1 }, (_, index) => place.first + index);
        if (tokens.some((token) => taken.has(token))) continue;
        for (const token of tokens) taken.add(token);
        found.push(place);
      }
      return found;
    },
  };
}

/**
 * The part of a phrase that its forms share. Scripts without spaces have no word endings, so the first two thirds of
 * the phrase are taken, if these are at least two characters. A phrase in another script is returned as it is.
 */
function stemOf(phrase: readonly Token[]): readonly Token[] {
  const kept = Math.ceil((phrase.length * 2) / 3);
  return kept >= 2 && phrase.length > kept && phrase.every(({ isWord }) => !isWord) ? phrase.slice(0, kept) : phrase;
}

/** The number of places where a text contains a phrase or a form of it. */
function countIn(phrase: readonly Token[], text: readonly Token[]): number {
  const claims = claimsOn(text);
  const as = (tokens: readonly Token[], same: SameToken): number =>
    claims.take(tokens, Number.POSITIVE_INFINITY, same).length;
  return as(phrase, alike) + as(phrase, formOf) + (stemOf(phrase) === phrase ? 0 : as(stemOf(phrase), alike));
}

/**
 * The effect of each changed term on a sample, by the rules of `Verdict`. A place in the translation counts for one
 * term only. A term gets at most as many places as its source phrase has in the sample. Longer target phrases choose
 * first, so that `Haus` does not take a place of `Haus am See`.
 */
export function termEffects(terms: readonly ProbedTerm[], before: string, after: string): readonly TermEffect[] {
  const [tokensBefore, tokensAfter] = [tokensOf(before), tokensOf(after)];
  const claims = claimsOn(tokensAfter);
  const effects = new Map<ProbedTerm, Pick<TermEffect, 'verdict' | 'found'>>();
  const withTokens = terms.map((term) => ({ term, phrase: tokensOf(targetOf(term)) }));
  for (const { term, phrase } of [...withTokens].sort((one, other) => other.phrase.length - one.phrase.length)) {
    const { count, change } = term;
    if (change.to === undefined) {
      const [old, now] = [countIn(phrase, tokensBefore), countIn(phrase, tokensAfter)];
      effects.set(term, { verdict: now < old ? 'removed' : 'unchanged', found: Math.min(now, count) });
      continue;
    }
    const whole = claims.take(phrase, count, alike);
    const forms = claims.take(phrase, count - whole.length, formOf);
    const stems = claims.take(stemOf(phrase), count - whole.length - forms.length, alike);
    const written = ({ first, last }: TokenPlace): string =>
      after.slice(tokensAfter[first]?.start, tokensAfter[last]?.end);
    const wanted = uncapitalized(targetOf(term));
    const found = whole.length + forms.length + stems.length;
    const verdict: Verdict = whole.some((place) => uncapitalized(written(place)) === wanted)
      ? 'applied'
      : found > 0
        ? 'inflected'
        : 'ignored';
    effects.set(term, { verdict, found });
  }
  return terms.map((term): TermEffect => {
    const { change, count, coveredBy } = term;
    return {
      kind: changeKind(change),
      source: sourceOfKey(change.key),
      target: targetOf(term),
      verdict: 'ignored',
      found: 0,
      ...effects.get(term),
      expected: count,
      ...(coveredBy !== undefined && { coveredBy }),
      ...(change.at !== undefined && { at: change.at }),
    };
  });
}

const targetOf = ({ change }: ProbedTerm): string => String(change.to ?? change.from);
