import { parseYaml } from '../../files/yaml/yaml-file.ts';
import { UsageError } from '../../model/errors.ts';
import { findingLine } from '../../review/messages/finding-text.ts';
import type { Fault } from '../../service/faults/faults.ts';
import { parseFaults } from '../../service/faults/parse-fault.ts';
import type { ServeOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { readYamlValue } from './read-yaml-value.ts';

/** One fault of the command line: the fields of a YAML map, with or without its braces. */
function yamlFault(text: string): unknown {
  const braced = text.trim().startsWith('{') ? text : `{ ${text} }`;
  const { value: yaml, findings } = parseYaml({ bytes: new TextEncoder().encode(braced), file: '--fault' });
  if (yaml === undefined) throw new UsageError(findings.map(findingLine).join('\n'));
  return yaml.value;
}

function checked(where: string, value: unknown): readonly Fault[] {
  const { faults, wrong } = parseFaults(value);
  if (wrong.length > 0) throw new UsageError(wrong.map((each) => `${where}: ${each}`).join('\n'));
  return faults;
}

/** The faults that the options name: those of a file in YAML or JSON, and those of the command line. */
export async function readFaults(
  { faults, fault }: Pick<ServeOptions, 'faults' | 'fault'>,
  ports: CliPorts,
): Promise<readonly Fault[]> {
  const ofFile = faults === undefined ? [] : checked(faults, await readYamlValue(faults, ports));
  return [...ofFile, ...checked('--fault', fault.map(yamlFault))];
}
