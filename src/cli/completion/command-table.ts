import type { Argument, Command, Option } from 'commander';

/** What stands in the place of a value, as far as it can be completed. */
export type ValueKind =
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'target' | 'address' | 'text' };

export interface OptionEntry {
  /** `-t`, where there is one. */
  readonly short?: string;
  /** `--target`, where there is one. */
  readonly long?: string;
  /** The value as the help shows it, such as `<name>`; absent: the option takes none. */
  readonly placeholder?: string;
  readonly value?: ValueKind;
  readonly description: string;
}

export interface ArgumentEntry {
  /** As the help shows it, such as `[plan]`. */
  readonly placeholder: string;
  readonly value: ValueKind;
  /** Takes every word that is left. */
  readonly variadic: boolean;
  readonly description: string;
}

/** One command as a plain value: what the help knows of it. Hidden commands and options are left out. */
export interface CommandEntry {
  /** The words behind `lexform`; none for the program itself. */
  readonly path: readonly string[];
  /** Other names that stand for the last word of the path; absent: none. */
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly arguments: readonly ArgumentEntry[];
  readonly commands: readonly CommandEntry[];
  /** What the help says below the options: examples, exit codes. */
  readonly epilogue: string;
}

/** The kind of a value, by the word that the help shows for it: `<file>` is a file, `<dir>` a folder. */
function valueKind(word: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { kind: 'choices', values: choices };
  switch (word.toLowerCase()) {
    case 'file':
    case 'files':
    case 'path':
    case 'plan':
      return { kind: 'file' };
    case 'dir':
    case 'folder':
      return { kind: 'folder' };
    case 'address':
    case 'addresses':
      return { kind: 'address' };
    case 'target':
      return { kind: 'target' };
    default:
      return { kind: 'text' };
  }
}

function optionEntry(option: Option): OptionEntry {
  const { short, long, flags, description } = option;
  const placeholder = /[<[][^>\]]*[>\]]/.exec(flags)?.[0];
  const word = placeholder?.replace(/[<>[\].]/g, '') ?? '';
  return {
    ...(short != null && { short }),
    ...(long != null && { long }),
    ...(placeholder !== undefined && {
      placeholder,
      value: long === '--target' ? { kind: 'target' } : valueKind(word, option.argChoices),
    }),
    description,
  };
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

/** What was added below the help of a command: the help as it is printed, without what commander makes itself. */
function epilogue(command: Command): string {
  const settings = { ...command.configureOutput() };
  const parts: string[] = [];
  command.configureOutput({ writeOut: (text) => parts.push(text) });
  const own = command.helpInformation();
  command.outputHelp();
  command.configureOutput(settings);
  return parts
    .slice(parts.indexOf(own) + 1)
    .join('')
    .trim();
}

/**
 * The command table as a value, with every command below it. What it holds is our own text, never that of a file or of
 * the service.
 */
export function commandTable(command: Command, path: readonly string[] = []): CommandEntry {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .map((child) => commandTable(child, [...path, child.name()]));
  const names: ArgumentEntry = {
    placeholder: '[command]',
    value: { kind: 'choices', values: [...commands.map(({ path: words }) => words.at(-1) ?? ''), 'help'] },
    variadic: false,
    description: '',
  };
  const helpCommand: CommandEntry = {
    path: [...path, 'help'],
    description: 'display help for command',
    options: [],
    arguments: [names],
    commands: [],
    epilogue: '',
  };
  const aliases = command.aliases();
  return {
    path,
    ...(aliases.length > 0 && { aliases }),
    description: command.description(),
    options: help.visibleOptions(command).map(optionEntry),
    arguments: command.registeredArguments.map(argumentEntry),
    commands: commands.length === 0 ? [] : [...commands, helpCommand],
    epilogue: epilogue(command),
  };
}
