import { type Checked, errorsIn, type Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { canonicalJson, type Json } from '../../model/resources/digest.ts';
import { topOf } from '../../model/source-ref.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { bytesLike } from './splices.ts';

/**
 * Why an edited file must not be written, by what its reader found. A text that no file may hold is told as the reader
 * tells it, at the top of the file: its place is one of a file that nobody sees. A file that is no YAML any more has
 * been cut in the wrong place.
 */
export function editFaults(findings: readonly Finding[], file: string): readonly Finding[] {
  const errors = errorsIn(findings);
  if (errors.some(({ code }) => code.startsWith('yaml-'))) return [notSafe(file, 'content')];
  return errors.map((finding): Finding => ({ ...finding, at: topOf(file) }));
}

const isPlace = (value: object): boolean => 'line' in value && 'column' in value;

/** Plain data without places and functions. */
function plain(value: unknown): Json | undefined {
  if (typeof value === 'function' || typeof value === 'undefined') return undefined;
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof Map)
    return [...value]
      .map(([key, part]) => [key, plain(part) ?? null])
      .sort((left, right) => byCodeUnit(canonicalJson(left), canonicalJson(right)));
  if (Array.isArray(value)) return value.flatMap((part: unknown) => present(plain(part)));
  if (isPlace(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => present(plain(part)).map((json) => [key, json])),
  );
}

const present = (json: Json | undefined): readonly Json[] => (json === undefined ? [] : [json]);

/** All that a file says, as one text, whatever its places are. The order of a map means nothing. */
export const meaningOf = (said: object): string => canonicalJson(plain(said) ?? null);

/** How a YAML file of one kind is edited. */
export interface YamlFileEdit<Value> {
  readonly parse: (input: YamlInput) => Checked<Value>;
  /** Makes the edits in the text; `undefined` when they do not fit it. `blocks`: new texts may be block scalars. */
  readonly edit: (text: string, before: Value, blocks: boolean) => string | undefined;
  /** What the file must say in the end; `undefined` when the edits do not fit it. */
  readonly wanted: (before: Value) => object | undefined;
  /** What the edited file says. */
  readonly said: (after: Value) => object;
}

/**
 * Edits a file and reads the result again: it must say what is wanted. When a new text cannot be a block scalar, it is
 * written on one line. A file with errors is not edited.
 */
export function editYamlFile<Value>(input: YamlInput, { parse, edit, wanted, said }: YamlFileEdit<Value>): Edited {
  const { bytes: old, file } = input;
  const { value: before, findings: found } = parse(input);
  const errors = errorsIn(found);
  if (before === undefined || errors.length > 0) return { findings: errors };
  const content = wanted(before);
  const expected = content && meaningOf(content);
  const attempt = (blocks: boolean): Edited => {
    const text = content && edit(new TextDecoder().decode(old), before, blocks);
    if (text === undefined) return { findings: [notSafe(file, 'content')] };
    const bytes = bytesLike(old, text);
    const { value: after, findings } = parse({ bytes, file });
    const faults = editFaults(findings, file);
    if (faults.length > 0) return { findings: faults };
    const isSame = after !== undefined && meaningOf(said(after)) === expected;
    return isSame ? { bytes } : { findings: [notSafe(file, 'content')] };
  };
  const first = attempt(true);
  if ('bytes' in first) return first;
  const second = attempt(false);
  return 'bytes' in second ? second : first;
}
