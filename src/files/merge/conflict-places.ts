import { isMap } from 'yaml';
import {
  beginsLine,
  endOf,
  findNode,
  itemStart,
  keyStart,
  lineStart,
  nextLine,
  onceFor,
  type ParsedText,
  parsedText,
} from '../edit/yaml/yaml-document.ts';
import { parseYaml, type YamlPath } from '../yaml/yaml-file.ts';
import type { PlainValue } from '../yaml/yaml-value.ts';
import { isItems, isMembers, keyedItems } from './merge-value.ts';

/** Lines that replace others, from `start` up to `end`. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly theirs: readonly string[];
}

/** The numbers of some conflicts, and the lines of the text that they share. */
export interface ConflictPlace {
  readonly group: readonly number[];
  readonly hunk: Hunk;
}

export const textLines = (text: string): readonly string[] =>
  Array.from(text.matchAll(/[^\n]*\n|[^\n]+/g), ([line]) => line);

/** Number of equal lines at the beginning of two lists. */
function commonLines(ours: readonly string[], theirs: readonly string[]): number {
  const differing = ours.findIndex((line, index) => line !== theirs[index]);
  return differing < 0 ? ours.length : differing;
}

/** The differing lines: everything from the first to the last line that differs. */
function hunkOf(ours: readonly string[], theirs: readonly string[]): Hunk {
  const start = commonLines(ours, theirs);
  const behind = commonLines(ours.slice(start).reverse(), theirs.slice(start).reverse());
  return { start, end: ours.length - behind, theirs: theirs.slice(start, theirs.length - behind) };
}

/** Our lines, with the lines of theirs at all places. */
function withTheirs(ours: readonly string[], places: readonly ConflictPlace[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { hunk } of places) {
    parts.push(ours.slice(at, hunk.start).join(''), hunk.theirs.join(''));
    at = hunk.end;
  }
  return parts.join('') + ours.slice(at).join('');
}

/** Lines from `start` up to `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of one version. Both are absent if its lines also contain other parts. */
interface FoundPart {
  readonly lines?: Range;
  /** True: it is the only part of its map or list. */
  readonly isOnly?: boolean;
}

const keysOf = onceFor((items: readonly PlainValue[]) => keyedItems(items) ?? new Map<string, number>());

/** The path in the document, for a path that names items of lists by their keys; `undefined` if it does not exist. */
function pathIn(value: PlainValue, path: YamlPath): YamlPath | undefined {
  const found: (string | number)[] = [];
  let at: PlainValue | undefined = value;
  for (const key of path) {
    const part: string | number = isItems(at) ? (keysOf(at).get(String(key)) ?? -1) : key;
    at = isItems(at) ? at[Number(part)] : isMembers(at) ? at[part] : undefined;
    if (at === undefined) return undefined;
    found.push(part);
  }
  return found;
}

/** Finds the parts of one version by their paths. */
function partFinder(text: string, file: string): (path: YamlPath) => FoundPart | undefined {
  const parsed: ParsedText = parsedText(text);
  const value = parseYaml({ bytes: new TextEncoder().encode(text), file }).value?.value ?? null;
  const lineNumbers = new Map<number, number>();
  for (let at = 0, line = 0; at < text.length; at = nextLine(text, at + 1), line += 1) lineNumbers.set(at, line);
  const lineAt = (offset: number): number => lineNumbers.get(offset) ?? lineNumbers.size;
  return (path) => {
    const inDocument = pathIn(value, path);
    if (inDocument === undefined) return undefined;
    const found = findNode(parsed.document, inDocument);
    if (found?.parent === undefined || found.parent.collection.flow === true) return {};
    const { collection, index } = found.parent;
    const start = (isMap(collection) ? keyStart(collection, index) : itemStart(collection, index)) as number;
    if (!beginsLine(text, start)) return {};
    return {
      isOnly: collection.items.length === 1,
      lines: { start: lineAt(lineStart(text, start)), end: lineAt(nextLine(text, endOf(found.node))) },
    };
  };
}

/** Conflicts that share a part, and the lines of the part in both versions. `undefined`: the version removed it. */
type Part = { readonly group: number[] } & (
  | { readonly ours: Range; readonly theirs: Range | undefined }
  | { readonly ours: undefined; readonly theirs: Range }
);

