import type { ResourceKind } from '../../model/plan/plan.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { DEVELOPER_KEY_FILES } from '../developer-key/files/developer-key-files.ts';
import { GLOSSARY_FILES } from '../glossary/files/glossary-files.ts';
import { register } from '../register.ts';
import { kindNamed } from '../registry.ts';
import { type DesiredState, desiredOf } from '../states.ts';
import { STYLE_LIST_FILES } from '../style-list/files/style-list-files.ts';
import type { AnyFiles } from './files-facet.ts';
import type { ResourceSource } from './resource-source.ts';

const facets: AnyFiles[] = [GLOSSARY_FILES, STYLE_LIST_FILES, DEVELOPER_KEY_FILES];

/** How each kind stands in files, in the order of reports. */
export const FILES: readonly AnyFiles[] = facets;

/** Adds a kind after those that are there. Returns what takes it away again. */
export const registerFiles = (facet: AnyFiles): (() => void) => register(facets, facet);

export function filesOf(kind: ResourceKind): AnyFiles {
  const found = FILES.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`nothing says how the files of a ${kind} look`);
  return found;
}

/** True when `lexform.yaml` manages a kind. */
export const isManaged = ({ patterns }: Pick<WorkspaceConfig, 'patterns'>, { kind }: Pick<AnyFiles, 'kind'>): boolean =>
  patterns[kind] !== undefined;

/** What was read of the files of one kind; `undefined`: it is not managed. */
export const sourcesOf = (
  state: DesiredState,
  { kind }: Pick<AnyFiles, 'kind'>,
): readonly ResourceSource[] | undefined =>
  // A workspace is read through the facets, which give sources.
  desiredOf(state, kindNamed(kind).plural) as readonly ResourceSource[] | undefined;
