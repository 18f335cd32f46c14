import { type AnyFiles, isOneFile } from '../../kinds/files/files-facet.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import type { ResourceToWrite } from '../../kinds/files/writing-facet.ts';
import { writingOf } from '../../kinds/files/writing-registry.ts';
import { unreadChildren } from '../../kinds/needs.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { DesiredState, LiveState } from '../../kinds/states.ts';
import { liveOf } from '../../kinds/states.ts';
import { isInUse, isOfAdmin } from '../../kinds/traits.ts';
import { grouped } from '../../model/grouped.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { addressNames } from '../../model/resources/address-name.ts';
import type { DesiredResource } from '../../model/resources/resource.ts';
import type { Target } from '../../model/workspace/target.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { workspaceText } from './workspace-text.ts';

/** The content and settings for the files of a workspace. */
export interface WorkspaceToWrite {
  /** The target that was read. It is written to a new `lexform.yaml`. */
  readonly target: Target;
  /**
   * The existing workspace, whose patterns determine the paths of files. Absent: a new one, and `lexform.yaml` is also
   * written.
   */
  readonly existingConfig?: WorkspaceConfig;
  /**
   * Id → the last part of the address, for resources that already have a file. Others are named after their display
   * names and avoid these names.
   */
  readonly names?: ReadonlyMap<string, string>;
  /**
   * Id → settings in the files besides the content, for resources that already have files. They are kept. The files of
   * parts are listed one by one, so that existing files with other names or extensions do not count twice.
   */
  readonly existing?: ReadonlyMap<string, Partial<DesiredResource>>;
  /** Ids to pin although no other resource of `live` has the same name: a resource that is not pulled has it. */
  readonly pin?: ReadonlySet<string>;
  /** The desired state of kinds that have one file for all resources. A kind without such a file is absent. */
  readonly before?: DesiredState;
}

const MAGIC = /[*?[\]{}()!+@]/;

/** The path that a pattern gives for a name: `terms/**\/*.{yaml,yml}` and `product` give `terms/product.yaml`. */
function fileOf(pattern: string, name: string): string | undefined {
  if (pattern.startsWith('!') || !pattern.includes('*')) return undefined;
  const parts = pattern.replace(/\{([^{},]*)(?:,[^{}]*)?\}/g, '$1').split('/');
  const named = parts.some((part) => part.includes('*') && part !== '**');
  const filled = parts.flatMap((part) => {
    if (part === '**') return named ? [] : [name];
    return [part.replace(/\*/g, () => name)];
  });
  // The rest of a pattern after the name is inserted: a literal path, or a pattern that no file can be written to.
  const rest = parts.map((part) => part.replace(/\*/g, '')).join('/');
  return MAGIC.test(rest) ? undefined : filled.join('/');
}

/** The paths of the files of a kind, by the last parts of addresses. `patterns`: those in `lexform.yaml`. */
export const pathIn =
  (facet: AnyFiles, patterns: readonly string[] = []) =>
  (name: string): string =>
    isOneFile(facet)
      ? (patterns[0] ?? facet.pattern)
      : ([...patterns, facet.pattern].flatMap((each) => fileOf(each, name) ?? [])[0] ?? name);

/** The names of one kind, and the names that several resources share, whose ids must be pinned. */
function identities(
  resources: readonly { readonly id: string; readonly name: string }[],
  names: ReadonlyMap<string, string>,
): { readonly nameOf: (id: string) => string; readonly pinned: (name: string) => boolean } {
  const taken = resources.flatMap(({ id }) => names.get(id) ?? []);
  const fresh = addressNames(
    resources.filter(({ id }) => !names.has(id)),
    new Set(taken),
  );
  const byName = grouped(resources, ({ name }) => name);
  return {
    nameOf: (id) => names.get(id) ?? fresh.get(id) ?? id,
    pinned: (name) => (byName.get(name)?.length ?? 0) > 1,
  };
}

/**
 * The files of a workspace with exactly the content of a target: path relative to the workspace root → text. The
 * entries of every part must have been read. Pure; nothing is written.
 */
export function workspaceFiles(live: LiveState, options: WorkspaceToWrite): ReadonlyMap<string, string> {
  const { target, existingConfig: config, names = new Map<string, string>(), existing, pin, before = {} } = options;
  const files = new Map<string, string>();
  const isNamed = ({ kind }: AnyFiles): boolean => {
    const model = kindNamed(kind);
    return !isOfAdmin(model) || liveOf(live, model.plural) !== undefined;
  };
  if (config === undefined) files.set(WORKSPACE_FILE, workspaceText(target, FILES.filter(isNamed)));
  for (const facet of FILES) {
    const kind = kindNamed(facet.kind);
    const found = liveOf(live, kind.plural);
    if (found === undefined) continue;
    const writing = writingOf(facet.kind);
    const inUse = found
      .filter((each) => isInUse(kind, each))
      .map((each) => {
        const [unread] = unreadChildren(kind, each);
        if (unread !== undefined) throw new Error(`the entries of ${unread} were not read`);
        const content = kind.contentOf(each);
        return { id: each.id, content, name: kind.name(content) ?? '' };
      });
    const { nameOf, pinned } = identities(inUse, names);
    const resources = inUse.map(({ id, content, name }): ResourceToWrite => {
      const existingResource = existing?.get(id);
      const pinnedId = pinned(name) || pin?.has(id) ? id : existingResource?.pinnedId;
      return { id, content, name: nameOf(id), ...omitUndefined({ pinnedId, existing: existingResource }) };
    });
    const written = writing.write(resources, pathIn(facet, config?.patterns[facet.kind]), sourcesOf(before, facet));
    for (const [path, text] of written) files.set(path, text);
  }
  return files;
}
