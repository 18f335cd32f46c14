import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeAssetTransfer } from '../../../src/client/assets/asset-transfer.ts';
import { makeVoiceCalls, type VoiceCalls } from '../../../src/client/calls/voice-calls.ts';
import { makeExchange } from '../../../src/client/transport/exchange.ts';
import { DEFAULT_RETRY } from '../../../src/client/transport/retry.ts';
import { makeSend } from '../../../src/client/transport/send.ts';
import { type CreatedVoiceJob, isSettled, type VoiceJob, voiceJobId } from '../../../src/model/account/voice-job.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import { scrubber, secret } from '../../../src/model/secret.ts';
import { bytesSource } from '../../support/bytes-source.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { answer, KEY, type Reply } from '../../support/scripted-client.ts';

const BASE = 'https://api.example.com';
const ID = voiceJobId('7d3c');
const UPLOAD_URL = 'https://store.example.net/up/7d3c';
const SIGNED_UPLOAD_URL = `${UPLOAD_URL}?token=s1gned-upl0ad`;
const DOWNLOAD_URL = 'https://store.example.net/down/7d3c';
const SIGNED_DOWNLOAD_URL = `${DOWNLOAD_URL}?token=s1gned-d0wnload`;
const UPLOAD_SIGNATURE = 'upl0ad-s1gnature';
const SIGNATURE = 'd0wnload-s1gnature';

const REQUEST = {
  sourceFile: { name: 'talk.mp3', contentType: 'audio/mpeg', contentLength: 9 },
  targets: [{ language: 'de', type: 'text/plain' }],
} as const;
const CREATED = { job_id: ID, upload_url: UPLOAD_URL, signature: UPLOAD_SIGNATURE };
const COMPLETE = { status: 'complete', download_url: DOWNLOAD_URL, signature: SIGNATURE };

const wireJob = (results: readonly unknown[], more: object = {}): object => ({
  job_id: ID,
  product: 'voice',
  operation: 'translate',
  created_at: '2030-01-01T00:00:00Z',
  updated_at: '2030-01-01T00:00:05Z',
  usage: { storage_used: 9 },
  source_file: { name: 'talk.mp3', content_type: 'audio/mpeg', content_length: 9 },
  parameters: { source_language: 'en' },
  targets: results.map(() => ({ language: 'de', type: 'text/plain' })),
  results,
  ...more,
});

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** The calls over a network that is the list of replies. */
function scripted(...replies: readonly Reply[]): { calls: VoiceCalls; sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const { now, sleep, after } = manualClock();
  const retry = { ...DEFAULT_RETRY, attempts: 2 };
  const ports = {
    now,
    sleep,
    after,
    random: () => 0.5,
    fetch: async (
      url: string,
      { method, headers, body, stream }: Parameters<Parameters<typeof makeSend>[1]['fetch']>[1],
    ) => {
      let text = new TextDecoder().decode(body);
      for await (const chunk of stream ?? []) text += new TextDecoder().decode(chunk);
      sent.push({ method, url: url.replace(BASE, ''), authorization: headers.authorization, body: text });
      const reply = replies[sent.length - 1] ?? new Error(`no reply for call ${sent.length}`);
      if (reply === 'silence' || reply instanceof Error) throw reply;
      return reply;
    },
  };
  const send = makeSend({ baseUrl: BASE, authScheme: 'Service-Auth-Key', key: secret(KEY) }, ports, {
    timeoutMs: 1000,
    retry,
    userAgent: 'test',
  });
  const transfer = makeAssetTransfer(ports, {
    baseUrl: BASE,
    signatureScheme: 'Service-Signature',
    timeoutMs: 1000,
    retry,
    userAgent: 'test',
  });
  return { calls: makeVoiceCalls(makeExchange(send, scrubber(KEY)), transfer, BASE), sent };
}

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );
const shown = (value: unknown): string =>
  `${JSON.stringify(value)} ${inspect(value, { depth: null, showHidden: true })} ${String(value)}`;

