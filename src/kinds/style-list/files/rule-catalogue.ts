import { builtInRules, type RuleOptions } from '../../../contract/rule-catalogue.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { documentRole } from '../../../files/workspace/file-role.ts';
import { readInside } from '../../../files/workspace/workspace-path.ts';
import { type Finding, topOf } from '../../../model/finding.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../../model/workspace/workspace.ts';
import { parseOpenApiRules } from './open-api-rules.ts';

/**
 * The rules that files are compared with. A service may have other rules, so a rule outside the catalogue is at most a
 * warning.
 */
export interface RuleCatalogue {
  readonly rules: RuleOptions;
  /** The document of `rule_catalog:`, relative to the workspace; absent: the built-in catalogue. */
  readonly file?: string;
}

/** The catalogue of a workspace without `rule_catalog:`. */
export const builtInCatalogue = (): RuleCatalogue => ({ rules: builtInRules() });

/**
 * The catalogue in `rule_catalog:`, or otherwise the built-in one. Always returns a catalogue: an error in the document
 * is reported once, not for every rule.
 */
export async function readRuleCatalogue(
  ports: FilePorts,
  root: string,
  config: Pick<WorkspaceConfig, 'ruleCatalog' | 'origins'>,
): Promise<{ readonly value: RuleCatalogue; readonly findings: readonly Finding[] }> {
  const file = config.ruleCatalog;
  if (file === undefined) return { value: builtInCatalogue(), findings: [] };
  const namedAt = config.origins?.get(file) ?? topOf(WORKSPACE_FILE);
  const { value: bytes, findings } = await readInside(ports, {
    root,
    file,
    role: documentRole('a rule catalogue'),
    namedAt,
  });
  if (bytes === undefined) return { value: builtInCatalogue(), findings };
  const parsed = parseOpenApiRules({ bytes, file });
  const { value: rules, findings: documentFindings } = parsed;
  return { value: rules === undefined ? builtInCatalogue() : { rules, file }, findings: documentFindings };
}