/** The smallest part around each conflict that has its own lines; `undefined` if only the file is large enough. */
function partsOf(
  sides: readonly [string, string],
  paths: readonly YamlPath[],
  file: string,
): readonly Part[] | undefined {
  const [inOurs, inTheirs] = sides.map((text) => partFinder(text, file)) as [
    ReturnType<typeof partFinder>,
    ReturnType<typeof partFinder>,
  ];
  const parts = new Map<string, Part>();
  for (const [number, path] of paths.entries()) {
    for (let depth = path.length; ; depth -= 1) {
      if (depth === 0) return undefined;
      const [ours, theirs] = [inOurs(path.slice(0, depth)), inTheirs(path.slice(0, depth))];
      const isWithin = (part: FoundPart | undefined, other: FoundPart | undefined): boolean =>
        part === undefined || (part.lines !== undefined && (other !== undefined || !part.isOnly));
      if (!isWithin(ours, theirs) || !isWithin(theirs, ours)) continue;
      const lines = { ours: ours?.lines, theirs: theirs?.lines };
      const key = JSON.stringify(lines);
      const part = parts.get(key) ?? ({ group: [], ...lines } as Part);
      part.group.push(number);
      parts.set(key, part);
      break;
    }
  }
  return [...parts.values()];
}

/**
 * The parts as places in our lines. A part that only their version has is placed where the lines before it end in ours.
 */
function placesIn(parts: readonly Part[], theirs: readonly string[]): readonly ConflictPlace[] {
  const places: { group: readonly number[]; hunk: Hunk }[] = [];
  const inOurs = parts
    .filter((part) => part.ours !== undefined)
    .sort((one, other) => one.ours.start - other.ours.start);
  const onlyTheirs = parts
    .filter((part) => part.ours === undefined)
    .sort((one, other) => one.theirs.start - other.theirs.start);
  // The ends of the lines already handled in both versions.
  let [ourEnd, theirEnd] = [0, 0];
  const add = (group: readonly number[], common: number, ourCount: number, theirCount: number): void => {
    const [start, from] = [ourEnd + common, theirEnd + common];
    [ourEnd, theirEnd] = [start + ourCount, from + theirCount];
    places.push({ group, hunk: { start, end: ourEnd, theirs: theirs.slice(from, theirEnd) } });
  };
  const addToLast = (group: readonly number[]): void => {
    const last = places.at(-1) as (typeof places)[number];
    last.group = [...last.group, ...group];
  };
  const addTheirs = (upTo: number): void => {
    for (let [next] = onlyTheirs; next !== undefined; [next] = onlyTheirs) {
      const common = next.theirs.start - theirEnd;
      if (common > upTo - ourEnd) return;
      onlyTheirs.shift();
      if (common < 0) addToLast(next.group);
      else add(next.group, common, 0, next.theirs.end - next.theirs.start);
    }
  };
  for (const { group, ours, theirs: range } of inOurs) {
    addTheirs(ours.start);
    const common = ours.start - ourEnd;
    if (common < 0) addToLast(group);
    else add(group, common, ours.end - ours.start, range ? range.end - range.start : 0);
  }
  addTheirs(Number.POSITIVE_INFINITY);
  return places;
}

/** Removes the lines at the beginning and at the end that both versions share. */
function trimmed(ours: readonly string[], { group, hunk: { start, end, theirs } }: ConflictPlace): ConflictPlace {
  const hunk = hunkOf(ours.slice(start, end), theirs);
  return { group, hunk: { ...hunk, start: start + hunk.start, end: start + hunk.end } };
}

/**
 * The place of each conflict in our lines. Conflicts that share lines have one place. If the places together do not
 * produce their version, all conflicts have one place. `paths`: of the conflicts, in the order of their numbers.
 */
export function placesOfConflicts(
  ours: string,
  theirs: string,
  paths: readonly YamlPath[],
  file: string,
): readonly ConflictPlace[] {
  const [ourLines, theirLines] = [textLines(ours), textLines(theirs)];
  const parts = partsOf([ours, theirs], paths, file);
  const places = parts && placesIn(parts, theirLines).map((place) => trimmed(ourLines, place));
  if (places !== undefined && withTheirs(ourLines, places) === theirs) return places;
  return [{ group: [...paths.keys()], hunk: hunkOf(ourLines, theirLines) }];
}
