import { UsageError } from '../model/errors.ts';
import type { Fault } from '../service/faults.ts';
import { parseFaults } from '../service/parse-fault.ts';
import type { CliPorts } from './ports.ts';
import { readYamlValue } from './read-yaml-value.ts';

/** A list of faults in YAML or JSON. */
export async function readFaultsFile(path: string, ports: CliPorts): Promise<readonly Fault[]> {
  const { faults, wrong } = parseFaults(await readYamlValue(path, ports));
  if (wrong.length > 0) throw new UsageError(wrong.map((each) => `${path}: ${each}`).join('\n'));
  return faults;
}
