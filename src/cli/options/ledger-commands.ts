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
An entry marked as an intent was written before the calls of a plan that takes something away, and changes nothing itself.
`,
    )
    .action((about: string | undefined, options: LogOptions) => {
      const chosen = about === undefined ? options : { ...options, about: addressOrTerm(about) };
      choose(async (ports) => (await import('../commands/ledger/log.ts')).log(chosen, ports));
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
      choose(async (ports) => (await import('../commands/ledger/show.ts')).show({ ...options, version }, ports)),
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
A run holds the lock while it writes, and puts its end off every two minutes. The lock of a run that was killed ends by itself after ten minutes; on
Linux, the next apply on the same machine sees that its process is gone and takes it over at once. A run that cannot
put it off begins nothing new from five minutes before that end on, so the clocks of two machines may differ by five minutes.
`,
    )
    .action((options: UnlockOptions) =>
      choose(async (ports) => (await import('../commands/ledger/unlock.ts')).unlock(options, ports)),
    );
}

function declareForget(program: Command, choose: Choose): void {
  ledgerOptions(program.command('forget').argument('<address...>', 'addresses or patterns of what to forget'))
    .description('drop what was applied from the ledger, and leave it on the service')
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform forget glossary.product',
        "lexform forget 'glossary.product/en->fr'",
        "lexform forget 'style_rules.*' --target prod-eu --auto-approve",
      )}
The service is not touched. What no file names is then left alone by every later apply; what a file still names is matched by its name again.
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
      .argument('<id>', 'the id of a live resource of the same kind'),
  )
    .description('bind a resource of the files to a live one, whatever its name')
    .addHelpText(
      'after',
      `${examples(
        'lexform adopt glossary.product 7d0e6d1a-3f0b-4a53-9f0e-2a4a1c9f6a3b',
        'lexform adopt style_rules.marketing-de 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed --target prod-eu',
      )}
The service is read and not changed; "lexform plan" then shows what differs from the files. Without this command a resource of the files is matched
with the only live one of its name.
`,
    )
    .action((address: string, id: string, options: Omit<AdoptOptions, 'address' | 'id'>) =>
      choose(async (ports) => (await import('../commands/ledger/adopt.ts')).adopt({ ...options, address, id }, ports)),
    );
}

function declareConfirmAddress(program: Command, choose: Choose): void {
  targetOptions(program.command('confirm-address'))
    .description(
      'say that a target with another address is the same account, once all ids of its ledger are found there',
    )
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false)
    .addHelpText(
      'after',
      `${examples('lexform confirm-address', 'lexform confirm-address --target prod-eu --auto-approve')}
Write the new base_url into lexform.yaml first. The service is read and not changed; the ledger gets one entry that has the new address. When an id is missing
the address is not confirmed, and the command exits 3.
`,
    )
    .action((options: ConfirmAddressOptions) =>
      choose(async (ports) =>
        (await import('../commands/ledger/confirm-address.ts')).confirmTheAddress(options, ports),
      ),
    );
}

/** A phrase stays as it is, also one with a slash and a hyphen in it. */
const addressOrTerm = (about: string): string => (about.startsWith('glossary.') ? addressWithArrow(about) : about);

/** The commands that read and tend the ledger. */
export function declareLedgerCommands(program: Command, choose: Choose): void {
  declareLog(program, choose);
  declareShow(program, choose);
  declareIds(program, choose);
  declareUnlock(program, choose);
  declareForget(program, choose);
  declareAdopt(program, choose);
  declareConfirmAddress(program, choose);
}
