import type { DesiredDictionary } from '../kinds/glossary/glossary.ts';
import type { Entries } from '../model/entries/entries.ts';
import { lazy } from '../model/lazy.ts';
import { isPacked, sourceOf } from '../model/packed/packed-entries.ts';
import type { DictionaryCounts, LintDictionary, LintTerm, Phrases } from './lint-input.ts';
import { classesOf } from './phrase-classes.ts';
import type { DictionaryRule, Hit, Needs, TermHit, TermRule } from './rule.ts';
import { scanPhrases, sourcesAlike, wantedOf, wantsRow } from './scan-phrases.ts';

/** What a term hardly has: a mark at the end, as sentences and labels have, a placeholder, or markup. */
const UI_SIGN = /[.!?:…。！？：।؟]["”»)]*$|%[-\d$]*[a-z](?![\p{L}])|\{\w*\}|<\/?[a-z][^<>]*>/iu;

/**
 * The share of source phrases with such a sign that makes a list one of UI strings. Measured: at most 0.3 % in lists of
 * terms and names, at least 5.7 % in message catalogues of programs. Length does not separate the two.
 */
const UI_SHARE = 0.03;

/** In fewer rows, a few abbreviations would decide. */
const ROWS_MIN = 20;

/** So many rows tell as much as all of them do. */
const ROWS_READ = 1000;

/** Source phrases of a dictionary, from all of its parts. */
function someSources(entries: Entries): readonly string[] {
  // An odd step, since lists repeat themselves by even ones.
  const step = Math.floor(entries.size / ROWS_READ) | 1;
  if (!isPacked(entries)) return Array.from(entries, ([source]) => source).filter((_, row) => row % step === 0);
  const { rows } = entries;
  return Array.from({ length: Math.ceil(rows.size / step) }, (_, at) => sourceOf(rows, at * step));
}

/** True for a dictionary that has the strings of a user interface, and no terms. */
export function hasUiStrings(entries: Entries): boolean {
  if (entries.size < ROWS_MIN) return false;
  const sources = someSources(entries);
  return sources.filter((source) => UI_SIGN.test(source)).length >= sources.length * UI_SHARE;
}

/** A hit of a rule. */
export interface RuleHit extends TermHit {
  readonly rule: string;
}

/** A row with what its other columns say. */
export function termOf({ pair, fieldsOf }: DesiredDictionary, source: string, target: string): LintTerm {
  const fields = fieldsOf?.(source);
  return { pair, source, target, fields };
}

/** A hit in a row, before it is known in which dictionary. */
interface RowHit extends Hit {
  readonly rule: string;
}

/** What no phrase may be: empty, with white space around it, or with control characters. */
const REFUSED = /^$|^[\s\x85]|[\s\x85]$|[\p{Cc}\u2028\u2029]/u;

function found(rules: readonly TermRule[], term: LintTerm): readonly RowHit[] {
  const hits: RowHit[] = [];
  for (const rule of rules) for (const hit of rule.check(term)) hits.push({ ...hit, rule: rule.id });
  return hits;
}

const withoutFix = ({ fix: _, ...hit }: RowHit): RowHit => hit;

/**
 * What the rules find in a row. A fix is left out when the service would refuse its phrase, when it does not settle its
 * finding, or when one of `all` rules would find something in the row that was not found before.
 */
export function hitsOfTerm(rules: readonly TermRule[], term: LintTerm, all = rules): readonly RowHit[] {
  const hits = found(rules, term);
  // Of most rows, nothing is found.
  if (hits.length === 0) return hits;
  const before = new Set(hits.map(({ rule, side }) => `${side} ${rule}`));
  return hits.map((hit) => {
    const { rule, side, fix } = hit;
    if (fix === undefined) return hit;
    const after = found(all, { ...term, [side]: fix.text }).map((each) => `${each.side} ${each.rule}`);
    const isGood =
      !REFUSED.test(fix.text) && !after.includes(`${side} ${rule}`) && after.every((each) => before.has(each));
    return isGood ? hit : withoutFix(hit);
  });
}

/** Visits those of single rows that are wanted. Nothing is counted: counts are of whole dictionaries. */
function visitOnly(
  { entries, pair }: Pick<DesiredDictionary, 'entries' | 'pair'>,
  only: Phrases,
  wanted: ReturnType<typeof wantedOf>,
  visit: Parameters<typeof scanPhrases>[3],
): DictionaryCounts {
  // All rows of a new dictionary: a pass over bytes makes strings of a few.
  const isWhole = only.size === entries.size && only.size > 0;
  if (isWhole) scanPhrases(entries, pair, wanted, visit);
  for (const source of isWhole ? [] : only) {
    const target = only.targets?.get(source) ?? entries.get(source);
    if (target === undefined) continue;
    const classes = { ofSource: classesOf(source), ofTarget: classesOf(target) };
    if (wantsRow(wanted, classes, target)) visit(source, target, classes);
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
  only?: Phrases,
): { readonly dictionary: LintDictionary; readonly hits: readonly RuleHit[] } {
  const { entries, pair } = dictionary;
  const isOfUi = lazy(() => hasUiStrings(entries));
  const isOn = ({ id }: TermRule): boolean => !id.startsWith('content/') || !isOfUi();
  const active = rules.filter(isOn).flatMap((rule): readonly (readonly [TermRule, Needs])[] => {
    const needs = rule.needs(pair);
    return needs === undefined ? [] : [[rule, needs]];
  });
  const own = active.map(([rule]) => rule);
  const wantedBy = active.map(([rule, needs]) => ({ rule, wanted: wantedOf([needs]) }));
  const hits: (RowHit & { readonly source: string })[] = [];
  /** True when the source phrase of a fix stands in another row: one phrase would be there twice. */
  const isTaken = ({ side, fix }: RowHit): boolean =>
    side === 'source' && fix !== undefined && entries.get(fix.text) !== undefined;
  const visit: Parameters<typeof scanPhrases>[3] = (source, target, classes) => {
    const looking: TermRule[] = [];
    for (const { rule, wanted } of wantedBy) if (wantsRow(wanted, classes, target)) looking.push(rule);
    if (looking.length === 0) return;
    for (const hit of hitsOfTerm(looking, termOf(dictionary, source, target), own))
      hits.push({ ...(isTaken(hit) ? withoutFix(hit) : hit), source });
  };
  const wanted = wantedOf(active.map(([, needs]) => needs));
  const counts =
    only === undefined ? scanPhrases(entries, pair, wanted, visit) : visitOnly(dictionary, only, wanted, visit);
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
  return { dictionary: linted, hits: hits.map((hit) => ({ ...hit, dictionary: linted })) };
}

/** What the rules over dictionaries find. */
export const lintWhole = (rules: readonly DictionaryRule[], dictionary: LintDictionary): readonly RuleHit[] =>
  rules.flatMap((rule) => rule.check(dictionary).map((hit) => ({ ...hit, rule: rule.id })));
