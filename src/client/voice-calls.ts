import { UsageError } from '../model/errors.ts';
import { type Secret, secret } from '../model/secret.ts';
import {
  type CreatedVoiceJob,
  type VoiceJob,
  type VoiceJobId,
  type VoiceJobRequest,
  type VoiceResult,
  type VoiceSourceFile,
  voiceJobId,
  voiceStatus,
} from '../model/voice-job.ts';
import { type AssetAddress, assetUrlFault, isSignature } from './asset-address.ts';
import type { AssetTransfer, DownloadOutcome, TransferOptions } from './asset-transfer.ts';
import { type Exchange, segment } from './exchange.ts';
import {
  AnswerError,
  count,
  field,
  idText,
  isAbsent,
  items,
  type JsonValue,
  text,
  textOr,
  withDefaults,
} from './json-value.ts';
import type { UploadSource } from './upload-feed.ts';

export interface SignedUrlOption {
  /** Asks for addresses that need no header, and opens transfers with them. Default false: whoever reads such an address can use it. */
  readonly signedUrl?: boolean;
}

/**
 * Voice translate jobs (v1): make one, upload its recording within 5 minutes, look at it until its results are settled, download them within the
 * hour. `create` and `read` throw as the other calls do; the transfers as `AssetTransfer` says.
 */
export interface VoiceCalls {
  /** POST /v1/jobs/voice/translate. Sent once: it is for the caller to wait until the account has room for another job (429). Throws `UsageError` for a request without targets or with an impossible length. */
  create(request: VoiceJobRequest, options?: SignedUrlOption): Promise<CreatedVoiceJob>;
  /** GET /v1/jobs/voice/translate/{id}; `undefined` when the job is not there, or no more: all was downloaded, or its time is over. */
  read(id: VoiceJobId, options?: SignedUrlOption): Promise<VoiceJob | undefined>;
  /** PUT to where the job says, which may be another host than the service. The source must be as long as the job was told. */
  upload(job: CreatedVoiceJob, source: UploadSource, options?: SignedUrlOption & TransferOptions): Promise<void>;
  /** GET of the i-th result, from where it says. Throws `UsageError` for a result that is not complete. */
  download(
    job: Pick<VoiceJob, 'jobId' | 'results'>,
    index: number,
    write: (chunk: Uint8Array) => void | Promise<void>,
    options?: SignedUrlOption & TransferOptions,
  ): Promise<DownloadOutcome>;
}

const PATH = '/v1/jobs/voice/translate';

const query = ({ signedUrl }: SignedUrlOption): string => (signedUrl === true ? '?include=signed_url' : '');

/** An address to call. The errors name its place and never quote it. */
function address(at: JsonValue, baseUrl: string): string {
  const url = text(at);
  const fault = assetUrlFault(url, baseUrl);
  if (fault !== undefined) throw new AnswerError(`the answer cannot be read: ${at.place} is ${fault}`);
  return url;
}

function signature(at: JsonValue): Secret {
  const value = text(at);
  if (!isSignature(value)) throw new AnswerError(`the answer cannot be read: ${at.place} is not a signature`);
  return secret(value);
}

/** True for a field that is there, or that cannot be done without: one way to open a transfer is enough. */
const needed = (at: JsonValue, signedUrl: JsonValue): boolean => !isAbsent(at) || isAbsent(signedUrl);

function parseCreated(at: JsonValue, baseUrl: string): CreatedVoiceJob {
  const signed = field(at, 'signed_upload_url');
  return {
    jobId: voiceJobId(idText(field(at, 'job_id'))),
    ...(needed(field(at, 'upload_url'), signed) && { uploadUrl: address(field(at, 'upload_url'), baseUrl) }),
    ...(needed(field(at, 'signature'), signed) && { uploadSignature: signature(field(at, 'signature')) }),
    ...(!isAbsent(signed) && { signedUploadUrl: secret(address(signed, baseUrl)) }),
  };
}

/** A result. Where it is and what opens it must be there when it is complete; in any other state they are taken as they come. */
function parseResult(at: JsonValue, baseUrl: string): VoiceResult {
  const statusWord = text(field(at, 'status'));
  const status = voiceStatus(statusWord);
  const url = field(at, 'download_url');
  const opens = field(at, 'signature');
  const signed = field(at, 'signed_download_url');
  const error = field(at, 'error');
  const message = isAbsent(error) ? error : field(error, 'message');
  return {
    status,
    statusWord,
    ...((status === 'complete' ? needed(url, signed) : !isAbsent(url)) && { downloadUrl: address(url, baseUrl) }),
    ...((status === 'complete' ? needed(opens, signed) : !isAbsent(opens)) && { signature: signature(opens) }),
    ...(!isAbsent(signed) && { signedDownloadUrl: secret(address(signed, baseUrl)) }),
    ...(!isAbsent(message) && { errorMessage: text(message) }),
  };
}

