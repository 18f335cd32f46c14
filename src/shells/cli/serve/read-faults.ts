import type { Ports } from '../../../app/ports.ts';
import { UsageError } from '../../../model/errors.ts';
import type { Fault } from '../../../service/faults/faults.ts';
import { parseFaults } from '../../../service/faults/parse-fault.ts';
import type { ServeOptions } from '../options/serve-command.ts';
import { readYamlValue, yamlValue } from './read-yaml-value.ts';

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
