import type { Argument, Command, Option } from 'commander';
import { helpOf } from '../options/command.ts';

/** How a value can be completed. */
export type ValueKind =
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'target' | 'address' | 'text' };

export interface OptionEntry {
  /** `-t`, if the option has a short name. */
  readonly short?: string;
  /** `--target`, if the option has a long name. */
  readonly long?: string;
  /** The value as the help shows it, such as `<name>`; absent: the option takes none. */
  readonly placeholder?: string;
  readonly value?: ValueKind;
  readonly description: string;
  /** The default value as the help shows it; absent: no default, or the description mentions it. */
  readonly initial?: string;
  /** The heading above it in the help; absent: the general heading of options. */
  readonly group?: string;
}

export interface ArgumentEntry {
  /** As the help shows it, such as `[plan]`. */
  readonly placeholder: string;
  readonly value: ValueKind;
  /** Takes all remaining words. */
  readonly variadic: boolean;
  readonly description: string;
}

/** One command as data, without hidden commands and options. */
export interface CommandEntry {
  /** The words after `lexform`; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly arguments: readonly ArgumentEntry[];
  readonly commands: readonly CommandEntry[];
  /** The heading above it in the help of its parent command; absent: the general heading of commands. */
  readonly group?: string;
  /** Command lines. */
  readonly examples: readonly string[];
  /** The help below the options, in the form that `helpBlocks` reads. */
  readonly notes: string;
}

const KINDS: ReadonlyMap<string, Exclude<ValueKind['kind'], 'choices'>> = new Map([
  ['file', 'file'],
  ['files', 'file'],
  ['path', 'file'],
  ['base', 'file'],
  ['ours', 'file'],
  ['theirs', 'file'],
  ['plan', 'file'],
  ['dir', 'folder'],
  ['folder', 'folder'],
  ['address', 'address'],
  ['addresses', 'address'],
  ['address|path', 'address'],
  ['target', 'target'],
]);

/** The kind of a value, by the word that the help shows for it: `<file>` is a file, `<dir>` a folder. */
function valueKind(word: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { kind: 'choices', values: choices };
  return { kind: KINDS.get(word.toLowerCase()) ?? 'text' };
}

function initialText({ defaultValue, defaultValueDescription }: Option): string | undefined {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  return typeof defaultValue === 'string' || typeof defaultValue === 'number' ? String(defaultValue) : undefined;
}

function optionEntry(option: Option): OptionEntry {
  const { short, long, flags, description, helpGroupHeading: group } = option;
  const initial = initialText(option);
  const placeholder = /[<[][^<[>\]]*[>\]]/.exec(flags)?.[0];
  const word = placeholder?.replace(/[<>[\].]/g, '') ?? '';
  return {
    ...(short != null && { short }),
    ...(long != null && { long }),
    ...(placeholder !== undefined && {
      placeholder,
      value: long === '--target' ? { kind: 'target' } : valueKind(word, option.argChoices),
    }),
    description,
    initial,
    group,
  };
}

/** `-t, --target <name>`. */
export const optionFlags = ({ short, long, placeholder }: OptionEntry): string =>
  [[short, long].filter((name) => name !== undefined).join(', '), placeholder ?? ''].join(' ').trim();

/** The description of an option, with its choices and its default unless the description names them. */
export function optionWords({ description, value, initial }: OptionEntry): string {
  const choices = value?.kind === 'choices' && value.values.some((each) => !description.includes(each));
  const more = [
    ...(choices ? [`one of ${value.values.join(', ')}`] : []),
    ...(initial === undefined ? [] : [`default: ${initial}`]),
  ];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

function argumentEntry(argument: Argument): ArgumentEntry {
  const name = argument.name();
  const shown = argument.variadic ? `${name}...` : name;
  return {
    placeholder: argument.required ? `<${shown}>` : `[${shown}]`,
    value: valueKind(name, argument.argChoices),
    variadic: argument.variadic,
    description: argument.description,
  };
}

/**
 * A command and all commands below it as data. All texts are Lexform's own; none is read from a file or the service.
 */
export function commandTable(command: Command, path: readonly string[] = []): CommandEntry {
  const help = command.createHelp();
  const { examples, notes, topics = [] } = helpOf(command);
  const commands = help.visibleCommands(command).map((child) => commandTable(child, [...path, child.name()]));
  const group = command.helpGroup();
  // The command `help` accepts the name of any other command.
  const values = [...topics, ...commands.map(({ path: words }) => words.at(-1) ?? '')];
  const named = (child: CommandEntry): CommandEntry =>
    child.path.at(-1) === 'help'
      ? { ...child, arguments: child.arguments.map((each) => ({ ...each, value: { kind: 'choices', values } })) }
      : child;
  return {
    path,
    ...(group !== '' && { group }),
    description: command.description(),
    options: help.visibleOptions(command).map(optionEntry),
    arguments: command.registeredArguments.map(argumentEntry),
    commands: commands.map(named),
    examples,
    notes,
  };
}

/** Every command of the table, the program itself first. */
export const allCommands = (table: CommandEntry): readonly CommandEntry[] => [
  table,
  ...table.commands.flatMap(allCommands),
];

/** The last word of a command's path. */
export const commandName = ({ path }: CommandEntry): string => path.at(-1) ?? '';

/** `-t` and `--target`. */
export const namesOf = ({ short, long }: { readonly short?: string; readonly long?: string }): readonly string[] =>
  [short, long].filter((name) => name !== undefined);
