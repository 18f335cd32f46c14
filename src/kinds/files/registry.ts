import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { DEVELOPER_KEY_FILES } from '../developer-key/files/developer-key-files.ts';
import { GLOSSARY_FILES } from '../glossary/files/glossary-files.ts';
import type { AnyKind } from '../model/resource-kind.ts';
import { registryOf } from '../register.ts';
import { kindNamed } from '../registry.ts';
import { type DesiredState, desiredOf } from '../states.ts';
import { STYLE_LIST_FILES } from '../style-list/files/style-list-files.ts';
import type { AnyFiles } from './files-facet.ts';
import type { ResourceSource } from './resource-source.ts';

/** The file facet of each kind, in the order of reports. */
export const {
  all: FILES,
  register: registerFiles,
  of: filesOf,
} = registryOf<AnyFiles>('description of the files of', [GLOSSARY_FILES, STYLE_LIST_FILES, DEVELOPER_KEY_FILES]);

/** The files of a kind in a ledger and a backup. */
export function ledgerTextsOf({ kind, plural }: AnyKind) {
  const { texts } = filesOf(kind);
  return {
    file: (name: string): string => `${plural}/${name}.yaml`,
    childFile: (name: string, child: string): string => `${plural}/${name}/${encodeURIComponent(child)}.csv`,
    text: (): string | undefined => undefined,
    ...texts,
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
