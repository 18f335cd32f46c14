import type { DesiredDictionary } from '../kinds/glossary/glossary.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import { lazy } from '../model/lazy.ts';
import { isPacked, rowOf, sourceOf, targetOf } from '../model/packed/packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from '../model/packed/packed-rows.ts';
import { foldedPhrase, isFolded } from './fold-phrase.ts';
import type { DictionaryCounts, LintDictionary, LintTerm, Phrases } from './lint-input.ts';
import { classesOf, classesOfBytes, scriptsOf } from './phrase-classes.ts';
import { bareNote } from './phrase-parts.ts';
import type { DictionaryRule, Hit, Needs, TermHit, TermRule } from './rule.ts';

/** The combined needs of several rules. */
interface Wanted {
  readonly source: number;
  readonly target: number;
  /** Each is a set of classes; a target phrase is wanted if it has none of them. */
  readonly lacks: readonly number[];
  readonly notes: readonly ReadonlySet<string>[];
  /** The maximum number of bytes of a note, including brackets and marks around it. */
  readonly noteBytes: number;
}

/** A bracket on both sides, and a letter that has more bytes in the other case. */
const AROUND_BYTES = 10;

export function wantedOf(needs: readonly Needs[]): Wanted {
  const notes = needs.flatMap(({ targetNotes }) => targetNotes ?? []);
  return {
    source: needs.reduce((all, { source = 0 }) => all | source, 0),
    target: needs.reduce((all, { target = 0 }) => all | target, 0),
    lacks: needs.flatMap(({ targetLacks }) => targetLacks ?? []),
    notes: notes.map(({ texts }) => texts),
    noteBytes: notes.reduce((most, { maxBytes }) => Math.max(most, maxBytes + AROUND_BYTES), 0),
  };
}

/** The classes of the phrases of a row, known before strings are made of it. */
interface RowClasses {
  readonly sourceClasses: number;
  readonly targetClasses: number;
}

/** Whether a rule must check a row, by the classes of its phrases. */
function isWanted({ source, target, lacks }: Wanted, sourceClasses: number, targetClasses: number): boolean {
  if ((sourceClasses & source) !== 0 || (targetClasses & target) !== 0) return true;
  for (const set of lacks) if ((targetClasses & set) === 0) return true;
  return false;
}

/** Whether a target phrase is one of the wanted notes. */
function isNote({ notes }: Wanted, target: string): boolean {
  if (notes.length === 0) return false;
  const lower = target.toLowerCase();
  return notes.some((texts) => texts.has(lower) || texts.has(bareNote(lower)));
}

/** Whether rules with these needs must check a row. */
const wantsRow = (wanted: Wanted, { sourceClasses, targetClasses }: RowClasses, target: string): boolean =>
  isWanted(wanted, sourceClasses, targetClasses) || isNote(wanted, target);

/** Called with the phrases of a row. */
type Visit = (source: string, target: string, classes: RowClasses) => void;

/** State of one pass over the rows. */
interface Pass {
  readonly wanted: Wanted;
  readonly visit: Visit;
  readonly sourceScripts: number;
  readonly targetScripts: number;
  identical: number;
  swapped: number;
}

function countRow(pass: Pass, sourceClasses: number, targetClasses: number): void {
  const { sourceScripts, targetScripts } = pass;
  if (
    (sourceClasses & targetScripts) !== 0 &&
    (sourceClasses & sourceScripts) === 0 &&
    (targetClasses & sourceScripts) !== 0
  )
    if ((targetClasses & targetScripts) === 0) pass.swapped += 1;
}

function sameBytes(bytes: Uint8Array, left: number, right: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (bytes[left + at] !== bytes[right + at]) return false;
  return true;
}

function passPackedRows(pass: Pass, rows: PackedRows, first: number, end: number): void {
  const { text, places } = rows;
  const { wanted } = pass;
  for (let row = first; row < end; row += 1) {
    const from = places[row * 4] as number;
    const to = places[row * 4 + 1] as number;
    const targetFrom = places[row * 4 + 2] as number;
    const targetTo = places[row * 4 + 3] as number;
    const sourceClasses = classesOfBytes(text, from, to);
    const targetClasses = classesOfBytes(text, targetFrom, targetTo);
    countRow(pass, sourceClasses, targetClasses);
    if (to - from === targetTo - targetFrom && sameBytes(text, from, targetFrom, to - from)) pass.identical += 1;
    const mayBeNote = targetTo - targetFrom <= wanted.noteBytes;
    if (isWanted(wanted, sourceClasses, targetClasses) || (mayBeNote && isNote(wanted, targetOf(rows, row))))
      pass.visit(sourceOf(rows, row), targetOf(rows, row), { sourceClasses, targetClasses });
  }
}

