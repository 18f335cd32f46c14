import { checkQuota, countUsage } from '../admin/count-usage.ts';
import { UNLIMITED } from '../auth/key-ring.ts';
import type { SignedCall, SignedRoute, Upload } from '../context.ts';
import { type Answer, badRequest, forbidden, NO_CONTENT, Refusal } from '../http/answer.ts';
import type { StoredJob, StoredTarget } from '../store/store.ts';
import { voiceOutput } from './media/voice-output.ts';
import { soundOf } from './voice-source.ts';
import { isGone, isSignature, type Purpose, targetStatus } from './voice-state.ts';

const ASSETS = '/v1/assets/voice';

/** Where the source of a job is put: `{upload_url}` below the base address. */
export const uploadPath = (jobId: string): string => `${ASSETS}/${jobId}/source`;

/** Where a result is fetched: `{download_url}` below the base address. */
export const downloadPath = (jobId: string, index: number): string => `${ASSETS}/${jobId}/results/${index}`;

/** Words before a signature: the description's, and the public service's (public facts F11). */
const SCHEMES: ReadonlySet<string> = new Set(['service-signature', 'deepl-signature']);

/** The signature of a call; 401 if it has none. */
function sentSignature({ query, authorization }: SignedCall): { readonly signature: string; readonly inUrl: boolean } {
  const inUrl = query.get('signature');
  if (inUrl !== null) return { signature: inUrl, inUrl: true };
  const [scheme = '', signature = ''] = authorization.trim().split(/\s+/, 2);
  if (SCHEMES.has(scheme.toLowerCase()) && signature !== '') return { signature, inUrl: false };
  throw new Refusal(401, 'Unauthorized', 'Send the header Authorization: Service-Signature <SIGNATURE>');
}

/**
 * The job of an asset, if its signature is valid for this purpose: in the header, or in a signed URL. Source:
 * description, "Authentication" 4. Jobs exist only at the standard address: public facts F51.
 */
function signedJob(call: SignedCall, byHeader: Purpose, byUrl: Purpose): StoredJob {
  const { params, common, ports, settings } = call;
  if (settings.region !== undefined) throw forbidden('Voice jobs are available only at the standard address');
  const { signature, inUrl } = sentSignature(call);
  const job = common.jobs.get((params.job_id ?? '').toLowerCase());
  if (job === undefined || isGone(job, ports.now())) throw new Refusal(404, 'Asset not found');
  if (isSignature(job, inUrl ? byUrl : byHeader, signature)) return job;
  throw forbidden('The signature is for another job or another call');
}

/**
 * Adds the speech of a job to the usage of the key that created it. Refuses the whole job with 456 if it would exceed
 * the limit of the key: a choice, the same as for characters. A job that was counted is not checked again, even if its
 * upload was lost with the process.
 */
async function countSpeech(call: SignedCall, job: StoredJob, speechMilliseconds: number, time: string): Promise<void> {
  if (job.keyId === '') return;
  const { ring, settings, ports, openAccount, notify } = call;
  const store = await openAccount(job.account);
  if (store.usage.all().some(({ keyId, jobs }) => keyId === job.keyId && jobs.includes(job.id))) return;
  const known = ring.get(job.keyId);
  // The plan only matters for characters, and this call has none.
  if (known !== undefined)
    checkQuota(
      { account: { name: job.account, plan: 'pro', store, key: known }, settings, ports },
      { speechMilliseconds },
    );
  const key = known ?? { id: job.keyId, limits: UNLIMITED };
  const events = await countUsage(store, key, { speechMilliseconds }, { time, job: job.id });
  if (known !== undefined) for (const event of events) notify(event, known);
}

const uploadJob = (call: SignedCall): StoredJob => signedJob(call, 'upload', 'upload-url');

/**
 * PUT {upload_url}: 204. The bytes are checked and not kept. Source: table "Voice translate jobs", row 2. A length that
 * differs from the announced one gets 400, and a second upload 409: choices. Speech counts when it arrives; an upload
 * that cannot be decoded does not count.
 */
async function upload(call: SignedCall): Promise<Answer> {
  const job = uploadJob(call);
  if (job.upload !== undefined) throw new Refusal(409, 'Conflict', 'The source is already uploaded');
  const sent = (call.body ?? { bytes: 0, head: new Uint8Array() }) as Upload;
  if (sent.bytes !== job.contentLength)
    throw badRequest(`${sent.bytes} bytes came, content_length is ${job.contentLength}`);
  const { durationMs, failure } = soundOf(job.contentType, sent);
  const time = call.ports.now().toISOString();
  if (failure === undefined) await countSpeech(call, job, durationMs, time);
  await call.common.jobs.put({
    ...job,
    upload: { time, bytes: sent.bytes, durationMs },
    targets: job.targets.map((target) => (failure === undefined ? target : { ...target, failure })),
  });
  return NO_CONTENT;
}

/**
 * Milliseconds in which a result that was fetched can be fetched again, for a caller whose answer was lost. A choice;
 * it is "marked for deletion".
 */
const AGAIN_MS = 60_000;

function fetchable(job: StoredJob, index: number, target: StoredTarget, now: Date, voiceMs: number): boolean {
  const status = targetStatus(job, index, now, voiceMs);
  if (status === 'complete') return true;
  return status === 'downloaded' && now.getTime() - Date.parse(target.downloadedTime ?? '') <= AGAIN_MS;
}

/**
 * GET {download_url}: 200 and the file; the result is `downloaded` then. Source: row 4; table "Voice translate result",
 * row 3.
 */
async function download(call: SignedCall): Promise<Answer> {
  const { params, ports, settings, common } = call;
  const index = /^\d{1,6}$/.test(params.index ?? '') ? Number(params.index) : -1;
  const job = signedJob(call, `download-${index}`, `download-url-${index}`);
  const now = ports.now();
  const target = job.targets[index];
  if (target === undefined || job.upload === undefined || !fetchable(job, index, target, now, settings.voiceMs))
    throw new Refusal(404, 'Asset not found');
  const file = voiceOutput({
    type: target.type,
    language: target.language,
    sourceLanguage: job.sourceLanguage ?? undefined,
    sourceName: job.name,
    durationMs: job.upload.durationMs,
  });
  if (target.downloadedTime === undefined) {
    const targets = job.targets.map((each, at) =>
      at === index ? { ...each, downloadedTime: now.toISOString() } : each,
    );
    await common.jobs.put({ ...job, targets });
  }
  const charset = target.type.startsWith('audio/') || target.type.startsWith('video/') ? '' : '; charset=utf-8';
  return { status: 200, headers: { 'content-type': `${target.type}${charset}` }, body: file };
}

export const VOICE_ASSET_ROUTES: readonly SignedRoute[] = [
  {
    method: 'PUT',
    path: `${ASSETS}/{job_id}/source`,
    handler: upload,
    check: uploadJob,
    access: 'signature',
    bodies: ['bytes'],
  },
  {
    method: 'GET',
    path: `${ASSETS}/{job_id}/results/{index}`,
    handler: download,
    check: () => {},
    access: 'signature',
    changes: true,
  },
];
