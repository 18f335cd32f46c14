import { kindAt } from '../../kinds/registry.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import {
  type Conflict,
  conflictCount,
  conflictSides,
  driftConflicts,
  placesCount,
  placesNamed,
} from '../drift/conflicts.ts';
import { driftChanges } from '../drift/drift-changes.ts';
import { visible } from '../format/escape.ts';
import { counted, linesOf } from '../format/text.ts';
import { valueName } from '../values/value-words.ts';
import { changedSides, phrase } from '../values/word-change.ts';
import { cellCode, SIDE_PAINTS } from './code.ts';
import type { Group } from './fit.ts';
import { planGroups } from './groups.ts';
import { placeMarkdown } from './link.ts';
import type { MarkdownOptions } from './options.ts';
import type { MarkdownRow } from './row.ts';

/** The row of a conflict: the value and its place, and its three sides in one cell. */
function conflictRow(conflict: Conflict, { links }: MarkdownOptions): MarkdownRow {
  const { address, value } = conflict;
  const places = placesCount(conflict);
  const show = (each: string): string => cellCode(visible(each));
  const cells = (): readonly string[] => {
    const { base, ours, theirs } = conflictSides(conflict);
    const side = (text: string | undefined): string => {
      if (text === undefined) return 'not there';
      return cellCode(base === '' ? phrase(text) : changedSides(base, text, SIDE_PAINTS)[1]);
    };
    const name = cellCode(valueName(kindAt(address), value.key, value.base ?? value.ours));
    const where = linesOf(
      places === '' ? show(address) : `${places}: ${placesNamed(conflict, show)}`,
      value.at !== undefined && placeMarkdown(value.at, links, { show: cellCode }),
    );
    const sides = linesOf(
      base !== '' && `last apply: ${cellCode(phrase(base))}`,
      `files: ${side(ours)}`,
      `service: ${side(theirs)}`,
    );
    return [`${name}<br>${where.join(', ')}`, sides.join('<br>')];
  };
  return { loses: false, kind: 'changed', cells };
}

/** The conflicts, then the other changes outside git in the tables of a plan, with neutral marks. */
export function driftGroups(drift: Drift, options: MarkdownOptions): readonly Group[] {
  const { changes, view } = driftChanges(drift);
  const conflicts = driftConflicts(drift);
  const title = `**${counted(conflictCount(conflicts), 'conflict')}**: changed in the files and outside git`;
  const group = {
    head: `#### ${title}`,
    brief: title,
    titles: ['Value', 'Sides'],
    rows: conflicts.map((conflict) => conflictRow(conflict, options)),
    goes: false,
    isOpen: true,
  } as const;
  return [...(conflicts.length === 0 ? [] : [group]), ...planGroups({ changes }, options, view)];
}
