import { resolve } from 'node:path';
import { VERSION } from '../../model/workspace/project.ts';
import { type ReportContext, type Reported, reportedTargets } from '../../review/ci/reported.ts';
import { errorText } from '../../review/messages/error-text.ts';
import { EXIT, type ExitCode, type RunResult } from '../exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from '../options/common-options.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

type Options = ReportOptions & WorkspaceOptions;

/** The workspace as a path from the root of its repository. `unknown`: the result when git knows no repository. */
export const folderInRepository = async (root: string, ports: CliPorts, unknown = ''): Promise<string> =>
  (await gitText(root, ports, 'rev-parse', '--show-prefix'))?.replace(/\/$/, '') ?? unknown;

/** Where the files of the repository can be seen, by the variables that GitHub and GitLab set. */
function blobUrl(env: CliPorts['env']): string | undefined {
  const [server, repository, commit] = [env('GITHUB_SERVER_URL'), env('GITHUB_REPOSITORY'), env('GITHUB_SHA')];
  if (server !== undefined && repository !== undefined && commit !== undefined)
    return `${server}/${repository}/blob/${commit}/`;
  const [project, revision] = [env('CI_PROJECT_URL'), env('CI_COMMIT_SHA')];
  return project === undefined || revision === undefined ? undefined : `${project}/-/blob/${revision}/`;
}

/** What stands for the name of a target in the address of a page. */
const TARGET_IN_URL = '{target}';

/**
 * The address of the page of a target, as `LEXFORM_PAGE_URL` or an input gives it; `undefined`: none is given, or it
 * needs the name of one target and there is none.
 */
export const pageUrl = (given: string | undefined, target = ''): string | undefined =>
  target === '' && given?.includes(TARGET_IN_URL)
    ? undefined
    : given?.replaceAll(TARGET_IN_URL, () => encodeURIComponent(target));

/** What reports say of the workspace in a folder beside what happened. `isPage`: one of them is a page. */
export async function reportContext(root: string, isPage: boolean, ports: CliPorts): Promise<ReportContext> {
  const { encodedPath } = await import('../../review/markdown/link.ts');
  const folder = await folderInRepository(root, ports);
  const blobs = blobUrl(ports.env);
  const below = folder === '' ? '' : `${encodedPath(folder)}/`;
  const origin = isPage ? await (await import('./report-origin.ts')).reportOrigin(root, folder, ports) : undefined;
  return {
    version: VERSION,
    folder,
    ...(origin && { origin }),
    ...(blobs !== undefined && { links: { prefix: `${blobs}${below}` } }),
  };
}

/**
 * Writes the reports that were asked for, each whole or not at all. One that cannot be written is told of on standard
 * error, and the others are written all the same. False when one was not written. What happened has happened by then,
 * so the caller's exit code must not say that it has not.
 */
async function writeAll(reported: Reported, options: Options, ports: CliPorts): Promise<boolean> {
  const { report: requests = [], json } = options;
  if (requests.length === 0) return true;
  // Most runs report nothing, and the formats are a good part of the program.
  const { reportIn } = await import('../../review/ci/format.ts');
  const isPage = requests.some(({ format }) => format === 'html');
  const page = pageUrl(ports.env('LEXFORM_PAGE_URL'), reportedTargets(reported)[0]);
  const known = await reportContext(workspaceRoot(options, ports), isPage, ports);
  const context = { ...known, ...(page !== undefined && { page }) };
  let written = true;
  for (const { format, path } of requests) {
    if (format === 'events') continue;
    const text = reportIn(format, reported, context);
    if (text === undefined) continue;
    // With --json, standard output is one document. A runner reads both.
    if (path === undefined) (json ? ports.terminal.err : ports.terminal.out)(text);
    else written = (await told(ports.files.writeFile(resolve(ports.cwd, path), text), ports)) && written;
  }
  return written;
}

/** False, and a line on standard error, when a report could not be written. */
async function told(writing: Promise<void>, { terminal }: CliPorts): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    terminal.err(`a report could not be written: ${errorText(error, { debug: false })}`);
    return false;
  }
}

/**
 * Writes the requested reports, and returns the result of the command. Its exit code is 1 where it would be 0 and a
 * report is missing.
 */
export async function writeReports(
  reported: Reported,
  code: ExitCode,
  options: Options,
  ports: CliPorts,
): Promise<RunResult> {
  const written = await writeAll(reported, options, ports);
  return { code: written || code !== EXIT.ok ? code : EXIT.error, reported };
}