/** The recording of a job. Nothing is done by what the service says of it: a name is made up from the id where there is none. */
function parseSource(given: JsonValue, jobId: VoiceJobId): VoiceSourceFile {
  const at = isAbsent(given) ? { ...given, value: {} } : given;
  const length = field(at, 'content_length');
  return {
    name: textOr(field(at, 'name'), jobId),
    contentType: textOr(field(at, 'content_type'), 'application/octet-stream'),
    contentLength: isAbsent(length) ? 0 : count(length),
  };
}

function parseJob(at: JsonValue, baseUrl: string): VoiceJob {
  const usage = field(at, 'usage');
  const parameters = field(at, 'parameters');
  const storageUsed = isAbsent(usage) ? usage : field(usage, 'storage_used');
  const sourceLanguage = isAbsent(parameters) ? parameters : field(parameters, 'source_language');
  const source = field(at, 'source_file');
  const targets = items(field(at, 'targets'));
  const results = items(field(at, 'results'));
  if (results.length !== targets.length)
    throw new AnswerError(
      `the answer cannot be read: it has ${results.length} results for ${targets.length} targets, and they belong to each other by their place`,
    );
  const jobId = voiceJobId(idText(field(at, 'job_id')));
  const [createdAt, updatedAt] = [field(at, 'created_at'), field(at, 'updated_at')];
  return {
    jobId,
    ...(!isAbsent(createdAt) && { createdAt: text(createdAt) }),
    ...(!isAbsent(updatedAt) && { updatedAt: text(updatedAt) }),
    ...(!isAbsent(storageUsed) && { storageUsedBytes: count(storageUsed) }),
    sourceFile: parseSource(source, jobId),
    ...(!isAbsent(sourceLanguage) && { sourceLanguage: text(sourceLanguage) }),
    targets: targets.map((target) => ({
      language: text(field(target, 'language')),
      type: text(field(target, 'type')),
    })),
    results: results.map((result) => parseResult(result, baseUrl)),
  };
}

/** The address to transfer with: the one that needs no header only where it is asked for. */
function addressOf(
  what: string,
  given: {
    readonly url: string | undefined;
    readonly signature: Secret | undefined;
    readonly signedUrl: Secret | undefined;
  },
  { signedUrl = false }: SignedUrlOption,
): AssetAddress {
  if (signedUrl && given.signedUrl !== undefined) return { kind: 'signed-url', what, url: given.signedUrl };
  if (signedUrl)
    throw new UsageError(`the ${what} has no signed address; it must be asked for when the job is made or read`);
  if (given.url === undefined || given.signature === undefined)
    throw new UsageError(`the ${what} cannot be made: the service has not said where it is`);
  return { kind: 'signature', what, url: given.url, signature: given.signature };
}

/** The voice job endpoints. `baseUrl`: an address that the service names for a transfer must be as safe as this one. */
export function makeVoiceCalls(exchange: Exchange, transfer: AssetTransfer, baseUrl: string): VoiceCalls {
  return {
    async create({ sourceFile, sourceLanguage, targets }, options = {}) {
      const { name, contentType, contentLength } = sourceFile;
      if (targets.length === 0) throw new UsageError('a voice job needs at least one target');
      if (!Number.isSafeInteger(contentLength) || contentLength < 1)
        throw new UsageError(`${contentLength} bytes cannot be the length of a recording`);
      const body = {
        source_file: { name, content_type: contentType, content_length: contentLength },
        ...(sourceLanguage !== undefined && { parameters: { source_language: sourceLanguage } }),
        targets: targets.map(({ language, type }) => ({ language, type })),
      };
      const call = { method: 'POST', path: `${PATH}${query(options)}`, body, once: true } as const;
      return exchange.read(call, (json) => parseCreated(json, baseUrl));
    },

    read: async (id, options = {}) =>
      exchange.find({ method: 'GET', path: `${PATH}/${segment(id)}${query(options)}` }, (json) =>
        parseJob(withDefaults(json, { job_id: id }), baseUrl),
      ),

    async upload({ jobId, uploadUrl, uploadSignature, signedUploadUrl }, source, options = {}) {
      const given = { url: uploadUrl, signature: uploadSignature, signedUrl: signedUploadUrl };
      await transfer.upload(addressOf(`upload of job ${segment(jobId)}`, given, options), source, options);
    },

    async download({ jobId, results }, index, write, options = {}) {
      const result = results[index];
      const what = `download of result ${index + 1} of job ${segment(jobId)}`;
      if (result === undefined) throw new UsageError(`the ${what} cannot be made: the job has ${results.length}`);
      const given = { url: result.downloadUrl, signature: result.signature, signedUrl: result.signedDownloadUrl };
      return transfer.download(addressOf(what, given, options), write, options);
    },
  };
}
