import type { Colors } from 'picocolors/types.js';
import { instructionId } from '../../model/ids.ts';
import { KEY_LIMITS } from '../../model/resources/developer-key.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import { isInstruction, type Value } from '../../model/resources/value.ts';
import type { ValueDrift } from '../../plan/drift/drift.ts';
import type { InstructionChange } from '../../plan/plan.ts';
import { inPlace, visible } from '../format/escape.ts';
import { entryLine, instructionLines, ruleLine } from '../plan/change-lines.ts';
import { blockText, LIMIT_NAMES, limitText, limitValue } from '../plan/limit-text.ts';
import { nature, phrase, wordChange } from '../plan/word-change.ts';

const NOT_THERE = '(not there)';

/** Words for the values of one part. */
interface PartLines {
  readonly title: (drift: ValueDrift) => string;
  /** What somebody did to the value: what a plan that does the same would say. */
  readonly theirs: (drift: ValueDrift, colors: Colors) => readonly string[];
  /** One side of a conflict, beside the base. */
  readonly side: (value: Value, base: Value | undefined, drift: ValueDrift, colors: Colors) => string;
  /** What is said behind a conflict, such as that the sides differ in letter case alone. Default: nothing. */
  readonly alike?: (ours: Value, theirs: Value) => string;
  /** What the side of the service does, behind it. Default: nothing. */
  readonly effect?: (drift: ValueDrift) => string;
}

/** The sides as a change of the plan has them. */
function changeOf<Shown>({ base, theirs }: ValueDrift, shown: (value: Value) => Shown) {
  if (base === undefined) return { kind: 'added', to: shown(theirs ?? '') } as const;
  if (theirs === undefined) return { kind: 'removed', from: shown(base) } as const;
  return { kind: 'changed', from: shown(base), to: shown(theirs) } as const;
}

const textSide =
  (shown: (text: string) => string): PartLines['side'] =>
  (value, base, _, colors) => {
    const [from, to] = [String(base), String(value)];
    return base === undefined || base === value ? shown(to) : `${wordChange(from, to, colors)}${nature(from, to)}`;
  };

const alikeText = (ours: Value, theirs: Value): string => nature(String(ours), String(theirs));

/** A value of which each resource has one: the name, the label, the language. */
const single = (title: string): PartLines => ({
  title: () => title,
  theirs({ base = '', theirs = '' }, colors) {
    const [from, to] = [String(base), String(theirs)];
    return [`${colors.yellow('~')} ${title}: ${wordChange(from, to, colors)}${nature(from, to)}`];
  },
  side: textSide(phrase),
  alike: alikeText,
});

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

const instruction = (value: Value | undefined): CustomInstruction =>
  isInstruction(value) ? value : { label: '', prompt: '' };

const limitOf = ({ key: [, name] }: ValueDrift) => KEY_LIMITS.find((limit) => limit === name) ?? 'characters';
const amount = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

const PARTS: Readonly<Record<string, PartLines>> = {
  name: single('name'),
  label: single('label'),
  language: single('language'),
  entry: {
    title: ({ key: [, , source = ''] }) => phrase(source),
    theirs: (drift, colors) => [entryLine({ ...changeOf(drift, String), source: drift.key[2] ?? '' }, colors)],
    side: textSide(phrase),
    alike: alikeText,
  },
  rule: {
    title: ({ key: [, category = '', rule = ''] }) => `${visible(category)}.${visible(rule)}`,
    theirs(drift, colors) {
      const [, category = '', rule = ''] = drift.key;
      return [ruleLine({ ...changeOf(drift, String), category, rule }, colors)];
    },
    side: textSide(visible),
    alike: alikeText,
  },
  instruction: {
    title: ({ base, ours, theirs }) => `instruction ${phrase(instruction(base ?? ours ?? theirs).label)}`,
    theirs(drift, colors) {
      const change = changeOf(drift, instruction);
      const shown: InstructionChange = change.kind === 'added' ? change : { ...change, id: NO_ID };
      return instructionLines(shown, colors);
    },
    side: (value, base, _, colors) => instructionText(instruction(value), instruction(base ?? value), colors),
  },
  limit: {
    title: (drift) => LIMIT_NAMES[limitOf(drift)],
    theirs(drift, colors) {
      const change = { limit: limitOf(drift), from: amount(drift.base), to: amount(drift.theirs) };
      return [`${colors.yellow('~')} ${limitText(change)}${blockText(change)}`];
    },
    side: (value, _, drift) => limitValue(limitOf(drift), amount(value)),
    effect: (drift) => blockText({ limit: limitOf(drift), to: amount(drift.theirs) }),
  },
};

/** One value that changed outside git, with its place in the files; a conflict with its three sides below another. */
export function valueDriftLines(drift: ValueDrift, colors: Colors): readonly string[] {
  const { key, kind, base, ours, theirs, at } = drift;
  const part = PARTS[key[0]] ?? single(key.join(' '));
  const side = (value: Value | undefined): string =>
    value === undefined ? NOT_THERE : part.side(value, base, drift, colors);
  const alike = ours === undefined || theirs === undefined ? '' : (part.alike?.(ours, theirs) ?? '');
  const [first = '', ...rest] =
    kind === 'theirs'
      ? part.theirs(drift, colors)
      : [
          `${colors.red('!')} ${part.title(drift)}: changed in the files and outside git${alike}`,
          `    was:    ${side(base)}`,
          `    ours:   ${side(ours)}`,
          `    theirs: ${side(theirs)}${part.effect?.(drift) ?? ''}`,
        ];
  return [`${first}${at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`)}`, ...rest];
}
