import { editYamlFile } from '../../files/edit/edit-yaml-file.ts';
import { type Edited, notSafe } from '../../files/edit/entry-edit.ts';
import type { YamlInput } from '../../files/yaml/yaml-file.ts';
import { schemaComment, yamlPair, yamlScalar } from '../../files/yaml/yaml-text.ts';
import { type AnyFiles, isOneFile } from '../../kinds/files/files-facet.ts';
import type { ResourceToWrite } from '../../kinds/files/pull-context.ts';
import { FILES, isManaged } from '../../kinds/files/registry.ts';
import { writingOf } from '../../kinds/files/writing-registry.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { unreadChildren } from '../../kinds/needs.ts';
import { isInUse, isOfAdmin, kindNamed } from '../../kinds/registry.ts';
import { type LiveState, liveOf } from '../../kinds/states.ts';
import { grouped } from '../../model/lists.ts';
import { addressNames } from '../../model/resources/address.ts';
import { type KeySource, type Target, WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { parseWorkspace } from './read-workspace.ts';
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
const managingLines = (facets: readonly AnyFiles[]): string =>
  facets.map(({ kind, pattern }) => `${kindNamed(kind).key}: ${pattern}\n`).join('');

/** The text of a `lexform.yaml` with one target, which manages some kinds. */
export const workspaceText = (target: Target, facets: readonly AnyFiles[]): string =>
  `${schemaComment('workspace')}version: 1
targets:
  ${yamlScalar(target.name)}:
${targetLines(target)
  .map((line) => `    ${line}\n`)
  .join('')}${managingLines(facets)}`;

/** The settings for the files of a workspace. */
export interface WorkspaceToWrite {
  /** The target that was read, for `lexform.yaml`. */
  readonly target: Target;
  /** Id → the last part of the address. Other resources are named after their display names and avoid these names. */
  readonly names?: ReadonlyMap<string, string>;
}

const MAGIC = /[*?[\]{}()!+@]/;

/** The path that a pattern gives for a name: `terms/**\/*.{yaml,yml}` and `product` give `terms/product.yaml`. */
function fileOf(pattern: string, name: string): string | undefined {
  if (!pattern.includes('*')) return undefined;
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
export function workspaceFiles(
  live: LiveState,
  { target, names = new Map<string, string>() }: WorkspaceToWrite,
): ReadonlyMap<string, string> {
  const isNamed = ({ kind }: AnyFiles): boolean => {
    const model = kindNamed(kind);
    return !isOfAdmin(model) || liveOf(live, model.plural) !== undefined;
  };
  const files = new Map([[WORKSPACE_FILE, workspaceText(target, FILES.filter(isNamed))]]);
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
        return { id: each.id, content: kind.contentOf(each), name: resourceName(kind, each) };
      });
    const { nameOf, pinned } = identities(inUse, names);
    const resources = inUse.map(
      ({ id, content, name }): ResourceToWrite => ({
        id,
        content,
        name: nameOf(id),
        pinnedId: pinned(name) ? id : undefined,
      }),
    );
    const written = writing.write(resources, pathIn(facet));
    for (const [path, text] of written) files.set(path, text);
  }
  return files;
}

/** A line of `lexform.yaml` that makes it manage a kind. */
export type ManagedLine = readonly [key: string, pattern: string];

/** Adds lines to the end of a `lexform.yaml`. Every other byte is unchanged, and the result is read again. */
export function editWorkspaceFile(input: YamlInput, lines: readonly ManagedLine[]): Edited {
  if (parseWorkspace(input).value === undefined) return { findings: [notSafe(input.file, 'content')] };
  return editYamlFile(input, {
    parse: parseWorkspace,
    changes: (before) =>
      FILES.some((facet) => isManaged(before, facet) && lines.some(([key]) => key === kindNamed(facet.kind).key))
        ? undefined
        : lines.map(([key, pattern]) => ({ path: [key], to: pattern, literal: true })),
  });
}

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
