import type { CommandEntry } from './command-table.ts';

/** Every command of the table, the program itself first. */
export const allCommands = (table: CommandEntry): readonly CommandEntry[] => [
  table,
  ...table.commands.flatMap(allCommands),
];

/** The table with an additional command for each alias, because a shell completes the words that the user typed. */
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
