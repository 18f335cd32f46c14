import { FAULT_KINDS } from './faults/faults.ts';

/** The options of a service. */
const OPTIONS: readonly string[] = [
  'accounts',
  'charactersMax',
  'compat',
  'faults',
  'faultsPath',
  'glossariesMax',
  'languages',
  'onError',
  'region',
  'rules',
  'schemes',
  'sessionLimits',
  'store',
  'translationMemories',
  'voiceMs',
];

const PLANS: readonly unknown[] = ['free', 'pro'];
const FAULTS: readonly unknown[] = FAULT_KINDS;

type Loose = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value : []);

/** What is wrong with the options and the ports of a service, a line each: a program without types may have any. */
function wrongIn(options: Loose, ports: Loose): readonly string[] {
  return [
    ...Object.keys(options).flatMap((name) =>
      OPTIONS.includes(name) ? [] : [`options.${name} is no option; there are ${OPTIONS.join(', ')}`],
    ),
    ...(Array.isArray(options.accounts) ? [] : ['options.accounts must be a list of keys with their plans']),
    ...listOf(options.accounts).flatMap((account, index) => [
      ...(typeof account.key === 'string' && account.key !== ''
        ? []
        : [`options.accounts[${index}].key must be a text`]),
      ...(PLANS.includes(account.plan) ? [] : [`options.accounts[${index}].plan must be free or pro`]),
    ]),
    ...listOf(options.faults).flatMap(({ kind }, index) =>
      FAULTS.includes(kind) ? [] : [`options.faults[${index}].kind must be one of ${FAULTS.join(', ')}`],
    ),
    ...['now', 'id', 'sleep', 'random'].flatMap((name) =>
      typeof ports[name] === 'function' ? [] : [`ports.${name} must be a function`],
    ),
  ];
}

/** Throws a `TypeError` with the code `usage` that names everything that is wrong with what a service is made of. */
export function checkService(options: object | undefined, ports: object | undefined): void {
  const wrong = wrongIn({ ...options }, { ...ports });
  if (wrong.length > 0) throw Object.assign(new TypeError(wrong.join('\n')), { code: 'usage' });
}
