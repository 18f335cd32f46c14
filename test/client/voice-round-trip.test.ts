import { afterEach, describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { DownloadOutcome } from '../../src/client/assets/asset-transfer.ts';
import type { VoiceCalls } from '../../src/client/calls/voice-calls.ts';
import { makeClient } from '../../src/client/make-client.ts';
import type { ClientPorts } from '../../src/client/transport/ports.ts';
import type { CreatedVoiceJob, VoiceJob } from '../../src/model/account/voice-job.ts';
import { secret } from '../../src/model/secret.ts';
import type { Service, ServiceOptions } from '../../src/service/create-service.ts';
import { type Listening, listen } from '../../src/service/http/listen.ts';
import { bytesSource } from '../support/bytes-source.ts';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';

const listening: Listening[] = [];
afterEach(async () => {
  for (const each of listening.splice(0)) await each.close();
});

interface Bench {
  readonly voice: VoiceCalls;
  readonly service: Service;
}

const endpoint = (baseUrl: string, authScheme: string) => ({ baseUrl, authScheme, key: secret(TEST_KEY) });
const portsWith = (fetch: ClientPorts['fetch']): ClientPorts => {
  const { now, sleep, after } = manualClock();
  return { fetch, now, sleep, after, random: () => 0 };
};

/** The client and the embedded service, with nothing but a function between them. */
async function inProcess(options: Partial<ServiceOptions>, authScheme: string): Promise<Bench> {
  const service = testService(options);
  return { service, voice: makeClient(endpoint(TEST_URL, authScheme), portsWith(inProcessFetch(service))).voice };
}

/** The same, with a real connection between them. */
async function overLoopback(options: Partial<ServiceOptions>, authScheme: string): Promise<Bench> {
  const service = testService(options);
  const server = await listen(service);
  listening.push(server);
  return { service, voice: makeClient(endpoint(server.url, authScheme), portsWith(nodeFetchPort())).voice };
}

/** 8 MiB that begin as an MP3 does. */
const RECORDING = new Uint8Array(8 * 1024 * 1024).fill(0xff);
const REQUEST = {
  sourceFile: { name: 'talk.mp3', contentType: 'audio/mpeg', contentLength: RECORDING.byteLength },
  sourceLanguage: 'en',
  targets: [
    { language: 'de', type: 'text/plain' },
    { language: 'fr', type: 'audio/pcm;encoding=s16le;rate=16000' },
  ],
} as const;

interface Downloaded {
  readonly outcome: DownloadOutcome;
  readonly bytes: number;
  readonly head: string;
}

async function downloaded(voice: VoiceCalls, job: VoiceJob, index: number, signedUrl: boolean): Promise<Downloaded> {
  let bytes = 0;
  let head = '';
  const outcome = await voice.download(
    job,
    index,
    (chunk) => {
      if (bytes === 0) head = new TextDecoder().decode(chunk.subarray(0, 20));
      bytes += chunk.byteLength;
    },
    { signedUrl },
  );
  return { outcome, bytes, head };
}

async function read(voice: VoiceCalls, { jobId }: CreatedVoiceJob, signedUrl = false): Promise<VoiceJob> {
  const job = await voice.read(jobId, { signedUrl });
  if (job === undefined) throw new Error('the job is gone');
  return job;
}

const statuses = ({ results }: VoiceJob): readonly string[] => results.map(({ status }) => status);

describe.each([
  ['in one process', inProcess],
  ['over a connection', overLoopback],
] as const)('a voice job %s', (_, bench) => {
  test.each([
    ['Service-Auth-Key', false],
    ['DeepL-Auth-Key', false],
    ['Service-Auth-Key', true],
  ])('with %s, signed addresses: %s, goes all its way', async (authScheme, signedUrl) => {
    const { voice } = await bench({ voiceMs: 0 }, authScheme);
    const created = await voice.create(REQUEST, { signedUrl });
    expect(statuses(await read(voice, created))).toEqual(['pending', 'pending']);
    let sent = 0;
    await voice.upload(created, bytesSource(RECORDING), {
      signedUrl,
      onProgress: (bytes) => {
        sent = bytes;
      },
    });
    expect(sent).toBe(RECORDING.byteLength);
    const job = await read(voice, created, signedUrl);
    expect(job).toMatchObject({
      sourceFile: REQUEST.sourceFile,
      sourceLanguage: 'en',
      targets: REQUEST.targets,
    });
    expect(statuses(job)).toEqual(['complete', 'complete']);
    for (const index of [0, 1]) {
      const { outcome, bytes } = await downloaded(voice, job, index, signedUrl);
      expect(outcome).toEqual({ kind: 'complete', bytes });
      expect(bytes).toBeGreaterThan(0);
    }
    expect(statuses(await read(voice, created))).toEqual(['downloaded', 'downloaded']);
  });

  test('whose upload was taken and not answered is known to be perhaps uploaded', async () => {
    const faults = [{ kind: 'reset-after', method: 'PUT', calls: [1] }] as const;
    const { voice } = await bench({ voiceMs: 0, faults }, 'Service-Auth-Key');
    const created = await voice.create(REQUEST);
    await expect(voice.upload(created, bytesSource(RECORDING))).rejects.toMatchObject({ name: 'UnreachableError' });
    expect(statuses(await read(voice, created))).toEqual(['complete', 'complete']);
  });

  test('whose upload broke off before it was taken is uploaded again', async () => {
    const faults = [{ kind: 'reset-before', method: 'PUT', calls: [1, 2] }] as const;
    const { voice } = await bench({ voiceMs: 0, faults }, 'Service-Auth-Key');
    const created = await voice.create(REQUEST);
    await voice.upload(created, bytesSource(RECORDING));
    expect(statuses(await read(voice, created))).toEqual(['complete', 'complete']);
  });

  test('whose download is cut short counts as downloaded, and says that it is not whole', async () => {
    const faults = [{ kind: 'truncate', method: 'GET', path: '/v1/assets/*', calls: [1] }] as const;
    const { voice } = await bench({ voiceMs: 0, faults }, 'Service-Auth-Key');
    const created = await voice.create(REQUEST);
    await voice.upload(created, bytesSource(RECORDING));
    const job = await read(voice, created);
    const { outcome, bytes } = await downloaded(voice, job, 1, false);
    expect(outcome).toMatchObject({ kind: 'cut', bytes, error: { name: 'UnreachableError' } });
    expect(statuses(await read(voice, created))).toEqual(['complete', 'downloaded']);
  });

  test('takes no other signature than its own', async () => {
    const { voice } = await bench({ voiceMs: 0 }, 'Service-Auth-Key');
    const created = await voice.create(REQUEST);
    const { uploadSignature = secret('none') } = await voice.create(REQUEST);
    await expect(voice.upload({ ...created, uploadSignature }, bytesSource(RECORDING))).rejects.toMatchObject({
      refusal: { request: `PUT upload of job ${created.jobId}`, status: 403 },
    });
  });
});
