import { KINDS } from '../../kinds/registry.ts';
import { kindNoun } from '../../kinds/words.ts';
import { counted, plural } from '../format/text.ts';
import type { Details, Wordings } from './finding-details.ts';

const versions = (d: Details): string =>
  `lexform ${d.text('lexform')}, Node.js ${d.text('node') || 'of an unknown version'}, ` +
  `${d.text('git') === '' ? 'no git' : `git ${d.text('git')}`}; newest formats: lexform.yaml 1, plan 1, ledger ` +
  d.number('ledgerFormat');

const resources = (d: Details): string =>
  KINDS.map((kind) => counted(d.number(kind.plural), ...kindNoun(kind))).join(', ');

const age = (hours: number): string =>
  hours < 1
    ? 'less than an hour ago'
    : hours < 48
      ? `${counted(hours, 'hour')} ago`
      : `${counted(Math.floor(hours / 24), 'day')} ago`;

const SHARE = 'to share it with other machines and CI, write "ledger: { remote: origin }" into lexform.yaml';

const stillOwned = (d: Details): string =>
  `the ledger of ${d.text('target')} still has ${counted(d.number('resources'), 'resource')}, which ` +
  `${plural(d.number('resources'), 'stays', 'stay')} on the service`;

const removedWith = (back: string): string =>
  `to delete them, restore ${back}, remove the resources from its files, apply it, and then delete it; to keep them, ` +
  'remove the ledger with: {remove}';

/** The result of each check, by its code. */
export const CHECK_WORDING: Wordings = {
  versions: (d) => versions(d),
  'versions-without-git': (d) => versions(d),
  'workspace-missing': 'there is no lexform.yaml here',
  'nothing-managed': 'lexform.yaml manages nothing: it has no glossaries:, style_rules: or developer_keys:',
  'files-with-errors': (d) =>
    `the files have ${counted(d.number('errors'), 'error')} and ${counted(d.number('warnings'), 'warning')}`,
  'files-with-warnings': (d) => `${resources(d)}; no errors, ${counted(d.number('warnings'), 'warning')}`,
  'files-valid': (d) => `${resources(d)}; no errors`,
  'key-missing': '{message}',
  'key-accepted': 'the key is accepted',
  'key-refused': 'the key is not accepted: {message}',
  'address-embedded': 'the embedded service, in this process',
  'address-reached': '{host} answered in {milliseconds} ms',
  'address-unknown': 'no address was found for the name {host}: {message}',
  'address-refuses': 'nothing listens at {host}: {message}',
  'address-tls': 'no secure connection to {host}: {message}',
  'address-silent': 'no answer from {host}: {message}',
  'address-other-service': '{host} answers, but knows no glossaries there (404)',
  'right-granted': 'the key may read {kind}',
  'right-denied': 'the key may not read {kind}',
  'right-unknown': 'whether the key may read {kind} is not known: {message}',
  'admin-key-missing': 'developer keys are managed, and the target has no admin_key',
  'admin-key-not-needed': 'not set, and not needed: developer keys are not managed',
  'admin-key-accepted': 'the admin key is accepted',
  'admin-key-refused': 'the admin key is not accepted: {message}',
  'admin-key-unknown': 'whether the admin key is accepted is not known: {message}',
  'clock-agrees': 'the clock of this machine agrees with that of the service',
  'clock-unknown': 'the service sent no time',
  'clock-differs': (d) =>
    `this clock is ${counted(d.number('seconds'), 'second')} ${d.text('way')} that of the service`,
  'ledger-off': 'no ledger: lexform.yaml has "ledger: false", so no resource is managed and no rollback is possible',
  'ledger-on-remote': 'shared, on the git remote {remote}',
  'ledger-in-folder': 'in the folder {folder}, for all who see that folder',
  'ledger-in-repository': 'in this clone only ({ref}); other clones and CI do not see it',
  'ledger-empty': 'no entry yet: nothing was applied to this target from this workspace',
  'ledger-read': (d) => `last entry ${age(d.number('hours'))} (${d.text('time')}): ${d.text('summary')}`,
  'ledger-unusable': '{message}',
  'ledger-without-workspace': (d) => `the workspace ${d.text('workspace')} no longer exists, and ${stillOwned(d)}`,
  'ledger-without-target': (d) =>
    `the workspace ${d.text('workspace')} no longer has the target ${d.text('target')}, and ${stillOwned(d)}`,
  'lock-free': 'not locked',
  'lock-expired': 'a killed run of {who} left it at {since}; it expired at {until}, and the next apply takes it',
  'lock-held': (d) =>
    `held by ${d.text('who')} since ${d.text('since')}, until ${d.text('until')} at the latest` +
    (d.text('run') === '' ? '' : `; ${d.text('run')}`),
  'lock-unusable': '{message}',
};

/** The remedy of a check. A successful check has no remedy. */
export const REMEDY_WORDING: Wordings = {
  'versions-without-git':
    'without git, the ledger is kept in a folder, and only outside a git repository; install git to share it',
  'workspace-missing': 'change to the workspace folder, name it with -C, or create one with: lexform init',
  'nothing-managed':
    'add the line "glossaries: glossaries/*/glossary.yaml" or "style_rules: style-rules/*.yaml", or run: lexform pull',
  'files-with-errors': 'lexform validate lists them',
  'files-with-warnings': 'lexform validate lists them',
  'key-missing': 'set it, or name another place with "key:" of the target in lexform.yaml; the service was not called',
  'key-refused': 'check that the key is one of this account, and that auth_scheme is the word that the service expects',
  'address-unknown': 'check base_url in lexform.yaml, and whether this machine reaches a name server',
  'address-refuses': 'check host and port of base_url in lexform.yaml; a local service is started with: lexform serve',
  'address-tls':
    'if a proxy of your company signs connections, name its certificate in NODE_EXTRA_CA_CERTS; else check base_url',
  'address-silent': 'check the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY where a proxy is needed',
  'address-other-service': 'check base_url in lexform.yaml: it ends before /v3',
  'right-denied': 'use a key that may, or leave {kind} out of lexform.yaml',
  'right-unknown': 'run lexform doctor again in a minute',
  'admin-key-missing': 'add "admin_key: env:NAME" to the target in lexform.yaml, or leave out developer_keys:',
  'admin-key-refused': 'check that it is an admin key of this account',
  'admin-key-unknown': 'set it at the place that admin_key of the target names, then run lexform doctor again',
  'clock-differs':
    'set the clock of this machine: locks and leases expire by it, and the clocks of runners may differ by at most ' +
    'five minutes',
  'ledger-off': 'remove that line to keep one',
  'ledger-in-folder': `keep the workspace in a git repository; ${SHARE}`,
  'ledger-in-repository': SHARE,
  'ledger-unusable': ({ text }) => text('remedy') || 'run: lexform log',
  'ledger-without-workspace': removedWith('the folder'),
  'ledger-without-target': removedWith('the target'),
  'lock-held': 'wait until that run has ended; if it has crashed, break the lock with: lexform ledger unlock',
  'lock-unusable': ({ text }) => text('remedy') || 'remove it with: lexform ledger unlock --force',
};
