import { schemaComment } from '../../files/yaml/yaml-text.ts';
import { FILES } from '../../kinds/files/registry.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { managingLines } from './workspace-text.ts';

const WORKSPACE = `${schemaComment('workspace')}version: 1
targets:
  local: { service: embedded }     # comes with Lexform, needs no account
# production:
#   preset: deepl                  # or base_url and auth_scheme of another service
#   key: env:LEXFORM_API_KEY       # env:NAME or file:PATH, never the key itself
`;

/**
 * A small working workspace: path → text. It has no findings and can be applied to the embedded service immediately.
 * `mark`: a part of the names of its resources. It should be unique to this workspace: an existing resource with the
 * same name would be adopted.
 */
export const initialFiles = (mark: string): ReadonlyMap<string, string> => {
  const facets = FILES.filter(({ sample }) => sample !== undefined);
  return new Map([
    [WORKSPACE_FILE, WORKSPACE + managingLines(facets)],
    ...facets.flatMap((facet) => facet.sample?.(mark) ?? []),
    ['.gitignore', '.lexform/\n'],
  ]);
};
