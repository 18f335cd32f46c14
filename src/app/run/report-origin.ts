import { basename } from 'node:path';
import type { ReportOrigin } from '../../review/ci/reported.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { whoRuns } from './run-facts.ts';

/** What git knows of the commit in a folder of a repository; empty: there is none yet. */
async function commitFacts(root: string, ports: CliPorts): Promise<Omit<ReportOrigin, 'time'>> {
  const [shown, edits] = await Promise.all([
    gitText(root, ports, 'show', '--no-patch', '--format=%H%n%an', 'HEAD'),
    gitText(root, ports, 'diff', '--name-only', 'HEAD', '--', '.'),
  ]);
  const [commit, author] = shown?.split('\n') ?? [];
  return { ...(commit && { commit, isEdited: (edits ?? '') !== '' }), ...(author && { author }) };
}

/**
 * From what, by whom and when a report is made, for the head of the page. A workspace is called by the repository as
 * the CI service names it, else by its folder; then by the folder in it, which is `folder`.
 */
export async function reportOrigin(root: string, folder: string, ports: CliPorts): Promise<ReportOrigin> {
  const top = await gitText(root, ports, 'rev-parse', '--show-toplevel');
  const name = ports.env('GITHUB_REPOSITORY') ?? ports.env('CI_PROJECT_PATH') ?? basename(top ?? root);
  const known = top === undefined ? {} : await commitFacts(root, ports);
  return {
    time: ports.now().toISOString(),
    workspace: folder === '' ? name : `${name}/${folder}`,
    ...known,
    author: known.author ?? (await whoRuns(root, ports)),
  };
}
