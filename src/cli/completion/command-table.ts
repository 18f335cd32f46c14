import type { Argument, Command, Option } from 'commander';

/** How a value can be completed. */
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
  /** Takes all remaining words. */
  readonly variadic: boolean;
  readonly description: string;
}

/** One command as data, without hidden commands and options. */
export interface CommandEntry {
  /** The words behind `lexform`; none for the program itself. */
  readonly path: readonly string[];
  /** Other names that stand for the last word of the path; absent: none. */
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly arguments: readonly ArgumentEntry[];
  readonly commands: readonly CommandEntry[];
  /** The help below the options: examples, exit codes. */
  readonly epilogue: string;
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
  ['target', 'target'],
]);

/** The kind of a value, by the word that the help shows for it: `<file>` is a file, `<dir>` a folder. */
function valueKind(word: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { kind: 'choices', values: choices };
  return { kind: KINDS.get(word.toLowerCase()) ?? 'text' };
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

/** The text below the help of a command: the printed help without the part that commander makes. */
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
 * A command and every command below it as data. All texts are our own; none comes from a file or from the service.
 */
export function commandTable(command: Command, path: readonly string[] = []): CommandEntry {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .map((child) => commandTable(child, [...path, child.name()]));
  const values = [...commands.map(({ path: words }) => words.at(-1) ?? ''), 'help'];
  const helpCommand: CommandEntry = {
    path: [...path, 'help'],
    description: 'display help for command',
    options: [],
    arguments: [{ placeholder: '[command]', value: { kind: 'choices', values }, variadic: false, description: '' }],
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
