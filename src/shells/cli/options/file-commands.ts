import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { AUTO_APPROVE, WORKSPACE_OPTIONS } from './common-options.ts';

export const fmtCommand = command({
  name: 'fmt',
  description: 'format the files of the workspace, without changing what they say',
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
CSV and TSV: LF line ends, quotes only where they are needed, no empty columns at the end, at most one blank line in a
row. The byte order mark and the delimiter stay.
YAML: LF line ends, keys in the order of the schema with their comments, at most one blank line in a row.
It changes no character of a phrase, and reads each result again before it writes it.
A second run changes nothing.

--sort ignores case and compares code points. Rows of one term keep their order.
Blank lines part blocks, which are sorted one by one. A comment moves with the row below it; at the top of a block it
stays.

A file with errors is not formatted; the errors are printed, and the other files are formatted.

Exit codes:
  0  everything is formatted
  1  wrong usage
  4  errors in the files, or with --check a file that is not formatted
`,
});

export type FmtOptions = CommandOptions<typeof fmtCommand>;

export const mergeCommand = command({
  name: 'merge',
  description: 'merge term files by term and column: a conflict only where one cell has two new values',
  arguments: {
    base: argument('[base]', 'the file that both sides began with (git: %O)'),
    ours: argument('[ours]', 'our file; the result is written here (git: %A)'),
    theirs: argument('[theirs]', 'their file (git: %B)'),
    path: argument('[path]', 'the path of the file in the repository (git: %P; default: the path of our file)'),
  },
  options: [
    ...WORKSPACE_OPTIONS,
    booleanOption('--install', 'make this the merge driver and the diff of term files in this clone'),
    option(
      '--command <command>',
      'with --install: how git is to call Lexform (default: lexform, or npx --no-install lexform where it is not on ' +
        'the path)',
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
Without arguments, in the middle of a git merge, rebase or cherry-pick: merges all term files that git left unmerged. It
stages those without conflicts and lists the others. It leaves alone what you have edited since.
With three files: merges them and writes the result to the second one, as git expects of a merge driver.

CSV and TSV files are merged by term and column, YAML files key by key, and items of lists by their label, file or pair.
A conflict stands between git's markers <<<<<<<, ======= and >>>>>>>. "lexform validate" reports it as merge-conflict.
What nobody changed stays byte for byte. A file that cannot be read is merged by git, line by line.

--install shows what it writes and asks: .gitattributes, which you commit, and settings of this clone, which every clone
needs. Hosts such as GitHub run no merge drivers; there, merge in a clone.

Exit codes:
  0  merged, without conflicts
  1  conflicts, or an error
  3  not approved (only with --install)
`,
});

export type MergeOptions = CommandOptions<typeof mergeCommand>;
