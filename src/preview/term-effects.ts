import { sourceOfKey } from '../kinds/glossary/diff-entries.ts';
import { changeKind } from '../model/resources/value.ts';
import type { TermEffect, Verdict } from './preview.ts';
import type { ProbedTerm } from './probes.ts';
import { alike, formOf, placesOf, type SameToken, type Token, type TokenPlace, tokensOf } from './tokens.ts';

/** Without its first letter's case, which a sentence decides. */
const uncapitalized = (text: string): string => {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
};

interface Claims {
  /** As many free places as there are, but no more than `wanted`; they are taken from then on. */
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
 * A phrase of a script without spaces has no words with endings: its first two thirds stand for it, when they are two
 * characters at least.
 */
function stemOf(phrase: readonly Token[]): readonly Token[] {
  const kept = Math.ceil((phrase.length * 2) / 3);
  return kept >= 2 && phrase.length > kept && phrase.every(({ isWord }) => !isWord) ? phrase.slice(0, kept) : phrase;
}

/** How often a phrase, or a form of it, stands in a text. */
function countIn(phrase: readonly Token[], text: readonly Token[]): number {
  const claims = claimsOn(text);
  const as = (tokens: readonly Token[], same: SameToken): number =>
    claims.take(tokens, Number.POSITIVE_INFINITY, same).length;
  return as(phrase, alike) + as(phrase, formOf) + (stemOf(phrase) === phrase ? 0 : as(stemOf(phrase), alike));
}

/**
 * What became of the changed terms of a sample, by the rules of `Verdict`. A place of the translation counts for one
 * term, and a term has at most as many as its source phrase has in the sample; the longest target phrases choose first.
 * So `Haus` of one term is not taken for that of another.
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
