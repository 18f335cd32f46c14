import { join } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { isTableName } from '../../files/workspace/file-role.ts';
import { addressNameOf } from '../../files/workspace/workspace-path.ts';
import {
  type AnyFiles,
  type EarlierFile,
  folderFile,
  isOneFile,
  type ResourceSource,
  type SharedByKind,
  sharedOf,
} from '../../kinds/files/files-facet.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources } from '../../kinds/states.ts';
import { type OtherNotes, type OtherNotesRow, REVIEW_FIELDS } from '../../model/entries/term-fields.ts';
import { type Finding, topOf, warningAt } from '../../model/finding.ts';
import { byCodeUnit, pushAll } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { addressesOnly, type Since, scopeOf } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import { baselineFileOf, DEFAULT_LINT } from '../../model/workspace/lint-settings.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { type FilesRead, type NamedFile, readDesired } from '../../steps/workspace/read-desired.ts';
import type { PlanOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import {
  type CheckedWorkspace,
  errorsOfLinter,
  valueWithoutErrors,
  withUndecided,
  workspaceRoot,
} from '../session/open-workspace.ts';
import { type BaseCommit, baseCommit, renamedSince } from './base-commit.ts';
import { type ComparedFiles, comparedFiles, earlierFiles, READ_TOGETHER } from './compared-files.ts';

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
  const resources = KINDS.flatMap(({ plural }) => desiredResources(desired, plural));
  return {
    only,
    since: { ...since, leftOut: resources.filter(({ address }) => !whole(address)).length },
    isAbout: aboutPart(changes, part, only),
    changed,
    uncompared: uncomparedLayers(config, base),
    unreadable: new Set(named.flatMap(({ addresses, isUnreadable }) => (isUnreadable === true ? addresses : []))),
  };
}

/** Maximum number of rows that are listed individually. */
const LISTED_MAX = 1000;

/** The changes since a commit. */
interface ChangedSince {
  readonly base: BaseCommit;
  /** Files whose bytes differ from those of the commit. */
  readonly changed: ReadonlySet<string>;
  /** Renamed files, new → old. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Reads earlier versions of files at the merge base, in groups. The files must be requested in their order. */
function earlierVersions(
  files: readonly string[],
  { base, renamed }: ChangedSince,
  git: ReturnType<Ports['git']>,
): EarlierFile {
  const places = new Map(files.map((file, place) => [file, place]));
  let read: { readonly first: number; readonly contents: ReturnType<typeof earlierFiles> } | undefined;
  return async (file) => {
    const place = places.get(file);
    if (place === undefined) return undefined;
    const first = place - (place % READ_TOGETHER);
    if (read?.first !== first) {
      const paths = files.slice(first, first + READ_TOGETHER).map((each) => renamed.get(each) ?? each);
      read = { first, contents: earlierFiles(paths, base, git) };
    }
    return (await read.contents)[place - first];
  };
}

/**
 * Changes since the merge base in the other columns of changed files, besides the entries. For each changed table, git
 * reads the earlier version once. A file that did not exist, that git cannot read, or whose path contains a line end
 * has no earlier version. `review.columns` of the workspace selects the fields. Rows whose entries have changed too are
 * left out: the changes of their dictionaries already show them.
 */
async function notesSince(
  {
    root,
    config,
    desired,
  }: { readonly root: string; readonly config: WorkspaceConfig; readonly desired: DesiredState },
  since: ChangedSince,
  { git }: Pick<Ports, 'git'>,
): Promise<{ readonly desired: DesiredState; readonly otherNotes?: OtherNotes }> {
  const { base, changed, renamed } = since;
  const hasEarlier = (file: string): boolean =>
    changed.has(file) && base.files.has(renamed.get(file) ?? file) && !/[\r\n]/.test(file);
  const counts = new Set<string>(config.reviewColumns ?? REVIEW_FIELDS);
  const found: OtherNotesRow[] = [];
  const noted: Record<string, readonly ResourceSource[]> = {};
  for (const facet of FILES) {
    const sources = sourcesOf(desired, facet);
    if (sources === undefined || facet.otherNotes === undefined) continue;
    const tablesOf = (each: ResourceSource): readonly string[] =>
      (facet.partFiles?.(each) ?? []).map(({ file }) => file).filter(hasEarlier);
    const earlier = earlierVersions([...new Set(sources.flatMap(tablesOf))], since, git(root));
    const after: ResourceSource[] = [];
    for (const each of sources) {
      const isSame = tablesOf(each).length === 0;
      const { rows, source } = isSame ? { rows: [], source: each } : await facet.otherNotes(each, earlier);
      after.push(source);
      const shown = rows.map((row) => ({ ...row, fields: row.fields.filter(({ field }) => counts.has(field)) }));
      pushAll(
        found,
        shown.filter(({ fields }) => fields.length > 0),
      );
    }
    noted[kindNamed(facet.kind).plural] = after;
  }
  const state = { ...desired, ...noted };
  if (found.length === 0) return { desired: state };
  found.sort(({ at: one }, { at: other }) => byCodeUnit(one.file, other.file) || one.line - other.line);
  const listed = found.slice(0, LISTED_MAX);
  const unlisted = found.length - listed.length;
  return { desired: state, otherNotes: { rows: found.length, listed, ...(unlisted > 0 && { unlisted }) } };
}

/**
 * Opens a workspace whose changed resources have no errors, with the patterns that match these resources. All files are
 * read; errors about other resources do not end the command. Throws a `UsageError` if git does not know the commit.
 */
export async function openSince(
  ref: string,
  options: PlanOptions,
  ports: Ports,
): Promise<{ readonly workspace: CheckedWorkspace; readonly only: readonly string[] }> {
  const root = workspaceRoot(options, ports);
  const base = await baseCommit(ref, root, ports);
  const compared = comparedFiles(base, root, ports);
  const read = await readDesired(compared.files, root);
  const { only, since, isAbout, changed, uncompared, unreadable } = await changedResources(read, compared);
  const findings = [...read.findings, ...(await errorsOfLinter(read, ports)), ...uncompared].filter(isAbout);
  const workspace = await valueWithoutErrors(withUndecided({ ...read, findings }), options, ports, {
    reported: findings,
  });
  const renamed = await renamedSince(base, root, ports);
  const { desired, otherNotes } = await notesSince(workspace, { base, changed, renamed }, ports);
  return {
    workspace: { ...workspace, desired, unreadable, since: { ...since, ...omitUndefined({ otherNotes }) } },
    only,
  };
}
