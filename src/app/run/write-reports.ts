import { basename, resolve } from 'node:path';
import * as d from '../../model/decode.ts';
import { PLAN_FILE_MAX_BYTES } from '../../model/incoming-limits.ts';
import { VERSION } from '../../model/workspace/project.ts';
import type { ReportFormat } from '../../review/ci/format-names.ts';
import { visible } from '../../review/format/escape.ts';
import { encodedPath } from '../../review/markdown/link.ts';
import { errorText } from '../../review/messages/error-text.ts';
import {
  type PullRequestLink,
  type ReportContext,
  type Reported,
  type ReportOrigin,
  reportedTargets,
} from '../../review/reported.ts';
import { CommandEnded, EXIT, type ExitCode } from '../exit-code.ts';
import type { ReportOptions, TargetOptions, WorkspaceOptions } from '../options.ts';
import { tellPeople } from '../output.ts';
import { planFileJson } from '../plan-file/plan-file.ts';
import type { Ports } from '../ports.ts';
import { gitText } from '../session/git-text.ts';
import { readConfig, workspaceRoot } from '../session/open-workspace.ts';
import { NAME_OF_ALL, namesOfFiles, pathWithMark, type RunFiles, reportsWithMark } from '../several-targets.ts';
import { whoRuns } from './run-facts.ts';

/** Facts from git about the commit in a folder of a repository. Empty if the repository has no commit. */
async function commitFacts(root: string, ports: Ports): Promise<Omit<ReportOrigin, 'time'>> {
  const [shown, edits] = await Promise.all([
    gitText(root, ports, 'show', '--no-patch', '--format=%H%n%an', 'HEAD'),
    gitText(root, ports, 'diff', '--name-only', 'HEAD', '--', '.'),
  ]);
  const [commit, author] = shown?.split('\n') ?? [];
  return { ...(commit && { commit, isEdited: (edits ?? '') !== '' }), ...(author && { author }) };
}

/**
 * Source, author and time of a report, for the head of the page. The workspace gets the name of the repository from the
 * CI system, or otherwise of its folder, followed by `folder`, its path in the repository.
 */
