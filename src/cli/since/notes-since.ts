import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import type { OtherNotes, OtherNotesRow } from '../../model/entries/other-notes.ts';
import { REVIEW_FIELDS } from '../../model/entries/term-fields.ts';
import { byCodeUnit } from '../../model/order.ts';
import { pushAll } from '../../model/push-all.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { CliPorts } from '../ports.ts';
import { type ChangedFiles, mayDiffer } from './changed-files.ts';

/** Most rows that are listed one by one. */
const LISTED_MAX = 1000;

/**
 * What the rows of changed files say beside their entries, where that is not what they said at the merge base. Of each
 * changed table, git reads the earlier version once. A file that was not there, or that git cannot read, has none.
 * `review.columns` of the workspace says which fields count. Rows whose entries have changed too are no part of them:
 * their dictionaries say it.
 */
export async function notesSince(
  {
    root,
    config,
    desired,
  }: { readonly root: string; readonly config: WorkspaceConfig; readonly desired: DesiredState },
  { base, files, renamed, untracked }: ChangedFiles,
  { git }: Pick<CliPorts, 'git'>,
): Promise<{ readonly desired: DesiredState; readonly otherNotes?: OtherNotes }> {
  const earlier = async (file: string): Promise<Uint8Array | undefined> => {
    if (!mayDiffer(files, file) || untracked.has(file)) return undefined;
    const { code, out } = await git(root).run(['cat-file', 'blob', `${base}:./${renamed.get(file) ?? file}`]);
    return code === 0 ? out : undefined;
  };
  const counts = new Set<string>(config.reviewColumns ?? REVIEW_FIELDS);
  const found: OtherNotesRow[] = [];
  const noted: Record<string, readonly ResourceSource[]> = {};
  for (const facet of FILES) {
    const sources = sourcesOf(desired, facet);
    if (sources === undefined || facet.otherNotes === undefined) continue;
    const after: ResourceSource[] = [];
    for (const each of sources) {
      const { rows, source } = await facet.otherNotes(each, earlier);
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
