import type { KeySource, Target } from '../../model/workspace/target.ts';
import { yamlPair, yamlScalar } from '../yaml/yaml-scalar.ts';
import { schemaComment } from '../yaml/yaml-text.ts';

/** Where the files of a new workspace stand. */
export const DEFAULT_PATTERNS = {
  glossaries: 'glossaries/*/glossary.yaml',
  styleRules: 'style-rules/*.yaml',
  developerKeys: 'developer-keys.yaml',
} as const;

const keyText = (key: KeySource): string => (key.kind === 'env' ? `env:${key.name}` : `file:${key.path}`);

function targetLines(target: Target): readonly string[] {
  if (target.kind === 'embedded') return ['service: embedded'];
  return [
    yamlPair('base_url', target.baseUrl),
    yamlPair('auth_scheme', target.authScheme),
    yamlPair('key', keyText(target.key)),
    ...(target.adminKey === undefined ? [] : [yamlPair('admin_key', keyText(target.adminKey))]),
  ];
}

/** The text of a `lexform.yaml` with one target. `developerKeys`: they are managed too. */
export const workspaceText = (target: Target, { developerKeys }: { readonly developerKeys: boolean }): string =>
  `${schemaComment('workspace')}version: 1
targets:
  ${yamlScalar(target.name)}:
${targetLines(target)
  .map((line) => `    ${line}\n`)
  .join('')}glossaries: ${DEFAULT_PATTERNS.glossaries}
style_rules: ${DEFAULT_PATTERNS.styleRules}
${developerKeys ? `developer_keys: ${DEFAULT_PATTERNS.developerKeys}\n` : ''}`;
