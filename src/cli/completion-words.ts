import type { CommandEntry, ValueKind } from './command-table.ts';

/** Every command of the table, the program itself first. */
export const allCommands = (table: CommandEntry): readonly CommandEntry[] => [
  table,
  ...table.commands.flatMap(allCommands),
];

/** `-t` and `--target` of every option of a command. */
export const optionNames = ({ options }: CommandEntry): readonly string[] =>
  options.flatMap(({ short, long }) => [short, long].filter((name) => name !== undefined));

/** The options that take a value. */
export const optionsWithValue = ({
  options,
}: CommandEntry): readonly { readonly names: readonly string[]; readonly value: ValueKind }[] =>
  options.flatMap(({ short, long, value }) =>
    value === undefined ? [] : [{ names: [short, long].filter((name) => name !== undefined), value }],
  );

/** The words of a command and one more; of the program itself ` --version`, with the space. */
export const words = ({ path }: CommandEntry, last: string): string => `${path.join(' ')} ${last}`;
