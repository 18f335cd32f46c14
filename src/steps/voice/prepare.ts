import { basename, dirname, join, resolve } from 'node:path';
import type { VoiceJob } from '../../model/account/voice-job.ts';
import { UsageError } from '../../model/errors.ts';
import { outputNames, receiptName, stemOf, stemOfReceipt } from './file-name.ts';
import { isFinished, isOver, parseReceipt, type VoiceReceipt } from './report.ts';
import { sameTarget } from './target-type.ts';
import type { Recording, VoiceFiles, VoicePorts, VoiceTask, Wish } from './task.ts';

/** The receipt in a file; `undefined` if the file does not exist. Throws `UsageError` if it is not a receipt. */
export async function readReceipt(
  path: string,
  files: Pick<VoiceFiles, 'readFile'>,
): Promise<VoiceReceipt | undefined> {
  const bytes = await files.readFile(path);
  return bytes === undefined ? undefined : parseReceipt(new TextDecoder().decode(bytes), path);
}

/** The differences between a receipt and the request; empty: the receipt belongs to this request. */
function differences(receipt: VoiceReceipt, recording: Recording, wish: Wish): readonly string[] {
  const { source, targets } = receipt;
  const sameTargets =
    targets.length === wish.targets.length &&
    wish.targets.every((target) => targets.some((each) => sameTarget(each, target)));
  return [
    ...(source.digest === recording.digest ? [] : ['the recording']),
    ...(source.contentType === recording.contentType ? [] : ['the audio type']),
    ...(receipt.sourceLanguage?.toLowerCase() === wish.sourceLanguage?.toLowerCase() ? [] : ['the source language']),
    ...(sameTargets ? [] : ['the targets']),
    ...(receipt.target.address === wish.target.address ? [] : ['the address of the service']),
  ];
}

/**
 * The receipt to continue with, or whether a receipt is discarded. Throws `UsageError` if discarding it would lose
 * results and `force` is not set.
 */
async function earlierReceipt(
  path: string,
  recording: Recording,
  wish: Wish,
  files: VoiceFiles,
): Promise<{ readonly receipt?: VoiceReceipt; readonly replacesReceipt: boolean }> {
  let receipt: VoiceReceipt | undefined;
  try {
    receipt = await readReceipt(path, files);
  } catch (error) {
    if (!(error instanceof UsageError && wish.force)) throw error;
    return { replacesReceipt: true };
  }
  if (receipt === undefined) return { replacesReceipt: false };
  const others = differences(receipt, recording, wish);
  if (others.length === 0)
    return wish.force && isFinished(receipt) ? { replacesReceipt: true } : { receipt, replacesReceipt: true };
  // Nothing was uploaded, or all results were downloaded: discarding the receipt loses nothing.
  if (wish.force || isFinished(receipt) || receipt.job.upload.kind === 'not-started') return { replacesReceipt: true };
  throw new UsageError(
    `${path} is the receipt of a job that is not finished, and differs in ${others.join(' and ')}; get its ` +
      'results with lexform service voice download, or give it up with --force, or write elsewhere with --out',
  );
}

/** A task whose recording is uploaded. */
type Translation = VoiceTask & { readonly recording: Recording };

async function prepareOne(recording: Recording, wish: Wish, files: VoiceFiles): Promise<Translation> {
  const folder = wish.folder ?? dirname(recording.path);
  const stem = stemOf(recording.name);
  const receiptPath = join(folder, receiptName(stem));
  const earlier = await earlierReceipt(receiptPath, recording, wish, files);
  const targets = earlier.receipt?.targets ?? wish.targets;
  return {
    ...wish,
    ...earlier,
    name: recording.name,
    recording,
    targets: targets.map(({ language, type }) => ({ language, type })),
    outputs: outputNames(stem, targets).map((name) => join(folder, name)),
    receiptPath,
  };
}

/** Recordings in several folders that have the same name are called by their paths. */
function withClearNames(tasks: readonly Translation[]): readonly VoiceTask[] {
  const isClear = (name: string): boolean => tasks.filter((task) => task.name === name).length === 1;
  return tasks.map((task) => (isClear(task.name) ? task : { ...task, name: task.recording.path }));
}

/**
 * Throws if two jobs would write the same file, or overwrite a recording. Some file systems ignore case, or treat
 * different Unicode forms as equal.
 */
function refuseCollisions(tasks: readonly Translation[]): void {
  const key = (path: string): string => path.normalize('NFC').toLowerCase();
  const writers = new Map(tasks.map(({ recording: { path } }) => [key(path), path]));
  for (const { name, receiptPath, outputs } of tasks) {
    for (const path of [receiptPath, ...outputs]) {
      const other = writers.get(key(path));
      if (other !== undefined)
        throw new UsageError(
          `${name} would be written to ${path}, and so would or is ${other}; translate them one by one, with --out`,
        );
      writers.set(key(path), name);
    }
  }
}

