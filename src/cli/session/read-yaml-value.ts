import { resolve } from 'node:path';
import { parseYaml } from '../../files/yaml/yaml-file.ts';
import { UsageError } from '../../model/errors.ts';
import { findingLine } from '../../review/messages/finding-text.ts';
import type { CliPorts } from '../ports.ts';

/** What a YAML or JSON file named on the command line holds. */
export async function readYamlValue(path: string, ports: CliPorts): Promise<unknown> {
  const bytes = await ports.files.readFile(resolve(ports.cwd, path));
  if (bytes === undefined) throw new UsageError(`there is no file ${path}`);
  const { value: yaml, findings } = parseYaml({ bytes, file: path });
  if (yaml === undefined) throw new UsageError(findings.map(findingLine).join('\n'));
  return yaml.value;
}
