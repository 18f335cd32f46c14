import type { Language, PairQuestion, ResourceDescriptor } from './language.ts';

export type PairSide = 'source' | 'target';

/** A reason why a resource, or a feature of it, does not support a pair. */
export type PairGap =
  /** This side does not take the code. `instead`: codes of the same base language that it does take. */
  | {
      readonly kind: 'no-language';
      readonly side: PairSide;
      readonly code: string;
      readonly instead: readonly string[];
    }
  /** The resource has no such feature. */
  | { readonly kind: 'unknown-feature'; readonly feature: string; readonly known: readonly string[] }
  | { readonly kind: 'no-feature'; readonly side: PairSide; readonly code: string; readonly feature: string };

/** Whether a resource supports a pair. */
export interface PairAnswer {
  /** True without gaps. */
  readonly supported: boolean;
  /**
   * The language codes of the service for each side; several if the question names a base language and only its
   * variants are listed.
   */
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly gaps: readonly PairGap[];
}

const baseOf = (code: string): string => code.toLowerCase().split('-')[0] ?? '';

const codes = (languages: readonly Language[]): readonly string[] => languages.map(({ code }) => code);

const takes = (language: Language, side: PairSide): boolean =>
  side === 'source' ? language.usableAsSource : language.usableAsTarget;

/** Resources whose languages have no variants: "a glossary for EN applies to EN-US and EN-GB". */
const OF_BASES: ReadonlySet<string> = new Set(['glossary', 'style_rules']);

/**
 * The listed languages that a code means on one side: itself; else its variants, when it is a base language (`en` as a
 * target is `en-GB` and `en-US`); else, where languages have no variants, its base. Source: description, "Glossary".
 */
function meant(
  resource: string,
  languages: readonly Language[],
  side: PairSide,
  code: string,
): readonly Language[] | PairGap {
  const usable = languages.filter((language) => takes(language, side));
  const is = (wanted: string): readonly Language[] => usable.filter((each) => each.code.toLowerCase() === wanted);
  const itself = is(code.toLowerCase());
  if (itself.length > 0) return itself;
  const sameBase = usable.filter((each) => baseOf(each.code) === baseOf(code));
  if (code.toLowerCase() === baseOf(code) && sameBase.length > 0) return sameBase;
  if (OF_BASES.has(resource) && is(baseOf(code)).length > 0) return is(baseOf(code));
  return { kind: 'no-language', side, code, instead: codes(sameBase) };
}

const isGap = (found: readonly Language[] | PairGap): found is PairGap => !Array.isArray(found);

/**
 * Whether a resource supports a pair and, if requested, a feature for it: on the source, the target or both, as the
 * descriptor requires. A base language means all its variants: every resulting pair must be supported. A feature that
 * the descriptor does not name is not supported. `languages` are those of the same resource. Source: description,
 * "Endpoints > Languages" and "Versioning" 5.
 */
export function pairAnswer(
  resource: ResourceDescriptor,
  languages: readonly Language[],
  { source, target, feature }: PairQuestion,
): PairAnswer {
  const from = meant(resource.name, languages, 'source', source);
  const to = meant(resource.name, languages, 'target', target);
  const sources = isGap(from) ? [] : from;
  const targets = isGap(to) ? [] : to;
  const gaps: PairGap[] = [from, to].filter(isGap);
  if (feature !== undefined) {
    const needs = resource.features.get(feature);
    if (needs === undefined) gaps.push({ kind: 'unknown-feature', feature, known: [...resource.features.keys()] });
    const lacking = (side: PairSide, on: readonly Language[], needed: boolean | undefined): void => {
      for (const { code, features } of on)
        if (needed === true && !features.has(feature)) gaps.push({ kind: 'no-feature', side, code, feature });
    };
    lacking('source', sources, needs?.needsSource);
    lacking('target', targets, needs?.needsTarget);
  }
  return { supported: gaps.length === 0, sources: codes(sources), targets: codes(targets), gaps };
}
