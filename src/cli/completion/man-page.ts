import type { CommandEntry } from './command-table.ts';
import { namesOf } from './completion-words.ts';

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

/** One part of the text below the help of a command: a heading, if it has one, and its lines. */
interface Part {
  readonly heading?: string;
  readonly lines: readonly string[];
}

/** `Examples:` and the indented lines below it are one part; lines that are not indented are another. */
function partsOf(epilogue: string): readonly Part[] {
  return epilogue
    .split(/\n{2,}|\n(?=\S)/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      return first.endsWith(':') && rest.length > 0
        ? { heading: first.slice(0, -1), lines: rest }
        : { lines: [first, ...rest] };
    });
}

/** Lines without filling, indented once. */
const verbatim = (lines: readonly string[]): string =>
  ['.RS 4', '.nf', ...lines.map((line) => roffText(line.replace(/^ {2}/, ''))), '.fi', '.RE'].join('\n');

const partText = ({ heading, lines }: Part): string =>
  heading === undefined ? `.PP\n${roffText(lines.join(' '))}` : `.PP\n${roffText(heading)}:\n.PP\n${verbatim(lines)}`;

function commandText(command: CommandEntry, shared: readonly Part[]): string {
  const { path, aliases = [], description, options, arguments: places, commands, epilogue } = command;
  const known = new Set(shared.map(({ heading }) => heading).filter((heading) => heading !== 'Examples'));
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
    ...aliases.flatMap((alias) => ['.PP', `Alias: ${bold(['lexform', ...path.slice(0, -1), alias].join(' '))}`]),
    ...places.flatMap(({ placeholder, description: what }) =>
      what === '' ? [] : ['.TP', italic(placeholder), roffText(what)],
    ),
    ...options.flatMap((option) => {
      const { placeholder, description: what } = option;
      const names = namesOf(option).map(bold);
      return [
        '.TP',
        `${names.join(', ')}${placeholder === undefined ? '' : ` ${italic(placeholder)}`}`,
        roffText(what),
      ];
    }),
    ...partsOf(epilogue)
      .filter(({ heading }) => heading === undefined || !known.has(heading))
      .map(partText),
    ...commands.map((child) => commandText(child, shared)),
  ].join('\n');
}

/**
 * The manual page, section 1, in the `man` macros. It has no date, so that two builds of one version are equal.
 */
export function manPage(table: CommandEntry, version: string): string {
  const parts = partsOf(table.epilogue);
  return [
    `.TH LEXFORM 1 "" "lexform ${roffText(version)}" "Lexform Manual"`,
    '.SH NAME',
    `lexform \\- ${roffText(table.description.replace(/[:.].*$/s, ''))}`,
    '.SH SYNOPSIS',
    `${bold('lexform')} ${italic('command')} [${italic('options')}]`,
    '.SH DESCRIPTION',
    `${roffText(table.description)}`,
    '.PP',
    `A folder with a ${bold('lexform.yaml')} is a workspace. ${bold('lexform init')} writes a small one.`,
    '.SH COMMANDS',
    ...table.commands.filter(({ path }) => path[0] !== 'help').map((command) => commandText(command, parts)),
    ...parts.map((part) =>
      part.heading === undefined
        ? partText(part)
        : `.SH ${roffText(part.heading.toUpperCase())}\n${verbatim(part.lines)}`,
    ),
    '',
  ].join('\n');
}
