import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import { makeClient } from '../../src/client/make-client.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { glossaryId } from '../../src/model/ids.ts';
import { secret } from '../../src/model/secret.ts';
import { answer, KEY, scriptedClient } from '../support/scripted-client.ts';

const messageOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'it went well',
    (error: unknown) => (error as Error).message,
  );

/** What is said of a listing that is answered so, once. */
const said = (status: number, body?: string): Promise<string> =>
  messageOf(
    glossaryCalls(
      scriptedClient(() => (body === undefined ? answer(status) : new Response(body, { status })), {
        retry: { attempts: 1 },
      }).client,
    ).list(),
  );

describe('an answer without a body', () => {
  test.each([
    [301, '(redirect): the address redirects, which is not followed; set base_url to where the service is'],
    [400, '(bad request): the service refuses the request and gives no reason'],
    [401, '(not authorized): the key is wrong, not for this region, or sent with another auth_scheme'],
    [
      403,
      '(forbidden): the key is wrong, not for this region, or sent with another auth_scheme than the service expects; check key, address (base_url) and auth_scheme',
    ],
    [
      404,
      '(not found): nothing answers at this path; the address of the target (base_url) may not be that of the service',
    ],
    [405, '(method not allowed): the address of the target (base_url) may not be'],
    [407, '(proxy authentication required): the proxy wants a user name and a password; put them into HTTPS_PROXY'],
    [408, '(request timeout): the request took too long'],
    [413, '(request too large): the service, or a proxy before it, takes no request of this size'],
    [418, '(refused)'],
    [
      429,
      '(too many requests): the service limits how many calls it takes; try again later, or make fewer at once with --concurrency',
    ],
    [456, '(quota exceeded): there were too many requests to the glossary endpoints recently, or the quota'],
    [500, '(internal error of the service): the service, or a proxy before it, is in trouble; try again later'],
    [502, '(bad gateway): the service, or a proxy before it, is in trouble'],
    [503, '(service unavailable): the service, or a proxy before it, is in trouble'],
    [511, '(network sign-in required): the network requires you to sign in'],
    [529, '(too many requests): the service limits'],
    [599, '(error of the service): the service, or a proxy before it, is in trouble'],
  ])('%i says what it means, who was asked, and what to do', async (status, words) => {
    expect(await said(status)).toContain(`GET /v3/glossaries at api.example.com answered ${status} ${words}`);
  });

  test('of something that has an id speaks of the id', async () => {
    const { client } = scriptedClient([answer(404)]);
    expect(await messageOf(glossaryCalls(client).delete(glossaryId('g-1')))).toContain(
      'nothing under this id (any more)',
    );
  });

  test('after several attempts says how many and for how long', async () => {
    const { client } = scriptedClient(() => answer(503));
    expect(await messageOf(glossaryCalls(client).list())).toMatch(/ \(tried 5 times in 3\.8 s\)$/);
  });
});

describe('a web page', () => {
  const page = '<!DOCTYPE html><html><title>Sign in</title></html>';

  test('that says no is told as the page of a proxy, and not quoted', async () => {
    const words = await said(502, page);
    expect(words).toContain('answered 502 (bad gateway)');
    expect(words).toContain('the answer is a web page, so it comes from a proxy or another server');
    expect(words).not.toContain('Sign in');
  });

  test('in place of an answer is told as such, for a read and for a write', async () => {
    const { client } = scriptedClient(() => new Response(page));
    const read = await messageOf(glossaryCalls(client).list());
    expect(read).toContain('it is not JSON in UTF-8; the answer is a web page');
    expect(read).toContain('the address of the target (base_url) may not be that of the service');
    expect(await messageOf(glossaryCalls(client).create({ name: 'n', dictionaries: new Map() }))).toContain('web page');
  });
});

describe('no answer', () => {
  const broken = (code: string): Promise<string> =>
    messageOf(
      glossaryCalls(
        scriptedClient(
          () =>
            Object.assign(new Error(`request to https://api.example.com/x failed, reason: system ${code}`), { code }),
          { retry: { attempts: 1 } },
        ).client,
      ).list(),
    );

  test.each([
    [
      'ENOTFOUND',
      'the name of the host is not known (system ENOTFOUND); check the address of the target (base_url), and the DNS',
    ],
    ['EAI_AGAIN', 'the name of the host could not be looked up'],
    [
      'ECONNREFUSED',
      'the connection was refused (system ECONNREFUSED); check the address of the target (base_url), and that the service',
    ],
    ['ECONNRESET', 'the connection was broken off (system ECONNRESET); check the network, the firewall and the proxy'],
    ['ETIMEDOUT', 'the host did not respond'],
    ['EHOSTUNREACH', 'the host cannot be reached from here'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'signed by an authority that this machine does not know'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS'],
  ])('with %s says what broke and what to do', async (code, words) => {
    expect(await broken(code)).toContain(
      `GET /v3/glossaries got no answer from api.example.com: ${words}`.slice(0, 52),
    );
    expect(await broken(code)).toContain(words);
  });

  test('from a port where nothing listens is told with the port', async () => {
    const ports = {
      now: () => new Date(),
      sleep: async () => undefined,
      after: () => () => undefined,
      random: () => 0,
    };
    const client = makeClient(
      { baseUrl: 'http://127.0.0.1:1', authScheme: 'Service-Auth-Key', key: secret(KEY) },
      { ...ports, fetch: nodeFetchPort() },
      { retry: { attempts: 1 } },
    );
    expect(await messageOf(glossaryCalls(client).list())).toBe(
      'GET /v3/glossaries got no answer from 127.0.0.1:1: the connection was refused (connect ECONNREFUSED 127.0.0.1:1); check the address of the target (base_url), and that the service or the proxy runs there',
    );
  });
});
