import { type HelpBlock, type HelpItem, helpBlocks } from '../help/help-text.ts';
import type { HelpTopic } from '../help/help-topics.ts';
import { COMMON } from '../options/common-options.ts';
import { allCommands, type CommandEntry, namesOf, type OptionEntry, optionWords } from './command-table.ts';

/** Characters that roff would change or take for an escape; `\-` is the only hyphen that can be copied and searched. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['\\', '\\e'],
  ['-', '\\-'],
  ["'", '\\(aq'],
  ['"', '\\(dq'],
  ['`', '\\(ga'],
  ['^', '\\(ha'],
  ['~', '\\(ti'],
]);

/** Escapes text for roff, so that it shows exactly this text: no escapes, no requests, ASCII only. */
export const roffText = (text: string): string =>
  text
    .replace(/[\\'"`^~-]/g, (character) => SPECIAL.get(character) ?? character)
    .replace(/[^\n -~]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x20 || code === 0x7f ? ' ' : `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .replace(/^\./gm, '\\&.')
    .replace(/^$/gm, '\\&');

const bold = (text: string): string => `\\fB${roffText(text)}\\fR`;
const italic = (text: string): string => `\\fI${roffText(text)}\\fR`;

/** Lines without filling, indented once. */
const verbatim = (lines: readonly string[]): string =>
  ['.RS 4', '.nf', ...lines.map((line) => roffText(line)), '.fi', '.RE'].join('\n');

/** Examples, unwrapped so that they can be copied. */
const exampleLines = (examples: readonly string[]): string => verbatim(examples.map((line) => `$ ${line}`));

const itemText = ({ term, text }: HelpItem): string =>
  term === undefined ? verbatim([text]) : `.TP\n${bold(term)}\n${roffText(text)}`;

const blockText = (block: HelpBlock): string =>
  block.kind === 'prose'
    ? `.PP\n${roffText(block.text)}`
    : [`.PP\n${roffText(block.heading)}:`, ...block.items.map(itemText)].join('\n');

/** A section of the manual, in which a list needs no heading. */
const topicSection = ({ name, text }: HelpTopic): string =>
  [
    `.SH ${roffText(name.replaceAll('-', ' ').toUpperCase())}`,
    ...helpBlocks(text).map((block) =>
      isTitled(block, name) ? block.items.map(itemText).join('\n') : blockText(block),
    ),
  ].join('\n');

const isTitled = (block: HelpBlock, name: string): block is Extract<HelpBlock, { kind: 'list' }> =>
  block.kind === 'list' && block.heading.toLowerCase() === name.replaceAll('-', ' ');

const optionText = (option: OptionEntry): string => {
  const names = namesOf(option).map(bold);
  const value = option.placeholder === undefined ? '' : ` ${italic(option.placeholder)}`;
  return `.TP\n${names.join(', ')}${value}\n${roffText(optionWords(option))}`;
};

/**
 * The options that several commands share, without duplicates. If the wording differs between commands, the most
 * frequent one is used.
 */
function commonOptions(table: CommandEntry): readonly OptionEntry[] {
  const counts = new Map<string, number>();
  for (const option of allCommands(table).flatMap(({ options }) => options))
    if (option.group !== undefined) counts.set(JSON.stringify(option), (counts.get(JSON.stringify(option)) ?? 0) + 1);
  const most = [...counts].sort(([, left], [, right]) => right - left).map(([text]) => JSON.parse(text) as OptionEntry);
  return most.filter((option, index) => most.findIndex(({ long }) => long === option.long) === index);
}

/** `shared`: blocks and options that have their own section. */
function commandText(command: CommandEntry, shared: ReadonlySet<string>): string {
  const { path, description, options, arguments: places, commands, examples, notes } = command;
  const synopsis = [
    bold(['lexform', ...path].join(' ')),
    ...(options.length > 0 ? [`[${italic('options')}]`] : []),
    ...places.map(({ placeholder }) => italic(placeholder)),
  ];
  return [
    `.SS ${roffText(path.join(' '))}`,
    synopsis.join(' '),
    '.PP',
    `${roffText(description)}.`,
    ...places.flatMap(({ placeholder, description: what }) =>
      what === '' ? [] : ['.TP', italic(placeholder), roffText(what)],
    ),
    ...options.filter((option) => !shared.has(JSON.stringify(option))).map(optionText),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:', '.PP', exampleLines(examples)]),
    ...helpBlocks(notes)
      .filter((block) => !shared.has(JSON.stringify(block)))
      .map(blockText),
    ...commands.map((child) => commandText(child, shared)),
  ].join('\n');
}

/**
 * The manual page, section 1, in the `man` macros. It has no date, so that two builds of one version are equal.
 */
export function manPage(table: CommandEntry, topics: readonly HelpTopic[], version: string): string {
  const common = commonOptions(table);
  const shared = new Set(
    [...topics.flatMap(({ text }) => helpBlocks(text)), ...common].map((each) => JSON.stringify(each)),
  );
  return [
    `.TH LEXFORM 1 "" "lexform ${roffText(version)}" "Lexform Manual"`,
    '.SH NAME',
    `lexform \\- ${roffText(table.description.replace(/[:.].*$/s, ''))}`,
    '.SH SYNOPSIS',
    `${bold('lexform')} ${italic('command')} [${italic('options')}]`,
    '.SH DESCRIPTION',
    roffText(table.description),
    '.PP',
    `A folder with a ${bold('lexform.yaml')} is a workspace. ${bold('lexform init')} writes a small one.`,
    '.SH EXAMPLES',
    exampleLines(table.examples),
    '.SH COMMANDS',
    ...table.commands.map((command) => commandText(command, shared)),
    `.SH ${COMMON.toUpperCase()}`,
    roffText(
      '"lexform help COMMAND" lists the options of a command. Options that differ are described with their command ' +
        'above.',
    ),
    ...common.map(optionText),
    ...topics.map(topicSection),
    '',
  ].join('\n');
}
