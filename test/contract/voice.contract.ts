import { expect, test } from 'vitest';
import { VOICE_OUTPUT_TYPES, voiceOutput } from '../../src/service/voice/media/voice-output.ts';
import { contract } from './bench.ts';
import { asked, JOBS, SUBTITLES, signed, TEXT, voice, WAV } from './voice-bench.ts';

/**
 * How a file of a type begins, in hex. Samples without a container begin with the silence before the first wave: zero
 * in each of the three codes.
 */
function beginningOf(type: string): RegExp {
  if (type === 'audio/flac') return /^664c6143$/;
  if (type.startsWith('audio/ogg') || type === 'audio/opus') return /^4f676753$/;
  if (type.startsWith('audio/x-matroska') || type.startsWith('audio/webm')) return /^1a45dfa3$/;
  if (type.startsWith('video/mp2t')) return /^47/;
  if (type.includes('ulaw')) return /^ff/;
  if (type.includes('alaw')) return /^d5/;
  return type.includes('pcm') ? /^0000/ : /^[0-9a-f]{8}$/;
}

contract('voice jobs', (bench) => {
  const open = async (options = {}) => {
    const opened = await bench.open(options);
    return { ...opened, ...voice(opened) };
  };

  test('voice.1: POST makes a job: 201, its id, and where and with what the source is put', async () => {
    const { call, url } = await open();
    const { status, body } = await call('POST', JOBS, asked());
    expect(status).toBe(201);
    expect(body).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      upload_url: expect.stringContaining(`${url}/`),
      signature: expect.stringMatching(/^\S{32,}$/),
    });
    expect(body.upload_url).not.toContain(body.signature);
  });

  test('voice.1: a body that is no object, a form, and another include are refused, and no job is made', async () => {
    const { call, service } = await open();
    for (const body of ['[]', 'null', '7', '', '{']) expect((await call('POST', JOBS, body)).status).toBe(400);
    expect((await call('POST', JOBS)).status).toBe(400);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('POST', JOBS, 'targets=a', form)).status).toBe(415);
    for (const query of ['?include=', '?include=all', '?include=signed_url&include=x'])
      expect((await call('POST', `${JOBS}${query}`, asked())).status).toBe(400);
    expect(service.calls.filter(({ status }) => status === 201)).toEqual([]);
  });

  test('voice.2: PUT {upload_url} is 204 without a body, by the header and by the signed address', async () => {
    const { create, fetch, states } = await open();
    const [first, second] = [await create(), await create([TEXT], {}, '?include=signed_url')];
    const type = { 'content-type': 'application/octet-stream' };
    const byHeader = await fetch(first.upload_url, {
      method: 'PUT',
      headers: { ...type, ...signed(first.signature) },
      body: WAV,
    });
    const byUrl = await fetch(second.signed_upload_url ?? '', { method: 'PUT', headers: type, body: WAV });
    expect([byHeader.status, await byHeader.text()]).toEqual([204, '']);
    expect([byUrl.status, await byUrl.text()]).toEqual([204, '']);
    for (const { job_id } of [first, second]) expect(await states(job_id)).toEqual(['uploaded']);
  });

  test('voice.2: the content type of the creation governs, not the header of the upload', async () => {
    const { create, fetch, clock, states } = await open();
    for (const [content_type, state] of [
      ['audio/wav', 'complete'],
      ['audio/flac', 'failed'],
    ]) {
      const { job_id, upload_url, signature } = await create([TEXT], { content_type });
      const headers = { ...signed(signature), 'content-type': 'audio/wav' };
      expect((await fetch(upload_url, { method: 'PUT', headers, body: WAV })).status).toBe(204);
      clock.advance(2000);
      expect(await states(job_id)).toEqual([state]);
    }
  });

  test('voice.2: a file of another length than was said is 400, and the right one is taken after it', async () => {
    const { create, put, states } = await open();
    const created = await create();
    expect(await put(created, WAV.subarray(1))).toBe(400);
    expect(await put(created, new Uint8Array(WAV.byteLength + 1))).toBe(400);
    expect(await put(created, new Uint8Array())).toBe(400);
    expect(await states(created.job_id)).toEqual(['pending']);
    expect(await put(created)).toBe(204);
  });

  test('voice.2: a second upload is 409', async () => {
    const { create, put } = await open();
    const created = await create();
    expect([await put(created), await put(created)]).toEqual([204, 409]);
  });

  test('voice.3: GET gives the job; a job that nobody made is 404, and another include 400', async () => {
    const { create, read } = await open();
    const { job_id } = await create();
    expect((await read(job_id)).job.job_id).toBe(job_id);
    for (const id of ['00000000-0000-4000-8000-00000000ffff', 'x', '__proto__'])
      expect((await read(id)).status).toBe(404);
    expect((await read(job_id, '?include=everything')).status).toBe(400);
  });

  test('voice.3: a job of another account is 404', async () => {
    const accounts = ['one', 'one-more', 'two'].map((key) => ({ key, plan: 'pro' as const, account: key.slice(0, 3) }));
    const { as } = await open({ accounts });
    const { job_id } = (await as('one')('POST', JOBS, asked())).body;
    const statuses = ['one', 'one-more', 'two'].map(async (key) => (await as(key)('GET', `${JOBS}/${job_id}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  });

  test('voice.4: GET {download_url} is 200 and the file, of each type with its content type, byte for byte', async () => {
    const { create, put, read, fetch, clock } = await open();
    const created = await create(VOICE_OUTPUT_TYPES.map((type) => ({ language: 'de', type })));
    await put(created);
    clock.advance(2000 * VOICE_OUTPUT_TYPES.length);
    const { results } = await read(created.job_id);
    expect(results).toHaveLength(18);
    for (const [index, type] of VOICE_OUTPUT_TYPES.entries()) {
      const { download_url = '', signature } = results[index] ?? {};
      const answer = await fetch(download_url, { headers: signed(signature) });
      const written = ['text/plain', 'application/x-subrip'].includes(type);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        written ? `${type}; charset=utf-8` : type,
      ]);
      const expected = voiceOutput({
        type,
        language: 'de',
        sourceLanguage: 'en',
        sourceName: 'talk.wav',
        durationMs: 2000,
      });
      const file = Buffer.from(await answer.arrayBuffer());
      expect(file.equals(expected)).toBe(true);
      expect(file.subarray(0, 4).toString('hex')).toMatch(beginningOf(type));
    }
  });

  test('voice.4: subtitles and transcript are text that says it is no translation, with timecodes', async () => {
    const { create, put, read, fetch, clock } = await open();
    const created = await create([TEXT, SUBTITLES]);
    await put(created);
    clock.advance(4000);
    const texts = (await read(created.job_id)).results.map(async ({ download_url = '', signature }) =>
      (await fetch(download_url, { headers: signed(signature) })).text(),
    );
    const [transcript = '', subtitles = ''] = await Promise.all(texts);
    expect(transcript).toContain('talk.wav');
    expect(subtitles).toMatch(/^1\r?\n00:00:00,000 --> 00:00:0\d,\d{3}\r?\n/);
  });

  test('voice.fields: a job has each field of the description and no other, with the values it was made with', async () => {
    const { call, create, put, clock } = await open();
    const { job_id, ...created } = await create([TEXT, SUBTITLES]);
    clock.advance(1000);
    await put({ job_id, ...created });
    clock.advance(2000);
    expect((await call('GET', `${JOBS}/${job_id}`)).body).toEqual({
      job_id,
      product: 'voice',
      operation: 'translate',
      created_at: '2026-01-15T12:00:00.000Z',
      updated_at: '2026-01-15T12:00:03.000Z',
      usage: { storage_used: WAV.byteLength },
      source_file: { name: 'talk.wav', content_type: 'audio/wav', content_length: WAV.byteLength },
      parameters: { source_language: 'en' },
      targets: [TEXT, SUBTITLES],
      results: [
        { status: 'complete', download_url: expect.any(String), signature: expect.any(String) },
        { status: 'processing' },
      ],
    });
  });

  test('voice.fields: storage is used from the upload on, and updated_at moves with every state', async () => {
    const { create, put, get, read, clock } = await open();
    const created = await create();
    const seen = async () => {
      const { job, results } = await read(created.job_id);
      return [results[0]?.status, job.usage.storage_used, job.updated_at.slice(17)];
    };
    clock.advance(1000);
    expect(await seen()).toEqual(['pending', 0, '00.000Z']);
    await put(created);
    expect(await seen()).toEqual(['uploaded', WAV.byteLength, '01.000Z']);
    clock.advance(1000);
    expect(await seen()).toEqual(['processing', WAV.byteLength, '01.200Z']);
    clock.advance(8000);
    expect(await seen()).toEqual(['complete', WAV.byteLength, '03.000Z']);
    await get((await read(created.job_id)).results[0]!);
    expect(await seen()).toEqual(['downloaded', WAV.byteLength, '10.000Z']);
  });

  test.each([[{}], [{ parameters: null }], [{ parameters: {} }], [{ parameters: { source_language: null } }]])(
    'voice.fields: the source language may be left out, and is then not in the job: %j',
    async (part) => {
      const { call } = await open();
      const { parameters: _, ...rest } = asked();
      const { status, body } = await call('POST', JOBS, { ...rest, ...part });
      expect(status).toBe(201);
      expect((await call('GET', `${JOBS}/${body.job_id}`)).body.parameters).toEqual({});
    },
  );

  test('voice.fields: languages are taken in any case and given in the catalogue’s', async () => {
    const { call, read } = await open();
    const body = { ...asked([{ language: 'PT-br', type: 'text/plain' }]), parameters: { source_language: 'DE' } };
    const { job } = await read((await call('POST', JOBS, body)).body.job_id);
    expect([job.targets[0]?.language, job.parameters.source_language]).toEqual(['pt-BR', 'de']);
  });

  test.each<[string, object]>([
    ['/source_file: Value is required', { source_file: undefined }],
    ['/source_file: Value must be an object', { source_file: ['a'] }],
    ['/source_file/name: Value is required', { source_file: {} }],
    ['/source_file/name: Value must be a string', asked([TEXT], { name: 7 })],
    ['/source_file/name: Value contains half of a surrogate pair', asked([TEXT], { name: 'a\udc00' })],
    ['/source_file/content_type: Value is required', asked([TEXT], { content_type: undefined })],
    ['/parameters: Value must be an object', { parameters: 'en' }],
    ['/parameters/source_language: Value is not valid', { parameters: { source_language: 'tlh' } }],
    ['/parameters/source_language: Value is not valid', { parameters: { source_language: 'en-GB' } }],
    ['/parameters/source_language: Value is not valid', { parameters: { source_language: ['en'] } }],
    ['/targets: Value must be an array with at least one item', { targets: undefined }],
    ['/targets: Value must be an array with at least one item', { targets: TEXT }],
    ['/targets/1: Value must be an object', { targets: [TEXT, 'text/plain'] }],
    ['/targets/0/language: Value is required', { targets: [{ type: 'text/plain' }] }],
    ['/targets/1/language: Value is not valid', { targets: [TEXT, { ...TEXT, language: 'en' }] }],
    ['/targets/0/language: Value is not valid', { targets: [{ ...TEXT, language: '__proto__' }] }],
    ['/targets/0/type: Value is required', { targets: [{ language: 'de' }] }],
  ])('voice.fields: a request that is wrong is 400 and says where: %s', async (message, part) => {
    const { call } = await open();
    const { status, body } = await call('POST', JOBS, { ...asked(), ...part });
    expect([status, body.message]).toEqual([400, message]);
  });

  test.each(VOICE_OUTPUT_TYPES)(
    'voice.types: the target type %s is taken, and stands in the job as it is',
    async (type) => {
      const { create, read } = await open();
      const { job } = await read((await create([{ language: 'de', type }])).job_id);
      expect(job.targets).toEqual([{ language: 'de', type }]);
    },
  );

  test('voice.types: there are 18 target types; the description’s three are among them', () => {
    expect(VOICE_OUTPUT_TYPES).toHaveLength(18);
    expect(VOICE_OUTPUT_TYPES).toEqual(
      expect.arrayContaining(['text/plain', 'application/x-subrip', 'audio/pcm;encoding=s16le;rate=16000']),
    );
  });

  test.each([
    'text/html',
    'audio/mpeg',
    'audio/pcm',
    'audio/pcm;rate=16000;encoding=s16le',
    'text/plain;',
    '__proto__',
  ])('voice.types: the target type %s is refused by its place', async (type) => {
    const { call } = await open();
    const { status, body } = await call('POST', JOBS, asked([TEXT, { language: 'de', type }]));
    expect([status, body.message]).toEqual([400, '/targets/1/type: Value is not valid']);
  });

  const SOURCES = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/webm'];

  test.each(SOURCES)(
    'voice.types: the source type %s is taken, in any case and with a parameter',
    async (content_type) => {
      const { create, read } = await open();
      for (const given of [content_type, content_type.toUpperCase(), `${content_type}; codecs=x`]) {
        const { job } = await read((await create([TEXT], { content_type: given })).job_id);
        expect(job.source_file.content_type).toBe(content_type);
      }
    },
  );

  test.each(['audio/aac', 'video/mp4', 'application/octet-stream', 'audio', ';', '__proto__'])(
    'voice.types: the source type %s is refused, with those that are taken',
    async (content_type) => {
      const { call } = await open();
      const { status, body } = await call('POST', JOBS, asked([TEXT], { content_type }));
      expect([status, body.message]).toEqual([
        400,
        `/source_file/content_type: Value must be one of: ${SOURCES.join(', ')}`,
      ]);
    },
  );
});
