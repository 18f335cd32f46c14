import type { EarlierFile } from '../../kinds/files/files-facet.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { type OtherNotes, type OtherNotesRow, REVIEW_FIELDS } from '../../model/entries/term-fields.ts';
import { byCodeUnit, pushAll } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { readDesired } from '../../steps/workspace/read-desired.ts';
import type { PlanOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import {
  errorsOfLinter,
  type OpenWorkspace,
  valueWithoutErrors,
  withUndecided,
  workspaceRoot,
} from '../session/open-workspace.ts';
import { type BaseCommit, baseCommit, renamedSince } from './base-commit.ts';
import { changedResources } from './changed-resources.ts';
import { comparedFiles, earlierFiles, READ_TOGETHER } from './compared-files.ts';

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
): Promise<{ readonly workspace: OpenWorkspace; readonly only: readonly string[] }> {
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
