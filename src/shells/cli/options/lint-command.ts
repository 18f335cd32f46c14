import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { integer, REPORT, since, WORKSPACE_OPTIONS, WORKSPACES, WORKSPACES_HELP } from './common-options.ts';

export const lintCommand = command({
  name: 'lint',
  description: 'check terms and instructions by rules: what the service takes, and is wrong all the same',
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
      'make the safe fixes in the files, also of errors that stop an apply; every other byte stays',
    ),
    booleanOption('--suggested', 'with --fix: make the suggested fixes too; look at the result'),
    booleanOption('--dry-run', 'with --fix: show the changes as a diff and write nothing'),
    booleanOption('--update-baseline', 'write the findings of now to the baseline; later runs do not show them'),
    booleanOption('--prune', 'remove the entries of the baseline whose cells have changed'),
    option('--max-warnings <n>', 'exit 4 when there are more warnings (default: any number)', integer(0, 1_000_000)),
    WORKSPACES,
    since('show only rows that changed since this commit, branch or tag'),
    option('--explain <rule>', 'show what a rule is for, with examples, and end; "all" lists the rules'),
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
Settings stand under "lint:" in lexform.yaml and glossary.yaml: extends, rules, overrides, waive, baseline, together.
A cell of a column "lint" waives rules for its row: ok(alternatives): product name. The reason is required.
The baseline (lint-baseline.json) is for lists that begin with many findings. An entry ends when its cell changes.
The command exits 4 when there are errors, and 0 when there are none or only warnings.
An error that is neither waived nor in the baseline stops validate, plan and apply too.
${WORKSPACES_HELP}`,
});

export type LintOptions = CommandOptions<typeof lintCommand>;
