import type { Operation } from '../model/plan/plan.ts';
import type { Value, ValueKey } from '../model/resources/value.ts';
import { inPart, valuesOf } from './ledger-content.ts';
import type { Noun, PartWords } from './model/kind-words.ts';
import type { AnyKind } from './model/resource-kind.ts';
import { KINDS } from './registry.ts';

/** What resources of a kind are called. */
export const kindNoun = ({ noun, words }: AnyKind): Noun => [noun, words?.many ?? `${noun}s`];

/** What a resource is called where nobody takes it for another kind. */
export const shortNoun = ({ noun, words }: AnyKind): string => words?.short ?? noun;

/** What the children of a resource are called. */
export const childNoun = ({ words }: AnyKind): Noun => words?.child ?? ['part', 'parts'];

/** What the children of all kinds are called together: `dictionary`, `dictionaries`. */
export function anyChildNoun(): Noun {
  const nouns = KINDS.filter(({ children }) => children !== undefined).map(childNoun);
  return [
    [...new Set(nouns.map(([one]) => one))].join(' or '),
    [...new Set(nouns.map(([, many]) => many))].join(' and '),
  ];
}

export const partWords = (part: string): PartWords =>
  KINDS.map(({ words }) => words?.parts).find((parts) => parts !== undefined && Object.hasOwn(parts, part))?.[part] ??
  {};

/** What the values of a part are called. */
export const partNoun = (part: string): Noun => partWords(part).noun ?? [part, `${part}s`];

/** What people call a resource by: the first of its parts. */
export const nameNoun = ({ parts }: AnyKind): string => partNoun(Object.keys(parts)[0] ?? 'name')[0];

/** The parts whose values stand below the heading of a change. */
export const partsBelow = ({ parts }: AnyKind): readonly string[] =>
  Object.keys(parts).filter((part) => parts[part]?.always !== true && partWords(part).inHeading !== true);

/** The parts whose values are counted. */
export const countedParts = ({ parts }: AnyKind): readonly string[] =>
  Object.keys(parts).filter((part) => parts[part]?.sized);

/** How many values of each part there are, of parts that are limited in what they may lose. */
export function sizesOf(kind: AnyKind, content: unknown): Readonly<Record<string, number>> {
  const values = valuesOf(kind, content);
  return Object.fromEntries(countedParts(kind).map((part) => [part, inPart(values, part).length]));
}

/** True for a value that stops whatever uses the resource. */
export const isBlocking = ([part]: ValueKey, value: Value | undefined): boolean =>
  value !== undefined && KINDS.some(({ parts }) => Object.hasOwn(parts, part) && parts[part]?.blocks?.(value) === true);

/** What an operation does, in words. */
export const operationText = (operation: Operation): string =>
  KINDS.map(({ words }) => words?.operation?.(operation)).find((text) => text !== undefined) ??
  operation.kind.replaceAll('-', ' ');

/** Why a resource of a kind is replaced and not changed. */
export const replacedText = (kind: AnyKind): string =>
  kind.words?.replaced ??
  `This cannot be changed: a new ${shortNoun(kind)} with a NEW id replaces it. Update every use of the old id.`;
