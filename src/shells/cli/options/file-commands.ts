import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import {
  AUTO_APPROVE,
  integer,
  REPORT,
  since,
  targetOptions,
  WORKSPACE_OPTIONS,
  WORKSPACES,
  WORKSPACES_HELP,
} from './common-options.ts';

export const fmtCommand = command({
  name: 'fmt',
  description: 'format the files of the workspace, without changing their content',
  arguments: { paths: argument('[path...]', 'files or folders to format (default: every file of the workspace)') },
  options: [
    ...WORKSPACE_OPTIONS,
    booleanOption('--check', 'write nothing; exit 4 and name the files that are not formatted'),
    booleanOption('--sort', 'sort the rows of CSV and TSV files by term'),
  ],
  examples: [
    'lexform fmt',
    'lexform fmt --check',
    'lexform fmt --sort glossaries/product',
    'lexform fmt --check --json > unformatted.json',
  ],
  help: `
The command formats lexform.yaml and every file that it names.
CSV and TSV: LF line ends, only necessary quotes, no empty columns at the end, no two blank lines together. The byte
order mark and the delimiter stay.
YAML: LF line ends, keys in the order of the schema with their comments, no two blank lines together.
The command changes no character of a phrase. Before it writes a file, it reads the result and verifies it.
A second run changes nothing.

--sort ignores case and compares code points. Rows of one term keep their order.
Blank lines separate blocks, which are sorted one by one. A comment moves with the row below it, but stays at the top
of a block.

A file with errors is not formatted. The command prints the errors and formats the other files.

Exit codes:
  0  everything is formatted
  1  wrong usage
  4  errors in the files, or with --check a file that is not formatted
`,
});

export type FmtOptions = CommandOptions<typeof fmtCommand>;

export const mergeCommand = command({
  name: 'merge',
  description: 'merge term files by term and column; only a cell with two different new values is a conflict',
  arguments: {
    base: argument('[base]', 'the common ancestor of both files (git: %O)'),
    ours: argument('[ours]', 'our file; the result is written here (git: %A)'),
    theirs: argument('[theirs]', 'their file (git: %B)'),
    path: argument('[path]', 'the path of the file in the repository (git: %P; default: the path of our file)'),
  },
  options: [
    ...WORKSPACE_OPTIONS,
    booleanOption('--install', 'make this the merge driver and the diff of term files in this clone'),
    option(
      '--command <command>',
      'with --install: the command with which git calls Lexform (default: lexform, or npx --no-install lexform if ' +
        'lexform is not on the path)',
    ),
    AUTO_APPROVE,
    option('--textconv <file>', 'print a CSV or TSV file with one line for each cell, for "git diff"'),
  ],
  examples: [
    'lexform merge --install',
    'git merge feature || lexform merge',
    'lexform merge base.csv ours.csv theirs.csv glossaries/product/en-de.csv',
    "lexform merge --install --command 'npx --no-install lexform'",
  ],
  help: `
Without arguments, during a git merge, rebase or cherry-pick: the command merges all term files that git left unmerged.
It stages files without conflicts and lists the others. It does not change files that you have edited since.
With three files: it merges them and writes the result to the second one, as git expects from a merge driver.

CSV and TSV files are merged by term and column, YAML files key by key, and items of lists by their label, file or pair.
A conflict is written between git's markers <<<<<<<, ======= and >>>>>>>. "lexform validate" reports it as
merge-conflict. Unchanged content stays byte for byte. If a file cannot be read, git merges it line by line.

--install shows its changes and asks. It writes .gitattributes, which you commit, and settings of this clone, which
every clone needs. Hosts such as GitHub do not run merge drivers: merge in a clone instead.

Exit codes:
  0  merged, without conflicts
  1  conflicts, or an error
  3  not approved (only with --install)
`,
});

export type MergeOptions = CommandOptions<typeof mergeCommand>;

export const explainCommand = command({
  name: 'explain',
  description: 'show where a term is defined and how the service translates it',
  arguments: { term: argument('<term>', 'a phrase or part of one') },
  options: [
    ...targetOptions(),
    option('-l, --lang <language>', 'language of the term, such as en (default: any)'),
    booleanOption('-a, --all', 'also search dictionaries of the service that no file names').conflicts('offline'),
    booleanOption('--offline', 'search only the files'),
  ],
  examples: [
    "lexform explain 'sign in'",
    'lexform explain Anmelden --lang de --target prod-eu',
    'lexform explain checkout --all',
    'lexform explain checkout --offline --json',
  ],
  help: `
The search ignores case, Unicode form and invisible characters. The command exits 1 when it finds nothing.
`,
});

export type ExplainOptions = CommandOptions<typeof explainCommand>;

export const lintCommand = command({
  name: 'lint',
  description: 'check terms and instructions for likely mistakes that the service accepts',
  arguments: {
    about: argument(
      '[address|path...]',
      'glossaries, dictionaries or style lists by address, or files or folders by path (default: all)',
    ),
  },
  options: [
    ...WORKSPACE_OPTIONS,
    REPORT,
    booleanOption(
      '--fix',
      'make the safe fixes in the files, also for errors that stop an apply; every other byte stays the same',
    ),
    booleanOption('--suggested', 'with --fix: also make the suggested fixes; check the result'),
    booleanOption('--dry-run', 'with --fix: show the changes as a diff and write nothing'),
    booleanOption('--update-baseline', 'write the current findings to the baseline; later runs do not show them'),
    booleanOption('--prune', 'remove the entries of the baseline whose cells have changed'),
    option('--max-warnings <n>', 'exit 4 if there are more warnings (default: any number)', integer(0, 1_000_000)),
    WORKSPACES,
    since('show only rows that changed since this commit, branch or tag'),
    option('--explain <rule>', 'explain a rule with examples, and exit; "all" lists the rules'),
  ],
  examples: [
    'lexform lint',
    'lexform lint glossary.product --max-warnings 0',
    'lexform lint glossaries/product/en-de.csv',
    'lexform lint --fix --dry-run',
    'lexform lint --update-baseline',
    'lexform lint --since origin/main --report sarif=lint.sarif',
    'lexform lint --explain content/alternatives',
  ],
  help: `
Write settings under "lint:" in lexform.yaml and glossary.yaml: extends, rules, overrides, waive, baseline, together.
A cell of a column "lint" waives rules for its row: ok(alternatives): product name. The reason is required.
The baseline (lint-baseline.json) is for lists that begin with many findings. An entry ends when its cell changes.
The command exits 4 if there are errors, and 0 if there are only warnings or no findings.
An error that is neither waived nor in the baseline also stops validate, plan and apply.
${WORKSPACES_HELP}`,
});

export type LintOptions = CommandOptions<typeof lintCommand>;
