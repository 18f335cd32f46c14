import type { Colors } from 'picocolors/types.js';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import { isInstruction, type Value, type ValueChange, type ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { EntryChange, InstructionChange, LimitChange, RuleChange } from '../../plan/plan.ts';
import { visible } from '../format/escape.ts';
import { blockText, limitText, newLimitText } from './limit-text.ts';
import { blocks, valueName, valueText } from './value-words.ts';
import { nature, phrase, wordChange } from './word-change.ts';

const place = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** `old → new`, with the words that differ marked, and what they differ in where it is easily overlooked. */
export const editText = (from: string, to: string, colors: Colors): string =>
  `${wordChange(from, to, colors)}${nature(from, to)}`;

/** `dog`, `numbers.format`, `instruction Tone`, `name`: what a line is about. */
export const lineTitle = (key: ValueKey, value: Value | undefined): string =>
  `${key[0] === 'instruction' ? 'instruction ' : ''}${valueName(key, value)}`;

/** One value of a resource, from its marker on. Of an instruction, what differs comes below. */
export function valueLines({ key, from, to, at }: ValueChange, colors: Colors): readonly string[] {
  const [part] = key;
  const name = lineTitle(key, to ?? from);
  const side = (value: Value): string => `${name}${part === 'entry' ? ' → ' : ': '}${valueText(key, value)}`;
  if (to === undefined) return from === undefined ? [] : [colors.red(`- ${side(from)}`)];
  if (from === undefined) return [`${colors.green(`+ ${side(to)}`)}${place(at, colors)}`];
  if (!isInstruction(from) || !isInstruction(to)) {
    const isText = typeof from === 'string' && typeof to === 'string';
    const edit = isText ? editText(from, to, colors) : `${valueText(key, from)} → ${valueText(key, to)}`;
    return [`${colors.yellow('~')} ${name}: ${edit}${blocks(key, to)}${place(at, colors)}`];
  }
  const label = from.label === to.label ? phrase(to.label) : wordChange(from.label, to.label, colors);
  const language = (of: CustomInstruction): string => visible(of.sourceLanguage ?? 'not set');
  return [
    `${colors.yellow('~')} instruction ${label}${place(at, colors)}`,
    ...(from.prompt === to.prompt ? [] : [`    prompt: ${editText(from.prompt, to.prompt, colors)}`]),
    ...(from.sourceLanguage === to.sourceLanguage ? [] : [`    source language: ${language(from)} → ${language(to)}`]),
  ];
}

export const entryLine = ({ kind: _, source, ...sides }: EntryChange, colors: Colors): string =>
  valueLines({ key: ['entry', source], ...sides }, colors).join('\n');

/** One rule: `category.rule`, and its options. */
export const ruleLine = ({ kind: _, category, rule, ...sides }: RuleChange, colors: Colors): string =>
  valueLines({ key: ['rule', category, rule], ...sides }, colors).join('\n');

export const instructionLines = ({ kind: _, ...sides }: InstructionChange, colors: Colors): readonly string[] =>
  valueLines({ key: ['instruction'], ...sides }, colors);

/** One limit of a developer key. `isNew`: of one that is created. */
export function limitLine(change: LimitChange, isNew: boolean, colors: Colors): string {
  const line = `${isNew ? newLimitText(change) : limitText(change)}${blockText(change)}`;
  return `${change.to === 0 ? colors.red(line) : line}${place(change.at, colors)}`;
}
