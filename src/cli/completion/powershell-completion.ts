import type { CommandEntry, ValueKind } from './command-table.ts';
import { allCommands, commandName, commandPaths, namesOf, valueOptions } from './completion-words.ts';

/** Quotes a text as one literal string of PowerShell, which also takes typographic quotes for quotes. */
const quoted = (text: string): string => `'${text.replace(/['‘’‚‛]/g, '$&$&').replace(/[\r\n]+/g, ' ')}'`;

/** Entries of a hash table whose keys differ in case, such as `-C` and `-c`: a literal would take them for one. */
const entries = (table: string, rows: readonly (readonly [key: string, value: string])[]): string =>
  rows.map(([key, value]) => `  ${table}[${quoted(key)}] = ${value}`).join('\n');

const array = (items: readonly string[]): string => `@(${items.join(', ')})`;

/** A value as the script keeps it: a word for what it has to ask, or the list of choices. */
const valueText = (value: ValueKind): string =>
  value.kind === 'choices' ? array(value.values.map(quoted)) : quoted(value.kind);

/** A candidate with its description. */
const candidate = (word: string, description: string): string => `@(${quoted(word)}, ${quoted(description)})`;

const pairs = (items: readonly string[]): string => (items.length === 1 ? `@(,${items[0]})` : array(items));

/** The place of an argument: the words of the command and its number, or a star for all from there on. */
const places = ({ path, arguments: all }: CommandEntry): readonly (readonly [string, string])[] =>
  all.map(({ value, variadic }, index) => [`${path.join(' ')} ${variadic ? '*' : index}`, valueText(value)]);

/**
 * The completion script for PowerShell, 5.1 and newer. All words are literal strings in hash tables, and names of the
 * workspace are only ever compared and quoted: nothing is evaluated. The function is longer than 60 lines because it is
 * mostly the text of the script.
 */
export function powershellCompletion(table: CommandEntry): string {
  const commands = allCommands(table);
  const key = ({ path }: CommandEntry): string => path.join(' ');
  return `# PowerShell completion for lexform. Written by "lexform completion powershell".

Register-ArgumentCompleter -Native -CommandName lexform -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $compare = [System.StringComparer]::Ordinal
  # The commands and options below each command, with their descriptions.
  $commands = [System.Collections.Hashtable]::new($compare)
${entries(
  '$commands',
  commands
    .filter(({ commands: below }) => below.length > 0)
    .map((each) => [key(each), pairs(each.commands.map((child) => candidate(commandName(child), child.description)))]),
)}
  $options = [System.Collections.Hashtable]::new($compare)
${entries(
  '$options',
  commands.map((each) => [
    key(each),
    pairs(each.options.flatMap((option) => namesOf(option).map((name) => candidate(name, option.description)))),
  ]),
)}
  # The values of options, by command and name, and of arguments, by command and place.
  $values = [System.Collections.Hashtable]::new($compare)
${entries('$values', [
  ...valueOptions(table).flatMap(({ words, value }) => words.map((word) => [word, valueText(value)] as const)),
  ...commands.flatMap(places),
])}
  $paths = ${array(commandPaths(table).map(quoted))}

  # A word that PowerShell would read otherwise is quoted, with typographic quotes doubled as well.
  function Format-Word([string]$text) {
    if ($text -cmatch '^[A-Za-z0-9_./:=+-]+$') { return $text }
    return "'" + ($text -creplace "(['\\u2018\\u2019\\u201A\\u201B])", '$1$1') + "'"
  }

  function New-Candidate([string]$word, [string]$description) {
    if (-not $word.StartsWith($wordToComplete.Trim("'"), [System.StringComparison]::Ordinal)) { return }
    if ($description -eq '') { $description = $word }
    $whole = Format-Word ($prefix + $word)
    [System.Management.Automation.CompletionResult]::new($whole, $word, 'ParameterValue', $description)
  }

  # Names of the workspace, one on each line; of targets also behind a comma, since some commands take several.
  function Get-Names([string]$what, [string]$folder) {
    $lead = ''
    if ($what -eq 'targets' -and $wordToComplete.Contains(',')) {
      $lead = $wordToComplete.Substring(0, $wordToComplete.LastIndexOf(',') + 1).TrimStart("'")
    }
    $lexform = Get-Command lexform -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $lexform) { return }
    & $lexform completion powershell --list $what --chdir $folder 2>$null |
      ForEach-Object { New-Candidate ($lead + $_) '' }
  }

  function Get-Values($value, [string]$folder) {
    if ($value -is [array]) { $value | ForEach-Object { New-Candidate $_ '' }; return }
    switch -CaseSensitive ($value) {
      'target' { Get-Names 'targets' $folder }
      'address' { Get-Names 'addresses' $folder }
      { $_ -cin 'file', 'folder' } {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete) |
          Where-Object { $value -ceq 'file' -or $_.ResultType -eq 'ProviderContainer' }
      }
    }
  }

  # The words before this one: which command it is, how many arguments it has, which option waits for a value.
  $command = ''
  $count = 0
  $option = ''
  $folder = '.'
  $closed = $false
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    if ($element.Extent.StartOffset -ge $cursorPosition) { break }
    $word = if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) {
      $element.Value
    } else { $element.Extent.Text }
    if ($option -ne '') {
      if ($option -ceq '-C' -or $option -ceq '--chdir') { $folder = $word }
      $option = ''
      continue
    }
    if (-not $closed -and $word -ceq '--') { $closed = $true; continue }
    if (-not $closed -and $word.StartsWith('-')) {
      if ($word.StartsWith('--chdir=')) { $folder = $word.Substring(8) }
      if ($values.ContainsKey("$command $word")) { $option = $word }
      continue
    }
    $step = "$command $word".Trim()
    if ($paths -ccontains $step) { $command = $step; $count = 0 } else { $count += 1 }
  }

  # PowerShell gives --option=value as one word.
  $prefix = ''
  if (-not $closed -and $option -eq '' -and $wordToComplete -cmatch '^(--[^=]+)=(.*)$') {
    $option = $Matches[1]
    $prefix = "$option="
    $wordToComplete = $Matches[2]
  }
  if ($option -ne '') { Get-Values $values["$command $option"] $folder; return }
  if (-not $closed -and $wordToComplete.StartsWith('-')) {
    $options[$command] | ForEach-Object { New-Candidate $_[0] $_[1] }
    return
  }
  if ($commands.ContainsKey($command)) {
    if ($count -eq 0) { $commands[$command] | ForEach-Object { New-Candidate $_[0] $_[1] } }
    return
  }
  foreach ($place in "$command $count", "$command *") {
    if ($values.ContainsKey($place)) { Get-Values $values[$place] $folder; return }
  }
}
`;
}
