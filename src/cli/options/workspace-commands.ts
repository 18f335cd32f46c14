import type { Command } from 'commander';
import { addressWithArrow } from '../../model/resources/address.ts';
import {
  type Choose,
  collect,
  collectAddress,
  EXIT_CODES,
  examples,
  integer,
  planningOptions,
  reportOption,
  SEVERAL_TARGETS,
  span,
  TARGETS_HELP,
  targetOptions,
  workspaceOptions,
} from './common-options.ts';
import type { ApplyOptions, InitOptions, PlanOptions, PullOptions, ValidateOptions } from './options.ts';

const PREVIEW_HELP = `
A preview translates the samples of the files: "samples:" in glossary.yaml (a list for each source language), "example" columns, and --preview-samples. It uses
those in which a changed term stands, and for a style list those of "samples:" and of the file; each is translated twice, and what it spends is said before. It
makes temporary glossaries and style lists and removes them again; what a killed run leaves is removed by the next preview, an hour later. A preview that fails
is told of, and changes neither the plan nor the exit code.
`;

/** The commands of a workspace: init, validate, plan, apply, pull. */
export function declareWorkspaceCommands(program: Command, choose: Choose): void {
  workspaceOptions(program.command('init').argument('[dir]', 'folder to write to (default: the current one)'))
    .description('write a small working workspace')
    .option('--force', 'overwrite files that exist', false)
    .addHelpText('after', examples('lexform init my-terms && cd my-terms && lexform plan'))
    .action((dir: string | undefined, options: InitOptions) => {
      const chosen = dir === undefined ? options : { ...options, chdir: dir };
      choose(async (ports) => (await import('../commands/init.ts')).init(chosen, ports));
    });

  reportOption(workspaceOptions(program.command('validate')))
    .description('check the files, offline: every fault with file, line and column')
    .addHelpText(
      'after',
      `${examples('lexform validate', 'lexform validate --json > findings.json', 'lexform validate --report sarif=lexform.sarif --report junit=lexform.xml')}\nSays at the end what was checked: files, dictionaries, terms.\nExits 4 when there are errors, 0 when there are none or only warnings.\n`,
    )
    .action((options: ValidateOptions) =>
      choose(async (ports) => (await import('../commands/validate.ts')).validate(options, ports)),
    );

  reportOption(planningOptions(program.command('plan'), SEVERAL_TARGETS))
    .description('show what apply would change, term by term; changes nothing')
    .option('-o, --out <file>', 'save the plan, for review or for "lexform apply FILE"')
    .option(
      '--detailed-exitcode',
      'exit 2 when apply has something to do: calls, something to adopt, or a ledger to begin',
      false,
    )
    .option('--unmanaged', 'list what the service has and no file names', false)
    .option(
      '--against <snapshot>',
      'plan without a key and without asking the service: against "ledger", what the last apply left, or against the folder of a backup',
    )
    .option('--preview', 'translate sample sentences before and after the plan, which spends characters', false)
    .option(
      '--preview-budget <chars>',
      'most characters that a preview spends (default: from lexform.yaml, else 10000)',
      integer(0, 1_000_000_000),
    )
    .option('--preview-samples <file>', 'more sample sentences: YAML or JSON, a list for each source language')
    .addHelpText(
      'after',
      `${examples(
        'lexform plan',
        'lexform plan --target prod-eu --out plan.json --detailed-exitcode',
        'lexform plan --target prod-eu,prod-us',
        "lexform plan --only 'glossary.product/*' --full",
        'lexform plan --allow-delete glossary.old-terms',
        'lexform plan --report markdown=plan.md --report annotations',
        'lexform plan --against ledger',
        'lexform plan --preview --preview-budget 2000 --report html=plan.html',
      )}${PREVIEW_HELP}${TARGETS_HELP}`,
    )
    .action((options: PlanOptions) =>
      choose(async (ports) => (await import('../commands/plan.ts')).plan(options, ports)),
    );

  reportOption(
    planningOptions(
      program.command('apply').argument('[plan]', 'a plan saved by "lexform plan --out"; left out: plan now'),
      SEVERAL_TARGETS,
    ),
  )
    .description('make the service agree with the files, with the fewest calls')
    .option('--overwrite-drift', 'undo what somebody has changed on the service since the last apply', false)
    .option(
      '--approved <plan>',
      'a saved plan that was approved: plan now, and do nothing that is not in it (repeatable: nothing that is in none of them, in the order of approval)',
      collect,
      [],
    )
    .option('--max-age <span>', 'refuse a saved or approved plan that is older, such as 30m, 2h or 3d', span)
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false)
    .option(
      '--secrets-file <file>',
      'write the secrets of new developer keys to this new file, mode 0600 (default: they are not kept)',
    )
    .addHelpText(
      'after',
      `${examples('lexform apply', 'lexform apply plan.json --auto-approve --max-age 2h', 'lexform apply --target all', 'lexform apply --approved plan.json --auto-approve', 'lexform apply --auto-approve --allow-delete glossary.product/en-\\>fr', 'lexform apply --only developer_key.ci --secrets-file new-keys.json', 'lexform apply --auto-approve --report events=apply.jsonl --report markdown=apply.md')}${TARGETS_HELP}Nobody is asked before all plans are shown; then one question is asked for all of them.
An apply without calls still records: what already matches and is managed from then on, and what an earlier run applied but did not live to record. That needs
no approval, and is refused (3) while another run holds the lock.\n${EXIT_CODES}`,
    )
    .action((plan: string | undefined, options: ApplyOptions) => {
      const chosen = plan === undefined ? options : { ...options, plan };
      choose(async (ports) => (await import('../commands/apply.ts')).apply(chosen, ports));
    });

  targetOptions(
    program.command('pull').argument('[address...]', 'addresses or patterns of what to pull (default: everything)'),
  )
    .description(
      'take what the service has into the files: what somebody changed there, what was rolled back, what no file has',
    )
    .option('--check', 'write nothing; exit 2 when there is something to take in', false)
    .option('--theirs', 'of conflicts take what the service has', false)
    .option('--force', 'take what the service has over edits of the files that were never applied, too', false)
    .option(
      '--allow-delete <address>',
      'address or pattern of what is gone from the service and whose files may be deleted; may be repeated',
      collectAddress,
      [],
    )
    .addHelpText(
      'after',
      `${examples(
        'lexform pull --target prod-eu',
        'lexform pull --check',
        "lexform pull 'glossary.*'",
        'lexform pull --allow-delete style_rules.marketing-de',
        'lexform pull --theirs glossary.product',
        'lexform pull style_rules.marketing-de --force',
      )}
Cells, rows and YAML nodes are edited where they stand; every other byte stays: comments, notes, columns, tables. Taken in is what somebody changed on the service
since the last apply: terms, names, rules, instructions, the language of a style list, dictionaries and whole resources. After a rollback or a restore, what it
changed is taken in as well. An edit of the files that was never applied stays. Where both sides changed a value, the files keep theirs: --theirs takes that of the
service. --force takes that of the service everywhere; what the files alone have stays even then, unless --allow-delete names its address.

A resource that no file has gets new files when an address names it, and everything does where nothing was ever applied from here; lexform.yaml gets the line that
makes it manage them. Nothing is written over. A file is deleted only with --allow-delete: the run names the files and the flag. What is protected stays.

Exit codes:
  0 all is taken in, or nothing is to be     2 with --check: something is     3 nothing could be taken in, with the reasons     5 some of it could not
`,
    )
    .action((addresses: readonly string[], options: Omit<PullOptions, 'addresses'>) =>
      choose(async (ports) =>
        (await import('../commands/pull.ts')).pull({ ...options, addresses: addresses.map(addressWithArrow) }, ports),
      ),
    );
}
