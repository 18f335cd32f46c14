import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_KEY } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { type AnyRequest, anyRequest } from './any-request.ts';
import { ADMIN_KEY, type Call, contract, type Opened } from './bench.ts';
import { emptyState, readings, sequence } from './state-model.ts';
import { takeStep } from './take-step.ts';

/** Stands in everything that a second account has, and in nothing that is sent in the name of the first. */
const MARKER = 'belongs-to-a-stranger';
const STRANGER = 'stranger-key';
const STRANGER_ADMIN = 'stranger-admin-key';
const KEYS = '/v2/admin/developer-keys';

type Ids = Readonly<Record<string, string>>;

/** A glossary and a style list with an instruction, named after `name`. */
async function writeContent(call: Call, name: string): Promise<Ids> {
  const dictionary = { source_lang: 'en', target_lang: 'de', entries: `${name}\t${name}`, entries_format: 'tsv' };
  const glossary = await call('POST', '/v3/glossaries', { name, dictionaries: [dictionary] });
  const list = await call('POST', '/v3/style_rules', {
    name,
    language: 'de',
    configured_rules: { numbers: { [name]: name } },
    custom_instructions: [{ label: name, prompt: name }],
  });
  expect([glossary.status, list.status]).toEqual([201, 201]);
  return {
    glossary_id: glossary.body.glossary_id,
    style_id: list.body.style_id,
    instruction_id: list.body.custom_instructions[0].id,
  };
}

/** One of everything that an account can have, and the signature for the upload of its job. */
async function furnish(
  call: Call,
  admin: Call,
  name: string,
): Promise<{ readonly ids: Ids; readonly signature: string }> {
  const key = await admin('POST', KEYS, { label: name });
  const job = await call('POST', '/v1/jobs/voice/translate', {
    source_file: { name: `${name}.wav`, content_type: 'audio/wav', content_length: 8 },
    targets: [{ language: 'de', type: 'text/plain' }],
  });
  expect([key.status, job.status]).toEqual([200, 201]);
  const ids = { ...(await writeContent(call, name)), key_id: key.body.key_id, job_id: job.body.job_id };
  return { ids, signature: job.body.signature };
}

/** Puts ids where a request names them, whether its text is encoded or not. */
const withIds = (text: string, own: Ids, stranger: Ids): string =>
  text.replace(
    /(?:\{|%7B)(own|stranger)\.(\w+)(?:\}|%7D)/g,
    (_, whose, name) => (whose === 'own' ? own : stranger)[name] ?? '',
  );

/** What shows the inside: a line of a stack, a file of the service, the folder that it runs in. */
const INSIDE = [/\bat \S+ \(|\bat file:|\bat \/|\.[jt]s:\d/, /\/src\/|node_modules|node:internal/];

contract('any calls', (bench) => {
  // Over a socket a call takes many times as long.
  const ofBench = (inProcess: number): number =>
    runs(bench.name === 'in process' ? inProcess : Math.ceil(inProcess / 8));

  test('model: after every call of any valid sequence, every GET answers as a model of the state says', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const { call, clock } = await bench.open();
        const state = emptyState();
        for (const each of steps) {
          clock.advance(1000);
          await takeStep(each, state, call, clock.now().toISOString());
          for (const { path, status, body } of readings(state)) {
            const answer = await call('GET', path);
            expect([path, answer.status]).toEqual([path, status]);
            if (body !== undefined) expect(answer.body).toEqual(body);
          }
        }
      }),
      { numRuns: ofBench(24) },
    );
  });

  /**
   * Two accounts, each with one of everything; an error of the service itself is kept, since over a socket its caller
   * could not tell.
   */
  async function furnished() {
    const errors: unknown[] = [];
    const opened = await bench.open({
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
        { key: STRANGER, plan: 'pro', label: MARKER },
        { key: STRANGER_ADMIN, plan: 'pro', admin: true, account: STRANGER },
      ],
      onError: (error) => void errors.push(error),
    });
    const stranger = await furnish(opened.as(STRANGER), opened.as(STRANGER_ADMIN), MARKER);
    return { ...opened, errors, stranger };
  }

  const send = async ({ url, fetch }: Opened, request: AnyRequest, own: Ids, signature: string, stranger: Ids) => {
    const authorization = {
      key: `Service-Auth-Key ${TEST_KEY}`,
      admin: `Service-Auth-Key ${ADMIN_KEY}`,
      nobody: undefined,
      unknown: 'Service-Auth-Key unknown',
      signature: `Service-Signature ${signature}`,
    }[request.as];
    const { method, path, type, body } = request;
    const bodied = body !== undefined && method !== 'GET' && method !== 'HEAD';
    return fetch(`${url}${withIds(path, own, stranger)}`, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(bodied && { body: typeof body === 'string' ? withIds(body, own, stranger) : body }),
    });
  };

  test('errors.body: nothing that a caller sends makes a 5xx, an error without its body, or shows the inside or another account', async () => {
    const opened = await furnished();
    const { as, errors, stranger } = opened;
    const look = async () => [
      (await as(STRANGER)('GET', '/v3/glossaries')).text,
      (await as(STRANGER)('GET', '/v3/style_rules?detailed=true')).text,
      (await as(STRANGER)('GET', `/v1/jobs/voice/translate/${stranger.ids.job_id}`)).text,
      (await as(STRANGER_ADMIN)('GET', KEYS)).text,
    ];
    const before = await look();
    const { ids, signature } = await furnish(opened.call, as(ADMIN_KEY), 'own');
    let own = ids;
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const response = await send(opened, request, own, signature, stranger.ids);
        const text = await response.text();
        // What is gone cannot be asked for in many ways.
        if (request.method === 'DELETE' && response.status === 204)
          own = { ...ids, ...(await writeContent(opened.call, 'own')) };
        expect(errors.splice(0)).toEqual([]);
        expect(response.status).toBeLessThan(500);
        expect(text).not.toContain(MARKER);
        expect(text).not.toContain(process.cwd());
        for (const inside of INSIDE) expect(text).not.toMatch(inside);
        if (response.status < 400 || request.method === 'HEAD') return;
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        const { message, detail = '', ...rest } = JSON.parse(text);
        expect([typeof message, typeof detail, rest]).toEqual(['string', 'string', {}]);
        expect(message).not.toBe('');
      }),
      { numRuns: ofBench(1200) },
    );
    expect(await look()).toEqual(before);
  });
});
