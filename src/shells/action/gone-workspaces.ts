import { relative, resolve, sep } from 'node:path';
import { folderInRepository } from '../../app/run/write-reports.ts';
import {
  namedWorkspaceFiles,
  noteLevel,
  type WorkspaceChanges,
  type WorkspaceNote,
  workspaceNotes,
  workspaceOf,
} from '../../app/workspaces/workspace-notes.ts';
import * as d from '../../model/decode.ts';
import { UsageError } from '../../model/errors.ts';
import { sinceOf } from './command-options.ts';
import { quoted } from './comment/comment-text.ts';
import { postPlan } from './comment/post-plan.ts';
import { commentSubject } from './comment/targets-comment.ts';
import { addSummary } from './comment/write-markdown.ts';
import { GitHubError } from './github/github.ts';
import { commandLine } from './github/workflow-commands.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './job.ts';
import { baseConfig } from './trust.ts';

/** A file that a pull request changes. */
const changedFile = d.object({
  name: d.from('filename', d.text),
  status: d.text,
  before: d.from('previous_filename', d.lenient(d.text)),
});

/** A path from the folder of the run, of one from the root of the repository; `undefined`: it lies elsewhere. */
const below = (folder: string, path: string): string | undefined =>
  folder === '' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;

/** The job of a workspace that is gone. */
const jobOf = (job: Job, base: string, top: string, name: string): Job => ({
  ...job,
  root: resolve(base, name),
  folder: [top, name === '.' ? '' : name].filter((part) => part !== '').join('/'),
});

/**
 * The workspaces that a pull request deletes, renames and adds, as GitHub knows them: a checkout has few commits.
 * `undefined`: the run belongs to no pull request, or GitHub does not say.
 */
async function changesOfPullRequest(
  job: Job,
  { workspaces: patterns }: Inputs,
  { base, top }: { readonly base: string; readonly top: string },
): Promise<WorkspaceChanges | undefined> {
  const { github, facts } = job;
  const { pullRequest } = facts;
  if (github === undefined || pullRequest === undefined || pullRequest.base === '') return undefined;
  try {
    const path = `/repos/${facts.repository}/pulls/${pullRequest.number}/files`;
    const files = await github.list(path, changedFile);
    const named = async (paths: readonly (string | undefined)[]): Promise<readonly string[]> => {
      const inside = paths.flatMap((each) => (each === undefined ? [] : (below(top, each) ?? [])));
      return (await namedWorkspaceFiles(inside, { patterns, base })).map(workspaceOf);
    };
    const removed = files.map(({ name, status, before }) => (status === 'removed' ? name : before));
    const added = files.filter(({ status }) => status === 'added' || status === 'renamed').map(({ name }) => name);
    const gone = new Map<string, readonly string[]>();
    for (const name of await named(removed)) {
      const config = await baseConfig(jobOf(job, base, top, name), pullRequest.base);
      gone.set(name, config?.targets.map((target) => target.name) ?? []);
    }
    return { ref: pullRequest.base, gone, added: await named(added) };
  } catch (error) {
    if (error instanceof GitHubError) return undefined;
    throw error;
  }
}

/**
 * Says in the comment of a workspace that is gone that its plan is no more. A renamed one has a comment by its name.
 */
async function tellInComment(job: Job, { message }: WorkspaceNote, targets: readonly string[]): Promise<void> {
  const { inputs, facts } = job;
  const { pullRequest } = facts;
  if (pullRequest === undefined || targets.length === 0) return;
  const target = commentSubject(inputs.targets.length === 0 ? targets : inputs.targets);
  await postPlan(job, { target, pullRequest, state: 'deleted', digest: '', reason: message });
}

/**
 * Says what concerns several workspaces together, such as one ledger of two, in the log and in the summary, and of a
 * workspace that a pull request deletes in its comment too.
 */
export async function tellOfWorkspaces(inputs: Inputs, jobs: readonly Job[], cwd: string): Promise<void> {
  const [job] = jobs;
  if (job === undefined || inputs.workspaces.length === 0) return;
  const base = resolve(cwd, inputs.workingDirectory);
  const top = await folderInRepository(base, job.ports);
  const workspaces = jobs.map(({ root, ports }) => ({ name: relative(base, root).split(sep).join('/') || '.', ports }));
  const changes = await changesOfPullRequest(job, inputs, { base, top });
  const asked = { workspaces, patterns: inputs.workspaces, base, ...sinceOf(job), changes };
  const notes = await workspaceNotes(asked, job.ports).catch((error: unknown) => {
    // What git or the files cannot say is an error of each workspace, which shows it.
    if (error instanceof UsageError) return [];
    throw error;
  });
  for (const note of notes) {
    const { code, message } = note;
    job.ports.terminal.out(commandLine(noteLevel(note) === 'note' ? 'notice' : 'warning', message));
    const [gone] = code === 'shared-ledger' ? [] : note.workspaces;
    if (gone !== undefined) await tellInComment(jobOf(job, base, top, gone), note, changes?.gone.get(gone) ?? []);
  }
  if (notes.length > 0)
    await addSummary(job, quoted(notes.map((note) => `${noteLevel(note)}: ${note.message}`).join('\n')));
}
