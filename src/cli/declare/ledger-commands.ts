import type { Command } from 'commander';
import type { LogOptions, ShowOptions } from '../options.ts';
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

/** The commands that read and tend the ledger. */
export function declareLedgerCommands(program: Command, choose: Choose): void {
  declareLog(program, choose);
  declareShow(program, choose);
}
