import type { CommandResult } from '../../../app/exit-code.ts';
import type { CompletionOptions } from '../options/tool-commands.ts';

/**
 * The completion scripts. Each passes the words up to the cursor to `lexform __complete`, and uses the printed lines as
 * text; they are never evaluated.
 */

/** For bash 3.2 and newer. It quotes files (`default`) and folders (`dirnames`) itself; bash 3 needs `compgen`. */
const BASH = `# bash completion for lexform. Written by "lexform completion bash".
_lexform_paths() {
  local found cur=\${COMP_WORDS[COMP_CWORD]}
  if compopt -o "$1" 2>/dev/null; then return; fi
  if [[ "$cur" == '=' ]]; then cur=''; fi
  while IFS= read -r found; do COMPREPLY+=("$(printf '%q' "$found")"); done < <(compgen -A "$2" -- "$cur")
}

_lexform() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
    :file) _lexform_paths default file ;;
    :folder) _lexform_paths dirnames directory ;;
    *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(command lexform __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}

complete -F _lexform lexform
`;

/** `compadd` quotes the words before it inserts them. */
const ZSH = `#compdef lexform
# zsh completion for lexform. Written by "lexform completion zsh".
_lexform() {
  local line
  local -a names shown
  while IFS= read -r line; do
    case "$line" in
    :file|:folder)
      if [[ "$PREFIX" == --*=* ]]; then compset -P 1 '*='; fi
      if [[ "$line" == :folder ]]; then _files -/; else _files; fi
      return
      ;;
    esac
    names+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done < <(command lexform __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)
  compadd -l -d shown -a -- names
}

if [[ "$funcstack[1]" == _lexform ]]; then
  _lexform "$@"
else
  compdef _lexform lexform
fi
`;

/** For fish 3.0 and newer, which reads each line as a word and a description, and escapes the word. */
const FISH = `# fish completion for lexform. Written by "lexform completion fish".
function __lexform_complete
    set -l word (commandline -ct)
    set -l words (commandline -opc) "$word"
    set -l lead ''
    if string match -q -- '--*=*' "$word"
        set lead (string replace -r -- '=.*' '=' "$word")
    end
    for line in (command lexform __complete -- $words[2..-1] 2>/dev/null </dev/null)
        switch $line
            case ':file'
                printf '%s\\n' "$lead"(__fish_complete_path (string replace -- "$lead" '' "$word"))
            case ':folder'
                printf '%s\\n' "$lead"(__fish_complete_directories (string replace -- "$lead" '' "$word"))
            case '*'
                printf '%s\\n' $line
        end
    end
end

complete -c lexform -f -k -a '(__lexform_complete)'
`;

/**
 * For PowerShell 5.1 and newer, in ASCII, because 5.1 reads a script in the code page of the machine. On Windows a word
 * would be passed to a batch file, which would interpret special characters as commands: only plain words are passed
 * on.
 */
const POWERSHELL = `# PowerShell completion for lexform. Written by "lexform completion powershell".
Register-ArgumentCompleter -Native -CommandName lexform -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $lexform = Get-Command lexform -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
  if ($null -eq $lexform) { return }
  $words = @()
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    if ($element.Extent.StartOffset -ge $cursorPosition) { break }
    $words += if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) {
      $element.Value
    } else { $element.Extent.Text }
  }
  $words += $wordToComplete.Trim("'")
  $plain = @($words | Where-Object { $_ -ne '' } | ForEach-Object {
    if ($_ -cmatch '^[\\p{L}\\p{N} _./\\\\:=,@+~-]+$') { $_ } else { '?' }
  })
  # PowerShell 5.1 drops an empty argument.
  $options = @(if ($words[-1] -eq '') { '--empty' })

  $lead = ''
  if ($wordToComplete -cmatch '^(--[^=]+=)') { $lead = $Matches[1] }
  foreach ($line in & $lexform __complete @options '--' @plain 2>$null) {
    if ($line -ceq ':file' -or $line -ceq ':folder') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete.Substring($lead.Length)) |
        Where-Object { $line -ceq ':file' -or $_.ResultType -eq 'ProviderContainer' } |
        ForEach-Object {
          [System.Management.Automation.CompletionResult]::new(
            $lead + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
        }
      continue
    }
    $word, $description = $line -split "\`t", 2
    if (-not $description) { $description = $word }
    # A word that PowerShell would read otherwise is quoted, with typographic quotes doubled as well.
    $whole = $word
    if ($word -cnotmatch '^[A-Za-z0-9_./:=+-]+$') {
      $whole = "'" + ($word -creplace "(['\\u2018\\u2019\\u201A\\u201B])", '$1$1') + "'"
    }
    [System.Management.Automation.CompletionResult]::new($whole, $word, 'ParameterValue', $description)
  }
}
`;

export const COMPLETION_SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL } as const;

/** `completion`: prints the completion script for a shell. */
export const completion = async ({ shell }: CompletionOptions): Promise<CommandResult> => ({
  outcome: 'ok',
  output: { text: () => COMPLETION_SCRIPTS[shell] },
});
