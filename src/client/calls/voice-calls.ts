import { CALLS } from '../../contract/calls.ts';
import {
  type CreatedVoiceJob,
  type VoiceJob,
  type VoiceJobId,
  type VoiceJobRequest,
  type VoiceResult,
  voiceJobId,
  voiceStatusOf,
} from '../../model/account/voice-job.ts';
import * as d from '../../model/decode.ts';
import { UsageError } from '../../model/errors.ts';
import { type Secret, secret } from '../../model/secret.ts';
import { type AssetAddress, assetUrlFault, isSignature } from '../assets/asset-address.ts';
import type { AssetTransfer, DownloadOutcome, TransferOptions } from '../assets/asset-transfer.ts';
import type { UploadSource } from '../assets/upload-feed.ts';
import { type Exchange, idText, pathId } from '../transport/exchange.ts';

export interface SignedUrlOption {
  /**
   * Requests signed addresses, which need no header, and uses them for transfers. Default false: anyone who reads such
   * an address can use it.
   */
  readonly signedUrl?: boolean;
}

/**
 * Voice translate jobs (v1): create one, upload its recording within 5 minutes, read it until its results are settled,
 * and download them within the hour. `create` and `read` throw like the other calls; transfers throw like
 * `AssetTransfer`.
 */
export interface VoiceCalls {
  /**
   * POST /v1/jobs/voice/translate. Sent once: it is for the caller to wait until the account has room for another job
   * (429). Throws `UsageError` for a request without targets or with an impossible length.
   */
  create(request: VoiceJobRequest, options?: SignedUrlOption): Promise<CreatedVoiceJob>;
  /**
   * GET /v1/jobs/voice/translate/{id}; `undefined` when the job is not there, or no more: all was downloaded, or its
   * time is over.
   */
  read(id: VoiceJobId, options?: SignedUrlOption): Promise<VoiceJob | undefined>;
  /**
   * PUT to the address of the job, which may be on another host than the service. The source must have the length that
   * the job announced.
   */
  upload(job: CreatedVoiceJob, source: UploadSource, options?: SignedUrlOption & TransferOptions): Promise<void>;
  /** GET of the i-th result, from its address. Throws `UsageError` for a result that is not complete. */
  download(
    job: Pick<VoiceJob, 'jobId' | 'results'>,
    index: number,
    write: (chunk: Uint8Array) => void | Promise<void>,
    options?: SignedUrlOption & TransferOptions,
  ): Promise<DownloadOutcome>;
}

/** An address to call. The errors name its place and never quote it. */
const address =
  (baseUrl: string): d.Decoder<string> =>
  (at) => {
    const url = d.text(at);
    const fault = assetUrlFault(url, baseUrl);
    if (fault !== undefined) throw d.wrong(at, `is ${fault}`);
    return url;
  };

const signature = d.map(d.refined(d.text, isSignature, 'a signature'), secret);

/** Makes a member required if it is the only way to start the transfer. */
const needed = <Value>(decoder: d.Decoder<Value>, must: boolean): d.Decoder<Value | undefined> =>
  must ? decoder : d.maybe(decoder);

const isThere = (at: d.Place, name: string): boolean => d.maybe(d.anything)(d.member(at, name)) !== undefined;

const jobId = d.from('job_id', d.map(idText, voiceJobId));

const createdAnswer =
  (url: d.Decoder<string>): d.Decoder<CreatedVoiceJob> =>
  (at) => {
    const must = !isThere(at, 'signed_upload_url');
    return d.object({
      jobId,
      uploadUrl: d.from('upload_url', needed(url, must)),
      uploadSignature: d.from('signature', needed(signature, must)),
      signedUploadUrl: d.from('signed_upload_url', d.maybe(d.map(url, secret))),
    })(at);
  };

/**
 * A result. Where it is and what opens it must be there when it is complete; in any other state they are read where
 * they are there.
 */
const resultAnswer =
  (url: d.Decoder<string>): d.Decoder<VoiceResult> =>
  (at) => {
    const statusWord = d.text(d.member(at, 'status'));
    const status = voiceStatusOf(statusWord);
    const must = status === 'complete' && !isThere(at, 'signed_download_url');
    const { error, ...known } = d.object({
      downloadUrl: d.from('download_url', needed(url, must)),
      signature: needed(signature, must),
      signedDownloadUrl: d.from('signed_download_url', d.maybe(d.map(url, secret))),
      error: d.maybe(d.object({ message: d.maybe(d.text) })),
    })(at);
    return { status, statusWord, ...known, ...(error?.message !== undefined && { errorMessage: error.message }) };
  };

