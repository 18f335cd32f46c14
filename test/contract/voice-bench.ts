import type { WireVoiceCreated, WireVoiceJob, WireVoiceResult } from '../../src/contract/wire-voice.ts';
import type { Opened } from './bench.ts';

export const JOBS = '/v1/jobs/voice/translate';

/** A WAV file of so many seconds, of 100 bytes each unless it is said otherwise. */
export function wav(seconds: number, bytesPerSecond = 100): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(44 + seconds * bytesPerSecond);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.byteLength - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(bytesPerSecond, 24);
  file.writeUInt32LE(bytesPerSecond, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(seconds * bytesPerSecond, 40);
  return new Uint8Array(file);
}

export const WAV = wav(2);
export const TEXT = { language: 'de', type: 'text/plain' };
export const SUBTITLES = { language: 'fr', type: 'application/x-subrip' };

/** A request for a job, with other fields of its source file where they are given. */
export const asked = (targets: readonly unknown[] = [TEXT], source: object = {}) => ({
  source_file: { name: 'talk.wav', content_type: 'audio/wav', content_length: WAV.byteLength, ...source },
  parameters: { source_language: 'en' },
  targets,
});

export const signed = (signature = ''): Readonly<Record<string, string>> => ({
  authorization: `Service-Signature ${signature}`,
});

/** What the suites of voice jobs do again and again. */
export function voice({ call, fetch }: Pick<Opened, 'call' | 'fetch'>) {
  const read = async (id: string, query = '') => {
    const { status, body } = await call('GET', `${JOBS}/${id}${query}`);
    return { status, job: body as WireVoiceJob, results: (body.results ?? []) as readonly WireVoiceResult[] };
  };
  return {
    read,
    create: async (targets?: readonly unknown[], source?: object, query = ''): Promise<WireVoiceCreated> =>
      (await call('POST', `${JOBS}${query}`, asked(targets, source))).body,
    /** The states of the targets, in their order. */
    states: async (id: string) => (await read(id)).results.map(({ status }) => status),
    /** The status of an upload with the signature in the header. */
    put: async ({ upload_url, signature }: WireVoiceCreated, body: Uint8Array<ArrayBuffer> = WAV): Promise<number> =>
      (await fetch(upload_url, { method: 'PUT', headers: signed(signature), body })).status,
    /** The status of a download with the signature in the header. */
    get: async ({ download_url = '', signature }: WireVoiceResult): Promise<number> => {
      const answer = await fetch(download_url, { headers: signed(signature) });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
