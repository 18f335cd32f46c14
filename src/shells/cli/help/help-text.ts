import { capitalised, linesOf, withLineEnds } from '../../../review/format/text.ts';
import { type CommandEntry, type OptionEntry, optionFlags, optionWords } from '../completion/command-table.ts';
import type { HelpTopic } from './help-topics.ts';

/** One line of a list, such as `init` with its description. Without a term: an example, which is not wrapped. */
export interface HelpItem {
  readonly term?: string;
  readonly text: string;
}

/** A part of the text below the options of a command. */
export type HelpBlock =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly HelpItem[] };

/** `  init   create a small sample workspace`: two or more spaces separate the term from its text. */
function itemOf(line: string): HelpItem {
  const [, term, text] = /^ +(\S.*?)(?<! ) {2,}(\S.*)$/s.exec(line) ?? [];
  return term === undefined || text === undefined ? { text: line.trim() } : { term, text };
}

/**
 * Parses the text below the options of a command. Lines are joined up to a blank line. A line that ends in a colon is
 * the heading of the indented lines below it.
 */
export function helpBlocks(help: string): readonly HelpBlock[] {
  const blocks: HelpBlock[] = [];
  let prose: string[] = [];
  let items: HelpItem[] | undefined;
  const endProse = (): void => {
    if (prose.length > 0) blocks.push({ kind: 'prose', text: prose.join(' ') });
    prose = [];
  };
  for (const line of help.split('\n')) {
    if (line.startsWith(' ') && items === undefined) {
      const heading = prose.pop() ?? '';
      endProse();
      items = [];
      blocks.push({ kind: 'list', heading: heading.replace(/:$/, ''), items });
    }
    if (line.startsWith(' ')) items?.push(itemOf(line));
    else {
      items = undefined;
      if (line.trim() === '') endProse();
      else prose.push(line);
    }
  }
  endProse();
  return blocks;
}

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
