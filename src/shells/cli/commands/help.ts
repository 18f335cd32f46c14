import type { CommandResult } from '../../../app/exit-code.ts';
import type { TextStyle } from '../../../app/output.ts';
import { nearestName } from '../../../files/languages/nearest-name.ts';
import { UsageError } from '../../../model/errors.ts';
import { visible } from '../../../review/format/escape.ts';
import { type CommandEntry, commandName } from '../completion/command-table.ts';
import { helpText, topicText } from '../help/help-text.ts';
import { HELP_TOPICS } from '../help/help-topics.ts';
import type { HelpOptions } from '../options/tool-commands.ts';

/** The command that words name. */
function commandAt(table: CommandEntry, words: readonly string[]): CommandEntry {
  const [word, ...more] = words;
  if (word === undefined) return table;
  const found = table.commands.find((each) => commandName(each) === word);
  if (found !== undefined) return commandAt(found, more);
  const known = [
    ...(table.path.length === 0 ? HELP_TOPICS.map(({ name }) => name) : []),
    ...table.commands.map(commandName),
  ];
  const nearest = nearestName(word, known);
  const meant = [...table.path, nearest].join(' ');
  throw new UsageError(
    `there is no help for "${visible([...table.path, word].join(' '))}"; ` +
      (nearest === undefined ? '"lexform help" lists commands and topics' : `did you mean "lexform help ${meant}"?`),
  );
}

/** `help`: prints the help of the program, of a command or of a topic. */
export async function help({ words = [] }: HelpOptions, table: CommandEntry): Promise<CommandResult> {
  const topic = words.length === 1 ? HELP_TOPICS.find(({ name }) => name === words[0]) : undefined;
  const about = topic === undefined ? commandAt(table, words) : undefined;
  const text = ({ width }: TextStyle): string =>
    about === undefined ? (topic ? topicText(topic, width) : '') : helpText(about, width);
  return { outcome: 'ok', output: { text } };
}
