import { resolve } from 'node:path';
import { wayInside } from '../../files/workspace/workspace-path.ts';
import { UsageError } from '../../model/errors.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { visible } from '../../review/format/escape.ts';
import { jsonText } from '../../review/format/json-text.ts';
import { counted, withLineEnds } from '../../review/format/text.ts';
import { optionName } from '../../review/messages/option-name.ts';
import { targetHeading } from '../../review/plan/target-heading.ts';
import { verdictOf } from '../../review/verdict.ts';
import { EXIT, type ExitCode, type RunResult, worstOf } from '../exit-code.ts';
import { reportingErrors } from '../finish-run.ts';
import type { ReportOptions, WorkspaceOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { EACH_TARGET, pathWithMark, reportsWithMark } from '../several-targets.ts';
import { showError } from '../show-error.ts';
import { sharedLedgerNotes, workspaceOf, workspacePattern } from '../workspaces/workspace-notes.ts';
import { gitText } from './git-text.ts';

/** Options of a command that takes several workspaces, with the files that it writes for each. */
interface EachOptions extends Partial<WorkspaceOptions>, ReportOptions {
  readonly workspaces?: readonly string[];
  /** The name of one of several workspaces, for the headings of its reports. */
  readonly workspaceName?: string;
  readonly out?: string;
}

/** A workspace of several. */
export interface FoundWorkspace {
  /** Its folder as output shows it, relative to the folder of the run. */
  readonly name: string;
  /** The result of `workspaceMark` for the folder. */
  readonly mark: string;
}

/** The first symbolic link in the path of a folder that leads out of the top folder; `undefined`: none does. */
async function linkOutOf(
  top: string,
  { base, folder }: { readonly base: string; readonly folder: string },
  { files }: Pick<Ports, 'files'>,
): Promise<string | undefined> {
  const [realTop = top, realBase = base] = [await files.realPath(top), await files.realPath(base)];
  const parts = folder.split('/');
  for (const at of parts.keys()) {
    const way = parts.slice(0, at + 1).join('/');
    const real = await files.realPath(resolve(base, way));
    const isPlain = real === resolve(realBase, way);
    if (real !== undefined && !isPlain && wayInside(realTop, real) === undefined) return way;
  }
  return undefined;
}

/**
 * The folders with a `lexform.yaml` that match the patterns, without duplicates, in code unit order. Throws a
 * `UsageError` if a pattern matches nothing, because a workspace would otherwise remain unchecked without notice. Also
 * throws for a link that leaves the repository: files of another repository or of the machine are not a workspace of
 * this one.
 */
export async function findWorkspaces(
  patterns: readonly string[],
  base: string,
  ports: Pick<Ports, 'files' | 'git' | 'labels'>,
): Promise<readonly FoundWorkspace[]> {
  const option = optionName('--workspaces', ports.labels);
  const found = new Set<string>();
  for (const pattern of patterns) {
    const matches = await ports.files.glob([workspacePattern(pattern, base)], base);
    if (matches.length === 0)
      throw new UsageError(`${option} "${visible(pattern)}" matches no folder with a ${WORKSPACE_FILE}`);
    for (const file of matches) found.add(workspaceOf(file));
  }
  const top = (await gitText(base, ports, 'rev-parse', '--show-toplevel')) ?? base;
  for (const folder of found) {
    const link = await linkOutOf(top, { base, folder }, ports);
    if (link !== undefined)
      throw new UsageError(
        `${option}: ${visible(link)} is a link that leaves the repository; move the workspace into the ` +
          'repository, or name other folders',
      );
  }
  return withMarks([...found].sort(byCodeUnit));
}

/** The text in the file names of a workspace: `teams-legal` for `teams/legal`, `D-teams` for `D:/teams`. */
export const workspaceMark = (folder: string): string =>
  folder === '' || folder === '.' ? 'root' : folder.replace(/[:/]+/g, '-');

/**
 * The workspaces with a mark for their file names. Throws if two marks differ only in upper and lower case, because on
 * many systems they would be one file.
 */
function withMarks(folders: readonly string[]): readonly FoundWorkspace[] {
  const found = folders.map((name) => ({ name, mark: workspaceMark(name) }));
  if (new Set(found.map(({ mark }) => mark.toLowerCase())).size < found.length)
    throw new UsageError('the names of these workspaces are too much alike for files with names of their own');
  return found;
}

const WORDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.ok]: 'done',
  [EXIT.error]: 'error',
  [EXIT.changes]: 'changes present',
  [EXIT.refused]: 'refused',
  [EXIT.findings]: 'errors in the files',
  [EXIT.partly]: 'partly done',
  [EXIT.interrupted]: 'interrupted',
};

