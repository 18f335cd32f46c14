import { argument, booleanOption, type CommandOptions, command, option, repeatable } from './command.ts';
import {
  AUTO_APPROVE,
  collectAddress,
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
  targetOptions,
  WORKSPACE_OPTIONS,
  WORKSPACES,
  WORKSPACES_HELP,
} from './common-options.ts';

const PREVIEW_HELP = `
A preview translates sample sentences from "samples:" in glossary.yaml (a list for each source language), from "example"
columns and from --preview-samples. It uses the samples that contain a changed term.
For a style list, it uses those of "samples:" and of the file.
It translates each sample twice and prints the cost first.
It creates temporary glossaries and style lists and deletes them again.
The next preview deletes those of a killed run, one hour later.
A preview that fails prints a message and does not change the plan or the exit code.
`;

const HELD_BACK = booleanOption('--held-back', 'name the rows that are not sent, and do not only count them');

const OVERWRITE_DRIFT = booleanOption(
  '--overwrite-drift',
  'consent to overwriting what changed on the service since the last apply',
);

export const initCommand = command({
  name: 'init',
  description: 'create a small sample workspace, or one of what an account has',
  arguments: { chdir: argument('[dir]', 'folder of the workspace (default: the current one)') },
  options: [
    ...targetOptions('with --from: name of the target in the new lexform.yaml (default: prod)'),
    booleanOption('--force', 'overwrite existing files; not with --from'),
    option<'--from [service]', string | true>(
      '--from [service]',
      'write what an account of this service has: deepl, deepl-free, or the address of another service; without a ' +
        'value, the command asks',
    ),
    option(
      '--key <source>',
      'with --from: where the key of the service is, env:NAME or file:PATH, never the key ' +
        '(default: env:LEXFORM_API_KEY)',
    ),
    option('--admin-key <source>', 'with --from: where the admin key is; then developer keys are written too'),
    option(
      '--auth-scheme <scheme>',
      'with --from and an address: the word before the key in the header "Authorization" (default: Service-Auth-Key)',
    ),
  ],
  examples: [
    'lexform init my-terms && cd my-terms && lexform plan',
    'lexform init terms --from deepl --key env:DEEPL_API_KEY',
    'lexform init --from',
  ],
  help: `
With --from, the command reads all glossaries and style lists of the account. It changes nothing there.
It writes them as files, with a lexform.yaml that names the service and where the key is.
Then it makes a plan of these files. When that plan is empty, the command writes the first entry of the ledger:
from then on Lexform manages what the files name, and sees what others change.
A run that was killed is made good by the same command.

Exit codes of --from:
  0  everything is written and managed
  1  error, or the account has nothing to write
  3  the folder is a workspace already
  5  something was left out, or differs, as the output says
`,
});

export type InitOptions = CommandOptions<typeof initCommand>;

export const validateCommand = command({
  name: 'validate',
  description: 'check the files offline and report every finding with file, line and column',
  options: [
    ...WORKSPACE_OPTIONS,
    REPORT,
    HELD_BACK,
    WORKSPACES,
    since('show only findings about resources whose files changed since this commit, branch or tag'),
  ],
  examples: [
    'lexform validate',
    'lexform validate --json > findings.json',
    'lexform validate --report sarif=lexform.sarif --report junit=lexform.xml',
    'lexform validate --since origin/main',
    "lexform validate --workspaces 'teams/*' --report junit=lexform.xml",
  ],
  help: `
The last line counts the checked files, dictionaries and terms.
The command exits 4 when there are errors, and 0 when there are none or only warnings.
With --since, all files are checked together, and findings about unchanged resources are counted and not shown.
${SINCE_HELP}${WORKSPACES_HELP}`,
});

export type ValidateOptions = CommandOptions<typeof validateCommand>;