async function reportOrigin(root: string, folder: string, ports: Ports): Promise<ReportOrigin> {
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

/** `workspaceName`: the name of one of several workspaces, for the headings of its reports. */
type Options = ReportOptions & Partial<WorkspaceOptions> & { readonly workspaceName?: string };

/** Options of a command that may end before it has a result. */
type EndedOptions = Options &
  Partial<Pick<TargetOptions, 'target'>> & { readonly out?: string; readonly workspaces?: unknown };

/** The workspace as a path from the root of its repository. `unknown`: the result when git knows no repository. */
export const folderInRepository = async (root: string, ports: Ports, unknown = ''): Promise<string> =>
  (await gitText(root, ports, 'rev-parse', '--show-prefix'))?.replace(/\/$/, '') ?? unknown;

/** The URL under which the files of the repository can be viewed, from the variables of GitHub and GitLab. */
function blobUrl(env: Ports['env']): string | undefined {
  const [server, repository, commit] = [env('GITHUB_SERVER_URL'), env('GITHUB_REPOSITORY'), env('GITHUB_SHA')];
  if (server !== undefined && repository !== undefined && commit !== undefined)
    return `${server}/${repository}/blob/${commit}/`;
  const [project, revision] = [env('CI_PROJECT_URL'), env('CI_COMMIT_SHA')];
  return project === undefined || revision === undefined ? undefined : `${project}/-/blob/${revision}/`;
}

/** The pull request of the run, from the variables of GitHub, GitLab and Jenkins. */
function pullRequestOf(env: Ports['env']): PullRequestLink | undefined {
  const [server, repository] = [env('GITHUB_SERVER_URL'), env('GITHUB_REPOSITORY')];
  const number = /^refs\/pull\/(\d+)\//.exec(env('GITHUB_REF') ?? '')?.[1];
  if (server !== undefined && repository !== undefined && number !== undefined)
    return { url: `${server}/${repository}/pull/${number}`, name: `pull request #${number}` };
  const [project, merge] = [env('CI_MERGE_REQUEST_PROJECT_URL'), env('CI_MERGE_REQUEST_IID')];
  if (project !== undefined && merge !== undefined)
    return { url: `${project}/-/merge_requests/${merge}`, name: `merge request !${merge}` };
  const url = env('CHANGE_URL');
  return url === undefined ? undefined : { url, name: `pull request ${env('CHANGE_ID') ?? ''}`.trim() };
}

/** Placeholder for the name of a target in the URL of a page. */
const TARGET_IN_URL = '{target}';

/**
 * The URL of the page of a target, from `LEXFORM_PAGE_URL` or an input. `undefined`: not configured, or it needs the
 * name of one target and no name is known.
 */
export const pageUrl = (template: string | undefined, target = ''): string | undefined =>
  target === '' && template?.includes(TARGET_IN_URL)
    ? undefined
    : template?.replaceAll(TARGET_IN_URL, () => encodeURIComponent(target));

/** Facts about the workspace in a folder that reports contain besides their result. `isPage`: one report is a page. */
export async function reportContext(root: string, isPage: boolean, ports: Ports): Promise<ReportContext> {
  const folder = await folderInRepository(root, ports);
  const blobs = blobUrl(ports.env);
  const below = folder === '' ? '' : `${encodedPath(folder)}/`;
  const pullRequest = pullRequestOf(ports.env);
  const origin = isPage ? await reportOrigin(root, folder, ports) : undefined;
  return {
    version: VERSION,
    folder,
    origin,
    pullRequest,
    ...(ports.labels !== undefined && { labels: ports.labels }),
    ...(blobs !== undefined && { links: { prefix: `${blobs}${below}` } }),
  };
}

/** Returns false, and prints a warning, if the report cannot be written. */
async function isReportWritten(writing: Promise<void>, { terminal }: Ports): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    terminal.err(`a report could not be written: ${errorText(error, { debug: false })}`);
    return false;
  }
}

/** True for a saved plan. Other files that the option names were not written by an earlier run. */
async function isPlan(bytes: Uint8Array): Promise<boolean> {
  const json = await planFileJson(bytes, '', PLAN_FILE_MAX_BYTES).catch(() => undefined);
  if (json === undefined) return false;
  return d.parseJsonOr(json, d.object({ formatVersion: d.count, liveFingerprint: d.text })) !== undefined;
}

/**
 * Removes a file of an earlier run, which does not match this run, and reports it. A pipe or a device stays. `isOurs`:
 * true for content that Lexform wrote; default: always.
 */
async function removeOld(
  what: string,
  path: string,
  ports: Ports,
  isOurs?: (bytes: Uint8Array) => Promise<boolean>,
): Promise<void> {
  const old = resolve(ports.cwd, path);
  const real = await ports.files.realPath(old).catch(() => undefined);
  if (real === undefined) return;
  const found = await ports.files.readRegularFile(real, isOurs === undefined ? 0 : PLAN_FILE_MAX_BYTES);
  if (found.kind === 'absent' || found.kind === 'not-regular') return;
  if (isOurs !== undefined && !(found.kind === 'bytes' && (await isOurs(found.bytes)))) return;
  const isGone = await isReportWritten(ports.files.writeAll(new Map([[old, undefined]])), ports);
  if (isGone) ports.terminal.err(`${what} of an earlier run was removed: ${visible(path)}\n`);
}

const reportOf = (format: ReportFormat): string => `${format}: the report`;

/** Removes the events of an earlier run. A run that begins creates the file again. */
export async function removeEvents({ report = [] }: ReportOptions, ports: Ports): Promise<void> {
  for (const { format, path } of report)
    if (format === 'events' && path !== undefined) await removeOld(reportOf(format), path, ports);
}

