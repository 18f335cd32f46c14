import type { Finding } from '../model/finding.ts';
import type { WorkspaceConfig } from '../model/workspace.ts';
import { parseOpenApiRules } from './open-api-rules.ts';
import type { FilePorts } from './ports.ts';
import { WORKSPACE_FILE } from './read-workspace.ts';
import { BUILT_IN_CATALOGUE, type RuleCatalogue } from './rule-catalogue.ts';
import { readInside } from './workspace-path.ts';

/** The catalogue that `rule_catalog:` names, else the built-in one. Always a catalogue: a fault of the document is reported once, not at every rule. */
export async function readRuleCatalogue(
  ports: FilePorts,
  root: string,
  config: WorkspaceConfig,
): Promise<{ readonly value: RuleCatalogue; readonly findings: readonly Finding[] }> {
  const file = config.ruleCatalog;
  if (file === undefined) return { value: BUILT_IN_CATALOGUE, findings: [] };
  const namedAt = config.origins?.get(file) ?? { file: WORKSPACE_FILE, line: 1, column: 1 };
  const { value: bytes, findings } = await readInside(ports, { root, file, namedAt });
  if (bytes === undefined) return { value: BUILT_IN_CATALOGUE, findings };
  const parsed = parseOpenApiRules({ bytes, file });
  return { value: parsed.value ?? BUILT_IN_CATALOGUE, findings: parsed.findings };
}
