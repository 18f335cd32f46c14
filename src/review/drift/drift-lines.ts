import type { Colors } from 'picocolors/types.js';
import { instructionId } from '../../model/ids.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { Difference, EntryDrift, InstructionDrift, LimitDrift, RuleDrift } from '../../plan/drift/drift.ts';
import type { EntryChange, InstructionChange, RuleChange } from '../../plan/plan.ts';
import { inPlace, visible } from '../format/escape.ts';
import { entryLine, instructionLines, ruleLine } from '../plan/change-lines.ts';
import { blockText, LIMIT_NAMES, limitText, limitValue } from '../plan/limit-text.ts';
import { nature, phrase, wordChange } from '../plan/word-change.ts';

type Both<Value> = Extract<Difference<Value>, { readonly kind: 'both' }>;

const NOT_THERE = '(not there)';

/** The three sides of a conflict, below one another: what was there, and what either side has made of it. */
function conflictLines(
  title: string,
  { base, ours, theirs }: Both<string>,
  shown: (text: string) => string,
  colors: Colors,
): readonly string[] {
  const side = (value: string | undefined): string => {
    if (value === undefined) return NOT_THERE;
    return base === undefined || base === value
      ? shown(value)
      : `${wordChange(base, value, colors)}${nature(base, value)}`;
  };
  const alike = ours === undefined || theirs === undefined ? '' : nature(ours, theirs);
  return [
    `${colors.red('!')} ${title}: changed in the files and outside git${alike}`,
    `    was:    ${base === undefined ? NOT_THERE : shown(base)}`,
    `    ours:   ${side(ours)}`,
    `    theirs: ${side(theirs)}`,
  ];
}

/** What somebody did to one value: what a plan that does the same would say. */
function changeOf<Value>({
  base,
  theirs,
}: Difference<Value>):
  | { readonly kind: 'added'; readonly to: Value }
  | { readonly kind: 'removed'; readonly from: Value }
  | { readonly kind: 'changed'; readonly from: Value; readonly to: Value } {
  if (base === undefined) return { kind: 'added', to: theirs as Value };
  return theirs === undefined ? { kind: 'removed', from: base } : { kind: 'changed', from: base, to: theirs };
}

const placed = (at: EntryDrift['at'], colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** The first line, with the place in the files where there is one. */
const atPlace = (lines: readonly string[], at: EntryDrift['at'], colors: Colors): readonly string[] =>
  lines.map((line, index) => (index === 0 ? `${line}${placed(at, colors)}` : line));

/** The name of a resource, or the language of a list. */
export function textDriftLines(title: string, drift: Difference<string>, colors: Colors): readonly string[] {
  if (drift.kind === 'both') return conflictLines(title, drift, phrase, colors);
  const { base = '', theirs = '' } = drift;
  return [`${colors.yellow('~')} ${title}: ${wordChange(base, theirs, colors)}${nature(base, theirs)}`];
}

export function entryDriftLines(drift: EntryDrift, colors: Colors): readonly string[] {
  const { source, at } = drift;
  if (drift.kind === 'both') return atPlace(conflictLines(phrase(source), drift, phrase, colors), at, colors);
  const change: EntryChange = { ...changeOf(drift), source };
  return atPlace([entryLine(change, colors)], at, colors);
}

export function ruleDriftLines(drift: RuleDrift, colors: Colors): readonly string[] {
  const { category, rule, at } = drift;
  const name = `${visible(category)}.${visible(rule)}`;
  if (drift.kind === 'both') return atPlace(conflictLines(name, drift, visible, colors), at, colors);
  const change: RuleChange = { ...changeOf(drift), category, rule };
  return atPlace([ruleLine(change, colors)], at, colors);
}

/** One limit of a developer key. */
export function limitDriftLines(drift: LimitDrift, colors: Colors): readonly string[] {
  const { limit, at, base = null, theirs = null } = drift;
  const value = (each: number | null | undefined): string => limitValue(limit, each ?? null);
  const blocks = blockText({ limit, to: theirs });
  if (drift.kind === 'theirs')
    return atPlace([`${colors.yellow('~')} ${limitText({ limit, from: base, to: theirs })}${blocks}`], at, colors);
  const lines = [
    `${colors.red('!')} ${LIMIT_NAMES[limit]}: changed in the files and outside git`,
    `    was:    ${value(base)}`,
    `    ours:   ${value(drift.ours)}`,
    `    theirs: ${value(theirs)}${blocks}`,
  ];
  return atPlace(lines, at, colors);
}

/** The lines of an instruction do not show its id. */
const NO_ID = instructionId('');

/** A text and what it has become. */
const edited = (from: string, to: string, shown: (text: string) => string, colors: Colors): string =>
  from === to ? shown(to) : `${wordChange(from, to, colors)}${nature(from, to)}`;

const prompt = (text: string): string => inPlace(visible(text));

/** One instruction in one line, with what differs from the base. */
function instructionText(to: CustomInstruction, from: CustomInstruction, colors: Colors): string {
  const source = (of: CustomInstruction): string => visible(of.sourceLanguage ?? 'not set');
  const language =
    from.sourceLanguage === to.sourceLanguage
      ? to.sourceLanguage === undefined
        ? ''
        : ` (source language ${source(to)})`
      : ` (source language ${source(from)} → ${source(to)})`;
  return (
    `${edited(from.label, to.label, phrase, colors)}: ` + `${edited(from.prompt, to.prompt, prompt, colors)}${language}`
  );
}

export function instructionDriftLines(drift: InstructionDrift, colors: Colors): readonly string[] {
  if (drift.kind === 'theirs') {
    const change = changeOf(drift);
    const shown: InstructionChange = change.kind === 'added' ? change : { ...change, id: NO_ID };
    return atPlace(instructionLines(shown, colors), drift.at, colors);
  }
  const { base, ours, theirs } = drift;
  const title = (base ?? ours ?? theirs)?.label ?? '';
  const side = (value: CustomInstruction | undefined): string =>
    value === undefined ? NOT_THERE : instructionText(value, base ?? value, colors);
  const lines = [
    `${colors.red('!')} instruction ${phrase(title)}: changed in the files and outside git`,
    `    was:    ${side(base)}`,
    `    ours:   ${side(ours)}`,
    `    theirs: ${side(theirs)}`,
  ];
  return atPlace(lines, drift.at, colors);
}
