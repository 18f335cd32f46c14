import { isAbsolute, join, relative, sep } from 'node:path';
import { readConfig } from '../../app/session/open-workspace.ts';
import { UsageError } from '../../model/errors.ts';
import type { Target, WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { encodedPath } from '../../review/markdown/link.ts';
import type { Job } from './job.ts';

/** Events whose runs have secrets although an unknown user may have written the files. */
const PRIVILEGED = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** True if a user without write access may have written the files of the checkout. */
export function isUntrusted({ inputs, facts }: Pick<Job, 'inputs' | 'facts'>): boolean {
  if (inputs.untrusted !== 'auto') return inputs.untrusted === 'true';
  return PRIVILEGED.includes(facts.event) || facts.pullRequest?.foreign === true;
}

/**
 * The settings that must not differ from the base: where calls are sent, with which key, and where ledgers are kept.
 */
function endpointsOf({ targets, ledger }: WorkspaceConfig): string {
  const byName = [...targets].sort((left, right) => (left.name < right.name ? -1 : 1));
  return JSON.stringify([byName.map((target) => Object.entries<unknown>({ ...target }).sort()), ledger]);
}

/** `lexform.yaml` at the base of the pull request, read by the same code from the bytes that GitHub provides. */
export async function baseConfig(job: Job, commit: string): Promise<WorkspaceConfig | undefined> {
  const { github, facts, folder, root, ports } = job;
  if (github === undefined) throw new UsageError('an untrusted run needs the input github-token, to read the base');
  const file = `${folder === '' ? '' : `${encodedPath(folder)}/`}lexform.yaml`;
  const text = await github.raw(`/repos/${facts.repository}/contents/${file}?ref=${commit}`);
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  const place = join(root, 'lexform.yaml');
  const { untrusted: _, ...trustedFiles } = ports.files;
  const files = {
    ...trustedFiles,
    realPath: async (path: string) => path,
    readRegularFile: async (path: string) =>
      path === place ? ({ kind: 'bytes', bytes } as const) : ({ kind: 'absent' } as const),
  };
  return readConfig(root, { files });
}

async function checkInsideCheckout({ root, ports }: Job): Promise<void> {
  const [real, checkout] = await Promise.all([ports.files.realPath(root), ports.files.realPath(ports.cwd)]);
  const way = real === undefined || checkout === undefined ? '..' : relative(checkout, real);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new UsageError(
      'the workspace of an untrusted run must be in the checkout, without a link that leads out of it',
    );
}

/** A pull request can replace a file of the checkout, and so a key in it. */
const hasFileKey = (target: Target): boolean =>
  target.kind === 'remote' && (target.key.kind === 'file' || target.adminKey?.kind === 'file');

/**
 * Refuses a checkout that changes where calls are sent, which key they use, or where the ledger is kept. In an
 * untrusted run, only the base may define this. Everything else of a workspace is data. Throws a `UsageError`.
 */
export async function checkUntrusted(job: Job, config: WorkspaceConfig): Promise<void> {
  const { facts } = job;
  await checkInsideCheckout(job);
  const commit = facts.pullRequest?.base || facts.sha;
  if (commit === '') throw new UsageError('the event names no base that targets could be compared with');
  const base = await baseConfig(job, commit);
  if (base === undefined)
    throw new UsageError(
      'the base has no lexform.yaml without faults, so an untrusted run cannot know which targets may be called',
    );
  if (endpointsOf(base) !== endpointsOf(config))
    throw new UsageError(
      'this pull request changes targets: or ledger: of lexform.yaml; an untrusted run uses ' +
        'those of the base, so no call was made',
    );
  if (config.targets.some(hasFileKey))
    throw new UsageError('a target takes its key from a file of the checkout, which an untrusted run does not read');
}

/** Refuses to run a command that changes something, if an unknown user may have written the files. */
export function refuseUntrusted(job: Job): void {
  if (isUntrusted(job))
    throw new UsageError(
      `${job.inputs.command} is not run on files that an unknown person may have written; if the checkout is a ` +
        `protected branch, set untrusted: 'false'`,
    );
}

/** The files below a folder that git tracks, as absolute, real paths; or the reason why git cannot list them. */
async function filesOfGit(folder: string, { ports }: Job): Promise<{ files: readonly string[]; refusal?: string }> {
  const real = (await ports.files.realPath(folder)) ?? folder;
  const result = await ports
    .git(folder)
    .run(['ls-files', '-z', '--recurse-submodules'])
    .catch(() => undefined);
  if (result?.code !== 0) return { files: [], refusal: result === undefined ? '' : `: ${result.err.trim()}` };
  const names = new TextDecoder().decode(result.out).split('\0').filter(Boolean);
  return { files: names.map((name) => join(real, name).normalize()) };
}

/** The files of the workspace that git tracks. Throws a `UsageError` if git cannot list them. */
async function trackedFiles(job: Job): Promise<ReadonlySet<string>> {
  await checkInsideCheckout(job);
  const { files, refusal } = await filesOfGit(job.root, job);
  if (refusal !== undefined)
    throw new UsageError(
      `an untrusted run reads only files that git tracks, and git cannot list them${refusal}; check the repository ` +
        'out with actions/checkout',
    );
  return new Set(files);
}

/** `lexform.yaml` of the base, for the limits of reading; `undefined` without a token. */
async function limitingConfig(job: Job): Promise<WorkspaceConfig | undefined> {
  const commit = job.facts.pullRequest?.base || job.facts.sha;
  return job.github === undefined || commit === '' ? undefined : baseConfig(job, commit);
}

/** The names with a leading dot in the paths and patterns of a `lexform.yaml`. */
function dotNamesOf(base: WorkspaceConfig | undefined): ReadonlySet<string> {
  const paths = [...Object.values(base?.patterns ?? {}).flat(), base?.ruleCatalog ?? ''];
  return new Set(paths.flatMap((path) => path.split('/')).filter((part) => /^\.[^.]/.test(part)));
}

const once = <Value>(work: () => Promise<Value>): (() => Promise<Value>) => {
  let started: Promise<Value> | undefined;
  return () => {
    started ??= work();
    return started;
  };
};

/** Limits the files that a job reads, if an unknown user may have written them. */
export function withLimitedFiles(job: Job): Job {
  if (!isUntrusted(job)) return job;
  const base = once(() => limitingConfig(job));
  const layers = async (): Promise<readonly string[]> => (await base())?.layers ?? [];
  const tracked = once(() => trackedFiles(job));
  const outside = once(async () => {
    const found = await Promise.all((await layers()).map((layer) => filesOfGit(join(job.root, layer), job)));
    return new Set(found.flatMap(({ files }) => files));
  });
  const untrusted = {
    isTracked: async (path: string) =>
      (await tracked()).has(path.normalize()) || (await outside()).has(path.normalize()),
    dotNames: async () => dotNamesOf(await base()),
    layers,
  };
  return { ...job, ports: { ...job.ports, files: { ...job.ports.files, untrusted } } };
}
