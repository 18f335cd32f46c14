import { join, relative, resolve, sep } from 'node:path';
import type { Ports } from '../../app/ports.ts';
import { folderInRepository } from '../../app/run/write-reports.ts';
import { findWorkspaces } from '../../app/session/each-workspace.ts';
import { reportsWithMark } from '../../app/several-targets.ts';
import * as d from '../../model/decode.ts';
import { EVENT_FILE_MAX_BYTES } from '../../model/incoming-limits.ts';
import { callEventText, endedCallText } from '../../review/account/call-event-text.ts';
import type { Reported } from '../../review/reported.ts';
import { type RunFacts, runFactsOf } from './github/event.ts';
import { type GitHub, type GitHubPorts, makeGitHub } from './github/github.ts';
import { workflowLogText } from './github/workflow-commands.ts';
import type { Inputs } from './inputs.ts';

/** The inputs, facts and ports of a command of the Action. */
export interface Job {
  readonly inputs: Inputs;
  readonly facts: RunFacts;
  readonly ports: Ports;
  /** Absent: no token was given, so the GitHub API cannot be called. */
  readonly github?: GitHub;
  /** The workspace folder, absolute. */
  readonly root: string;
  /** The workspace folder relative to the root of the repository, with `/`; empty: it is the root. */
  readonly folder: string;
  /** The folder for the files of this step: a new folder in the temporary folder of the runner. */
  readonly temp: string;
  /** The results for the annotations at the end of the step. */
  readonly reported: Reported[];
  /** True with more than one target: then each needs its own file names. */
  readonly several: boolean;
}

/** The payload of the event; `undefined` if it is missing or cannot be read. */
async function readPayload({ env, files }: Ports): Promise<unknown> {
  const path = env('GITHUB_EVENT_PATH');
  const size = path === undefined ? undefined : await files.size(path);
  if (path === undefined || size === undefined || size > EVENT_FILE_MAX_BYTES) return undefined;
  const bytes = await files.readFile(path);
  return d.parseJsonOr(bytes, d.anything);
}

/** The log shows waits for GitHub, like those for the service. */
function githubPorts(ports: Ports): GitHubPorts {
  const log = (text: string): void => ports.terminal.out(workflowLogText(text));
  return {
    ...ports,
    onCallEvent: (event) => log(callEventText(event)),
    onCall: ports.env('LEXFORM_DEBUG') === 'calls' ? (call) => log(endedCallText(call)) : undefined,
  };
}

/** Reads the facts about the step. `temp`: the folder for its files. */
async function openJob(inputs: Inputs, ports: Ports, temp: string): Promise<Job> {
  const payload = await readPayload(ports);
  const facts = runFactsOf(ports.env, payload);
  const root = resolve(ports.cwd, inputs.workingDirectory);
  const { githubToken } = inputs;
  return {
    inputs,
    facts,
    ports,
    ...(githubToken !== undefined && { github: makeGitHub({ ...facts, token: githubToken }, githubPorts(ports)) }),
    root,
    // Without git, the checkout counts as the repository.
    folder: await folderInRepository(root, ports, relative(ports.cwd, root).split(sep).join('/')),
    temp,
    reported: [],
    several: false,
  };
}

/**
 * Makes one job for each workspace of the input `workspaces`, or one for `working-directory`. The files of all jobs are
 * in one folder.
 */
export async function openJobs(inputs: Inputs, ports: Ports): Promise<readonly Job[]> {
  const temp = join(ports.env('RUNNER_TEMP') ?? join(ports.cwd, '.lexform'), `lexform-${ports.id()}`);
  const { workspaces, workingDirectory, reports } = inputs;
  if (workspaces.length === 0) return [await openJob(inputs, ports, temp)];
  const found = await findWorkspaces(workspaces, resolve(ports.cwd, workingDirectory), ports);
  return Promise.all(
    found.map(({ name, mark }) => {
      const workspaceInputs = {
        workingDirectory: join(workingDirectory, name),
        reports: reportsWithMark(reports, mark),
      };
      return openJob({ ...inputs, ...workspaceInputs }, ports, join(temp, mark));
    }),
  );
}
