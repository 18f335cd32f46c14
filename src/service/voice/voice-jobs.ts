import { type CatalogueLanguage, languageFeatures, languageSides } from '../../contract/language-catalogue.ts';
import {
  VOICE_JOBS_MAX,
  VOICE_LARGE_BYTES,
  VOICE_LARGE_JOBS_MAX,
  VOICE_UPLOAD_MAX_BYTES,
} from '../../contract/limits.ts';
import type { WireVoiceCreated, WireVoiceJob, WireVoiceResult } from '../../contract/wire-voice.ts';
import { checkQuota } from '../admin/count-usage.ts';
import type { Context, Handler, KeyRoute } from '../context.ts';
import { type Answer, badRequest, forbidden, jsonAnswer, Refusal } from '../http/answer.ts';
import { type Fields, isFields, isLonger, objectBody, ownField } from '../http/fields.ts';
import type { StoredJob, StoredTarget } from '../store/store.ts';
import type { KnownLanguages } from '../translate/known-languages.ts';
import { VOICE_OUTPUT_TYPES } from './media/voice-output.ts';
import { downloadPath, uploadPath } from './voice-assets.ts';
import { VOICE_SOURCE_TYPES } from './voice-source.ts';
import { isGone, signatureFor, targetStatus, updatedTime } from './voice-state.ts';

/** The form of the refusals: public facts F40. */
const invalid = (pointer: string, what: string): Refusal => new Refusal(400, `${pointer}: ${what}`);

function objectAt(value: unknown, pointer: string): Fields {
  if (isFields(value)) return value;
  throw invalid(pointer, value === undefined ? 'Value is required' : 'Value must be an object');
}

function textAt(fields: Fields, name: string, pointer: string): string {
  const value = ownField(fields, name);
  if (value === undefined) throw invalid(pointer, 'Value is required');
  if (typeof value !== 'string' || value.trim() === '') throw invalid(pointer, 'Value must be a string');
  if (/\p{Surrogate}/u.test(value)) throw invalid(pointer, 'Value contains half of a surrogate pair');
  return value;
}

/** Maximum characters of the name of a file. The description shows no limit. A choice. */
const NAME_MAX_CHARS = 255;

/** Limits: public facts F37 and F38. A parameter after the type, such as `;codecs=opus`, is ignored. */
function checkedSource(body: Fields): Pick<StoredJob, 'name' | 'contentType' | 'contentLength'> {
  const file = objectAt(ownField(body, 'source_file'), '/source_file');
  const name = textAt(file, 'name', '/source_file/name');
  if (isLonger(name, NAME_MAX_CHARS)) throw invalid('/source_file/name', `At most ${NAME_MAX_CHARS} characters`);
  const contentType =
    textAt(file, 'content_type', '/source_file/content_type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!VOICE_SOURCE_TYPES.includes(contentType))
    throw invalid('/source_file/content_type', `Value must be one of: ${VOICE_SOURCE_TYPES.join(', ')}`);
  const length = ownField(file, 'content_length');
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 1 || length > VOICE_UPLOAD_MAX_BYTES)
    throw invalid('/source_file/content_length', `Value must be a whole number from 1 to ${VOICE_UPLOAD_MAX_BYTES}`);
  return { name, contentType, contentLength: length };
}

const hasFeature = (language: CatalogueLanguage, name: string): boolean =>
  languageFeatures(language, 'voice').some(
    ({ feature }) => feature.name === name || feature.name === `${name}_external`,
  );

/** `parameters` and its language may be left out: then it is detected (public facts F37). */
function checkedSourceLanguage(body: Fields, { find }: KnownLanguages): string | null {
  const parameters = ownField(body, 'parameters') ?? {};
  const code = ownField(objectAt(parameters, '/parameters'), 'source_language');
  if (code === undefined || code === null) return null;
  const language = typeof code === 'string' ? find(code) : undefined;
  if (language === undefined || !languageSides(language, 'voice').source || !hasFeature(language, 'transcription'))
    throw invalid('/parameters/source_language', 'Value is not valid');
  return language.code;
}

const isWritten = (type: string): boolean => type === 'text/plain' || type === 'application/x-subrip';

function checkedTarget(value: unknown, pointer: string, { find }: KnownLanguages): StoredTarget {
  const fields = objectAt(value, pointer);
  const language = find(textAt(fields, 'language', `${pointer}/language`));
  if (language === undefined || !languageSides(language, 'voice').target)
    throw invalid(`${pointer}/language`, 'Value is not valid');
  const requestedType = textAt(fields, 'type', `${pointer}/type`).replaceAll(' ', '').toLowerCase();
  const type = VOICE_OUTPUT_TYPES.find((known) => known === requestedType);
  if (type === undefined) throw invalid(`${pointer}/type`, 'Value is not valid');
  if (!isWritten(type) && !hasFeature(language, 'translated_speech'))
    throw invalid(`${pointer}/type`, 'Speech is not available in this language');
  return { language: language.code, type };
}

function checkedTargets(body: Fields, languages: KnownLanguages): readonly StoredTarget[] {
  const targets = ownField(body, 'targets');
  if (!Array.isArray(targets) || targets.length === 0)
    throw invalid('/targets', 'Value must be an array with at least one item');
  return targets.map((each, index) => checkedTarget(each, `/targets/${index}`, languages));
}

