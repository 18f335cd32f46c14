import type { CommandEntry, OptionEntry } from './command-table.ts';
import { allCommands, type Completions, commandName, completes, namesOf, shellQuoted } from './completion-words.ts';

/** Escapes text inside a specification of `_arguments`, where these characters have a meaning. */
const plain = (text: string): string => text.replace(/[\\:[\]]/g, '\\$&');

/** The name of the function that completes a command. */
const functionOf = ({ path }: CommandEntry): string => ['_lexform', ...path].join('_').replace(/[^A-Za-z0-9_]/g, '_');

/** The actions of `_arguments`. */
const ZSH: Completions = {
  choices: (values) => `(${values.map((word) => word.replace(/[^A-Za-z0-9_.-]/g, '\\$&')).join(' ')})`,
  others: {
    file: '_files',
    folder: '_files -/',
    target: '_lexform_ask targets',
    address: '_lexform_ask addresses',
    text: '',
  },
};

const label = (placeholder: string): string => plain(placeholder.replace(/[<>[\].]/g, ''));

/**
 * One specification for each name of an option. Every option with a value may be given again, because the table does
 * not say which options are repeatable.
 */
function optionSpecs(option: OptionEntry): readonly string[] {
  const { placeholder = '', value, description } = option;
  const tail =
    value === undefined
      ? `[${plain(description)}]`
      : `[${plain(description)}]:${label(placeholder)}:${completes(value, ZSH)}`;
  const names = namesOf(option);
  return names.map((name) => {
    if (value === undefined) return shellQuoted(`(${names.join(' ')})${name}${tail}`);
    return shellQuoted(`*${name}${name.startsWith('--') ? '=' : '+'}${tail}`);
  });
}

function functionText(command: CommandEntry): string {
  const options = command.options.flatMap(optionSpecs);
  const name = functionOf(command);
  const lines = (specs: readonly string[]): string => specs.map((spec) => ` \\\n    ${spec}`).join('');
  if (command.commands.length === 0) {
    // One colon: required; two: optional; a star: all remaining words.
    const places = command.arguments.map(({ placeholder, value, variadic }) => {
      const place = variadic ? '*:' : placeholder.startsWith('<') ? ':' : '::';
      return shellQuoted(`${place}${label(placeholder)}:${completes(value, ZSH)}`);
    });
    return `${name}() {\n  _arguments -s -S${lines([...options, ...places])}\n}\n`;
  }
  const described = command.commands.map((child) => shellQuoted(`${plain(commandName(child))}:${child.description}`));
  const branches = command.commands.map((child) => `    ${shellQuoted(commandName(child))}) ${functionOf(child)} ;;`);
  return `${name}() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s -S${lines([...options, shellQuoted('1:command:->command'), shellQuoted('*::argument:->argument')])}
  case $state in
  command)
    local -a commands
    commands=(${described.map((each) => `\n      ${each}`).join('')}
    )
    _describe -t commands command commands
    ;;
  argument)
    case $line[1] in
${branches.join('\n')}
    esac
    ;;
  esac
}
`;
}

/** The completion script for zsh. `compadd` quotes the names of the workspace before it puts them on the line. */
export function zshCompletion(table: CommandEntry): string {
  return `#compdef lexform
# zsh completion for lexform. Written by "lexform completion zsh".

# Names of the workspace, one on each line; targets also after a comma. The last argument says which names;
# the others are for compadd.
_lexform_ask() {
  local -a names folder
  folder=(\${opt_args[-C]:-\${opt_args[--chdir]:-.}})
  names=("\${(@f)$(command lexform completion zsh --list "\${@[-1]}" --chdir "$folder[1]" 2>/dev/null </dev/null)}")
  if [[ "\${@[-1]}" == targets ]]; then compset -P '*,'; fi
  compadd "\${@[1,-2]}" -- "\${(@)names:#}"
}

${allCommands(table).map(functionText).join('\n')}
if [[ "$funcstack[1]" == _lexform ]]; then
  _lexform "$@"
else
  compdef _lexform lexform
fi
`;
}
