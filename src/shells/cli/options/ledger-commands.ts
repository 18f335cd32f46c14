import { addressWithArrow } from '../../../model/resources/address.ts';
import { argument, booleanOption, type CommandOptions, choice, command, option } from './command.ts';
import {
  AUTO_APPROVE,
  collectAddress,
  integer,
  LEDGER_OPTIONS,
  LEDGER_VERSION_TEXT,
  targetOptions,
} from './common-options.ts';

/** Reads `en-de` as `en->de` only in addresses: a phrase may contain a slash and a hyphen. */
const addressOrTerm = (about: string): string => (about.startsWith('glossary.') ? addressWithArrow(about) : about);

export const logCommand = command({
  name: 'log',
  description: 'list the entries of the ledger, newest first: who applied what and when; or show one entry',
  arguments: { about: argument('[address|term]', 'an address, a pattern of addresses, or a phrase', addressOrTerm) },
  options: [
    ...LEDGER_OPTIONS,
    option('-n, --limit <n>', 'maximum number of entries', integer(1, 1_000_000), 20),
    option('--show <version>', `show, term by term, ${LEDGER_VERSION_TEXT}`),
    booleanOption('--full', 'with --show: show every term instead of the first ones'),
  ],
  examples: [
    'lexform log',
    'lexform log glossary.product',
    "lexform log 'glossary.product/en->de' --limit 5",
    "lexform log 'style_rules.*'",
    'lexform log "check out" --target prod-eu',
    'lexform log --show latest',
    'lexform log --show 4f2a91c --full',
  ],
  help: `
With an address or a term, the command shows only the entries that changed it, with the changes.
An argument that does not begin with "glossary.", "style_rules." or "developer_key." is a term: a source phrase or a
translation.
The search is case-sensitive. If it finds nothing, it ignores case.
An entry marked as an intent was written before a run that deletes something. The intent itself changes nothing.
`,
});

export type LogOptions = CommandOptions<typeof logCommand>;

export const idsCommand = command({
  name: 'ids',
  description: 'print the addresses and ids of the resources in the ledger, for programs that use the ids',
  options: [
    ...LEDGER_OPTIONS,
    choice('--format <how>', 'json, env (NAME=VALUE lines) or ts (a TypeScript module) (default: json)', [
      'json',
      'env',
      'ts',
    ]),
  ],
  examples: [
    'lexform ledger ids',
    'lexform ledger ids --target prod-eu --format env > lexform.env',
    'lexform ledger ids --format ts > src/lexform-ids.ts',
  ],
  help: `
The name of a variable is the address in capitals, with _ for every other character: glossary.product becomes
GLOSSARY_PRODUCT.
Two addresses with the same variable name are an error.
`,
});

export type IdsOptions = CommandOptions<typeof idsCommand>;

export const unlockCommand = command({
  name: 'unlock',
  description: 'show the owner of the lock of a target, then remove the lock',
  options: [
    ...LEDGER_OPTIONS,
    booleanOption('-f, --force', 'do not ask; required without a terminal, and for a lock that cannot be read'),
  ],
  examples: ['lexform ledger unlock', 'lexform ledger unlock --target prod-eu --force'],
  help: `
A run holds the lock while it writes and renews it every two minutes.
The lock of a killed run expires after ten minutes.
On Linux, the next apply on the same machine sees that the process has ended, and takes the lock at once.
A run that cannot renew its lock starts no new call in the last five minutes, to allow for clock skew between machines.
`,
});

export type UnlockOptions = CommandOptions<typeof unlockCommand>;

export const forgetCommand = command({
  name: 'forget',
  description: 'remove resources from the ledger without deleting them on the service',
  arguments: {
    addresses: argument('<address...>', 'addresses or patterns of the resources to forget', collectAddress),
  },
  options: [...LEDGER_OPTIONS, AUTO_APPROVE],
  examples: [
    'lexform ledger forget glossary.product',
    "lexform ledger forget 'glossary.product/en->fr'",
    "lexform ledger forget 'style_rules.*' --target prod-eu --auto-approve",
  ],
  help: `
The command does not call the service. Resources that no file names become unmanaged: later runs do not change them.
If a file still names a resource, the next plan finds it by its name again.
`,
});

export type ForgetOptions = CommandOptions<typeof forgetCommand>;

export const adoptCommand = command({
  name: 'adopt',
  description: 'assign an existing resource of the service to a resource of the files, by its id',
  arguments: {
    address: argument('<address>', 'a resource of the files, such as glossary.product'),
    id: argument('<id>', 'the id of a resource of the same kind on the service'),
  },
  options: targetOptions(),
  examples: [
    'lexform ledger adopt glossary.product 7d0e6d1a-3f0b-4a53-9f0e-2a4a1c9f6a3b',
    'lexform ledger adopt style_rules.marketing-de 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed --target prod-eu',
  ],
  help: `
The command changes the ledger, not the service; "lexform plan" then shows the differences from the files.
Without this command, Lexform matches a resource of the files to the only resource of that name on the service.
`,
});

export type AdoptOptions = CommandOptions<typeof adoptCommand>;

export const confirmAddressCommand = command({
  name: 'confirm-address',
  description: 'confirm that the new address of a target is the same account',
  options: [...targetOptions(), AUTO_APPROVE],
  examples: ['lexform ledger confirm-address', 'lexform ledger confirm-address --target prod-eu --auto-approve'],
  help: `
First write the new base_url into lexform.yaml.
The command looks for every id of the ledger at the new address.
If all exist, it records the new address in the ledger.
If an id is missing, the command changes nothing and exits 3. It never changes the service.
`,
});

export type ConfirmAddressOptions = CommandOptions<typeof confirmAddressCommand>;

export const ledgerCommand = command({
  name: 'ledger',
  description: 'read or change the ledger of a target: ids, adopt, forget, unlock and confirm-address',
  examples: ['lexform ledger ids', 'lexform ledger forget glossary.product', 'lexform ledger unlock'],
});
