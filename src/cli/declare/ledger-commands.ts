import { type Command, Option } from 'commander';
import type { IdsOptions, LogOptions, ShowOptions, UnlockOptions } from '../options.ts';
import { type Choose, examples, integer, workspaceOptions } from './common-options.ts';

/** Options of every command about the ledger of a target. */
const ledgerOptions = (command: Command): Command =>
  workspaceOptions(command).option(
    '-t, --target <name>',
    'a target of lexform.yaml; may be left out when there is only one',
  );

function declareLog(program: Command, choose: Choose): void {
  ledgerOptions(program.command('log').argument('[address|term]', 'an address, a pattern of addresses, or a phrase'))
    .description('show what was applied, newest first: who changed which term when')
    .option('-n, --limit <n>', 'most entries to show', integer(1, 1_000_000), 20)
    .addHelpText(
      'after',
      `${examples(
        'lexform log',
        'lexform log glossary.product',
        "lexform log 'glossary.product/en->de' --limit 5",
        "lexform log 'style_rules.*'",
        'lexform log "check out" --target prod-eu',
      )}
With an address, only entries in which it changed are shown, with what changed. What does not begin with "glossary.", "style_rules." or
"developer_key." is a term: a source phrase or a translation, as it is written; when it was never there, without regard to case.
`,
    )
    .action((about: string | undefined, options: LogOptions) => {
      const chosen = about === undefined ? options : { ...options, about };
      choose(async (ports) => (await import('../commands/log.ts')).log(chosen, ports));
    });
}

function declareShow(program: Command, choose: Choose): void {
  ledgerOptions(
    program
      .command('show')
      .argument('<version>', 'an entry of the ledger: its version, the beginning of it, or "latest"'),
  )
    .description('show one entry of the ledger, and what changed in it, term by term')
    .option('--full', 'show every term, however many', false)
    .addHelpText('after', examples('lexform show latest', 'lexform show 4f2a91c --full', 'lexform show latest --json'))
    .action((version: string, options: Omit<ShowOptions, 'version'>) =>
      choose(async (ports) => (await import('../commands/show.ts')).show({ ...options, version }, ports)),
    );
}

function declareIds(program: Command, choose: Choose): void {
  ledgerOptions(program.command('ids'))
    .description('print address and id of all that was applied, for the programs that use the ids')
    .addOption(
      new Option('--format <how>', 'json, env (NAME=VALUE lines) or ts (a TypeScript module) (default: json)').choices([
        'json',
        'env',
        'ts',
      ]),
    )
    .addHelpText(
      'after',
      `${examples(
        'lexform ids',
        'lexform ids --target prod-eu --format env > lexform.env',
        'lexform ids --format ts > src/lexform-ids.ts',
      )}
A variable is named by its address, in capitals: glossary.product is GLOSSARY_PRODUCT. Two addresses of one such name are an error.
`,
    )
    .action((options: IdsOptions) => choose(async (ports) => (await import('../commands/ids.ts')).ids(options, ports)));
}

function declareUnlock(program: Command, choose: Choose): void {
  ledgerOptions(program.command('unlock'))
    .description('show who holds the lock of a target, and break it')
    .option('-f, --force', 'do not ask; needed where there is no terminal, and for a lock that cannot be read', false)
    .addHelpText(
      'after',
      `${examples('lexform unlock', 'lexform unlock --target prod-eu --force')}
A run holds the lock while it writes. The lock of a run that was killed ends by itself after ten minutes.
`,
    )
    .action((options: UnlockOptions) =>
      choose(async (ports) => (await import('../commands/unlock.ts')).unlock(options, ports)),
    );
}

/** The commands that read and tend the ledger. */
export function declareLedgerCommands(program: Command, choose: Choose): void {
  declareLog(program, choose);
  declareShow(program, choose);
  declareIds(program, choose);
  declareUnlock(program, choose);
}