describe('creating', () => {
  test('sends the file, the language and the targets, and gives where to upload', async () => {
    const { calls, sent } = scripted(answer(201, CREATED), answer(201, CREATED));
    const created = await calls.create(REQUEST);
    expect(created).toMatchObject({ jobId: ID, uploadUrl: UPLOAD_URL });
    expect(created.uploadSignature?.reveal()).toBe(UPLOAD_SIGNATURE);
    expect(created).not.toHaveProperty('signedUploadUrl');
    await calls.create({ ...REQUEST, sourceLanguage: 'en' });
    const file = { name: 'talk.mp3', content_type: 'audio/mpeg', content_length: 9 };
    expect(sent.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/v1/jobs/voice/translate', { source_file: file, targets: REQUEST.targets }],
      [
        'POST',
        '/v1/jobs/voice/translate',
        { source_file: file, parameters: { source_language: 'en' }, targets: REQUEST.targets },
      ],
    ]);
  });

  test('asks for a signed address only where it is wanted', async () => {
    const { calls, sent } = scripted(answer(201, { ...CREATED, signed_upload_url: SIGNED_UPLOAD_URL }));
    const created = await calls.create(REQUEST, { signedUrl: true });
    expect(sent[0]?.url).toBe('/v1/jobs/voice/translate?include=signed_url');
    expect(created.signedUploadUrl?.reveal()).toBe(SIGNED_UPLOAD_URL);
  });

  test('shows neither the signature nor the signed address by accident', async () => {
    const { calls } = scripted(answer(201, { ...CREATED, signed_upload_url: SIGNED_UPLOAD_URL }));
    const created = await calls.create(REQUEST, { signedUrl: true });
    expect(shown(created)).not.toMatch(/s1gn/);
  });

  test.each([
    ['a lost answer', new Error('socket hang up')],
    ['a fault of the service', answer(503)],
    ['an unreadable answer', answer(201, { ...CREATED, job_id: 7 })],
  ])('is not repeated after %s', async (_, reply) => {
    const { calls, sent } = scripted(reply, answer(201, CREATED));
    expect(await failure(calls.create(REQUEST))).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [{ job_id: '..' }, 'job_id is not an id'],
    [{ upload_url: undefined }, 'upload_url is not a text'],
    [{ upload_url: 'http://store.example.net/up?token=s1gn' }, 'upload_url is not an https address, but base_url is'],
    [{ upload_url: 'file:///s1gn' }, 'upload_url is neither an http nor an https address'],
    [{ upload_url: 'https://u:s1gn@store.example.net' }, 'upload_url is an address with a user or a password in it'],
    [{ upload_url: '/up/s1gn' }, 'upload_url is not an address of the form https://host'],
    [{ signed_upload_url: 'http://store.example.net/s1gn' }, 'signed_upload_url is not an https address'],
    [{ signature: 's1gn\r\nx: y' }, 'signature is not a signature'],
    [{ signature: null }, 'signature is not a text'],
  ])('%j makes an answer as good as lost, with the field in the error and not its value', async (more, words) => {
    const { calls } = scripted(answer(201, { ...CREATED, ...more }));
    const error = await failure(calls.create(REQUEST, { signedUrl: true }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toContain(words);
    expect(shown(error)).not.toContain('s1gn');
  });

  test.each([
    [{ ...REQUEST, targets: [] }],
    [{ ...REQUEST, sourceFile: { ...REQUEST.sourceFile, contentLength: 0 } }],
    [{ ...REQUEST, sourceFile: { ...REQUEST.sourceFile, contentLength: Number.NaN } }],
  ])('%j is refused before anything is sent', async (request) => {
    const { calls, sent } = scripted();
    expect(await failure(calls.create(request))).toBeInstanceOf(UsageError);
    expect(sent).toEqual([]);
  });

  test('a refusal says what the service says', async () => {
    const { calls } = scripted(answer(400, { message: '/targets/0/type: Value is not valid' }));
    await expect(calls.create(REQUEST)).rejects.toThrow('answered 400: /targets/0/type: Value is not valid');
  });
});

describe('reading', () => {
  test('gives the job with a result for every target', async () => {
    const { calls, sent } = scripted(
      answer(200, wireJob([COMPLETE, { status: 'processing' }, { status: 'failed', error: { message: 'no speech' } }])),
    );
    const job = await calls.read(ID);
    expect(sent[0]?.url).toBe('/v1/jobs/voice/translate/7d3c');
    expect(job).toMatchObject({
      jobId: ID,
      createdAt: '2030-01-01T00:00:00Z',
      sourceFile: { name: 'talk.mp3', contentType: 'audio/mpeg', contentLength: 9 },
      sourceLanguage: 'en',
      targets: [{ language: 'de', type: 'text/plain' }, {}, {}],
    });
    expect(job?.results.slice(1)).toEqual([
      { status: 'processing', statusWord: 'processing' },
      { status: 'failed', statusWord: 'failed', errorMessage: 'no speech' },
    ]);
    expect(job?.results[0]).toMatchObject({ status: 'complete', downloadUrl: DOWNLOAD_URL });
    expect(job?.results[0]?.signature?.reveal()).toBe(SIGNATURE);
  });

  test('asks for signed addresses only where they are wanted, and shows none', async () => {
    const { calls, sent } = scripted(answer(200, wireJob([{ ...COMPLETE, signed_download_url: SIGNED_DOWNLOAD_URL }])));
    const job = await calls.read(ID, { signedUrl: true });
    expect(sent[0]?.url).toBe('/v1/jobs/voice/translate/7d3c?include=signed_url');
    expect(job?.results[0]?.signedDownloadUrl?.reveal()).toBe(SIGNED_DOWNLOAD_URL);
    expect(shown(job)).not.toMatch(/s1gn/);
  });

  test('leaves out what the service does not say', async () => {
    const { calls } = scripted(
      answer(200, wireJob([{ status: 'pending', error: null }], { usage: null, parameters: undefined })),
    );
    const job = await calls.read(ID);
    expect(Object.keys(job ?? {})).not.toContain('sourceLanguage');
    expect(job?.results).toEqual([{ status: 'pending', statusWord: 'pending' }]);
  });

  test.each([
    ['pending', 'pending', false],
    ['uploaded', 'uploaded', false],
    ['processing', 'processing', false],
    ['complete', 'complete', true],
    ['downloaded', 'downloaded', true],
    ['failed', 'failed', true],
    ['queued-for-later', 'other', false],
    ['constructor', 'other', false],
    ['', 'other', false],
  ] as const)('status %j is %s; settled: %s', async (statusWord, status, settled) => {
    const { calls } = scripted(answer(200, wireJob([{ ...COMPLETE, status: statusWord }])));
    const [result] = (await calls.read(ID))?.results ?? [];
    expect(result).toMatchObject({ status, statusWord });
    expect(result !== undefined && isSettled(result)).toBe(settled);
  });

  test('a job that is gone is not there', async () => {
    expect(await scripted(answer(404)).calls.read(ID)).toBeUndefined();
  });

  test.each([
    [{ results: [] }, 'it has 0 results for 1 targets'],
    [{ results: [COMPLETE, COMPLETE] }, 'it has 2 results for 1 targets'],
    [{ results: undefined }, 'results is not a list'],
    [{ results: [{ status: 7 }] }, 'results[0].status is not a text'],
    [{ results: [{ ...COMPLETE, signature: undefined }] }, 'results[0].signature is not a text'],
    [{ results: [{ ...COMPLETE, signature: 's1gn s1gn' }] }, 'results[0].signature is not a signature'],
    [{ results: [{ ...COMPLETE, download_url: undefined }] }, 'results[0].download_url is not a text'],
    [{ results: [{ ...COMPLETE, download_url: 'http://h/s1gn' }] }, 'results[0].download_url is not an https address'],
    [{ results: [{ status: 'downloaded', download_url: 'gopher://s1gn' }] }, 'results[0].download_url is neither'],
    [
      { results: [{ ...COMPLETE, signed_download_url: 'javascript:s1gn' }] },
      'results[0].signed_download_url is neither',
    ],
    [{ source_file: 'talk' }, 'source_file is not an object'],
    [{ targets: [{ language: 'de' }] }, 'targets[0].type is not a text'],
  ])('%j is a refusal that names the field and not its value', async (more, words) => {
    const { calls } = scripted(answer(200, wireJob([COMPLETE], more)));
    const error = await failure(calls.read(ID));
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as Error).message).toContain(words);
    expect(shown(error)).not.toMatch(/s1gn/);
  });

  test('an id that a path would resolve is not sent', async () => {
    const { calls, sent } = scripted(answer(404));
    expect(await failure(calls.read(voiceJobId('..')))).toBeInstanceOf(UsageError);
    await calls.read(voiceJobId('a/b?c'));
    expect(sent.map(({ url }) => url)).toEqual(['/v1/jobs/voice/translate/a%2Fb%3Fc']);
  });
});

