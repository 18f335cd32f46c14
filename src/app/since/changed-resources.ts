import { join } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { isTableName } from '../../files/workspace/file-role.ts';
import { addressNameOf } from '../../files/workspace/workspace-path.ts';
import { type AnyFiles, folderFile, isOneFile, type SharedByKind, sharedOf } from '../../kinds/files/files-facet.ts';
import { FILES } from '../../kinds/files/registry.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import { desiredOf } from '../../kinds/states.ts';
import { type Finding, topOf, warningAt } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { addressesOnly, type Since, scopeOf } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import { baselineFileOf, DEFAULT_LINT } from '../../model/workspace/lint-settings.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { FilesRead, NamedFile } from '../../steps/workspace/read-desired.ts';
import type { BaseCommit } from './base-commit.ts';
import type { ComparedFiles } from './compared-files.ts';

/** The part of a workspace that changed since the commit of `--since`. */
export interface ChangedResources {
  /** Patterns as those of `--only`; empty: everything. */
  readonly only: readonly string[];
  readonly since: Since;
  /** False for a finding about files of unchanged resources only. */
  readonly isAbout: (finding: Finding) => boolean;
  /** Files whose bytes differ from those of the commit. */
  readonly changed: ReadonlySet<string>;
  /** Warnings about layers that git has no earlier files of. */
  readonly uncompared: readonly Finding[];
  /** Addresses of unchanged files that have errors and give no resource. */
  readonly unreadable: ReadonlySet<ResourceAddress>;
}

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/');

/** Files on which every resource depends. */
async function filesOfAll(
  { ledger, lint = DEFAULT_LINT }: WorkspaceConfig,
  base: BaseCommit,
  root: string,
  ports: FilePorts,
): Promise<readonly string[]> {
  const named = [WORKSPACE_FILE, baselineFileOf(lint)];
  if (ledger.kind !== 'dir') return named;
  const folder = ledger.dir.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');
  const then = [...base.files.keys()].filter((file) => file.startsWith(`${folder}/`));
  return [...named, ...then, ...(await ports.glob([`${folder}/**`], root))];
}

