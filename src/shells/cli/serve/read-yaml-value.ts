import type { Ports } from '../../../app/ports.ts';
import { readNamedFile } from '../../../app/session/read-named-file.ts';
import { parseYaml } from '../../../files/yaml/yaml-file.ts';
import { UsageError } from '../../../model/errors.ts';
import { findingLine } from '../../../review/messages/finding-text.ts';

/** The value of a YAML or JSON text. `file`: the name in messages. */
export function yamlValue(bytes: Uint8Array, file: string): unknown {
  const { value: yaml, findings } = parseYaml({ bytes, file });
  if (yaml === undefined) throw new UsageError(findings.map(findingLine).join('\n'));
  return yaml.value;
}

/** The value of a YAML or JSON file that the command line names. */
export const readYamlValue = async (path: string, ports: Ports): Promise<unknown> =>
  yamlValue(await readNamedFile(path, ports), path);
