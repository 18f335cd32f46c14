import type { Operation } from '../model/plan/plan.ts';
import type { Value, ValueKey } from '../model/resources/resource.ts';
import { partsWith } from './check-values.ts';
import type { AnyKind, Noun, Part } from './kind.ts';
import { inPart, valuesOf } from './ledger-content.ts';
import { KINDS, kindAt, namePart } from './registry.ts';

/** The noun for resources of a kind. */
export const kindNoun = ({ kind, plural }: Pick<AnyKind, 'kind' | 'plural'>): Noun => [
  kind.replaceAll('-', ' '),
  plural.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
];

/** The noun for a resource where no other kind can be meant. */
export const shortNoun = ({ kind }: AnyKind): string => kind.slice(kind.lastIndexOf('-') + 1);

/** The noun for the children of a resource. */
export const childNoun = ({ childNoun: noun = ['part', 'parts'] }: AnyKind): Noun => noun;

/** The common noun for the children of all kinds: `dictionary`, `dictionaries`. */
export function anyChildNoun(): Noun {
  const nouns = KINDS.filter(({ children }) => children !== undefined).map(childNoun);
  return [
    [...new Set(nouns.map(([one]) => one))].join(' or '),
    [...new Set(nouns.map(([, many]) => many))].join(' and '),
  ];
}

/** A part of a kind; `undefined`: the kind has no such part, or is unknown. */
export function partOf(kind: AnyKind | undefined, part: string): Part | undefined {
  const parts = kind?.parts ?? {};
  return Object.hasOwn(parts, part) ? parts[part] : undefined;
}

/** The noun for the values of a part. */
export const partNoun = (kind: AnyKind | undefined, part: string): Noun =>
  part === 'entry' ? (kind?.entryNoun ?? ['entry', 'entries']) : [part, `${part}s`];

/** The noun for the values of a part in totals over all kinds. For entries: that of the first kind that has some. */
export const totalNoun = (part: string): Noun =>
  partNoun(
    KINDS.find(({ children }) => children !== undefined),
    part,
  );

/** The noun for the name of a resource: its first part. */
export const nameNoun = (kind: AnyKind): string => partNoun(kind, namePart(kind))[0];

/** The parts whose values are below the heading of a change. */
export const partsBelow = (kind: AnyKind): readonly string[] =>
  Object.entries(kind.parts).flatMap(([part, { role }]) => (role === 'heading' || role === 'whole' ? [] : [part]));

/** The parts whose values are counted. */
export const countedParts = ({ parts }: AnyKind): readonly string[] => partsWith(parts, 'counted');

/** Number of values of each part whose losses are limited. */
export function sizesOf(kind: AnyKind, content: unknown): Readonly<Record<string, number>> {
  const values = valuesOf(kind, content);
  return Object.fromEntries(countedParts(kind).map((part) => [part, inPart(values, part).length]));
}

/** The words for what a value blocks; `undefined`: it does not block. */
export const blockedBy = (
  kind: AnyKind | undefined,
  [part, ...names]: ValueKey,
  value: Value | undefined,
): string | undefined => (value === undefined ? undefined : partOf(kind, part)?.blocks?.(value, names));

/** The effect of an operation, in words. Its id begins with the address of its resource. */
export const operationText = (operation: Operation): string =>
  kindAt(operation.id)?.callFacts?.(operation, { name: '', knowsIds: true }).text ??
  operation.kind.replaceAll('-', ' ');

/** The reason why a resource is replaced. `part`: the one that cannot be changed. */
export const replacedText = (kind: AnyKind, part: string): string =>
  `The ${partNoun(kind, part)[0]} of a ${kindNoun(kind)[0]} cannot be changed: ` +
  `a new ${shortNoun(kind)} with a NEW id replaces it. Update every use of the old id.`;
