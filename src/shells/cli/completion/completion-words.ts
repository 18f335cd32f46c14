import type { CommandEntry } from './command-table.ts';

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
