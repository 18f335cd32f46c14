import { argument, booleanOption, command, option, repeatable } from './command.ts';
import {
  AUTO_APPROVE,
  EXIT_CODES,
  integer,
  planningOptions,
  REPORT,
  SAVE_PLAN,
  SEVERAL_TARGETS,
  SINCE_HELP,
  since,
  span,
  TARGETS_HELP,
  WORKSPACE_OPTIONS,
  WORKSPACES,
  WORKSPACES_HELP,
} from './common-options.ts';

const PREVIEW_HELP = `
A preview translates sample sentences from "samples:" in glossary.yaml (a list for each source language), from "example"
columns and from --preview-samples. It uses the samples that contain a changed term.
For a style list, it uses the samples of "samples:" and of the file.
It translates each sample twice and prints the cost first.
It creates temporary glossaries and style lists and deletes them again.
The next preview deletes those of a killed run, one hour later.
A preview that fails prints a message and does not change the plan or the exit code.
`;

const HELD_BACK = booleanOption('--held-back', 'list the rows that are not sent, instead of only counting them');

const OVERWRITE_DRIFT = booleanOption(
  '--overwrite-drift',
  'allow the plan to undo changes made on the service since the last apply',
);

export const validateCommand = command({
  name: 'validate',
  description: 'check the files offline and report every finding with file, line and column',
  arguments: { paths: argument('[path...]', 'files or folders to show findings about (default: all)') },
  options: [
    ...WORKSPACE_OPTIONS,
    REPORT,
    HELD_BACK,
    WORKSPACES,
    since('show only findings about resources whose files changed since this commit, branch or tag'),
  ],
  examples: [
    'lexform validate',
    'lexform validate glossaries/product',
    'lexform validate --json > findings.json',
    'lexform validate --report sarif=lexform.sarif --report junit=lexform.xml',
    'lexform validate --since origin/main',
    "lexform validate --workspaces 'teams/*' --report junit=lexform.xml",
  ],
  help: `
At the end, it counts the checked files, and the dictionaries and terms that plan and apply count.
The command exits 4 if there are errors, and 0 if there are only warnings or no findings.
The command always checks all files. With paths, it only counts findings about other files,
except errors in lexform.yaml and in the glossary.yaml of a named file.
With --since, the same applies to findings about unchanged resources.
${SINCE_HELP}${WORKSPACES_HELP}`,
});

export const planCommand = command({
  name: 'plan',
  description: 'show what apply would change, term by term, without changing anything',
  options: [
    ...planningOptions(SEVERAL_TARGETS),
    WORKSPACES,
    REPORT,
    SAVE_PLAN,
    booleanOption('--detailed-exitcode', 'exit 2 if apply has calls to make, resources to adopt or a ledger to start'),
    OVERWRITE_DRIFT,
    HELD_BACK,
    since('plan only resources whose files changed since this commit, branch or tag'),
    booleanOption('--unmanaged', 'list the unmanaged resources of the service too'),
    option(
      '--against <snapshot>',
      'plan offline, without an API key: against "ledger" (what the last apply left) or the folder of a backup',
    ),
    booleanOption(
      '--preview',
      'translate sample sentences before and after the plan; this spends characters of the account',
    ),
    option(
      '--preview-budget <chars>',
      'maximum characters that a preview spends (default: from lexform.yaml, else 10000)',
      integer(0, 1_000_000_000),
    ),
    option('--preview-samples <file>', 'YAML or JSON file with more sample sentences, a list for each source language'),
  ],
  examples: [
    'lexform plan',
    'lexform plan --target prod-eu --out plan.json --detailed-exitcode',
    'lexform plan --target prod-eu,prod-us',
    "lexform plan --only 'glossary.product/*' --full",
    'lexform plan --allow-delete glossary.old-terms',
    'lexform plan --report markdown=plan.md --report annotations',
    'lexform plan --since origin/main',
    'lexform plan --against ledger',
    'lexform plan --preview --preview-budget 2000 --report html=plan.html',
  ],
  help: `
If apply would refuse the plan, the output gives the reasons. --json has them in "verdict" and "refusals".
--allow-delete, --max-deletes-per-run and --overwrite-drift give the same consent as for apply.
${PREVIEW_HELP}${SINCE_HELP}
plan --since reports a changed resource that has the name or id of another one. It also shows the rows of changed files
whose note, example, definition, part of speech or status changed while their entry did not. These changes are not
sent.
${TARGETS_HELP}${WORKSPACES_HELP}`,
});

export const applyCommand = command({
  name: 'apply',
  description: 'change the service to match the files, in as few API calls as possible',
  arguments: {
    plan: argument('[plan]', 'a plan saved by "lexform plan --out", as JSON or gzip (default: make a new plan)'),
  },
  options: [
    ...planningOptions(SEVERAL_TARGETS),
    REPORT,
    OVERWRITE_DRIFT,
    repeatable(
      '--approved <plan>',
      'an approved saved plan: make a new plan, and refuse changes that no approved plan has ' +
        '(repeatable, in the order of approval)',
    ),
    option(
      '--max-age <span>',
      'refuse a saved or approved plan older than this, such as 30m, 2h or 3d (default: any age)',
      span,
    ),
    AUTO_APPROVE,
    option(
      '--secrets-file <file>',
      'write the secrets of new developer keys to this new file, mode 0600 (default: discard them)',
    ),
  ],
  examples: [
    'lexform apply',
    'lexform apply plan.json --auto-approve --max-age 2h',
    'lexform apply --target all',
    'lexform apply --approved plan.json --auto-approve',
    'lexform apply --auto-approve --allow-delete glossary.product/en-\\>fr',
    'lexform apply --only developer_key.ci --secrets-file new-keys.json',
    'lexform apply --auto-approve --report events=apply.jsonl --report markdown=apply.md',
  ],
  help: `${TARGETS_HELP}
The command shows the plans of all targets, then asks once for all of them.

A saved plan that was edited or is incomplete is refused.
An apply without calls may still write the ledger: it adopts resources that already match, and records the changes of a
killed run. This needs no approval. The command exits 3 while another run holds the lock.
${EXIT_CODES}`,
});
