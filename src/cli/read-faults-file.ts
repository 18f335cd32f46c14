import { resolve } from 'node:path';
import { parseYaml } from '../files/yaml-file.ts';
import { UsageError } from '../model/errors.ts';
import { findingLine } from '../review/finding-text.ts';
import type { Fault } from '../service/faults.ts';
import { parseFaults } from '../service/parse-fault.ts';
import type { CliPorts } from './ports.ts';

/** A list of faults in YAML or JSON. */
export async function readFaultsFile(path: string, ports: CliPorts): Promise<readonly Fault[]> {
  const bytes = await ports.files.readFile(resolve(ports.cwd, path));
  if (bytes === undefined) throw new UsageError(`there is no file ${path}`);
  const { value: yaml, findings } = parseYaml({ bytes, file: path });
  if (yaml === undefined) throw new UsageError(findings.map(findingLine).join('\n'));
  const { faults, wrong } = parseFaults(yaml.value);
  if (wrong.length > 0) throw new UsageError(wrong.map((each) => `${path}: ${each}`).join('\n'));
  return faults;
}
