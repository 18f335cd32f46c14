import { type Command, Option } from 'commander';
import { addressWithArrow } from '../../model/resources/address.ts';
import { type Choose, examples, integer, targetOptions, workspaceOptions } from './common-options.ts';
import type {
  AdoptOptions,
  ConfirmAddressOptions,
  ForgetOptions,
  IdsOptions,
  LogOptions,
  ShowOptions,
  UnlockOptions,
} from './options.ts';

/** Adds the options of every command about the ledger of a target. */
const ledgerOptions = (command: Command): Command =>
  workspaceOptions(command).option('-t, --target <name>', 'a target of lexform.yaml (default: the only one)');

function declareLog(program: Command, choose: Choose): void {
  ledgerOptions(program.command('log').argument('[address|term]', 'an address, a pattern of addresses, or a phrase'))
    .description('list the entries of the ledger, newest first: who applied what and when')
    .option('-n, --limit <n>', 'maximum number of entries', integer(1, 1_000_000), 20)
    .addHelpText(
      'after',
      `${examples(
        'lexform log',
        'lexform log glossary.product',
        "lexform log 'glossary.product/en->de' --limit 5",
        "lexform log 'style_rules.*'",
        'lexform log "check out" --target prod-eu',
      )}
With an address or a term, the command shows only the entries that changed it, and what changed.
An argument that does not begin with "glossary.", "style_rules." or "developer_key." is a term: a source phrase or a
translation.
The search is case-sensitive first; when it finds nothing, it ignores case.
An entry marked as an intent was written before a run that deletes something. The intent itself changes nothing.
`,
    )
    .action((about: string | undefined, options: LogOptions) => {
      const chosen = about === undefined ? options : { ...options, about: addressOrTerm(about) };
      choose(async (ports) => (await import('../commands/ledger/log.ts')).log(chosen, ports));
    });
}

function declareShow(program: Command, choose: Choose): void {
  ledgerOptions(
    program.command('show').argument('<version>', 'a ledger entry: its version, the start of its version, or "latest"'),
  )
    .description('show one entry of the ledger, term by term')
    .option('--full', 'show every term instead of the first ones', false)
    .addHelpText('after', examples('lexform show latest', 'lexform show 4f2a91c --full', 'lexform show latest --json'))
    .action((version: string, options: Omit<ShowOptions, 'version'>) =>
      choose(async (ports) => (await import('../commands/ledger/show.ts')).show({ ...options, version }, ports)),
    );
}

function declareIds(program: Command, choose: Choose): void {
  ledgerOptions(program.command('ids'))
    .description('print the addresses and ids of the resources in the ledger, for programs that use the ids')
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
The name of a variable is the address in capitals: glossary.product becomes GLOSSARY_PRODUCT.
Two addresses with the same variable name are an error.
`,
    )
    .action((options: IdsOptions) => choose(async (ports) => (await import('../commands/ids.ts')).ids(options, ports)));
}

function declareUnlock(program: Command, choose: Choose): void {
  ledgerOptions(program.command('unlock'))
    .description('show who holds the lock of a target, then break it')
    .option('-f, --force', 'do not ask; required without a terminal, and for a lock that cannot be read', false)
    .addHelpText(
      'after',
      `${examples('lexform unlock', 'lexform unlock --target prod-eu --force')}
A run holds the lock while it writes and renews it every two minutes.
The lock of a killed run expires after ten minutes.
On Linux, the next apply on the same machine sees that the process is gone and takes the lock at once.
A run that cannot renew its lock starts no new call in the last five minutes, to allow for clock skew between machines.
`,
    )
    .action((options: UnlockOptions) =>
      choose(async (ports) => (await import('../commands/ledger/unlock.ts')).unlock(options, ports)),
    );
}

function declareForget(program: Command, choose: Choose): void {
  ledgerOptions(program.command('forget').argument('<address...>', 'addresses or patterns of the resources to forget'))
    .description('remove resources from the ledger without deleting them on the service')
    .option('-y, --auto-approve', 'do not ask; required without a terminal', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform forget glossary.product',
        "lexform forget 'glossary.product/en->fr'",
        "lexform forget 'style_rules.*' --target prod-eu --auto-approve",
      )}
The command does not call the service. Resources that no file names become unmanaged: later runs leave them alone.
The next plan matches resources that a file still names by their name again.
`,
    )
    .action((addresses: readonly string[], options: Omit<ForgetOptions, 'addresses'>) =>
      choose(async (ports) =>
        (await import('../commands/ledger/untrack.ts')).forget(
          { ...options, addresses: addresses.map(addressWithArrow) },
          ports,
        ),
      ),
    );
}

function declareAdopt(program: Command, choose: Choose): void {
  targetOptions(
    program
      .command('adopt')
      .argument('<address>', 'a resource of the files, such as glossary.product')
      .argument('<id>', 'the id of a resource of the same kind on the service'),
  )
    .description('bind a resource of the files to an existing resource of the service by its id')
    .addHelpText(
      'after',
      `${examples(
        'lexform adopt glossary.product 7d0e6d1a-3f0b-4a53-9f0e-2a4a1c9f6a3b',
        'lexform adopt style_rules.marketing-de 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed --target prod-eu',
      )}
The command changes the ledger, not the service; "lexform plan" then shows the differences from the files.
Without this command, Lexform matches a resource of the files to the only resource of that name on the service.
`,
    )
    .action((address: string, id: string, options: Omit<AdoptOptions, 'address' | 'id'>) =>
      choose(async (ports) => (await import('../commands/ledger/adopt.ts')).adopt({ ...options, address, id }, ports)),
    );
}

function declareConfirmAddress(program: Command, choose: Choose): void {
  targetOptions(program.command('confirm-address'))
    .description('confirm that the new address of a target is the same account')
    .option('-y, --auto-approve', 'do not ask; required without a terminal', false)
    .addHelpText(
      'after',
      `${examples('lexform confirm-address', 'lexform confirm-address --target prod-eu --auto-approve')}
First write the new base_url into lexform.yaml.
The command looks for every id of the ledger at the new address.
When all exist, it records the new address in the ledger.
When an id is missing, the command changes nothing and exits 3. It never changes the service.
`,
    )
    .action((options: ConfirmAddressOptions) =>
      choose(async (ports) =>
        (await import('../commands/ledger/confirm-address.ts')).confirmTheAddress(options, ports),
      ),
    );
}

/** Reads `en-de` as `en->de` in addresses only: a phrase may hold a slash and a hyphen. */
const addressOrTerm = (about: string): string => (about.startsWith('glossary.') ? addressWithArrow(about) : about);

/** Declares the commands that read and maintain the ledger. */
export function declareLedgerCommands(program: Command, choose: Choose): void {
  declareLog(program, choose);
  declareShow(program, choose);
  declareIds(program, choose);
  declareUnlock(program, choose);
  declareForget(program, choose);
  declareAdopt(program, choose);
  declareConfirmAddress(program, choose);
}
