import type { Command } from 'commander';
import { type Choose, EXIT_CODES, examples, planningOptions, targetOptions } from './common-options.ts';
import type { BackupOptions, RestoreOptions, RollbackOptions } from './options.ts';

/** Options of a command that makes a plan and runs it. */
const planAndRunOptions = (command: Command): Command =>
  planningOptions(command)
    .option('--dry-run', 'show the plan and change nothing', false)
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false);

function declareRollback(program: Command, choose: Choose): void {
  planAndRunOptions(
    program
      .command('rollback')
      .argument('<version>', 'an entry of the ledger: its version, the beginning of it, or "latest"'),
  )
    .description('bring the service back to what the ledger had at a version; the files stay as they are')
    .option('-o, --out <file>', 'save the plan, for review or for "lexform apply FILE"')
    .addHelpText(
      'after',
      `${examples(
        'lexform rollback 4f2a91c --dry-run',
        'lexform rollback 4f2a91c --allow-delete glossary.new-terms',
        "lexform rollback 4f2a91c --only 'glossary.product/en->de'",
        'lexform rollback latest --auto-approve',
      )}
A plan like any other, from what the service has now. What was made since is deleted, with consent (--allow-delete); what was deleted since is made again, with
new ids. What the ledger does not own is never touched. "latest" undoes what was changed outside of git. Developer keys that work still get their labels and limits
back, where the target has an admin_key; one that is deactivated cannot come back, and one that came since is left alone.
The files still ask for the newer state afterwards: take the older state into them with lexform pull, or git revert, or the next apply brings it back.
${EXIT_CODES}`,
    )
    .action((version: string, options: Omit<RollbackOptions, 'version'>) =>
      choose(async (ports) =>
        (await import('../commands/ledger/rollback.ts')).rollback({ ...options, version }, ports),
      ),
    );
}

function declareBackup(program: Command, choose: Choose): void {
  targetOptions(program.command('backup').argument('<dir>', 'folder to write to: a new or an empty one'))
    .description('write everything that a target has to a folder, whoever owns it')
    .option('--force', 'write over a backup', false)
    .addHelpText(
      'after',
      `${examples('lexform backup backups/2026-01-02 --target prod-eu', 'lexform backup nightly --force', 'lexform backup nightly --force --json')}
Glossaries with all their entries, style lists, and, where the target has an admin_key, developer keys without their secrets: in the formats of a workspace, with
backup.json, which says what is what and is written last, so that a backup without it was not finished. The backup is read again before it is called done. What files cannot hold (a language that Lexform does not know, a term
that is too long) is left out and named, there too; everything else is kept, and the exit code is 5.
${EXIT_CODES}`,
    )
    .action((dir: string, options: Omit<BackupOptions, 'dir'>) =>
      choose(async (ports) => (await import('../commands/ledger/backup.ts')).backup({ ...options, dir }, ports)),
    );
}

function declareRestore(program: Command, choose: Choose): void {
  planAndRunOptions(program.command('restore').argument('<dir>', 'folder of a backup'))
    .description('bring back what a backup has; what the target has beyond it stays')
    .addHelpText(
      'after',
      `${examples('lexform restore backups/2026-01-02 --dry-run', "lexform restore backups/2026-01-02 --only 'glossary.*'", 'lexform restore nightly --target prod-us --auto-approve')}
Every file is checked first: a backup that was cut off or edited is refused. What it says to have left out is let be, with a warning. Then a plan like any other, from what the service has now: each resource is the
one with its id, where that is still there, else the only one of its name, else it is made again with a new id. Nothing but entries, rules and instructions is
deleted. Developer keys that are gone are left out: their secrets cannot come back. The target is the one of the backup, where lexform.yaml has it and none is named.
${EXIT_CODES}`,
    )
    .action((dir: string, options: Omit<RestoreOptions, 'dir'>) =>
      choose(async (ports) => (await import('../commands/ledger/restore.ts')).restore({ ...options, dir }, ports)),
    );
}

/** The commands that go back: to an entry of the ledger, or to a backup. */
export function declareHistoryCommands(program: Command, choose: Choose): void {
  declareRollback(program, choose);
  declareBackup(program, choose);
  declareRestore(program, choose);
}
