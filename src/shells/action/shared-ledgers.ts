import { relative, resolve, sep } from 'node:path';
import { sharedLedgerNotes } from '../../app/workspaces/workspace-notes.ts';
import { quoted } from './comment/comment-text.ts';
import { addSummary } from './comment/write-markdown.ts';
import { commandLine } from './github/workflow-commands.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './job.ts';

/** Warns in the log and in the summary of one ledger that belongs to several workspaces. */
export async function warnOfSharedLedgers(inputs: Inputs, jobs: readonly Job[], cwd: string): Promise<void> {
  const [job] = jobs;
  if (job === undefined || inputs.workspaces.length === 0) return;
  const base = resolve(cwd, inputs.workingDirectory);
  const workspaces = jobs.map(({ root, ports }) => ({ name: relative(base, root).split(sep).join('/') || '.', ports }));
  const notes = await sharedLedgerNotes(workspaces, base);
  for (const { message } of notes) job.ports.terminal.out(commandLine('warning', message));
  if (notes.length > 0) await addSummary(job, quoted(notes.map(({ message }) => `warning: ${message}`).join('\n')));
}
