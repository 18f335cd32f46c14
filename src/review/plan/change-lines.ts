import type { Colors } from 'picocolors/types.js';
import type { SourceRef } from '../../model/source-ref.ts';
import type { EntryChange, InstructionChange, LimitChange, RuleChange } from '../../plan/plan.ts';
import { inPlace, visible } from '../format/escape.ts';
import { blockText, limitText, newLimitText } from './limit-text.ts';
import { nature, phrase, wordChange } from './word-change.ts';

const place = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** One entry, from its marker on. */
export function entryLine(change: EntryChange, colors: Colors): string {
  switch (change.kind) {
    case 'added':
      return `${colors.green(`+ ${phrase(change.source)} → ${phrase(change.to)}`)}${place(change.at, colors)}`;
    case 'removed':
      return colors.red(`- ${phrase(change.source)} → ${phrase(change.from)}`);
    case 'changed':
      return (
        `${colors.yellow('~')} ${phrase(change.source)}: ` +
        `${wordChange(change.from, change.to, colors)}${nature(change.from, change.to)}${place(change.at, colors)}`
      );
    default:
      return change satisfies never;
  }
}

/** One rule: `category.rule`, and its options. */
export function ruleLine(change: RuleChange, colors: Colors): string {
  const name = `${visible(change.category)}.${visible(change.rule)}`;
  switch (change.kind) {
    case 'added':
      return `${colors.green(`+ ${name}: ${visible(change.to)}`)}${place(change.at, colors)}`;
    case 'removed':
      return colors.red(`- ${name}: ${visible(change.from)}`);
    case 'changed':
      return (
        `${colors.yellow('~')} ${name}: ${colors.red(visible(change.from))} → ` +
        `${colors.green(visible(change.to))}${place(change.at, colors)}`
      );
    default:
      return change satisfies never;
  }
}

/** One custom instruction: its label, then what differs. */
export function instructionLines(change: InstructionChange, colors: Colors): readonly string[] {
  switch (change.kind) {
    case 'added':
      return [
        `${colors.green(`+ instruction ${phrase(change.to.label)}: ${inPlace(visible(change.to.prompt))}`)}${place(change.at, colors)}`,
      ];
    case 'removed':
      return [colors.red(`- instruction ${phrase(change.from.label)}: ${inPlace(visible(change.from.prompt))}`)];
    case 'changed': {
      const { from, to } = change;
      const label = from.label === to.label ? phrase(to.label) : wordChange(from.label, to.label, colors);
      return [
        `${colors.yellow('~')} instruction ${label}${place(change.at, colors)}`,
        ...(from.prompt === to.prompt
          ? []
          : [`    prompt: ${wordChange(from.prompt, to.prompt, colors)}${nature(from.prompt, to.prompt)}`]),
        ...(from.sourceLanguage === to.sourceLanguage
          ? []
          : [
              `    source language: ${visible(from.sourceLanguage ?? 'not set')} → ` +
                `${visible(to.sourceLanguage ?? 'not set')}`,
            ]),
      ];
    }
    default:
      return change satisfies never;
  }
}

/** One limit of a developer key. `isNew`: of one that is created. */
export function limitLine(change: LimitChange, isNew: boolean, colors: Colors): string {
  const line = `${isNew ? newLimitText(change) : limitText(change)}${blockText(change)}`;
  return `${change.to === 0 ? colors.red(line) : line}${place(change.at, colors)}`;
}
