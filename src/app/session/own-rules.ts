import { sharedOf } from '../../kinds/files/files-facet.ts';
import { parseOpenApiRules } from '../../kinds/style-list/files/open-api-rules.ts';
import { type RuleCatalogue, readRuleCatalogue } from '../../kinds/style-list/files/rule-catalogue.ts';
import { STYLE_LIST_FILES } from '../../kinds/style-list/files/style-list-files.ts';
import { UsageError } from '../../model/errors.ts';
import { hasErrors } from '../../model/finding.ts';
import { findingsText } from '../../review/messages/finding-text.ts';
import type { Ports } from '../ports.ts';
import type { ConfiguredWorkspace } from './open-workspace.ts';
import { readNamedFile } from './read-named-file.ts';

/**
 * The rules of `rule_catalog:`, for an embedded service; `undefined` when the workspace names none. The check of the
 * files reports a document that cannot be read.
 */
export async function ownRules(
  { root, config, shared }: ConfiguredWorkspace,
  { files }: Pick<Ports, 'files'>,
): Promise<RuleCatalogue['rules'] | undefined> {
  if (config.ruleCatalog === undefined) return undefined;
  const catalogue = sharedOf(STYLE_LIST_FILES, shared);
  if (catalogue !== undefined) return catalogue.rules;
  const { value, findings } = await readRuleCatalogue(files, root, config);
  return hasErrors(findings) ? undefined : value.rules;
}

/** The rules of the document that `--rule-catalog` names. Throws `UsageError` if it contains none. */
export async function rulesOfDocument(
  path: string,
  ports: Pick<Ports, 'files' | 'cwd'>,
): Promise<RuleCatalogue['rules']> {
  const absent = `there is no file ${path}; --rule-catalog names an OpenAPI document`;
  const bytes = await readNamedFile(path, ports, { absent });
  const { value, findings } = parseOpenApiRules({ bytes, file: path });
  if (value === undefined) throw new UsageError(findingsText(findings).trimEnd());
  return value;
}