describe('transferring', () => {
  const created: CreatedVoiceJob = {
    jobId: ID,
    uploadUrl: UPLOAD_URL,
    uploadSignature: secret(UPLOAD_SIGNATURE),
    signedUploadUrl: secret(SIGNED_UPLOAD_URL),
  };
  const job: Pick<VoiceJob, 'jobId' | 'results'> = {
    jobId: ID,
    results: [
      { status: 'processing', statusWord: 'processing' },
      {
        status: 'complete',
        statusWord: 'complete',
        downloadUrl: DOWNLOAD_URL,
        signature: secret(SIGNATURE),
        signedDownloadUrl: secret(SIGNED_DOWNLOAD_URL),
      },
    ],
  };
  const recording = bytesSource(new TextEncoder().encode('recording'));

  test('a whole job sends the key to the service, and each signature to its own address alone', async () => {
    const { calls, sent } = scripted(
      answer(201, CREATED),
      answer(204),
      answer(200, wireJob([COMPLETE])),
      new Response('Guten Tag', { headers: { 'content-length': '9' } }),
    );
    await calls.upload(await calls.create(REQUEST), recording);
    const read = await calls.read(ID);
    let text = '';
    const outcome = await calls.download(read as VoiceJob, 0, (chunk) => {
      text += new TextDecoder().decode(chunk);
    });
    expect(outcome).toEqual({ kind: 'complete', bytes: 9 });
    expect(text).toBe('Guten Tag');
    expect(sent.map(({ method, url, authorization }) => [method, url, authorization])).toEqual([
      ['POST', '/v1/jobs/voice/translate', `Service-Auth-Key ${KEY}`],
      ['PUT', UPLOAD_URL, `Service-Signature ${UPLOAD_SIGNATURE}`],
      ['GET', '/v1/jobs/voice/translate/7d3c', `Service-Auth-Key ${KEY}`],
      ['GET', DOWNLOAD_URL, `Service-Signature ${SIGNATURE}`],
    ]);
    expect(sent[1]?.body).toBe('recording');
  });

  test('a signed address is used only where it is asked for, and without authorization', async () => {
    const { calls, sent } = scripted(answer(204), answer(204), new Response('x'));
    await calls.upload(created, recording);
    await calls.upload(created, recording, { signedUrl: true });
    await calls.download(job, 1, () => undefined, { signedUrl: true });
    expect(sent.map(({ url, authorization }) => [url, authorization])).toEqual([
      [UPLOAD_URL, `Service-Signature ${UPLOAD_SIGNATURE}`],
      [SIGNED_UPLOAD_URL, undefined],
      [SIGNED_DOWNLOAD_URL, undefined],
    ]);
  });

  test.each([
    [0, {}, 'the service has not returned its address'],
    [0, { signedUrl: true }, 'has no signed address'],
    [2, {}, 'the job has 2'],
    [-1, {}, 'the job has 2'],
  ])('result %i with %j cannot be downloaded', async (index, options, words) => {
    const { calls, sent } = scripted();
    const error = await failure(calls.download(job, index, () => undefined, options));
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(words);
    expect(sent).toEqual([]);
  });

  test('errors name the job and the number of the result, not the address', async () => {
    const { calls } = scripted(answer(403), answer(403));
    expect(await failure(calls.upload(created, recording))).toMatchObject({
      refusal: { request: 'PUT upload of job 7d3c' },
    });
    const error = await failure(calls.download(job, 1, () => undefined));
    expect((error as Error).message).toBe(
      'GET download of result 2 of job 7d3c at store.example.net answered 403 (forbidden): a result is there for 1 hour after the upload and until it was downloaded, for its own signature',
    );
  });
});
