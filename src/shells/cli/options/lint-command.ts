import { argument, booleanOption, type CommandOptions, command, option } from './command.ts';
import { integer, REPORT, since, WORKSPACE_OPTIONS, WORKSPACES, WORKSPACES_HELP } from './common-options.ts';

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
