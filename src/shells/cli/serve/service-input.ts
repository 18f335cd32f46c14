import type { Ports } from '../../../app/ports.ts';
import { readNamedFile } from '../../../app/session/read-named-file.ts';
import { parseYaml } from '../../../files/yaml/yaml-file.ts';
import { UsageError } from '../../../model/errors.ts';
import { findingLine } from '../../../review/messages/finding-text.ts';
import { type AccountKey, parseAccountKeys } from '../../../service/auth/key-ring.ts';
import { type Fault, parseFaults } from '../../../service/faults/faults.ts';
import type { ServeOptions } from '../options/tool-commands.ts';

/** The value of a YAML or JSON text. `file`: the name in messages. */
function yamlValue(bytes: Uint8Array, file: string): unknown {
  const { value: yaml, findings } = parseYaml({ bytes, file });
  if (yaml === undefined) throw new UsageError(findings.map(findingLine).join('\n'));
  return yaml.value;
}

/** The value of a YAML or JSON file that the command line names. */
const readYamlValue = async (path: string, ports: Ports): Promise<unknown> =>
  yamlValue(await readNamedFile(path, ports), path);

/** Parses one fault of the command line: the fields of a YAML map, with or without braces. */
function yamlFault(text: string): unknown {
  const braced = text.trim().startsWith('{') ? text : `{ ${text} }`;
  return yamlValue(new TextEncoder().encode(braced), '--fault');
}

function checked(where: string, value: unknown): readonly Fault[] {
  const { faults, wrong } = parseFaults(value);
  if (wrong.length > 0) throw new UsageError(wrong.map((each) => `${where}: ${each}`).join('\n'));
  return faults;
}

/** The faults of the options: from a file in YAML or JSON, and from the command line. */
export async function readFaults(
  { faults, fault }: Pick<ServeOptions, 'faults' | 'fault'>,
  ports: Ports,
): Promise<readonly Fault[]> {
  const fileFaults = faults === undefined ? [] : checked(faults, await readYamlValue(faults, ports));
  return [...fileFaults, ...checked('--fault', fault.map(yamlFault))];
}

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
