import { Lexer } from 'yaml';
import { errorAt, type Finding, topOf, warningAt } from '../../model/finding.ts';
import { pushAll } from '../../model/lists.ts';
import { bytesLike } from '../edit/splices.ts';
import { stepOf, type YamlChange, yamlEdits } from '../edit/yaml/yaml-changes.ts';
import { parseWithTokens } from '../edit/yaml/yaml-document.ts';
import { editYaml } from '../edit/yaml/yaml-edit.ts';
import { parseYaml, type YamlPath } from '../yaml/yaml-file.ts';
import type { PlainValue } from '../yaml/yaml-value.ts';
import { type Hunk, placesOfConflicts, textLines } from './conflict-places.ts';
import type { ThreeSides } from './merge-columns.ts';
import {
  isItems,
  isMembers,
  isSameValue,
  keyedItems,
  mergeValue,
  unorderedLists,
  type ValueConflict,
} from './merge-value.ts';
import { MARKERS, type Merged, type MergeInput, takenWhole } from './merged.ts';

/** A new value without the items of its lists. These are added one by one. */
function emptied(value: PlainValue): PlainValue {
  if (isItems(value)) return [];
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, emptied(each)]));
}

/** Changes that append the items to lists created empty. */
function fillings(value: PlainValue, path: YamlPath): readonly YamlChange[] {
  if (isItems(value)) return value.flatMap((item, index) => additions(item, [...path, index]));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => fillings(each, [...path, key]));
}

const additions = (value: PlainValue, path: YamlPath): readonly YamlChange[] => [
  { path, to: emptied(value) },
  ...fillings(value, path),
];

/** `undefined`: an item of a list has no key. */
function listChanges(
  from: readonly PlainValue[],
  to: readonly PlainValue[],
  path: YamlPath,
): readonly YamlChange[] | undefined {
  const [old, wanted] = [keyedItems(from), keyedItems(to)];
  if (old === undefined || wanted === undefined) return undefined;
  const itemChanges = [...old].flatMap(([key, index]) => {
    const place = wanted.get(key);
    return place === undefined ? [] : valueChanges(from[index], to[place], [...path, index]);
  });
  const gone = [...old].filter(([key]) => !wanted.has(key)).map(([, index]) => index);
  const left = from.length - gone.length;
  const added = [...wanted].filter(([key]) => !old.has(key));
  return [
    ...itemChanges,
    // From last to first, so that the indexes of the others stay valid.
    ...gone.sort((one, other) => other - one).map((index): YamlChange => ({ path: [...path, index] })),
    ...added.flatMap(([, index], more) => additions(to[index] as PlainValue, [...path, left + more])),
  ];
}

/** The changes that turn one value into another, for an edit of the file in place. */
function valueChanges(
  from: PlainValue | undefined,
  to: PlainValue | undefined,
  path: YamlPath = [],
): readonly YamlChange[] {
  if (isSameValue(from, to)) return [];
  if (to === undefined) return [{ path }];
  if (isMembers(from) && isMembers(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      valueChanges(from[key], to[key], [...path, key]),
    );
  const changes = isItems(from) && isItems(to) ? listChanges(from, to, path) : undefined;
  return changes ?? additions(to, path);
}

export interface YamlMergeInput extends MergeInput {
  /** The merge of the lines by git, if it found no conflict. Used if its content is the merged value. */
  readonly byLines?: Uint8Array;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The content of a text; `undefined` if it is not YAML. An empty text is null. */
const plainOf = (bytes: Uint8Array, file: string) => parseYaml({ bytes, file }).value?.value;

/** True if two documents have the same content, regardless of the order of their lists. */
const saysSame = (left: PlainValue | undefined, right: PlainValue): boolean =>
  isSameValue(unorderedLists(left), unorderedLists(right));

/** The comments of a text, each with its line. */
function* commentsIn(text: string): Generator<{ readonly comment: string; readonly line: number }> {
  let [line, isScalar] = [1, false];
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) yield { comment: lexeme.trim(), line };
    // The lexer announces the text of a scalar, which may also begin with `#`.
    isScalar = lexeme === '\u001f';
    line += lexeme.split('\n').length - 1;
  }
}

