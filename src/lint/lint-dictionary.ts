import type { DesiredDictionary } from '../kinds/glossary/glossary.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { DictionaryCounts, LintDictionary, LintTerm } from './lint-input.ts';
import type { DictionaryRule, Needs, TermHit, TermRule } from './rule.ts';
import { scanPhrases, sourcesAlike, wantedOf } from './scan-phrases.ts';

/** A hit of a rule. */
export interface RuleHit extends TermHit {
  readonly rule: string;
}

/** A row with what its other columns say. */
export function termOf({ pair, fieldsOf }: DesiredDictionary, source: string, target: string): LintTerm {
  const fields = fieldsOf?.(source);
  return { pair, source, target, ...(fields !== undefined && { fields }) };
}

/** What the rules find in a row. */
export const hitsOfTerm = (rules: readonly TermRule[], term: LintTerm) =>
  rules.flatMap((rule) => rule.check(term).map((hit) => ({ ...hit, rule: rule.id })));

/** Visits single rows. Nothing is counted: counts are of whole dictionaries. */
function visitOnly(
  entries: Entries,
  only: ReadonlySet<string>,
  visit: (source: string, target: string) => void,
): DictionaryCounts {
  for (const source of only) {
    const target = entries.get(source);
    if (target !== undefined) visit(source, target);
  }
  return { rows: 0, identical: 0, swapped: 0 };
}

/**
 * Makes a dictionary ready for the rules over dictionaries, and applies the rules of rows. Rows at which no rule must
 * look are not made into strings. `only`: these source phrases, where not all are asked for.
 */
export function lintTerms(
  dictionary: DesiredDictionary,
  address: string,
  rules: readonly TermRule[],
  only?: ReadonlySet<string>,
): { readonly dictionary: LintDictionary; readonly hits: readonly RuleHit[] } {
  const { entries, pair } = dictionary;
  const active = rules.flatMap((rule): readonly (readonly [TermRule, Needs])[] => {
    const needs = rule.needs(pair);
    return needs === undefined ? [] : [[rule, needs]];
  });
  const own = active.map(([rule]) => rule);
  const found: (ReturnType<typeof hitsOfTerm>[number] & { readonly source: string })[] = [];
  const visit = (source: string, target: string): void => {
    for (const hit of hitsOfTerm(own, termOf(dictionary, source, target))) found.push({ ...hit, source });
  };
  const wanted = wantedOf(active.map(([, needs]) => needs));
  const counts = only === undefined ? scanPhrases(entries, pair, wanted, visit) : visitOnly(entries, only, visit);
  let alike: readonly (readonly string[])[] | undefined;
  const linted: LintDictionary = {
    ...dictionary,
    address,
    counts,
    alike() {
      alike ??= sourcesAlike(entries);
      return alike;
    },
  };
  return { dictionary: linted, hits: found.map((hit) => ({ ...hit, dictionary: linted })) };
}

/** What the rules over dictionaries find. */
export const lintWhole = (rules: readonly DictionaryRule[], dictionary: LintDictionary): readonly RuleHit[] =>
  rules.flatMap((rule) => rule.check(dictionary).map((hit) => ({ ...hit, rule: rule.id })));
