import { parse } from 'yaml';
import { bytesOfPart, partOfText, type TextCase } from './case-text.ts';

/** What an example shows: parts by name. One that is absent is empty. */
export type Shown = Readonly<Record<string, string | undefined>>;

/** A kind of example: its parts that are files, and what it makes of all of them. The others are YAML. */
export interface CaseKind {
  readonly inputs: readonly string[];
  /** The parts that are side by side. */
  readonly files: readonly string[];
  readonly run: (input: CaseInput) => Shown;
}

/** `of`: the types of its options and edits, for the compiler only. */
export interface TypedKind<Options, Edit = never> extends CaseKind {
  readonly of?: { readonly options: Options; readonly edit: Edit };
}

/** Options as YAML has them: objects in place of maps. */
export type WithoutMaps<Of> = {
  readonly [Key in keyof Of]: NonNullable<Of[Key]> extends ReadonlyMap<string, infer Value>
    ? Readonly<Record<string, Value>>
    : Of[Key];
};

export interface CaseInput {
  readonly bytes: (part: string) => Uint8Array;
  readonly has: (part: string) => boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly edits: readonly unknown[];
}

const MAPS = ['columns', 'statuses'];

/** The options with maps where the code takes maps. */
function readOptions(part: string): Readonly<Record<string, unknown>> {
  const options: Readonly<Record<string, unknown>> = parse(part) ?? {};
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [
      key,
      MAPS.includes(key) ? new Map(Object.entries(value as object)) : value,
    ]),
  );
}

export const inputOf = ({ parts }: TextCase, shared: ReadonlyMap<string, string>): CaseInput => {
  const part = (name: string): string => parts.get(name) ?? shared.get(name) ?? '';
  return {
    bytes: (name) => bytesOfPart(part(name)),
    has: (name) => parts.has(name) || shared.has(name),
    options: { ...readOptions(shared.get('options') ?? ''), ...readOptions(parts.get('options') ?? '') },
    value: parse(part('value')),
    edits: parse(part('edits') || part('terms')) ?? [],
  };
};

/** Lines that nothing reads again: what is hidden in them is shown, and a `\` is one. */
export const lines = (texts: readonly string[]): string =>
  partOfText(texts.map((text) => `${text}\n`).join('')).replaceAll('\\\\', '\\');
