import type { Operation } from '../model/plan/plan.ts';
import type { Value, ValueKey } from '../model/resources/value.ts';
import { inPart, valuesOf } from './ledger-content.ts';
import type { Noun, PartWords } from './model/kind-words.ts';
import type { AnyKind } from './model/resource-kind.ts';
import { KINDS, kindAt } from './registry.ts';

/** The noun for resources of a kind. */
export const kindNoun = ({ noun, words }: AnyKind): Noun => [noun, words?.many ?? `${noun}s`];

/** The shorter noun for a resource, for sentences in which the kind is clear. */
export const shortNoun = ({ noun, words }: AnyKind): string => words?.short ?? noun;

/** The noun for the children of a resource. */
export const childNoun = ({ words }: AnyKind): Noun => words?.child ?? ['part', 'parts'];

/** The common noun for the children of all kinds: `dictionary`, `dictionaries`. */
export function anyChildNoun(): Noun {
  const nouns = KINDS.filter(({ children }) => children !== undefined).map(childNoun);
  return [
    [...new Set(nouns.map(([one]) => one))].join(' or '),
    [...new Set(nouns.map(([, many]) => many))].join(' and '),
  ];
}

/** The words for a part of a kind. `undefined`: the kind is unknown. */
export const partWords = (kind: AnyKind | undefined, part: string): PartWords => {
  const parts = kind?.words?.parts ?? {};
  return (Object.hasOwn(parts, part) ? parts[part] : undefined) ?? {};
};

/** The noun for the values of a part. */
export const partNoun = (kind: AnyKind | undefined, part: string): Noun =>
  partWords(kind, part).noun ?? [part, part === 'entry' ? 'entries' : `${part}s`];

/** The noun for the values of a part in totals over all kinds: that of the first kind that has the part. */
export const totalNoun = (part: string): Noun =>
  partNoun(
    KINDS.find(({ parts, children }) => (part === 'entry' ? children !== undefined : Object.hasOwn(parts, part))),
    part,
  );

/** The noun for the name of a resource: its first part. */
export const nameNoun = (kind: AnyKind): string => partNoun(kind, Object.keys(kind.parts)[0] ?? 'name')[0];

/** The parts whose values are below the heading of a change. */
export const partsBelow = (kind: AnyKind): readonly string[] =>
  Object.keys(kind.parts).filter(
    (part) => kind.parts[part]?.always !== true && partWords(kind, part).inHeading !== true,
  );

/** The parts whose values are counted. */
export const countedParts = ({ parts }: AnyKind): readonly string[] =>
  Object.keys(parts).filter((part) => parts[part]?.sized);

/** Number of values of each part whose losses are limited. */
export function sizesOf(kind: AnyKind, content: unknown): Readonly<Record<string, number>> {
  const values = valuesOf(kind, content);
  return Object.fromEntries(countedParts(kind).map((part) => [part, inPart(values, part).length]));
}

/** True for a value that stops the use of the resource. */
export const isBlocking = (kind: AnyKind | undefined, [part]: ValueKey, value: Value | undefined): boolean =>
  value !== undefined && Object.hasOwn(kind?.parts ?? {}, part) && kind?.parts[part]?.blocks?.(value) === true;

/** The effect of an operation, in words. Its id begins with the address of its resource. */
export const operationText = (operation: Operation): string =>
  kindAt(operation.id)?.words?.operation?.(operation) ?? operation.kind.replaceAll('-', ' ');

/** Why a resource of a kind is replaced and not changed. */
export const replacedText = (kind: AnyKind): string =>
  kind.words?.replaced ??
  `This cannot be changed: a new ${shortNoun(kind)} with a NEW id replaces it. Update every use of the old id.`;
