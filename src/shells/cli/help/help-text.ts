import { capitalised, linesOf, withLineEnds } from '../../../review/format/text.ts';
import { type CommandEntry, type OptionEntry, optionFlags, optionWords } from '../completion/command-table.ts';
import { type HelpBlock, type HelpItem, helpBlocks } from './help-blocks.ts';
import type { HelpTopic } from './help-topics.ts';

/** Wider lines are hard to read, even on a wide terminal. */
const MAX_WIDTH = 100;

/** The widest column of terms; a longer term has its text on the next line. */
const TERM_MAX_CHARS = 29;

/** If the space next to the terms is narrower than this, every text is below its term. */
const BESIDE_MIN_CHARS = 30;

/** Wraps words into lines of at most `width` characters. A longer word gets its own line, since it may be copied. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function itemLines({ term, text }: HelpItem, column: number, width: number): readonly string[] {
  // A line without a term is an example, which must stay unchanged for copying.
  if (term === undefined) return [`  ${text}`];
  const isBeside = width - column - 4 >= BESIDE_MIN_CHARS;
  const indent = ' '.repeat(isBeside ? column + 4 : 6);
  const [first = '', ...more] = wrapped(text, width - indent.length);
  const rest = more.map((line) => indent + line);
  if (isBeside && term.length <= column) return [`  ${term.padEnd(column)}  ${first}`, ...rest];
  return [`  ${term}`, indent + first, ...rest];
}

/** The common width of the column of terms in these lists. */
const columnOf = (lists: readonly (readonly HelpItem[])[]): number =>
  Math.max(0, ...lists.flat().flatMap(({ term = '' }) => (term.length > TERM_MAX_CHARS ? [] : [term.length])));

/** Lists with their headings, each after a blank line; empty lists are left out. */
function listLines(lists: ReadonlyMap<string, readonly HelpItem[]>, width: number): readonly string[] {
  const column = columnOf([...lists.values()]);
  return [...lists].flatMap(([heading, items]) =>
    items.length === 0
      ? []
      : ['', ...wrapped(`${heading}:`, width), ...items.flatMap((item) => itemLines(item, column, width))],
  );
}

const blockLines = (block: HelpBlock, width: number): readonly string[] =>
  block.kind === 'list'
    ? listLines(new Map([[block.heading, block.items]]), width)
    : ['', ...wrapped(block.text, width)];

/** Items by group: those without a group first, then the groups in the order of their first items. */
function grouped<Entry extends { readonly group?: string }>(
  entries: readonly Entry[],
  itemOf: (entry: Entry) => HelpItem,
  other: string,
): ReadonlyMap<string, readonly HelpItem[]> {
  const groups = new Map<string, HelpItem[]>([[other, []]]);
  for (const entry of entries) {
    const { group = other } = entry;
    groups.set(group, [...(groups.get(group) ?? []), itemOf(entry)]);
  }
  return groups;
}

const commandItem = ({ path, description }: CommandEntry): HelpItem => ({ term: path.at(-1) ?? '', text: description });

function usage({ path, commands, arguments: places }: CommandEntry): string {
  const words = commands.length > 0 ? ['<command>'] : places.map(({ placeholder }) => placeholder);
  return `Usage: ${['lexform', ...path, ...words, '[options]'].join(' ')}`;
}

/** The help of a command: usage, examples, arguments, options, and notes. */
export function helpText(entry: CommandEntry, terminalWidth: number): string {
  const { description, examples, arguments: places, options, commands, notes } = entry;
  const width = Math.min(terminalWidth, MAX_WIDTH);
  const optionItem = (option: OptionEntry): HelpItem => ({ term: optionFlags(option), text: optionWords(option) });
  const lists: readonly ReadonlyMap<string, readonly HelpItem[]>[] = [
    new Map([['Examples', examples.map((example) => ({ text: `$ ${example}` }))]]),
    new Map([['Arguments', places.map(({ placeholder, description: text }) => ({ term: placeholder, text }))]]),
    grouped(commands, commandItem, 'Commands'),
    commands.length > 0 ? new Map([['Options', options.map(optionItem)]]) : grouped(options, optionItem, 'Options'),
  ];
  return withLineEnds(
    linesOf(
      usage(entry),
      '',
      wrapped(`${capitalised(description).replace(/\.$/, '')}.`, width),
      lists.flatMap((each) => listLines(each, width)),
      helpBlocks(notes).flatMap((block) => blockLines(block, width)),
    ),
  );
}

export const topicText = ({ title, text }: HelpTopic, terminalWidth: number): string => {
  const width = Math.min(terminalWidth, MAX_WIDTH);
  return withLineEnds(
    linesOf(
      wrapped(`${capitalised(title)}.`, width),
      helpBlocks(text).flatMap((block) => blockLines(block, width)),
    ),
  );
};
