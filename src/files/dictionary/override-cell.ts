import { errorAt, type Finding } from '../../model/finding.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { columnOf, type Row } from '../delimited/row.ts';
import { saysNo, saysYes } from './preferred-rows.ts';

/** A cell of the column `override`. */
export type OverrideCell =
  /** The translations of the row replace inherited ones. */
  | { readonly kind: 'replace' }
  /** Inherited translations are removed: those into `languages`, or all if it is absent. */
  | { readonly kind: 'remove'; readonly languages?: readonly string[] };

const REMOVE = /^remove(?:\s*:\s*(\S.*))?$/i;

/** The forms that a cell can have, for messages. */
const OVERRIDE_FORMS: readonly string[] = ['yes', 'remove', 'remove: de'];

/** Reads a cell of the column `override`. `undefined`: it is blank or not valid. Languages are in lower case. */
export function overrideIn(cell: string | undefined): OverrideCell | undefined {
  const text = (cell ?? '').trim();
  const [isRemoval, list] = REMOVE.exec(text) ?? [];
  if (isRemoval === undefined) return saysYes(text) ? { kind: 'replace' } : undefined;
  if (list === undefined) return { kind: 'remove' };
  return {
    kind: 'remove',
    languages: list
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((each) => each !== ''),
  };
}

/** True for a cell that removes the inherited translation into a language. */
export const removesInto = (cell: OverrideCell | undefined, language: string): boolean =>
  cell?.kind === 'remove' && (cell.languages?.includes(language) ?? true);

/** Errors for the cells of a column `override`. `languages`: those into which the file translates. */
export const checkOverrides = (
  rows: readonly Row[],
  column: number,
  languages: readonly string[],
  file: string,
): readonly Finding[] =>
  rows.flatMap((row): readonly Finding[] => {
    const text = row.texts[column] ?? '';
    if (text.trim() === '' || saysNo(text)) return [];
    const at: SourceRef = { file, line: row.line, column: columnOf(row, column) };
    const cell = overrideIn(text);
    if (cell === undefined) return [errorAt('override-unknown', at, { found: text, allowed: [...OVERRIDE_FORMS] })];
    const unknown = cell.kind === 'remove' ? (cell.languages ?? []).filter((each) => !languages.includes(each)) : [];
    return unknown.map((found) => errorAt('override-language', at, { found, allowed: [...languages] }));
  });
