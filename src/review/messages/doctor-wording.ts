import { counted } from '../format/plural.ts';

/** The details of a check; texts cannot move the cursor. */
interface Details {
  readonly text: (name: string) => string;
  readonly number: (name: string) => number;
}

interface Words {
  readonly text: string;
  readonly remedy?: string;
}

const versions = (d: Details): string =>
  `lexform ${d.text('lexform')}, Node.js ${d.text('node') || 'of an unknown version'}, ` +
  `${d.text('git') === '' ? 'no git' : `git ${d.text('git')}`}; newest formats: lexform.yaml 1, plan 1, ledger ` +
  d.number('ledgerFormat');

const resources = (d: Details): string =>
  [
    counted(d.number('glossaries'), 'glossary', 'glossaries'),
    counted(d.number('styleLists'), 'style list'),
    counted(d.number('developerKeys'), 'developer key'),
  ].join(', ');

const age = (hours: number): string =>
  hours < 1
    ? 'less than an hour ago'
    : hours < 48
      ? `${counted(hours, 'hour')} ago`
      : `${counted(Math.floor(hours / 24), 'day')} ago`;

const SHARE = 'to share it with other machines and CI, write "ledger: { remote: origin }" into lexform.yaml';

/** The wording of every check, by its code. */
export const CHECK_WORDING: Readonly<Record<string, (d: Details) => Words>> = {
  versions: (d) => ({ text: versions(d) }),
  'versions-without-git': (d) => ({
    text: versions(d),
    remedy: 'without git, the ledger is kept in a folder, and only outside a git repository; install git to share it',
  }),
  'workspace-missing': () => ({
    text: 'there is no lexform.yaml here',
    remedy: 'change to the workspace folder, name it with -C, or create one with: lexform init',
  }),
  'nothing-managed': () => ({
    text: 'lexform.yaml manages nothing: it has no glossaries:, style_rules: or developer_keys:',
    remedy:
      'add the line "glossaries: glossaries/*/glossary.yaml" or "style_rules: style-rules/*.yaml", or run: ' +
      'lexform pull',
  }),
  'files-with-errors': (d) => ({
    text: `the files have ${counted(d.number('errors'), 'error')} and ${counted(d.number('warnings'), 'warning')}`,
    remedy: 'lexform validate lists them',
  }),
  'files-with-warnings': (d) => ({
    text: `${resources(d)}; no errors, ${counted(d.number('warnings'), 'warning')}`,
    remedy: 'lexform validate lists them',
  }),
  'files-valid': (d) => ({ text: `${resources(d)}; no errors` }),
  'key-missing': (d) => ({
    text: d.text('message'),
    remedy: 'set it, or name another place with "key:" of the target in lexform.yaml; the service was not called',
  }),
  'key-accepted': () => ({ text: 'the key is accepted' }),
  'key-refused': (d) => ({
    text: `the key is not accepted: ${d.text('message')}`,
    remedy: 'check that the key is one of this account, and that auth_scheme is the word that the service expects',
  }),
  'address-embedded': () => ({ text: 'the embedded service, in this process' }),
  'address-reached': (d) => ({ text: `${d.text('host')} answered in ${d.number('milliseconds')} ms` }),
  'address-unknown': (d) => ({
    text: `no address was found for the name ${d.text('host')}: ${d.text('message')}`,
    remedy: 'check base_url in lexform.yaml, and whether this machine reaches a name server',
  }),
  'address-refuses': (d) => ({
    text: `nothing listens at ${d.text('host')}: ${d.text('message')}`,
    remedy: 'check host and port of base_url in lexform.yaml; a local service is started with: lexform serve',
  }),
  'address-tls': (d) => ({
    text: `no secure connection to ${d.text('host')}: ${d.text('message')}`,
    remedy:
      'if a proxy of your company signs connections, name its certificate in NODE_EXTRA_CA_CERTS; else check base_url',
  }),
  'address-silent': (d) => ({
    text: `no answer from ${d.text('host')}: ${d.text('message')}`,
    remedy: 'check the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY where a proxy is needed',
  }),
  'address-other-service': (d) => ({
    text: `${d.text('host')} answers, but knows no glossaries there (404)`,
    remedy: 'check base_url in lexform.yaml: it ends before /v3',
  }),
  'right-granted': (d) => ({ text: `the key may read ${d.text('kind')}` }),
  'right-denied': (d) => ({
    text: `the key may not read ${d.text('kind')}`,
    remedy: `use a key that may, or leave ${d.text('kind')} out of lexform.yaml`,
  }),
  'right-unknown': (d) => ({
    text: `whether the key may read ${d.text('kind')} is not known: ${d.text('message')}`,
    remedy: 'run lexform doctor again in a minute',
  }),
  'admin-key-missing': () => ({
    text: 'developer keys are managed, and the target has no admin_key',
    remedy: 'add "admin_key: env:NAME" to the target in lexform.yaml, or leave out developer_keys:',
  }),
  'admin-key-not-needed': () => ({ text: 'not set, and not needed: developer keys are not managed' }),
  'admin-key-accepted': () => ({ text: 'the admin key is accepted' }),
  'admin-key-refused': (d) => ({
    text: `the admin key is not accepted: ${d.text('message')}`,
    remedy: 'check that it is an admin key of this account',
  }),
  'admin-key-unknown': (d) => ({
    text: `whether the admin key is accepted is not known: ${d.text('message')}`,
    remedy: 'set it where admin_key of the target says, then run lexform doctor again',
  }),
  'clock-agrees': () => ({ text: 'the clock of this machine agrees with that of the service' }),
  'clock-unknown': () => ({ text: 'the service sent no time' }),
  'clock-differs': (d) => ({
    text: `this clock is ${counted(d.number('seconds'), 'second')} ${d.text('way')} that of the service`,
    remedy:
      'set the clock of this machine: locks and leases expire by it, and the clocks of runners may differ by at ' +
      'most five minutes',
  }),
  'ledger-off': () => ({
    text: 'no ledger: lexform.yaml says "ledger: false", so no resource is managed and no rollback is possible',
    remedy: 'remove that line to keep one',
  }),
  'ledger-on-remote': (d) => ({ text: `shared, on the git remote ${d.text('remote')}` }),
  'ledger-in-folder': (d) => ({
    text: `in the folder ${d.text('folder')}, for all who see that folder`,
    remedy: `keep the workspace in a git repository; ${SHARE}`,
  }),
  'ledger-in-repository': (d) => ({
    text: `in this clone only (${d.text('ref')}); other clones and CI do not see it`,
    remedy: SHARE,
  }),
  'ledger-empty': () => ({ text: 'no entry yet: nothing was applied to this target from this workspace' }),
  'ledger-read': (d) => ({
    text: `last entry ${age(d.number('hours'))} (${d.text('time')}): ${d.text('summary')}`,
  }),
  'ledger-unusable': (d) => ({ text: d.text('message'), remedy: d.text('remedy') || 'run: lexform log' }),
  'lock-free': () => ({ text: 'not locked' }),
  'lock-expired': (d) => ({
    text:
      `left behind by ${d.text('who')} at ${d.text('since')}; it expired at ${d.text('until')}, and the next ` +
      'apply takes it',
  }),
  'lock-held': (d) => ({
    text:
      `held by ${d.text('who')} since ${d.text('since')}, until ${d.text('until')} at the latest` +
      (d.text('run') === '' ? '' : `; ${d.text('run')}`),
    remedy: 'wait until that run has ended; if it has crashed, break the lock with: lexform unlock',
  }),
  'lock-unusable': (d) => ({
    text: d.text('message'),
    remedy: d.text('remedy') || 'remove it with: lexform unlock --force',
  }),
};