/** Makes and writes each requested report except events. False if a report was not written. */
async function writeEach(
  { report = [], workspaceName: workspace, ...options }: Options,
  ports: Ports,
  target: string | undefined,
  make: (format: Exclude<ReportFormat, 'events'>, context: ReportContext) => string | Iterable<string> | undefined,
): Promise<boolean> {
  const page = pageUrl(ports.env('LEXFORM_PAGE_URL'), target);
  const pages = report.filter(({ format }) => format === 'html');
  const pageFile = pages.find(({ path }) => path !== undefined)?.path;
  const known = await reportContext(workspaceRoot(options, ports), pages.length > 0, ports);
  const context = {
    ...known,
    page,
    pageFile,
    workspace,
  };
  let written = true;
  for (const { format, path } of report) {
    if (format === 'events') continue;
    const text = make(format, context);
    // A CI runner reads both streams.
    if (path === undefined)
      tellPeople(options, ports.terminal, typeof text === 'string' ? text : [...(text ?? [])].join(''));
    else if (text === undefined) await removeOld(reportOf(format), path, ports);
    else written = (await isReportWritten(ports.files.writeFile(resolve(ports.cwd, path), text), ports)) && written;
  }
  return written;
}

/**
 * Writes the requested reports, each completely or not at all. If a report cannot be written, the error is shown on
 * standard error and the other reports are still written. False if a report was not written. The changes have been made
 * at that point, so the exit code of the caller must still report them.
 */
async function writeAll(
  reported: Reported,
  options: Options,
  ports: Ports,
  more: Partial<ReportContext> = {},
): Promise<boolean> {
  if ((options.report ?? []).length === 0) return true;
  // Usually no report is requested, and the formats are a large part of the program.
  const { reportPieces } = await import('../../review/ci/format.ts');
  const [target] = reportedTargets(reported);
  return writeEach(options, ports, target, (format, context) =>
    reportPieces(format, reported, { ...context, ...more }),
  );
}

/**
 * Writes the requested reports, and returns the exit code of the command. If the code is 0 and a report is missing, it
 * returns 1.
 */
export async function writeReports(
  reported: Reported,
  code: ExitCode,
  options: Options,
  ports: Ports,
): Promise<ExitCode> {
  const written = await writeAll(reported, options, ports);
  return written || code !== EXIT.ok ? code : EXIT.error;
}

/**
 * The options of a run that ended before it processed its targets or workspaces, once for each name that its files
 * would have had. Output to the log is written only once.
 */
async function perFiles(
  options: EndedOptions,
  { perTarget = false }: RunFiles,
  ports: Ports,
): Promise<readonly EndedOptions[]> {
  const { target, out, report = [], workspaces } = options;
  const config = perTarget ? await readConfig(workspaceRoot(options, ports), ports).catch(() => undefined) : undefined;
  const targetNames = perTarget ? namesOfFiles(config, target) : undefined;
  const names = workspaces === undefined ? targetNames : [NAME_OF_ALL];
  if (names === undefined) return [options];
  return names.map((name, index) => ({
    ...options,
    ...(workspaces === undefined && { target: name }),
    ...(out !== undefined && { out: pathWithMark(out, name) }),
    report: reportsWithMark(report, name).filter(({ path }) => path !== undefined || index === 0),
  }));
}

/**
 * Writes the reason why a run ended without a result into the requested reports: errors of the files, or another error.
 * If a format cannot express this, the file of an earlier run is removed, and so is an old plan file.
 */
export async function writeEnd(error: unknown, options: EndedOptions, files: RunFiles, ports: Ports): Promise<void> {
  const { reported } = error instanceof CommandEnded ? error.result : {};
  const cause = error instanceof CommandEnded ? error.cause : error;
  for (const each of await perFiles(options, files, ports)) {
    if (files.savesPlan && each.out !== undefined) await removeOld('the plan', each.out, ports, isPlan);
    const named = each.target === undefined ? {} : { target: each.target };
    if (reported !== undefined) await writeAll(reported, each, ports, each.report === options.report ? {} : named);
    else if (cause !== undefined) {
      const { errorReportIn } = await import('../../review/ci/error-report.ts');
      await writeEach(each, ports, '', (format, context) => errorReportIn(format, cause, { ...context, ...named }));
    }
  }
}
