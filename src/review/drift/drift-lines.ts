import type { Colors } from 'picocolors/types.js';
import type { ValueDrift } from '../../change/drift-values.ts';
import { isRecord, type RecordValue, type Value, type ValueKey } from '../../model/resources/value.ts';
import { shown, visible } from '../format/escape.ts';
import { linesOf } from '../format/text.ts';
import { editText, lineTitle, placeBehind, valueLines } from '../plan/change-lines.ts';
import { blocks, changedFields, fieldsOf, valueText } from '../plan/value-words.ts';
import { nature, phrase } from '../plan/word-change.ts';

/** A value that has fields in one line, with what differs from the base. */
function recordText(key: ValueKey, to: RecordValue, from: RecordValue, colors: Colors): string {
  const changed = changedFields(key, from, to);
  const [name, text, ...others] = fieldsOf(key[0], from, to).map(([field, noun], index) => {
    const edit = changed.find((each) => each.noun === noun);
    if (index > 1)
      return edit
        ? ` (${noun} ${visible(edit.before)} → ${visible(edit.after)})`
        : to[field] === undefined
          ? ''
          : ` (${noun} ${visible(to[field])})`;
    return edit ? editText(edit.before, edit.after, colors) : (index === 0 ? phrase : shown)(to[field] ?? '');
  });
  return `${linesOf(name, text).join(': ')}${others.join('')}`;
}

/** One side of a conflict, with what differs from the base. */
function sideText({ key, base }: ValueDrift, value: Value | undefined, colors: Colors): string {
  if (value === undefined) return '(not there)';
  if (isRecord(value)) return recordText(key, value, isRecord(base) ? base : value, colors);
  const isText = typeof value === 'string' && typeof base === 'string';
  return isText && value !== base ? editText(base, value, colors) : valueText(key, value);
}

/** How the two sides of a conflict differ, where that is easily overlooked. */
const alike = ({ ours, theirs }: ValueDrift): string =>
  typeof ours === 'string' && typeof theirs === 'string' ? nature(ours, theirs) : '';

/** One value that changed outside git, with its place in the files; a conflict with its three sides below another. */
export function valueDriftLines(drift: ValueDrift, colors: Colors): readonly string[] {
  const { key, kind, base, ours, theirs, at } = drift;
  const blocked = theirs === undefined ? '' : blocks(key, theirs);
  const title = lineTitle(key, base ?? ours ?? theirs);
  const [first = '', ...rest] =
    kind === 'theirs'
      ? valueLines(
          { key, ...(base !== undefined && { from: base }), ...(theirs !== undefined && { to: theirs }) },
          colors,
        )
      : [
          `${colors.red('!')} ${title}: changed in the files and outside git${alike(drift)}`,
          `    after the last apply: ${sideText(drift, base, colors)}`,
          `    in the files:         ${sideText(drift, ours, colors)}`,
          `    on the service:       ${sideText(drift, theirs, colors)}${blocked}`,
        ];
  return [`${first}${placeBehind(at, colors)}`, ...rest];
}
