import type { CommandEntry } from './command-table.ts';
import {
  allCommands,
  type Completions,
  commandName,
  commandPaths,
  completes,
  optionNames,
  shellQuoted,
  valueOptions,
} from './completion-words.ts';

const candidates = (list: readonly string[]): string => ['_lexform_words "$cur"', ...list.map(shellQuoted)].join(' ');

const BASH: Completions = {
  choices: candidates,
  others: {
    file: '_lexform_paths default file',
    folder: '_lexform_paths dirnames directory',
    target: '_lexform_ask targets',
    address: '_lexform_ask addresses',
    text: ':',
  },
};

/** Completes a word that belongs to no option: a command, or the argument at that place. */
function argumentBranches(command: CommandEntry): readonly string[] {
  const path = command.path.join(' ');
  if (command.commands.length > 0)
    return [`    ${shellQuoted(`${path} 0`)}) ${candidates(command.commands.map(commandName))} ;;`];
  return command.arguments.map(({ value, variadic }, index) => {
    // A star outside the quotes matches every place from here on.
    const place = variadic ? `${shellQuoted(`${path} `)}*` : shellQuoted(`${path} ${index}`);
    return `    ${place}) ${completes(value, BASH)} ;;`;
  });
}

/** The options of a command. */
const optionBranch = (command: CommandEntry): string =>
  `    ${shellQuoted(command.path.join(' '))}) ${candidates(optionNames(command))} ;;`;

/**
 * The completion script for bash, 3.2 and newer. It compares names from files as strings. It never passes them to
 * `compgen -W` or `eval`, which would run commands in them. The function is longer than 60 lines because it is mostly
 * the text of the script.
 */
export function bashCompletion(table: CommandEntry): string {
  const commands = allCommands(table);
  const withValue = valueOptions(table).map(({ words, value }) => ({
    pattern: words.map(shellQuoted).join('|'),
    action: completes(value, BASH),
  }));
  return `# bash completion for lexform. Written by "lexform completion bash".

# Offers the words behind the first one that begin with it.
_lexform_words() {
  local start=$1 word
  shift
  for word in "$@"; do
    if [[ "$word" == "$start"* ]]; then COMPREPLY+=("$word"); fi
  done
}

# Leaves files (default, file) or folders (dirnames, directory) to the shell, which quotes their names.
# bash 3 needs compgen.
_lexform_paths() {
  local found
  if compopt -o "$1" 2>/dev/null; then return; fi
  while IFS= read -r found; do COMPREPLY+=("$(printf '%q' "$found")"); done < <(compgen -A "$2" -- "$cur")
}

# Offers names of the workspace; of targets also behind a comma, since some commands take several.
_lexform_ask() {
  local name lead=''
  if [[ "$1" == targets && "$cur" == *,* ]]; then lead=\${cur%,*},; fi
  while IFS= read -r name; do
    if [[ "$lead$name" == "$cur"* ]]; then COMPREPLY+=("$lead$name"); fi
  done < <(command lexform completion bash --list "$1" --chdir "$folder" 2>/dev/null </dev/null)
}

_lexform() {
  COMPREPLY=()
  local cur=\${COMP_WORDS[COMP_CWORD]} option='' command='' step word folder=. count=0 closed='' index
  # The words before this one: which command it is, how many arguments it has, which option waits for a value.
  for ((index = 1; index < COMP_CWORD; index += 1)); do
    word=\${COMP_WORDS[index]}
    if [[ -n "$option" ]]; then
      # bash gives --option=value as three words.
      if [[ "$word" == '=' ]]; then continue; fi
      if [[ "$option" == '-C' || "$option" == '--chdir' ]]; then folder=$word; fi
      option=''
      continue
    fi
    if [[ -z "$closed" && "$word" == '--' ]]; then closed=1; continue; fi
    if [[ -z "$closed" && "$word" == -* ]]; then
      case "$command $word" in
      ${withValue.map(({ pattern }) => pattern).join('|')}) option=$word ;;
      esac
      continue
    fi
    step="\${command:+$command }$word"
    case "$step" in
${commandPaths(table)
  .map((path) => `      ${shellQuoted(path)}) command=$step count=0 ;;`)
  .join('\n')}
      *) count=$((count + 1)) ;;
    esac
  done
  if [[ "$cur" == '=' ]]; then cur=''; fi
  if [[ -n "$option" ]]; then
    case "$command $option" in
${withValue.map(({ pattern, action }) => `    ${pattern}) ${action}; return ;;`).join('\n')}
    esac
  fi
  if [[ -z "$closed" && "$cur" == -* ]]; then
    case "$command" in
${commands.map(optionBranch).join('\n')}
    esac
    return
  fi
  case "$command $count" in
${commands.flatMap(argumentBranches).join('\n')}
  esac
}

complete -F _lexform lexform
`;
}
