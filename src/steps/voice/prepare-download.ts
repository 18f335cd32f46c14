import { basename, dirname, join } from 'node:path';
import type { VoiceJob } from '../../model/account/voice-job.ts';
import { UsageError } from '../../model/errors.ts';
import { outputNames, receiptName, stemOf, stemOfReceipt } from './file-name.ts';
import type { VoicePorts } from './ports.ts';
import { readReceipt, refuseOverwriting } from './prepare.ts';
import type { VoiceReceipt } from './receipt.ts';
import type { VoiceTask, Wish } from './task.ts';

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