/** Existing files at the paths of results, except those that an earlier run downloaded. */
async function inTheWay(task: VoiceTask, files: VoiceFiles): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [index, path] of task.outputs.entries()) {
    const known = task.receipt?.targets[index];
    const mayBeOurs = known?.state.kind === 'fetching' && resolve(dirname(task.receiptPath), known.state.file) === path;
    if ((known !== undefined && isOver(known)) || mayBeOurs) continue;
    if ((await files.size(path)) !== undefined) found.push(path);
  }
  return found;
}

/** Throws `UsageError`, before any call, if files would be overwritten and `force` is not set. */
async function refuseOverwriting(tasks: readonly VoiceTask[], files: VoiceFiles): Promise<void> {
  const found: string[] = [];
  for (const task of tasks) if (!task.force) found.push(...(await inTheWay(task, files)));
  if (found.length === 0) return;
  throw new UsageError(
    `nothing was done: ${found.map((path) => basename(path)).join(', ')} ${found.length === 1 ? 'is' : 'are'} ` +
      `there already; move ${found.length === 1 ? 'it' : 'them'}, choose another folder with --out, or overwrite ` +
      'with --force',
  );
}

/**
 * The jobs of some recordings: new ones, and those that an earlier run started. Makes no call. Throws `UsageError` if a
 * file would be overwritten.
 */
export async function prepareTranslation(
  recordings: readonly Recording[],
  wish: Wish,
  files: VoiceFiles,
): Promise<readonly VoiceTask[]> {
  const tasks: Translation[] = [];
  for (const recording of recordings) tasks.push(await prepareOne(recording, wish, files));
  refuseCollisions(tasks);
  await refuseOverwriting(tasks, files);
  return withClearNames(tasks);
}

type DownloadWish = Pick<Wish, 'target' | 'folder' | 'force' | 'signedUrl'>;

/** A receipt and its path, or a job without a receipt on this machine. */
export type NamedJob =
  | { readonly kind: 'receipt'; readonly path: string; readonly receipt: VoiceReceipt }
  | { readonly kind: 'job'; readonly job: VoiceJob };

/** Refuses the receipt of another service, because the job does not exist on this one. */
export function checkAddress({ target }: VoiceReceipt, path: string, wished: Wish['target']): void {
  if (target.address !== wished.address)
    throw new UsageError(
      `${path} is of a job at ${target.address} (target ${JSON.stringify(target.name)}), and target ` +
        `${JSON.stringify(wished.name)} is ${wished.address}; name the right one with --target`,
    );
}

/** A receipt for a job that was created elsewhere. The time of its upload is unknown, but the upload is done. */
function newReceipt(job: VoiceJob, target: Wish['target'], now: Date): VoiceReceipt {
  const { jobId, createdAt, sourceFile, sourceLanguage, targets } = job;
  const time = now.toISOString();
  return {
    target,
    source: { name: sourceFile.name, contentType: sourceFile.contentType, bytes: sourceFile.contentLength },
    sourceLanguage,
    job: {
      id: jobId,
      createdTime: createdAt === undefined || Number.isNaN(Date.parse(createdAt)) ? time : createdAt,
      upload: { kind: 'done', time },
    },
    targets: targets.map(({ language, type }) => ({ language, type, state: { kind: 'waiting' } })),
  };
}

/**
 * The receipt of this job at its usual path, or a new one. Throws `UsageError` if the path contains the receipt of
 * another job.
 */
async function receiptFor(job: VoiceJob, path: string, wish: DownloadWish, ports: VoicePorts): Promise<VoiceReceipt> {
  const known = wish.force
    ? await readReceipt(path, ports.files).catch(() => undefined)
    : await readReceipt(path, ports.files);
  if (known?.job.id === job.jobId && known.target.address === wish.target.address) return known;
  if (known !== undefined && !wish.force)
    throw new UsageError(
      `${path} is the receipt of another job; choose another folder with --out, or give it up with --force`,
    );
  return newReceipt(job, wish.target, ports.now());
}

/**
 * The task that downloads the results of a job to a folder, by default that of its receipt. Names are chosen here: a
 * receipt or a job must not determine where files are written.
 */
export async function prepareDownload(
  named: NamedJob,
  wish: DownloadWish & { readonly defaultFolder: string },
  ports: VoicePorts,
): Promise<VoiceTask> {
  const source = named.kind === 'receipt' ? named.receipt.source.name : named.job.sourceFile.name;
  const ownStem = named.kind === 'receipt' ? stemOfReceipt(basename(named.path)) : undefined;
  const stem = ownStem ?? stemOf(source);
  const folder = wish.folder ?? (named.kind === 'receipt' ? dirname(named.path) : wish.defaultFolder);
  const receiptPath = named.kind === 'receipt' ? named.path : join(folder, receiptName(stem));
  const receipt = named.kind === 'receipt' ? named.receipt : await receiptFor(named.job, receiptPath, wish, ports);
  checkAddress(receipt, receiptPath, wish.target);
  const task: VoiceTask = {
    name: source,
    target: wish.target,
    targets: receipt.targets.map(({ language, type }) => ({ language, type })),
    outputs: outputNames(stem, receipt.targets).map((name) => join(folder, name)),
    receiptPath,
    receipt,
    replacesReceipt: true,
    force: wish.force,
    signedUrl: wish.signedUrl,
  };
  await refuseOverwriting([task], ports.files);
  return task;
}