export const planCommand = command({
  name: 'plan',
  description: 'show what apply would change, term by term, without changing anything',
  options: [
    ...planningOptions(SEVERAL_TARGETS),
    WORKSPACES,
    REPORT,
    SAVE_PLAN,
    booleanOption(
      '--detailed-exitcode',
      'exit 2 when apply has calls to make, resources to adopt or a ledger to start',
    ),
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
The plan says why apply would refuse it. --allow-delete, --max-deletes and --overwrite-drift consent, as for apply.
With that consent, the plan is not refused. "verdict" and "refusals" of --json say the same.
${PREVIEW_HELP}${SINCE_HELP}
plan --since finds a changed resource that has the name or id of another one. Of the rows in changed files, it also
shows those whose entry is the same and whose note, definition, part of speech or status is not. Nothing of them is
sent.
${TARGETS_HELP}${WORKSPACES_HELP}`,
});

export type PlanOptions = CommandOptions<typeof planCommand>;

export const applyCommand = command({
  name: 'apply',
  description: 'change the service to match the files, in as few API calls as possible',
  arguments: { plan: argument('[plan]', 'a plan saved by "lexform plan --out" (default: make a new plan)') },
  options: [
    ...planningOptions(SEVERAL_TARGETS),
    REPORT,
    OVERWRITE_DRIFT,
    repeatable(
      '--approved <plan>',
      'a saved plan that was approved: make a new plan, and refuse what no approved plan has ' +
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
  help: `${TARGETS_HELP}The command shows the plans of all targets, then asks once for all of them.

A saved plan that was edited, or that lacks a member, is refused.
An apply without calls may still write the ledger: it adopts resources that already match, and records what a killed
run applied.
That needs no approval. The command exits 3 while another run holds the lock.
${EXIT_CODES}`,
});

export type ApplyOptions = CommandOptions<typeof applyCommand>;

export const pullCommand = command({
  name: 'pull',
  description: 'write changes of the service into the files: drift, rolled back values and resources that no file has',
  arguments: {
    addresses: argument(
      '[address...]',
      'addresses or patterns of the resources to pull (default: all)',
      collectAddress,
    ),
  },
  options: [
    ...targetOptions(),
    booleanOption('--check', 'write nothing; exit 2 when there is something to pull'),
    booleanOption('--theirs', 'resolve conflicts with the value of the service'),
    booleanOption('--force', 'also overwrite edits of the files that were never applied'),
    repeatable(
      '--allow-delete <address>',
      'allow deleting the files of resources deleted on the service, by address or pattern (repeatable)',
      collectAddress,
    ),
    booleanOption('-y, --auto-approve', 'accepted for scripts: pull never asks'),
  ],
  examples: [
    'lexform pull --target prod-eu',
    'lexform pull --check',
    "lexform pull 'glossary.*'",
    'lexform pull --allow-delete style_rules.marketing-de',
    'lexform pull --theirs glossary.product',
    'lexform pull style_rules.marketing-de --force',
  ],
  help: `
Pull edits cells, rows and YAML nodes in place. It keeps every other byte: comments, notes, columns and tables.
It writes what changed on the service since the last apply: terms, names, rules, instructions, the language of a style
list,
dictionaries and whole resources. After a rollback or a restore, it also writes what that changed.

Pull keeps edits of the files that were never applied.
Where both sides changed a value, it keeps the value of the files.
--theirs takes the value of the service in such a conflict. --force takes it everywhere.
Even then, pull keeps what only the files have, unless --allow-delete names its address.

Pull creates files for an unmanaged resource when you name its address, and for all resources when the target has no
ledger.
It then adds the line to lexform.yaml that manages them. It never overwrites other files.
It deletes a file only with --allow-delete, and never a protected one. It names the files and the flag.

Exit codes:
  0  everything is pulled, or nothing to pull
  2  something to pull (only with --check)
  3  nothing could be pulled
  5  some changes could not be pulled
`,
});

export type PullOptions = CommandOptions<typeof pullCommand>;
