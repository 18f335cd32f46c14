import { argument, booleanOption, type CommandOptions, command } from './command.ts';
import {
  AUTO_APPROVE,
  EXIT_CODES,
  LEDGER_VERSION_TEXT,
  planningOptions,
  REPORT,
  SAVE_PLAN,
  targetOptions,
} from './common-options.ts';

/** The options of a command that makes a plan and applies it. */
const PLAN_AND_RUN_OPTIONS = [
  ...planningOptions(),
  booleanOption('--dry-run', 'show the plan without applying it'),
  AUTO_APPROVE,
  REPORT,
] as const;

/** Options of a command that makes a plan and applies it, unless `dryRun` is set. */
export const rollbackCommand = command({
  name: 'rollback',
  description: 'restore the service to an earlier ledger entry, and with --write-files also the files',
  arguments: { version: argument('<version>', LEDGER_VERSION_TEXT) },
  options: [
    ...PLAN_AND_RUN_OPTIONS,
    booleanOption('--write-files', 'then write what the service has into the files'),
    SAVE_PLAN,
  ],
  examples: [
    'lexform rollback 4f2a91c --dry-run',
    'lexform rollback 4f2a91c --write-files',
    'lexform rollback 4f2a91c --allow-delete glossary.new-terms',
    "lexform rollback 4f2a91c --only 'glossary.product/en->de'",
    'lexform rollback latest --auto-approve',
    'lexform rollback 4f2a91c --dry-run --report html=rollback.html',
  ],
  help: `
A rollback is a plan whose desired state is an earlier ledger entry.
Lexform shows it, checks it against the limits, and asks for approval, like any plan. "latest" undoes drift.
To restore drift that an apply overwrote, name the entry that recorded it: lexform log TERM shows it.
It deletes resources created since that entry (with --allow-delete) and recreates deleted ones with new ids.
It never changes resources that are not in the ledger.
With an admin_key, it restores the labels and limits of active developer keys.
It cannot reactivate a key, and does not change newer keys.

Afterwards the files still have the newer content, and the next apply would restore it.
--write-files writes the content of the service into the files, as lexform pull does.
It keeps edits that were never applied, and names the resources that still differ.
It checks the files first: if they have errors, nothing is sent.
If the command is killed, run it again. Without --write-files, run lexform pull or git revert.
${EXIT_CODES}`,
});

export type RollbackOptions = CommandOptions<typeof rollbackCommand>;

export const backupCommand = command({
  name: 'backup',
  description: 'write all resources of a target to a folder, managed or not',
  arguments: { dir: argument('<dir>', 'a new or empty folder') },
  options: [...targetOptions(), booleanOption('--force', 'overwrite an earlier backup in that folder')],
  examples: [
    'lexform backup backups/2026-01-02 --target prod-eu',
    'lexform backup nightly --force',
    'lexform backup nightly --force --json',
  ],
  help: `
A backup contains glossaries with all entries, style lists and, with an admin_key, developer keys without their secrets.
Its files have the formats of a workspace.
backup.json describes them and is written last: a backup without it is incomplete.
Lexform reads the backup again to verify it.
It leaves out content that files cannot store, such as an unknown language or a term that is too long, lists it in
backup.json and exits 5.
${EXIT_CODES}`,
});

export type BackupOptions = CommandOptions<typeof backupCommand>;

export const restoreCommand = command({
  name: 'restore',
  description: 'restore the resources of a backup, and keep the other resources of the target',
  arguments: { dir: argument('<dir>', 'the folder of a backup') },
  options: PLAN_AND_RUN_OPTIONS,
  examples: [
    'lexform restore backups/2026-01-02 --dry-run',
    "lexform restore backups/2026-01-02 --only 'glossary.*'",
    'lexform restore nightly --target prod-us --auto-approve',
    'lexform restore nightly --dry-run --report markdown=restore.md',
  ],
  help: `
Lexform checks every file first and refuses an incomplete or edited backup.
It does not change resources that the backup lists as left out, and warns about them.
Lexform shows the restore, checks it against the limits, and asks for approval, like any plan.
It finds each resource by id, or else by a unique name. Otherwise it creates the resource with a new id.
It deletes only entries, rules and instructions.
It does not recreate developer keys, because their secrets cannot be restored.
Without --target, it restores to the target that the backup names, if lexform.yaml has it.
${EXIT_CODES}`,
});

export type RestoreOptions = CommandOptions<typeof restoreCommand>;