interface Ended extends RunResult {
  readonly name: string;
  readonly document: unknown;
}

/** One line for each workspace, for the end of a long log. */
function summaryText(runs: readonly Ended[]): string {
  const lines = runs.map(({ name, code, reported }) => {
    const verdict = reported === undefined ? '' : `: ${verdictOf(reported)}`;
    return `  ${visible(name)} (${WORDS[code]})${verdict}`;
  });
  return withLineEnds(['', `${counted(runs.length, 'workspace')}:`, ...lines]);
}

function optionsFor<Options extends EachOptions>(
  options: Options,
  root: string,
  { name, mark }: FoundWorkspace,
): Options {
  const { workspaces: _workspaces, out, report, ...rest } = options;
  return {
    ...rest,
    chdir: root,
    workspaceName: name,
    ...(out !== undefined && { out: pathWithMark(out, mark) }),
    ...(report !== undefined && { report: reportsWithMark(report, mark) }),
  } as Options;
}

/** Runs the command in one workspace, under a heading. With `--json`, the document is returned and not shown. */
async function runIn<Options extends EachOptions>(
  { name, mark }: FoundWorkspace,
  options: Options,
  ports: Ports,
  run: (options: Options, ports: Ports) => Promise<RunResult>,
): Promise<Ended> {
  const { json = false } = options;
  if (ports.interrupted.aborted) return { name, code: EXIT.interrupted, document: null };
  let text = '';
  const keep = (more: string): void => {
    text += more;
  };
  const { terminal } = ports;
  const workspacePorts = json ? { ...ports, terminal: { ...terminal, out: keep } } : ports;
  if (!json) terminal.out(`\n${targetHeading(visible(name), { color: terminal.color })}`);
  const root = resolve(ports.cwd, options.chdir ?? '.', name);
  const result = await reportingErrors(
    run,
    EACH_TARGET,
    optionsFor(options, root, { name, mark }),
    workspacePorts,
  ).catch((error: unknown) => showError(error, { json }, workspacePorts));
  return { ...result, name, document: text === '' ? null : (JSON.parse(text) as unknown) };
}

/**
 * Runs a command that accepts `--workspaces` in one workspace after another, so that they do not share the rate limit
 * of the service. If it fails in one, the others continue. The names of its files contain the workspace. With `--json`,
 * all results are one document: `{ formatVersion, workspaces: [{ workspace, exitCode, document }] }`, each with the
 * document of its own run; `notes` has findings about several workspaces, such as one ledger of two.
 */
export async function inEachWorkspace<Options extends EachOptions>(
  run: (options: Options, ports: Ports) => Promise<RunResult>,
  options: Options,
  ports: Ports,
): Promise<RunResult> {
  const { workspaces: patterns = [], json } = options;
  const base = resolve(ports.cwd, options.chdir ?? '.');
  const all = await findWorkspaces(patterns, base, ports);
  const workspaces = all.map(({ name }) => ({ name, ports }));
  const notes = await sharedLedgerNotes(workspaces, base);
  const ended: Ended[] = [];
  for (const found of all) ended.push(await runIn(found, options, ports, run));
  const documents = ended.map(({ name, code, document }) => ({ workspace: name, exitCode: code, document }));
  const noted = notes.length === 0 ? {} : { notes };
  ports.terminal.out(json ? jsonText({ formatVersion: 1, workspaces: documents, ...noted }) : summaryText(ended));
  if (!json) for (const { message } of notes) ports.terminal.err(`warning: ${message}\n`);
  return { code: EXIT[worstOf(ended.map(({ code }) => code))] };
}