/** The description of the recording is only shown: without a name, the id of the job is used. */
const sourceAnswer = d.object({
  name: d.maybe(d.text),
  contentType: d.from('content_type', d.orElse(d.text, 'application/octet-stream')),
  contentLength: d.from('content_length', d.orElse(d.count, 0)),
});

const jobAnswer =
  (url: d.Decoder<string>): d.Decoder<VoiceJob> =>
  (at) => {
    const { source, parameters, ...job } = d.object({
      jobId,
      createdAt: d.from('created_at', d.maybe(d.text)),
      source: d.from(
        'source_file',
        d.orElse(sourceAnswer, { contentType: 'application/octet-stream', contentLength: 0 }),
      ),
      parameters: d.maybe(d.object({ sourceLanguage: d.from('source_language', d.maybe(d.text)) })),
      targets: d.list(d.object({ language: d.text, type: d.text })),
      results: d.list(resultAnswer(url)),
    })(at);
    const [targets, results] = [job.targets.length, job.results.length];
    if (results === targets) return { ...job, ...parameters, sourceFile: { name: job.jobId, ...source } };
    throw d.wrong(at, `has ${results} results for ${targets} targets, and they belong to each other by their place`);
  };

/** The address of a transfer. The signed address is used only on request. */
function addressOf(
  what: string,
  location: {
    readonly url: string | undefined;
    readonly signature: Secret | undefined;
    readonly signedUrl: Secret | undefined;
  },
  { signedUrl = false }: SignedUrlOption,
): AssetAddress {
  if (signedUrl && location.signedUrl !== undefined) return { kind: 'signed-url', what, url: location.signedUrl };
  if (signedUrl) throw new UsageError(`the ${what} has no signed address; request it when the job is created or read`);
  if (location.url === undefined || location.signature === undefined)
    throw new UsageError(`the ${what} cannot be created: the service has not returned its address`);
  return { kind: 'signature', what, url: location.url, signature: location.signature };
}

/** The voice job endpoints. `baseUrl`: an address that the service names for a transfer must be as safe as this one. */
export function makeVoiceCalls(exchange: Exchange, transfer: AssetTransfer, baseUrl: string): VoiceCalls {
  return {
    async create({ sourceFile, sourceLanguage, targets }, { signedUrl = false } = {}) {
      const { name, contentType, contentLength } = sourceFile;
      if (targets.length === 0) throw new UsageError('a voice job needs at least one target');
      if (!Number.isSafeInteger(contentLength) || contentLength < 1)
        throw new UsageError(`${contentLength} bytes cannot be the length of a recording`);
      const body = {
        source_file: { name, content_type: contentType, content_length: contentLength },
        ...(sourceLanguage !== undefined && { parameters: { source_language: sourceLanguage } }),
        targets: targets.map(({ language, type }) => ({ language, type })),
      };
      return exchange.read({ ...CALLS.voiceJobs.create(signedUrl), body, once: true }, createdAnswer(address(baseUrl)));
    },

    read: async (id, { signedUrl = false } = {}) =>
      exchange.find(
        CALLS.voiceJobs.read(pathId(id), signedUrl),
        d.withDefaults({ job_id: id }, jobAnswer(address(baseUrl))),
      ),

    async upload({ jobId, uploadUrl, uploadSignature, signedUploadUrl }, source, options = {}) {
      const location = { url: uploadUrl, signature: uploadSignature, signedUrl: signedUploadUrl };
      await transfer.upload(
        addressOf(`upload of job ${encodeURIComponent(pathId(jobId))}`, location, options),
        source,
        options,
      );
    },

    async download({ jobId, results }, index, write, options = {}) {
      const result = results[index];
      const what = `download of result ${index + 1} of job ${encodeURIComponent(pathId(jobId))}`;
      if (result === undefined) throw new UsageError(`the ${what} cannot be made: the job has ${results.length}`);
      const location = { url: result.downloadUrl, signature: result.signature, signedUrl: result.signedDownloadUrl };
      return transfer.download(addressOf(what, location, options), write, options);
    },
  };
}
