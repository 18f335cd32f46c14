import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { DEVELOPER_KEY_FILES } from '../developer-key/files/developer-key-files.ts';
import { GLOSSARY_FILES } from '../glossary/files/glossary-files.ts';
import type { AnyKind } from '../kind.ts';
import { kindNamed, registryOf } from '../registry.ts';
import { type DesiredState, desiredOf } from '../states.ts';
import { STYLE_LIST_FILES } from '../style-list/files/style-list-files.ts';
import type { AnyFiles, ResourceSource } from './files-facet.ts';

/** The file facet of each kind, in the order of reports. */
export const {
  all: FILES,
  register: registerFiles,
  of: filesOf,
} = registryOf<AnyFiles>('description of the files of', [GLOSSARY_FILES, STYLE_LIST_FILES, DEVELOPER_KEY_FILES]);

/** The paths of the files of a kind in a ledger and a backup, with the names that they have in a workspace. */
export function storedFilesOf({ kind, plural, pairOf }: AnyKind) {
  const { pattern } = filesOf(kind);
  const childName = (child: string): string =>
    pairOf === undefined ? encodeURIComponent(child) : child.replace('->', '-');
  return {
    file: (name: string): string => pattern.replace('*', () => name),
    childFile: (name: string, child: string): string => `${plural}/${name}/${childName(child)}.csv`,
  };
}

/** True when `lexform.yaml` manages a kind. */
export const isManaged = ({ patterns }: Pick<WorkspaceConfig, 'patterns'>, { kind }: Pick<AnyFiles, 'kind'>): boolean =>
  patterns[kind] !== undefined;

/** The resources read from the files of one kind; `undefined`: it is not managed. */
export const sourcesOf = (
  state: DesiredState,
  { kind }: Pick<AnyFiles, 'kind'>,
): readonly ResourceSource[] | undefined =>
  // A workspace is always read through the facets, so its resources are sources.
  desiredOf(state, kindNamed(kind).plural) as readonly ResourceSource[] | undefined;
