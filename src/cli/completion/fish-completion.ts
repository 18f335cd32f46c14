import type { CommandEntry } from './command-table.ts';
import {
  allCommands,
  type Completions,
  commandName,
  commandPaths,
  completes,
  valueOptions,
} from './completion-words.ts';

/** Quotes a text as one literal word of fish. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * The options of `complete` for a value. fish escapes the words that it inserts, and takes each line of a command's
 * output as one candidate.
 */
const FISH: Completions = {
  choices: (values) =>
    ` -x -a ${quoted(values.map((word) => (/^[\w./-]+$/.test(word) ? word : quoted(word))).join(' '))}`,
  others: {
    file: ' -r -F',
    folder: " -x -a '(__fish_complete_directories)'",
    target: " -x -a '(__lexform_ask targets)'",
    address: " -x -a '(__lexform_ask addresses)'",
    text: ' -x',
  },
};

function completionsOf(command: CommandEntry): readonly string[] {
  const path = command.path.join(' ');
  const at = (place: string): string => `complete -c lexform -n ${quoted(`__lexform_at ${quoted(path)}${place}`)}`;
  return [
    ...command.commands.map((child) => `${at(' 0')} -a ${quoted(commandName(child))} -d ${quoted(child.description)}`),
    ...(command.commands.length > 0 ? [] : command.arguments).flatMap(({ value, variadic, description }, index) =>
      value.kind === 'text'
        ? []
        : [
            at(variadic ? '' : ` ${index}`) +
              `${completes(value, FISH).replace(/^ -[xr]/, '')} -d ${quoted(description)}`,
          ],
    ),
    ...command.options.map(({ short, long, value, description }) => {
      const names =
        (short === undefined ? '' : ` -s ${short.slice(1)}`) + (long === undefined ? '' : ` -l ${long.slice(2)}`);
      return `${at('')}${names}${value === undefined ? '' : completes(value, FISH)} -d ${quoted(description)}`;
    }),
  ];
}

/** The completion script for fish, 3.0 and newer. */
export function fishCompletion(table: CommandEntry): string {
  const withValue = valueOptions(table).flatMap(({ words }) => words);
  return `# fish completion for lexform. Written by "lexform completion fish".

# Sets which command the words before the cursor name, how many arguments it has, and the workspace folder.
function __lexform_read
    set -g __lexform_command ''
    set -g __lexform_count 0
    set -g __lexform_folder .
    set -l option ''
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            if contains -- $option -C --chdir
                set -g __lexform_folder $word
            end
            set option ''
            continue
        end
        if string match -q -- '--chdir=*' $word
            set -g __lexform_folder (string replace -- '--chdir=' '' $word)
        end
        if string match -q -- '-*' $word
            if contains -- "$__lexform_command $word" ${withValue.map(quoted).join(' ')}
                set option $word
            end
            continue
        end
        set -l step (string trim -- "$__lexform_command $word")
        if contains -- $step ${commandPaths(table).map(quoted).join(' ')}
            set -g __lexform_command $step
            set -g __lexform_count 0
        else
            set -g __lexform_count (math $__lexform_count + 1)
        end
    end
end

# True behind that command, with that many arguments where a number is given.
function __lexform_at
    __lexform_read
    test "$__lexform_command" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test "$__lexform_count" = "$argv[2]"
end

# Names of the workspace, one a line.
function __lexform_ask
    __lexform_read
    command lexform completion fish --list $argv[1] --chdir $__lexform_folder 2>/dev/null </dev/null
end

complete -c lexform -f
${allCommands(table).flatMap(completionsOf).join('\n')}
`;
}
