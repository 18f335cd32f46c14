import { yamlPair, yamlScalar } from '../../files/yaml/yaml-scalar.ts';
import { schemaComment } from '../../files/yaml/yaml-text.ts';
import type { AnyFiles } from '../../kinds/files/files-facet.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { KeySource, Target } from '../../model/workspace/workspace.ts';
import { PRESETS } from './target-entry.ts';

const keyText = (key: KeySource): string => (key.kind === 'env' ? `env:${key.name}` : `file:${key.path}`);

function targetLines(target: Target): readonly string[] {
  if (target.kind === 'embedded') return ['service: embedded'];
  const { baseUrl, authScheme } = target;
  const [preset] =
    Object.entries(PRESETS).find(([, known]) => known.baseUrl === baseUrl && known.authScheme === authScheme) ?? [];
  return [
    ...(preset === undefined
      ? [yamlPair('base_url', baseUrl), yamlPair('auth_scheme', authScheme)]
      : [yamlPair('preset', preset)]),
    yamlPair('key', keyText(target.key)),
    ...(target.adminKey === undefined ? [] : [yamlPair('admin_key', keyText(target.adminKey))]),
  ];
}

/** The lines by which a `lexform.yaml` manages some kinds. */
export const managingLines = (facets: readonly AnyFiles[]): string =>
  facets.map(({ kind, pattern }) => `${kindNamed(kind).key}: ${pattern}\n`).join('');

/** The text of a `lexform.yaml` with one target, which manages some kinds. */
export const workspaceText = (target: Target, facets: readonly AnyFiles[]): string =>
  `${schemaComment('workspace')}version: 1
targets:
  ${yamlScalar(target.name)}:
${targetLines(target)
  .map((line) => `    ${line}\n`)
  .join('')}${managingLines(facets)}`;
