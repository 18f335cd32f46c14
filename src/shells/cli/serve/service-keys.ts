import type { Ports } from '../../../app/ports.ts';
import { UsageError } from '../../../model/errors.ts';
import type { AccountKey } from '../../../service/auth/key-ring.ts';
import { parseAccountKeys } from '../../../service/auth/parse-account-key.ts';
import type { ServeOptions } from '../options/serve-command.ts';
import { readYamlValue } from './read-yaml-value.ts';

/** The keys of a service without named keys. */
const DEFAULT_KEYS: readonly AccountKey[] = [
  { key: 'lexform-local-key', plan: 'pro' },
  { key: 'lexform-local-admin-key', plan: 'pro', admin: true, account: 'lexform-local-key' },
];

const ordinaryKey = (option: string): AccountKey =>
  option.endsWith(':free') ? { key: option.slice(0, -':free'.length), plan: 'free' } : { key: option, plan: 'pro' };

/**
 * The keys of the embedded service, from the options and their file. `fromUser`: the user has set them, so they may be
 * real keys of another service.
 */
export async function serviceKeys(
  options: ServeOptions,
  ports: Ports,
): Promise<{ readonly keys: readonly AccountKey[]; readonly fromUser: boolean }> {
  const ordinary = options.key.map(ordinaryKey);
  const admins = options.adminKey.map((key, index): AccountKey => {
    const owner = ordinary[index];
    if (owner === undefined)
      throw new UsageError('each --admin-key belongs to a --key; there are more of them than keys');
    return { key, plan: owner.plan, admin: true, account: owner.key };
  });
  const listed = options.keys === undefined ? [] : await readKeysFile(options.keys, ports);
  const keys = [...ordinary, ...admins, ...listed];
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw new UsageError('one key is there twice');
  return keys.length === 0 ? { keys: DEFAULT_KEYS, fromUser: false } : { keys, fromUser: true };
}

async function readKeysFile(path: string, ports: Ports): Promise<readonly AccountKey[]> {
  const { keys, wrong } = parseAccountKeys(await readYamlValue(path, ports));
  if (wrong.length > 0) throw new UsageError(wrong.map((each) => `${path}: ${each}`).join('\n'));
  return keys;
}
