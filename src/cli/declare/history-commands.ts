import type { Command } from 'commander';
import type { RollbackOptions } from '../options.ts';
import { type Choose, EXIT_CODES, examples, planningOptions } from './common-options.ts';

/** Options of a command that makes a plan and runs it. */
const planAndRunOptions = (command: Command): Command =>
  planningOptions(command)
    .option('--dry-run', 'show the plan and change nothing', false)
    .option('-o, --out <file>', 'save the plan, for review')
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false);

function declareRollback(program: Command, choose: Choose): void {
  planAndRunOptions(
    program
      .command('rollback')
      .argument('<version>', 'an entry of the ledger: its version, the beginning of it, or "latest"'),
  )
    .description('bring the service back to what the ledger had at a version; the files stay as they are')
    .addHelpText(
      'after',
      `${examples(
        'lexform rollback 4f2a91c --dry-run',
        'lexform rollback 4f2a91c --allow-delete glossary.new-terms',
        "lexform rollback 4f2a91c --only 'glossary.product/en->de'",
        'lexform rollback latest --auto-approve',
      )}
A plan like any other, from what the service has now. What was made since is deleted, with consent (--allow-delete); what was deleted since is made again, with
new ids. What the ledger does not own is never touched. "latest" undoes what was changed outside of git. Developer keys are left alone.
The files still ask for the newer state afterwards: change them too (git revert, or lexform pull), or the next apply brings it back.
${EXIT_CODES}`,
    )
    .action((version: string, options: Omit<RollbackOptions, 'version'>) =>
      choose(async (ports) => (await import('../commands/rollback.ts')).rollback({ ...options, version }, ports)),
    );
}

/** The commands that go back: to an entry of the ledger, or to a backup. */
export function declareHistoryCommands(program: Command, choose: Choose): void {
  declareRollback(program, choose);
}
