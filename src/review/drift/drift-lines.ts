import type { Colors } from 'picocolors/types.js';
import type { ValueDrift } from '../../kinds/drift/drift-values.ts';
import type { CustomInstruction } from '../../kinds/style-list/style-list.ts';
import { isInstruction } from '../../kinds/style-list/style-list.ts';
import type { Value } from '../../model/resources/value.ts';
import { shown, visible } from '../format/escape.ts';
import { editText, lineTitle, valueLines } from '../plan/change-lines.ts';
import { blocks, valueText } from '../plan/value-words.ts';
import { nature, phrase } from '../plan/word-change.ts';

/** One instruction in one line, with what differs from the base. */
function instructionText(to: CustomInstruction, from: CustomInstruction, colors: Colors): string {
  const edited = (field: 'label' | 'prompt', text: (text: string) => string): string =>
    from[field] === to[field] ? text(to[field]) : editText(from[field], to[field], colors);
  const source = (of: CustomInstruction): string => visible(of.sourceLanguage ?? 'not set');
  const language =
    from.sourceLanguage === to.sourceLanguage
      ? to.sourceLanguage === undefined
        ? ''
        : ` (source language ${source(to)})`
      : ` (source language ${source(from)} → ${source(to)})`;
  return `${edited('label', phrase)}: ${edited('prompt', shown)}${language}`;
}

/** One side of a conflict, with what differs from the base. */
function sideText({ key, base }: ValueDrift, value: Value | undefined, colors: Colors): string {
  if (value === undefined) return '(not there)';
  if (isInstruction(value)) return instructionText(value, isInstruction(base) ? base : value, colors);
  const isText = typeof value === 'string' && typeof base === 'string';
  return isText && value !== base ? editText(base, value, colors) : valueText(key, value);
}

/** How the two sides of a conflict differ, where that is easily overlooked. */
const alike = ({ ours, theirs }: ValueDrift): string =>
  typeof ours === 'string' && typeof theirs === 'string' ? nature(ours, theirs) : '';

/** One value that changed outside git, with its place in the files; a conflict with its three sides below another. */
export function valueDriftLines(drift: ValueDrift, colors: Colors): readonly string[] {
  const { key, kind, base, ours, theirs, at } = drift;
  const title = lineTitle(key, base ?? ours ?? theirs);
  const [first = '', ...rest] =
    kind === 'theirs'
      ? valueLines(
          { key, ...(base !== undefined && { from: base }), ...(theirs !== undefined && { to: theirs }) },
          colors,
        )
      : [
          `${colors.red('!')} ${title}: changed in the files and outside git${alike(drift)}`,
          `    was:    ${sideText(drift, base, colors)}`,
          `    ours:   ${sideText(drift, ours, colors)}`,
          `    theirs: ${sideText(drift, theirs, colors)}${theirs === undefined ? '' : blocks(key, theirs)}`,
        ];
  return [`${first}${at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`)}`, ...rest];
}