/** The comments of a side that the base lacks. */
function newComments(base: Uint8Array, side: Uint8Array) {
  const known = new Set([...commentsIn(decode(base))].map(({ comment }) => comment));
  return [...commentsIn(decode(side))].filter(({ comment }) => !known.has(comment));
}

/** A text edited so that its value is `to`; `undefined` if that is impossible in place. */
function rendered(bytes: Uint8Array, from: PlainValue, to: PlainValue, file: string): string | undefined {
  const text = decode(bytes);
  const document = parseWithTokens(text);
  const planned = yamlEdits(document, from, valueChanges(from, to));
  if (planned === undefined) return undefined;
  for (const blocks of [true, false]) {
    const edited = editYaml(text, planned.edits, { step: stepOf(document, text), blocks });
    if (edited !== undefined && saysSame(plainOf(new TextEncoder().encode(edited), file), to)) return edited;
  }
  return undefined;
}

/** Our text with markers around every conflict, and the line of each first marker. */
function withMarkers(ours: readonly string[], hunks: readonly Hunk[]) {
  const ended = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));
  const result: string[] = [];
  const markers: number[] = [];
  let at = 0;
  for (const { start, end, theirs } of hunks) {
    pushAll(result, ours.slice(at, start));
    markers.push(result.length + 1);
    pushAll(result, [`${MARKERS.ours}\n`, ...ended(ours.slice(start, end))]);
    pushAll(result, [`${MARKERS.middle}\n`, ...ended(theirs), `${MARKERS.theirs}\n`]);
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
  /** The version to edit: its comments and its style stay. */
  readonly side: 'ours' | 'theirs';
}

/** The file with its conflicts; `undefined` if they cannot be written on their own lines. */
function inConflict(
  input: YamlMergeInput,
  { values, side }: Versions,
  conflicts: readonly ValueConflict[],
): Merged | undefined {
  const { file } = input;
  const renderedWith = (theirConflicts: ReadonlySet<number>): string | undefined => {
    const { value } = mergeValue(values, theirConflicts);
    return value === undefined ? undefined : rendered(input[side], values[side], value, file);
  };
  const [ours, theirs] = [renderedWith(new Set()), renderedWith(new Set(conflicts.keys()))];
  if (ours === undefined || theirs === undefined) return undefined;
  const places = placesOfConflicts(
    ours,
    theirs,
    conflicts.map(({ path }) => path),
    file,
  );
  const { text, lines } = withMarkers(
    textLines(ours),
    places.map(({ hunk }) => hunk),
  );
  const found = places.flatMap(({ group }, index) =>
    group.map((number) => conflictAt(file, lines[index] ?? 1, conflicts[number] as ValueConflict)),
  );
  return { kind: 'merged', bytes: bytesLike(input[side], text), conflicts: found };
}

/**
 * Merges three versions of a YAML file, key by key. Items of a list are matched by identifying fields, such as the
 * label of an instruction. Comments stay; a comment that cannot be kept causes a warning that quotes it.
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
  // If only one side added comments, its file is edited, so that they stay.
  const [ourComments, theirComments] = [newComments(input.base, input.ours), newComments(input.base, input.theirs)];
  const side = theirComments.length > 0 && ourComments.length === 0 ? 'theirs' : 'ours';
  const text = conflicts.length === 0 ? rendered(input[side], values[side], value, file) : undefined;
  const merged: Merged | undefined =
    text === undefined
      ? inConflict(input, { values, side }, conflicts)
      : { kind: 'merged', bytes: bytesLike(input[side], text), conflicts: [] };
  if (merged === undefined) return { kind: 'not-merged', findings: [errorAt('merge-not-safe', topOf(file))] };
  const lost = side === 'theirs' ? [] : theirComments;
  const warnings = lost.map(({ comment, line }) =>
    warningAt('merge-comment-lost', { file, line, column: 1 }, { comment }),
  );
  return { ...merged, warnings };
}
