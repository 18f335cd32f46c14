import type { Command } from 'commander';
import { type Choose, EXIT_CODES, examples, planningOptions, targetOptions } from './common-options.ts';
import type { BackupOptions, RestoreOptions, RollbackOptions } from './options.ts';

/** Adds the options of a command that makes a plan and applies it. */
const planAndRunOptions = (command: Command): Command =>
  planningOptions(command)
    .option('--dry-run', 'show the plan without applying it', false)
    .option('-y, --auto-approve', 'do not ask; required without a terminal', false);

function declareRollback(program: Command, choose: Choose): void {
  planAndRunOptions(
    program
      .command('rollback')
      .argument('<version>', 'a ledger entry: its version, the start of its version, or "latest"'),
  )
    .description('restore the service to an earlier ledger entry, without changing the files')
    .option('-o, --out <file>', 'save the plan to this file, for review or for "lexform apply FILE"')
    .addHelpText(
      'after',
      `${examples(
        'lexform rollback 4f2a91c --dry-run',
        'lexform rollback 4f2a91c --allow-delete glossary.new-terms',
        "lexform rollback 4f2a91c --only 'glossary.product/en->de'",
        'lexform rollback latest --auto-approve',
      )}
A rollback is a plan whose desired state is an earlier ledger entry.
Like any plan, it is shown, checked against the limits,
and needs approval. "latest" undoes drift.
It deletes resources created since that entry (with --allow-delete) and recreates deleted ones with new ids.
It never changes resources absent from the ledger.
With an admin_key, it restores the labels and limits of active developer keys.
It cannot reactivate a key, and leaves newer keys alone.
Afterwards the files still ask for the newer state: run lexform pull or git revert, or the next apply brings that state
back.
${EXIT_CODES}`,
    )
    .action((version: string, options: Omit<RollbackOptions, 'version'>) =>
      choose(async (ports) =>
        (await import('../commands/ledger/rollback.ts')).rollback({ ...options, version }, ports),
      ),
    );
}

function declareBackup(program: Command, choose: Choose): void {
  targetOptions(program.command('backup').argument('<dir>', 'a new or empty folder'))
    .description('write all resources of a target to a folder, managed or not')
    .option('--force', 'overwrite an earlier backup in that folder', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform backup backups/2026-01-02 --target prod-eu',
        'lexform backup nightly --force',
        'lexform backup nightly --force --json',
      )}
A backup holds glossaries with all entries, style lists and, with an admin_key, developer keys without their secrets.
Its files have the formats of a workspace.
backup.json describes them and is written last: a backup without it is incomplete.
Lexform reads the backup again to verify it.
It leaves out what files cannot hold, such as an unknown language or a term that is too long, lists it in backup.json
and exits 5.
${EXIT_CODES}`,
    )
    .action((dir: string, options: Omit<BackupOptions, 'dir'>) =>
      choose(async (ports) => (await import('../commands/ledger/backup.ts')).backup({ ...options, dir }, ports)),
    );
}

function declareRestore(program: Command, choose: Choose): void {
  planAndRunOptions(program.command('restore').argument('<dir>', 'the folder of a backup'))
    .description('restore the resources of a backup, and keep the other resources of the target')
    .addHelpText(
      'after',
      `${examples(
        'lexform restore backups/2026-01-02 --dry-run',
        "lexform restore backups/2026-01-02 --only 'glossary.*'",
        'lexform restore nightly --target prod-us --auto-approve',
      )}
Lexform checks every file first and refuses an incomplete or edited backup.
It leaves alone what the backup lists as left out, and warns.
Like any plan, a restore is shown, checked against the limits, and needs approval.
It matches each resource by id, else by a unique name, else it creates the resource with a new id.
It deletes only entries, rules and instructions.
It does not recreate developer keys, since their secrets cannot be restored.
Without --target, it restores to the target that the backup names, if lexform.yaml has it.
${EXIT_CODES}`,
    )
    .action((dir: string, options: Omit<RestoreOptions, 'dir'>) =>
      choose(async (ports) => (await import('../commands/ledger/restore.ts')).restore({ ...options, dir }, ports)),
    );
}

/** Declares the commands that return to an earlier state: a ledger entry or a backup. */
export function declareRecoveryCommands(program: Command, choose: Choose): void {
  declareRollback(program, choose);
  declareBackup(program, choose);
  declareRestore(program, choose);
}