/** Removes expired jobs, and refuses a job beyond the limit of the account. Limits: public facts F37; status: F40. */
async function makeRoom({ common, account, ports, settings }: Context, contentLength: number): Promise<void> {
  const now = ports.now();
  for (const job of common.jobs.all()) if (isGone(job, now)) await common.jobs.delete(job.id);
  // A job counts while something of it can still be fetched.
  const isOver = (job: StoredJob): boolean =>
    job.targets.every((_, index) => ['downloaded', 'failed'].includes(targetStatus(job, index, now, settings.voiceMs)));
  const running = common.jobs.all().filter((job) => job.account === account.name && !isOver(job));
  const large = running.filter((job) => job.contentLength > VOICE_LARGE_BYTES).length;
  if (running.length >= VOICE_JOBS_MAX)
    throw new Refusal(429, 'Too many requests', `At most ${VOICE_JOBS_MAX} jobs can exist at the same time`);
  if (contentLength > VOICE_LARGE_BYTES && large >= VOICE_LARGE_JOBS_MAX)
    throw new Refusal(
      429,
      'Too many requests',
      `At most ${VOICE_LARGE_JOBS_MAX} jobs with more than ${VOICE_LARGE_BYTES} bytes can exist at the same time`,
    );
}

/** Each call must ask for `include=signed_url` itself. Source: description, "Authentication" 4. */
function wantsSignedUrl({ query }: Context): boolean {
  const include = query.getAll('include');
  if (include.every((each) => each === 'signed_url')) return include.length > 0;
  throw badRequest('include must be signed_url');
}

/**
 * POST /v1/jobs/voice/translate: 201, where to put the source, and the signature for it. Source: table "Voice translate
 * jobs", row 1.
 */
async function createJob(context: Context): Promise<Answer> {
  const { account, common, ports, faults, origin, settings } = context;
  const signed = wantsSignedUrl(context);
  const body = objectBody(context.body);
  const source = checkedSource(body);
  const sourceLanguage = checkedSourceLanguage(body, settings.languages);
  const targets = checkedTargets(body, settings.languages);
  checkQuota(context, { speechMilliseconds: 0 });
  await makeRoom(context, source.contentLength);
  const fails = (index: number): boolean => faults.failTargets.some((each) => each === 'all' || each === index);
  const job: StoredJob = {
    id: ports.id().toLowerCase(),
    account: account.name,
    keyId: account.key?.id ?? '',
    ...source,
    sourceLanguage,
    creationTime: ports.now().toISOString(),
    targets: targets.map((target, index) => ({
      ...target,
      ...(fails(index) && { failure: 'A simulated failure of the target' }),
    })),
    secret: `${ports.id()}${ports.id()}`,
  };
  await common.jobs.put(job);
  const url = `${origin}${uploadPath(job.id)}`;
  const created: WireVoiceCreated = {
    job_id: job.id,
    upload_url: url,
    signature: signatureFor(job, 'upload'),
    ...(signed && { signed_upload_url: `${url}?signature=${signatureFor(job, 'upload-url')}` }),
  };
  return jsonAnswer(created, { status: 201 });
}

/**
 * GET /v1/jobs/voice/translate/{job_id}. Source: row 3. A job that has failed targets can be read like any other: table
 * "Errors", row 6.
 */
function readJob(context: Context): Answer {
  const { account, common, params, ports, settings, origin } = context;
  const signed = wantsSignedUrl(context);
  const job = common.jobs.get((params.job_id ?? '').toLowerCase());
  const now = ports.now();
  if (job === undefined || job.account !== account.name || isGone(job, now)) throw new Refusal(404, 'Job not found');
  const resultAt = ({ failure }: StoredTarget, index: number): WireVoiceResult => {
    const status = targetStatus(job, index, now, settings.voiceMs);
    const url = `${origin}${downloadPath(job.id, index)}`;
    return {
      status,
      ...(status === 'complete' && {
        download_url: url,
        signature: signatureFor(job, `download-${index}`),
        ...(signed && { signed_download_url: `${url}?signature=${signatureFor(job, `download-url-${index}`)}` }),
      }),
      ...(status === 'failed' && { error: { message: failure ?? '' } }),
    };
  };
  const answer: WireVoiceJob = {
    job_id: job.id,
    product: 'voice',
    operation: 'translate',
    created_at: job.creationTime,
    updated_at: updatedTime(job, now, settings.voiceMs),
    usage: { storage_used: job.upload?.bytes ?? 0 },
    source_file: { name: job.name, content_type: job.contentType, content_length: job.contentLength },
    parameters: { ...(job.sourceLanguage !== null && { source_language: job.sourceLanguage }) },
    targets: job.targets.map(({ language, type }) => ({ language, type })),
    results: job.targets.map(resultAt),
  };
  return jsonAnswer(answer);
}

/** Voice jobs exist only at the standard address. Source: public facts F51. */
const standard =
  (handler: Handler): Handler =>
  (context) => {
    if (context.settings.region !== undefined) throw forbidden('Voice jobs are available only at the standard address');
    return handler(context);
  };

const JOBS = '/v1/jobs/voice/translate';

export const VOICE_JOB_ROUTES: readonly KeyRoute[] = [
  { method: 'POST', path: JOBS, handler: standard(createJob), bodies: ['json'] },
  { method: 'GET', path: `${JOBS}/{job_id}`, handler: standard(readJob) },
];
