import { Lexer } from 'yaml';
import { errorAt, type Finding, warningAt } from '../../model/finding.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import { topOf } from '../../model/source-ref.ts';
import { bytesLike } from '../edit/splices.ts';
import { stepOf, yamlEdits } from '../edit/yaml/yaml-changes.ts';
import { parseWithTokens } from '../edit/yaml/yaml-document.ts';
import { editYaml } from '../edit/yaml/yaml-edit.ts';
import { parseYaml, type YamlPath } from '../yaml/yaml-file.ts';
import type { PlainValue } from '../yaml/yaml-value.ts';
import type { ThreeSides } from './merge-columns.ts';
import { mergeValue, unorderedLists, type ValueConflict } from './merge-value.ts';
import { MARKERS, type Merged, type MergeInput, takenWhole } from './merged.ts';
import { valueChanges } from './value-changes.ts';

export interface YamlMergeInput extends MergeInput {
  /** What git makes of the lines, when it finds no conflict in them: taken if it says what the merge is to say. */
  readonly byLines?: Uint8Array;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** What a text says; `undefined` when it is no YAML. An empty one says nothing. */
const plainOf = (bytes: Uint8Array, file: string) => parseYaml({ bytes, file }).value?.value;

/** True when two documents say the same, whatever the order of their lists. */
const saysSame = (left: PlainValue | undefined, right: PlainValue): boolean =>
  left !== undefined && canonicalJson(unorderedLists(left)) === canonicalJson(unorderedLists(right));

/** The comments of a text, each on its line. */
function commentsIn(text: string): readonly { readonly comment: string; readonly line: number }[] {
  const found: { readonly comment: string; readonly line: number }[] = [];
  let [line, isScalar] = [1, false];
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) found.push({ comment: lexeme.trim(), line });
    // The lexer announces the text of a scalar, which may begin with `#` too.
    isScalar = lexeme === '\u001f';
    line += lexeme.split('\n').length - 1;
  }
  return found;
}

/** The comments that a side has and the base has not. */
function newComments(base: Uint8Array, side: Uint8Array) {
  const known = new Set(commentsIn(decode(base)).map(({ comment }) => comment));
  return commentsIn(decode(side)).filter(({ comment }) => !known.has(comment));
}

/** A text edited so that it says `to`; `undefined` when that cannot be done in place. */
function rendered(bytes: Uint8Array, from: PlainValue, to: PlainValue, file: string): string | undefined {
  const text = decode(bytes);
  const document = parseWithTokens(text);
  const made = yamlEdits(document, from, valueChanges(from, to));
  if (made === undefined) return undefined;
  for (const blocks of [true, false]) {
    const edited = editYaml(text, made.edits, { step: stepOf(document, text), blocks });
    if (edited !== undefined && saysSame(plainOf(new TextEncoder().encode(edited), file), to)) return edited;
  }
  return undefined;
}

/** Lines in place of others, from `start` up to `end`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly theirs: readonly string[];
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The lines that differ: what lies between the first and the last one that does. */
function hunkOf(ours: readonly string[], theirs: readonly string[]): Hunk {
  let start = 0;
  while (start < ours.length && ours[start] === theirs[start]) start += 1;
  let behind = 0;
  const most = Math.min(ours.length, theirs.length) - start;
  while (behind < most && ours.at(-1 - behind) === theirs.at(-1 - behind)) behind += 1;
  return { start, end: ours.length - behind, theirs: theirs.slice(start, theirs.length - behind) };
}

/** Our text with every conflict between markers, and the line of the first marker of each. */
function withMarkers(ours: readonly string[], hunks: readonly Hunk[]) {
  const ended = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));
  const result: string[] = [];
  const markers: number[] = [];
  let at = 0;
  for (const { start, end, theirs } of hunks) {
    result.push(...ours.slice(at, start));
    markers.push(result.length + 1);
    result.push(`${MARKERS.ours}\n`, ...ended(ours.slice(start, end)));
    result.push(`${MARKERS.middle}\n`, ...ended(theirs), `${MARKERS.theirs}\n`);
    at = end;
  }
  return { text: [...result, ...ours.slice(at)].join(''), lines: markers };
}

const pathText = (path: YamlPath): string => path.join('.');