function passStrings(pass: Pass, entries: Entries): void {
  const { wanted, visit } = pass;
  for (const [source, target] of entries) {
    const [sourceClasses, targetClasses] = [classesOf(source), classesOf(target)];
    countRow(pass, sourceClasses, targetClasses);
    if (source === target) pass.identical += 1;
    const classes = { sourceClasses, targetClasses };
    if (wantsRow(wanted, classes, target)) visit(source, target, classes);
  }
}

/** Iterates over the phrases of a dictionary once: calls `visit` for the wanted rows, and counts. */
export function scanPhrases(entries: Entries, pair: LanguagePair, wanted: Wanted, visit: Visit): DictionaryCounts {
  const [sourceScripts, targetScripts] = [scriptsOf(pair.source), scriptsOf(pair.target)];
  // If the languages share a script, letters do not show which language a phrase is in.
  const areApart = (sourceScripts & targetScripts) === 0;
  const pass: Pass = {
    wanted,
    visit,
    sourceScripts: areApart ? sourceScripts : 0,
    targetScripts: areApart ? targetScripts : 0,
    identical: 0,
    swapped: 0,
  };
  if (isPacked(entries)) {
    const { rows } = entries;
    for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
      passPackedRows(pass, rows, row, Math.min(row + ROWS_AT_ONCE, rows.size));
  } else passStrings(pass, entries);
  return { rows: entries.size, identical: pass.identical, swapped: pass.swapped };
}

/** The groups of phrases with the same folded form. Each phrase is passed once. */
function groupsAlike(phrases: Iterable<string>): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const phrase of phrases) {
    const folded = foldedPhrase(phrase);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [phrase]);
    else group.push(phrase);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * At least one of two similar phrases differs from its folded form. If more phrases than this share do, all phrases are
 * compared.
 */
const UNFOLDED_SHARE = 0.25;

/** The rows whose source phrase may fold to another one; `undefined` if there are too many. */
function unfoldedRows({ text, places, size }: PackedRows): readonly number[] | undefined {
  const found: number[] = [];
  for (let row = 0; row < size; row += 1) {
    if (!isFolded(text, places[row * 4] as number, places[row * 4 + 1] as number)) found.push(row);
    if (found.length > size * UNFOLDED_SHARE) return undefined;
  }
  return found;
}

/** Groups of source phrases that are equal except for case and width, in the order of the file. */
export function sourcesAlike(entries: Entries): readonly (readonly string[])[] {
  const index = isPacked(entries) ? entries.index : undefined;
  const unfolded = index && unfoldedRows(index);
  if (index === undefined || unfolded === undefined) return groupsAlike(Array.from(entries, ([source]) => source));
  const folded = unfolded.map((row) => rowOf(index, foldedPhrase(sourceOf(index, row)))).filter((row) => row >= 0);
  const rows = [...new Set([...unfolded, ...folded])].sort((left, right) => left - right);
  return groupsAlike(rows.map((row) => sourceOf(index, row)));
}

