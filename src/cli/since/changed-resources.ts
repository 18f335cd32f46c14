import { TABLE_ENDINGS } from '../../files/workspace/file-role.ts';
import { addressNameOf } from '../../files/workspace/resource-name.ts';
import type { AnyFiles } from '../../kinds/files/files-facet.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import { type ResourceSource, wasRead } from '../../kinds/files/resource-source.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Since } from '../../model/plan/plan.ts';
import { addressesOnly, scopeOf } from '../../model/plan/scope.ts';
import { baselineFileOf, DEFAULT_LINT } from '../../model/workspace/lint-settings.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { type ChangedFiles, mayDiffer } from './changed-files.ts';

/** The part of a workspace that `--since` asks for. */
export interface ChangedResources {
  /** Patterns as those of `--only`; empty: everything. */
  readonly only: readonly string[];
  readonly since: Since;
  /** True for a finding about a changed file, about a resource of the part, or about the workspace itself. */
  readonly isAbout: (finding: Finding) => boolean;
}

/** A workspace as far as it was read. */
interface ReadWorkspace {
  readonly config: WorkspaceConfig;
  readonly desired: DesiredState;
}

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/');

const isTable = (file: string): boolean => TABLE_ENDINGS.some((ending) => file.toLowerCase().endsWith(ending));

/** The changed file on which every resource depends; `undefined`: none has changed. */
export function fileOfAll(
  { ledger, lint = DEFAULT_LINT }: WorkspaceConfig,
  { files }: ChangedFiles,
): string | undefined {
  const named = [WORKSPACE_FILE, baselineFileOf(lint)].find((file) => mayDiffer(files, file));
  if (named !== undefined || ledger.kind !== 'dir') return named;
  const folder = `${ledger.dir.replace(/^\.\//, '').replace(/\/+$/, '')}/`;
  return [...files].find((file) => file.startsWith(folder));
}

/** What a pattern begins with, as it is: every file that it names is in there. */
const fixedPart = (pattern: string): string => /^[^*?[{(!+@]*/.exec(pattern.replace(/^\.\//, ''))?.[0] ?? '';

/**
 * Addresses that deleted and renamed files gave to resources. The patterns of today are compared by their beginning
 * alone, so an address may never have been one. Then nothing has it, and nothing is planned for it.
 */
const goneAddresses = (
  { kind, folderFile }: AnyFiles,
  patterns: readonly string[],
  unread: readonly string[],
): readonly string[] =>
  unread
    .filter((file) => /\.ya?ml$/i.test(file) && patterns.some((pattern) => file.startsWith(fixedPart(pattern))))
    .flatMap((file) => addressNameOf(file, folderFile).name ?? [])
    .map((name) => `${kindNamed(kind).prefix}.${name}`);

/**
 * True when a resource depends on a changed file: its own, a table that it names, or a table beside it. `tables`:
 * `undefined` for a kind that has none.
 */
export function changeTest({ files }: ChangedFiles): (file: string, tables: readonly string[] | undefined) => boolean {
  // A dictionary that was deleted stood beside the file, and nothing names it any more.
  const folders = new Set([...files].filter(isTable).map(folderOf));
  return (file, tables) =>
    mayDiffer(files, file) ||
    (tables !== undefined && (folders.has(folderOf(file)) || tables.some((table) => mayDiffer(files, table))));
}

/** Patterns for the resources of one kind that depend on changed files. */
function changedOfKind(facet: AnyFiles, { config, desired }: ReadWorkspace, changed: ChangedFiles): readonly string[] {
  const patterns = config.patterns[facet.kind];
  if (patterns === undefined) return [];
  const { files } = changed;
  const all = [`${kindNamed(facet.kind).prefix}.*`];
  if (facet.prepare !== undefined && config.ruleCatalog !== undefined && mayDiffer(files, config.ruleCatalog))
    return all;
  // Of an entry that was removed from the one file of a kind nobody knows the address.
  if (facet.isOneFile === true) return patterns.some((file) => mayDiffer(files, file)) ? all : [];
  const sources = sourcesOf(desired, facet) ?? [];
  const known = new Set(sources.map(({ file }) => file));
  const isChanged = changeTest(changed);
  return [
    ...sources
      .filter((each) => wasRead(each) && isChanged(each.file, facet.tableFiles?.(each)))
      .map(({ address }) => address),
    ...goneAddresses(
      facet,
      patterns,
      [...files].filter((file) => !known.has(file)),
    ),
  ];
}

/** Every resource of the files, with how it stands in them. */
const placed = (desired: DesiredState): readonly { readonly facet: AnyFiles; readonly source: ResourceSource }[] =>
  FILES.flatMap((facet) => (sourcesOf(desired, facet) ?? []).map((source) => ({ facet, source })));

/** Whether a finding is about the part. */
function aboutPart(
  desired: DesiredState,
  only: readonly string[],
  { files }: ChangedFiles,
): ChangedResources['isAbout'] {
  const { whole } = scopeOf(only);
  const inPart = placed(desired).filter(({ source }) => whole(source.address));
  const own = new Set([
    WORKSPACE_FILE,
    ...files,
    ...inPart.flatMap(({ facet, source }) => [source.file, ...(facet.tableFiles?.(source) ?? [])]),
  ]);
  const folders = new Set(inPart.flatMap(({ facet, source: { file } }) => (facet.tables ? [folderOf(file)] : [])));
  const isOwn = (file: string): boolean => own.has(file) || (isTable(file) && folders.has(folderOf(file)));
  return ({ at, related = [], details: { address, other } }) =>
    [at, ...related].some(({ file }) => isOwn(file)) ||
    [address, other].some((each) => typeof each === 'string' && whole(each));
}

/** How many tables of resources were not read, since they did not change. */
function uncheckedIn(desired: DesiredState): number {
  const files = placed(desired).flatMap(({ facet, source }) => {
    const { children, contentOf } = kindNamed(facet.kind);
    const isUnread = [...(children?.(contentOf(source)).values() ?? [])].some((child) => child.isUnread === true);
    return (isUnread && facet.tableFiles?.(source)) || [];
  });
  return new Set(files).size;
}

/**
 * Which resources depend on changed files. A change of `lexform.yaml`, of the baseline of the linter or of a ledger in
 * a folder is a change of everything.
 */
export function changedResources(workspace: ReadWorkspace, changed: ChangedFiles): ChangedResources {
  const { config, desired } = workspace;
  const because = fileOfAll(config, changed);
  const { ref, base } = changed;
  if (because !== undefined) return { only: [], since: { ref, base, leftOut: 0, because }, isAbout: () => true };
  const found = FILES.flatMap((facet) => changedOfKind(facet, workspace, changed));
  const only = addressesOnly([...new Set(found)].sort(byCodeUnit));
  const { whole } = scopeOf(only);
  const leftOut = placed(desired).filter(({ source }) => !whole(source.address)).length;
  const unchecked = uncheckedIn(desired);
  const since = { ref, base, leftOut, ...(unchecked > 0 && { unchecked }) };
  return { only, since, isAbout: aboutPart(desired, only, changed) };
}
