import type { CommandEntry, ValueKind } from './command-table.ts';

/** Values that the shell completes itself or reads from the workspace; choices are part of the script. */
type OtherKind = Exclude<ValueKind['kind'], 'choices'>;

/** How a shell completes a value: a function for fixed words, and one expression for each other kind. */
export interface Completions {
  readonly choices: (values: readonly string[]) => string;
  readonly others: Readonly<Record<OtherKind, string>>;
}

/** The expression that completes a value. */
export const completes = (value: ValueKind, { choices, others }: Completions): string =>
  value.kind === 'choices' ? choices(value.values) : others[value.kind];

/** Quotes a text as one literal word of bash or zsh. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Every command of the table, the program itself first. */
export const allCommands = (table: CommandEntry): readonly CommandEntry[] => [
  table,
  ...table.commands.flatMap(allCommands),
];

/** The table with a command for each alias, since a shell completes the words that were typed. */
export const withAliases = (table: CommandEntry): CommandEntry => ({
  ...table,
  commands: table.commands.flatMap(({ aliases = [], ...command }) => [
    command,
    ...aliases.map((alias) => ({ ...command, path: [...command.path.slice(0, -1), alias] })),
  ]),
});

/** The last word of a command's path. */
export const commandName = ({ path }: CommandEntry): string => path.at(-1) ?? '';

/** `-t` and `--target`. */
export const namesOf = ({ short, long }: { readonly short?: string; readonly long?: string }): readonly string[] =>
  [short, long].filter((name) => name !== undefined);

/** `-t` and `--target` of every option of a command. */
export const optionNames = ({ options }: CommandEntry): readonly string[] => options.flatMap(namesOf);

/**
 * An option that takes a value, as the words of its command and each of its names; of the program itself ` --target`,
 * with the space.
 */
interface ValueOption {
  readonly words: readonly string[];
  readonly value: ValueKind;
}

/** Every option of every command that takes a value. */
export const valueOptions = (table: CommandEntry): readonly ValueOption[] =>
  allCommands(table).flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const words = namesOf(option).map((name) => `${path.join(' ')} ${name}`);
      return option.value === undefined ? [] : [{ words, value: option.value }];
    }),
  );

/** The words of every command below the program. */
export const commandPaths = (table: CommandEntry): readonly string[] =>
  allCommands(table)
    .map(({ path }) => path.join(' '))
    .filter((path) => path !== '');