/** Signs that terms rarely have: a mark at the end, as in sentences and labels, a placeholder, or markup. */
const UI_SIGN = /[.!?:…。！？：।؟]["”»)]*$|%[-\d$]*[a-z](?![\p{L}])|\{\w*\}|<\/?[a-z][^<>]*>/iu;

/**
 * If at least this share of source phrases has such a sign, the list contains UI strings. Measured: at most 0.3 % in
 * lists of terms and names, at least 5.7 % in message catalogues of programs. Length does not separate the two.
 */
const UI_SHARE = 0.03;

/** With fewer rows, a few abbreviations would decide. */
const ROWS_MIN = 20;

/** Number of rows in the sample. More rows do not change the result. */
const ROWS_READ = 1000;

/** A sample of source phrases from all parts of a dictionary. */
function someSources(entries: Entries): readonly string[] {
  // An odd step, because lists often repeat at even intervals.
  const step = Math.floor(entries.size / ROWS_READ) | 1;
  if (!isPacked(entries)) return Array.from(entries, ([source]) => source).filter((_, row) => row % step === 0);
  const { rows } = entries;
  return Array.from({ length: Math.ceil(rows.size / step) }, (_, at) => sourceOf(rows, at * step));
}

/** True for a dictionary that contains the strings of a user interface instead of terms. */
export function hasUiStrings(entries: Entries): boolean {
  if (entries.size < ROWS_MIN) return false;
  const sources = someSources(entries);
  return sources.filter((source) => UI_SIGN.test(source)).length >= sources.length * UI_SHARE;
}

/** A hit of a rule. */
export interface RuleHit extends TermHit {
  readonly rule: string;
}

/** A row with the fields in its other columns. */
export function termOf({ pair, fieldsOf }: DesiredDictionary, source: string, target: string): LintTerm {
  const fields = fieldsOf?.(source);
  return { pair, source, target, fields };
}

/** A hit in a row, before its dictionary is set. */
interface RowHit extends Hit {
  readonly rule: string;
}

/** Forbidden in any phrase: empty text, outer white space, control characters. */
const REFUSED = /^$|^[\s\x85]|[\s\x85]$|[\p{Cc}\u2028\u2029]/u;

function found(rules: readonly TermRule[], term: LintTerm): readonly RowHit[] {
  const hits: RowHit[] = [];
  for (const rule of rules) for (const hit of rule.check(term)) hits.push({ ...hit, rule: rule.id });
  return hits;
}

const withoutFix = ({ fix: _, ...hit }: RowHit): RowHit => hit;

/**
 * The hits of the rules in a row. A fix is left out if the service would refuse its phrase, if its finding would
 * remain, or if one of `all` rules would then have a new finding in the row.
 */
export function hitsOfTerm(rules: readonly TermRule[], term: LintTerm, all = rules): readonly RowHit[] {
  const hits = found(rules, term);
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

/** Visits the wanted rows of a selection. Counts are only made for whole dictionaries. */
function visitOnly(
  { entries, pair }: Pick<DesiredDictionary, 'entries' | 'pair'>,
  only: Phrases,
  wanted: ReturnType<typeof wantedOf>,
  visit: Parameters<typeof scanPhrases>[3],
): DictionaryCounts {
  // For all rows of a new dictionary, a pass over the bytes makes fewer strings.
  const isWhole = only.size === entries.size && only.size > 0;
  if (isWhole) scanPhrases(entries, pair, wanted, visit);
  for (const source of isWhole ? [] : only) {
    const target = only.targets?.get(source) ?? entries.get(source);
    if (target === undefined) continue;
    const classes = { sourceClasses: classesOf(source), targetClasses: classesOf(target) };
    if (wantsRow(wanted, classes, target)) visit(source, target, classes);
  }
  return { rows: 0, identical: 0, swapped: 0 };
}

/**
 * Prepares a dictionary for the rules for dictionaries, and applies the rules for rows. Rows that no rule must check
 * are not made into strings. `only`: the selected source phrases. Absent: all.
 */
export function lintTerms(
  dictionary: DesiredDictionary,
  address: string,
  rules: readonly TermRule[],
  only?: Phrases,
): { readonly dictionary: LintDictionary; readonly hits: readonly RuleHit[] } {
  const { entries, pair } = dictionary;
  const isOfUi = lazy(() => hasUiStrings(entries));
  const isSource = (phrase: string): boolean => entries.get(phrase) !== undefined;
  const isOn = ({ id }: TermRule): boolean => !id.startsWith('content/') || !isOfUi();
  const active = rules.filter(isOn).flatMap((rule): readonly (readonly [TermRule, Needs])[] => {
    const needs = rule.needs(pair);
    return needs === undefined ? [] : [[rule, needs]];
  });
  const activeRules = active.map(([rule]) => rule);
  const wantedBy = active.map(([rule, needs]) => ({ rule, wanted: wantedOf([needs]) }));
  const hits: (RowHit & { readonly source: string })[] = [];
  /** True if another row has the source phrase of a fix: the phrase would then be there twice. */
  const isTaken = ({ side, fix }: RowHit): boolean => side === 'source' && fix !== undefined && isSource(fix.text);
  const visit: Parameters<typeof scanPhrases>[3] = (source, target, classes) => {
    const looking: TermRule[] = [];
    for (const { rule, wanted } of wantedBy) if (wantsRow(wanted, classes, target)) looking.push(rule);
    if (looking.length === 0) return;
    for (const hit of hitsOfTerm(looking, { ...termOf(dictionary, source, target), isSource }, activeRules))
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

/** The hits of the rules for dictionaries. */
export const lintWhole = (rules: readonly DictionaryRule[], dictionary: LintDictionary): readonly RuleHit[] =>
  rules.flatMap((rule) => rule.check(dictionary).map((hit) => ({ ...hit, rule: rule.id })));