/** The part of a pattern before its first wildcard: the path of every matching file begins with it. */
const fixedPart = (pattern: string): string => /^[^*?[{(!+@]*/.exec(pattern.replace(/^\.\//, ''))?.[0] ?? '';

/** The data that decides whether a resource has changed. */
interface Changes {
  readonly config: WorkspaceConfig;
  readonly named: readonly NamedFile[];
  readonly shared: SharedByKind | undefined;
  readonly changed: ReadonlySet<string>;
  /** Files of the commit that do not exist now. */
  readonly removed: readonly string[];
}

/**
 * Addresses of resources whose files were deleted or renamed. Present patterns are compared only by their fixed part,
 * so an address may never have belonged to a resource. In that case it matches nothing, and nothing is planned for it.
 */
const removedAddresses = (
  facet: AnyFiles,
  patterns: readonly string[],
  removed: readonly string[],
): readonly string[] =>
  removed
    .filter((file) => /\.ya?ml$/i.test(file) && patterns.some((pattern) => file.startsWith(fixedPart(pattern))))
    .flatMap((file) => addressNameOf(file, folderFile(facet)).name ?? [])
    .map((name) => `${kindNamed(facet.kind).prefix}.${name}`);

const facetOf = ({ kind }: NamedFile): AnyFiles | undefined => FILES.find((facet) => facet.kind === kind);

/** True for the file of a kind whose shared file has changed. */
const hasOtherRules = (facet: AnyFiles | undefined, { config, changed, shared }: Changes): boolean =>
  facet !== undefined &&
  sharedOf(facet, shared) !== undefined &&
  config.ruleCatalog !== undefined &&
  changed.has(config.ruleCatalog);

/** The files with changed resources: one of their files has changed, or a table in their folder was deleted. */
function changedFiles(changes: Changes): readonly NamedFile[] {
  const { named, changed, removed } = changes;
  const folders = new Set(removed.filter(isTableName).map(folderOf));
  return named.filter((each) => {
    const facet = facetOf(each);
    if (changed.has(each.file) || hasOtherRules(facet, changes)) return true;
    return (
      each.tables.some((at) => changed.has(at) || folders.has(folderOf(at))) ||
      (facet?.tables !== undefined && folders.has(folderOf(each.file)))
    );
  });
}

/** Patterns for the changed resources of one kind. */
function patternsOf(facet: AnyFiles, changes: Changes, all: readonly NamedFile[]): readonly string[] {
  const patterns = changes.config.patterns[facet.kind];
  if (patterns === undefined) return [];
  const everything = [`${kindNamed(facet.kind).prefix}.*`];
  if (hasOtherRules(facet, changes)) return everything;
  const kindFiles = all.filter(({ kind }) => kind === facet.kind);
  // The addresses of entries removed from the only file of a kind are unknown.
  if (isOneFile(facet)) return kindFiles.length > 0 ? everything : [];
  const removed = removedAddresses(facet, patterns, changes.removed);
  const edited = kindFiles.filter(({ file }) => changes.changed.has(file)).flatMap(({ addresses }) => addresses);
  // A glossary may have had further variants, whose addresses begin with its own.
  const variants = facet.tables === undefined ? [] : [...edited, ...removed].map((address) => `${address}.*`);
  return [...kindFiles.flatMap(({ addresses }) => addresses), ...removed, ...variants];
}

/** Makes the predicate `isAbout`: false for findings that are only about files of unchanged resources. */
function aboutPart(
  { config, named, shared }: Changes,
  part: readonly NamedFile[],
  only: readonly string[],
): ChangedResources['isAbout'] {
  const { whole } = scopeOf(only);
  const partFiles = new Set<NamedFile>(part);
  const territory = (files: readonly NamedFile[]) => {
    const withTables = files.filter((each) => facetOf(each)?.tables !== undefined);
    const withShared = config.ruleCatalog !== undefined && files.some(({ kind }) => shared?.[kind] !== undefined);
    const exact = new Set([
      ...files.flatMap(({ file, tables }) => [file, ...tables]),
      ...(withShared ? [config.ruleCatalog] : []),
    ]);
    const folders = new Set(withTables.map(({ file }) => folderOf(file)));
    return (file: string): boolean => exact.has(file) || (folders.has(folderOf(file)) && !/\.ya?ml$/i.test(file));
  };
  const isPart = territory(part);
  const isOther = territory(named.filter((each) => !partFiles.has(each)));
  return ({ at, related = [], details: { address, other } }) =>
    [at, ...related].some(({ file }) => isPart(file) || !isOther(file)) ||
    [address, other].some((each) => typeof each === 'string' && whole(each));
}

/** Files of the commit that may have defined a resource and no longer exist. */
async function removedFiles(
  { config, named = [], root }: FilesRead & { readonly config: WorkspaceConfig },
  base: BaseCommit,
  { files }: ComparedFiles,
): Promise<readonly string[]> {
  const read = new Set(named.flatMap(({ file, tables }) => [file, ...tables]));
  const starts = Object.values(config.patterns).flatMap((patterns) => patterns.map(fixedPart));
  const folders = new Set(named.map(({ file }) => folderOf(file)));
  const mayCount = (file: string): boolean =>
    isTableName(file) ? folders.has(folderOf(file)) : starts.some((start) => file.startsWith(start));
  const removed: string[] = [];
  for (const file of base.files.keys())
    if (!read.has(file) && mayCount(file) && (await files.size(join(root, file))) === undefined) removed.push(file);
  return removed;
}

/** Warnings about layers without files at the commit. */
const uncomparedLayers = ({ layers = [], origins }: WorkspaceConfig, { files }: BaseCommit): readonly Finding[] =>
  layers
    .filter((layer) => ![...files.keys()].some((file) => file.startsWith(`${layer}/`)))
    .map((path) => warningAt('layer-path-not-compared', origins?.get(path) ?? topOf(WORKSPACE_FILE), { path }));

/**
 * Finds the resources that depend on changed files. If `lexform.yaml`, the baseline of the linter or a ledger in a
 * folder has changed, every resource counts as changed; also if `lexform.yaml` has errors.
 */
export async function changedResources(read: FilesRead, compared: ComparedFiles): Promise<ChangedResources> {
  const { config, desired, named = [], root, shared } = read;
  const { base } = compared;
  const { ref, base: commit } = base;
  const everything = { only: [], isAbout: () => true, uncompared: [], unreadable: new Set<ResourceAddress>() };
  const since = { ref, base: commit, leftOut: 0 };
  if (config === undefined || desired === undefined) return { ...everything, since, changed: new Set() };
  const sharedFiles = await filesOfAll(config, base, root, compared.files);
  const catalogue = config.ruleCatalog === undefined ? [] : [config.ruleCatalog];
  const all = new Set([...sharedFiles, ...catalogue, ...named.flatMap(({ file, tables }) => [file, ...tables])]);
  const changed = await compared.changedOf(all);
  const because = sharedFiles.find((file) => changed.has(file));
  if (because !== undefined) return { ...everything, since: { ...since, because }, changed };
  const removed = await removedFiles({ ...read, config }, base, compared);
  const changes = { config, named, shared, changed, removed };
  const part = changedFiles(changes);
  const found = FILES.flatMap((facet) => patternsOf(facet, changes, part));
  const only = addressesOnly([...new Set(found)].sort(byCodeUnit));
  const { whole } = scopeOf(only);
  const resources = KINDS.flatMap(({ plural }) => desiredOf(desired, plural) ?? []);
  return {
    only,
    since: { ...since, leftOut: resources.filter(({ address }) => !whole(address)).length },
    isAbout: aboutPart(changes, part, only),
    changed,
    uncompared: uncomparedLayers(config, base),
    unreadable: new Set(named.flatMap(({ addresses, isUnreadable }) => (isUnreadable === true ? addresses : []))),
  };
}