const shownValue = (value: PlainValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const conflictAt = (file: string, line: number, { path, ours, theirs }: ValueConflict): Finding =>
  errorAt(
    'merge-conflict',
    { file, line, column: 1 },
    {
      name: pathText(path),
      ...(ours !== undefined && { ours: shownValue(ours) }),
      ...(theirs !== undefined && { theirs: shownValue(theirs) }),
    },
  );

interface Versions {
  readonly values: ThreeSides<PlainValue>;
  /** The version that is edited, so that its comments and its style stay. */
  readonly side: 'ours' | 'theirs';
}

/** Conflicts, by their numbers, and the lines that all of them take in the text. */
interface Place {
  readonly group: readonly number[];
  readonly hunk: Hunk;
}

/** Conflicts that are written one by one; more of them are written as one, since each takes an edit of the file. */
const WRITTEN_ALONE_MAX = 100;

/**
 * Where each conflict stands in our lines. Those that share lines have one place, and so have all of them when the
 * places together do not make their file. `made`: the lines with their values of some conflicts; `undefined` when that
 * cannot be written.
 */
function placesOf(
  ours: readonly string[],
  count: number,
  made: (theirs: ReadonlySet<number>) => readonly string[] | undefined,
): readonly Place[] | undefined {
  const all = [...Array(count).keys()];
  let groups: readonly (readonly number[])[] = count > WRITTEN_ALONE_MAX ? [all] : all.map((number) => [number]);
  for (;;) {
    const places: Place[] = [];
    for (const group of groups) {
      const theirs = made(new Set(group));
      if (theirs === undefined) return undefined;
      places.push({ group, hunk: hunkOf(ours, theirs) });
    }
    places.sort((left, right) => left.hunk.start - right.hunk.start || left.hunk.end - right.hunk.end);
    const shared = places.findIndex(({ hunk }, index) => hunk.start < (places[index - 1]?.hunk.end ?? 0));
    const theirs = shared < 0 ? made(new Set(all)) : undefined;
    if (theirs !== undefined && theirs.join('') === withTheirs(ours, places)) return places;
    if (groups.length === 1) return undefined;
    const [before, here] = [places[shared - 1]?.group ?? [], places[shared]?.group ?? []];
    const others = places.filter((_, index) => index !== shared && index !== shared - 1);
    groups = shared < 0 ? [all] : [...others.map(({ group }) => group), [...before, ...here]];
  }
}

/** Our lines with all of theirs in their places. */
function withTheirs(ours: readonly string[], places: readonly Place[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { hunk } of places) {
    parts.push(...ours.slice(at, hunk.start), ...hunk.theirs);
    at = hunk.end;
  }
  return [...parts, ...ours.slice(at)].join('');
}

/** The file with the conflicts in it; `undefined` when they cannot be written between lines of their own. */
function inConflict(
  input: YamlMergeInput,
  { values, side }: Versions,
  conflicts: readonly ValueConflict[],
): Merged | undefined {
  const { file } = input;
  const made = (theirs: ReadonlySet<number>): readonly string[] | undefined => {
    const { value } = mergeValue(values, theirs);
    const text = value === undefined ? undefined : rendered(input[side], values[side], value, file);
    return text === undefined ? undefined : linesOf(text);
  };
  const ours = made(new Set());
  const places = ours && placesOf(ours, conflicts.length, made);
  if (ours === undefined || places === undefined) return undefined;
  const { text, lines } = withMarkers(
    ours,
    places.map(({ hunk }) => hunk),
  );
  const found = places.flatMap(({ group }, index) =>
    group.map((number) => conflictAt(file, lines[index] ?? 1, conflicts[number] as ValueConflict)),
  );
  return { kind: 'merged', bytes: bytesLike(input[side], text), conflicts: found };
}

/**
 * Merges three versions of a YAML file, key by key; items of a list by what they are known by, such as the label of an
 * instruction. Comments stay; one that cannot be kept is a warning that quotes it.
 */
export function mergeYaml(input: YamlMergeInput): Merged & { readonly warnings?: readonly Finding[] } {
  const { file, byLines } = input;
  const taken = takenWhole(input);
  if (taken !== undefined) return { kind: 'merged', bytes: input[taken], conflicts: [] };
  const parsed = [input.ours, input.theirs, input.base].map((bytes) => parseYaml({ bytes, file }));
  const [ours, theirs, base] = parsed.map(({ value }) => value?.value);
  if (ours === undefined || theirs === undefined || base === undefined)
    return { kind: 'not-merged', findings: parsed.flatMap(({ findings }) => findings) };
  const values = { base, ours, theirs };
  const { value, conflicts } = mergeValue(values);
  if (value === undefined) return { kind: 'not-merged', findings: [errorAt('merge-not-safe', topOf(file))] };
  if (conflicts.length === 0 && byLines !== undefined && saysSame(plainOf(byLines, file), value))
    return { kind: 'merged', bytes: byLines, conflicts: [] };
  // The comments that one side added stay where the file of that side is edited.
  const [ofOurs, ofTheirs] = [newComments(input.base, input.ours), newComments(input.base, input.theirs)];
  const side = ofTheirs.length > 0 && ofOurs.length === 0 ? 'theirs' : 'ours';
  const text = conflicts.length === 0 ? rendered(input[side], values[side], value, file) : undefined;
  const merged: Merged | undefined =
    text === undefined
      ? inConflict(input, { values, side }, conflicts)
      : { kind: 'merged', bytes: bytesLike(input[side], text), conflicts: [] };
  if (merged === undefined) return { kind: 'not-merged', findings: [errorAt('merge-not-safe', topOf(file))] };
  const lost = side === 'theirs' ? [] : ofTheirs;
  const warnings = lost.map(({ comment, line }) =>
    warningAt('merge-comment-lost', { file, line, column: 1 }, { comment }),
  );
  return { ...merged, warnings };
}
