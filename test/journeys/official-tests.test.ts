import { once } from 'node:events';
import { request } from 'node:http';
import { ConnectionError, DeepLClient, QuotaExceededError, TooManyRequestsError } from 'deepl-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { parseAnswer } from '../support/service-caller.ts';

/** A service for official clients, or not, behind a port. Whoever is to get no answer waits for ever. */
async function bench(compat = true) {
  const service = createService(
    { accounts: [{ key: TEST_KEY, plan: 'pro' }], compat },
    {
      now: () => new Date('2026-01-01T00:00:00Z'),
      id: idsInOrder(),
      sleep: () => new Promise(() => undefined),
      random: () => 0.5,
    },
  );
  const { url, close, cut } = await listen(service);
  onTestFinished(async () => {
    const closed = close();
    await cut();
    await closed;
  });
  const get = async (path: string) =>
    parseAnswer(await fetch(`${url}${path}`, { headers: { authorization: `DeepL-Auth-Key ${TEST_KEY}` } }));
  let sessions = 0;
  return {
    url,
    get,
    service,
    /** An official client in a session of its own. */
    client: (headers: Readonly<Record<string, number>> = {}, options = {}) => {
      sessions += 1;
      const session = Object.entries(headers).map(([name, value]) => [`mock-server-session-${name}`, String(value)]);
      return new DeepLClient(`key-${sessions}`, {
        serverUrl: url,
        maxRetries: 0,
        headers: { 'mock-server-session': `session ${sessions}`, ...Object.fromEntries(session) },
        ...options,
      });
    },
  };
}

interface Listed {
  readonly lang: string;
  readonly usable_as_source: boolean;
  readonly usable_as_target: boolean;
  readonly features: Readonly<Record<string, unknown>>;
}

describe('languages as official clients expect them', () => {
  test('v3: English is a target, Afrikaans has tags alone, and translation memories are a resource and a feature', async () => {
    const { get, client } = await bench();
    const { body } = await get('/v3/languages?resource=translate_text');
    const find = (code: string): Listed => body.find(({ lang }: Listed) => lang === code);
    expect(find('en')).toMatchObject({ usable_as_source: true, usable_as_target: true });
    expect(Object.keys(find('af').features)).toEqual(['auto_detection', 'tag_handling']);
    expect(Object.keys(find('de').features).sort()).toEqual([
      'auto_detection',
      'formality',
      'glossary',
      'style_rules',
      'tag_handling',
      'translation_memory',
    ]);
    const memories = (await get('/v3/languages?resource=translation_memory')).body;
    expect(memories.map(({ lang }: Listed) => lang)).toEqual(
      'de en en-GB en-US es es-419 fr it ja ko zh zh-Hans'.split(' '),
    );
    expect(memories.every(({ features }: Listed) => Object.keys(features).length === 0)).toBe(true);
    const resources = (await get('/v3/languages/resources')).body;
    expect(resources.map(({ name }: { readonly name: string }) => name)).toContain('translation_memory');
    expect(JSON.stringify(resources)).not.toContain('_external');
    expect((await client().translateText('Hallo', 'de', 'af' as 'de')).text).toBe('[AF] Hallo');
  });

  test('v2: a target Chinese is "Chinese (simplified)", a source is "Chinese", and later languages are not shown', async () => {
    const { get } = await bench();
    const named = async (type: string): Promise<ReadonlyMap<string, string>> =>
      new Map(
        (await get(`/v2/languages?type=${type}`)).body.map(
          ({ language, name }: { readonly language: string; readonly name: string }) => [language, name],
        ),
      );
    const [sources, targets] = [await named('source'), await named('target')];
    expect([sources.get('ZH'), targets.get('ZH')]).toEqual(['Chinese', 'Chinese (simplified)']);
    for (const hidden of ['EN', 'PT', 'AF']) expect(targets.has(hidden)).toBe(false);
    expect([sources.has('EN'), sources.has('AF')]).toEqual([true, false]);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'v2: the type stands in the body of a GET, as %s',
    async (type) => {
      const codes = async (compat: boolean): Promise<readonly string[]> => {
        const { url } = await bench(compat);
        const body = type.endsWith('json') ? '{"type":"target"}' : 'type=target';
        const headers = { authorization: `DeepL-Auth-Key ${TEST_KEY}`, 'content-type': type };
        const sent = request(`${url}/v2/languages`, {
          method: 'GET',
          headers: { ...headers, 'content-length': body.length },
        });
        sent.end(body);
        const [answer] = await once(sent, 'response');
        let text = '';
        for await (const chunk of answer) text += chunk;
        return JSON.parse(text).map(({ language }: { readonly language: string }) => language);
      };
      expect(await codes(true)).toContain('EN-GB');
      // Without compat, the description decides: there is no body.
      expect(await codes(false)).not.toContain('EN-GB');
    },
  );

  test('without compat, the description decides', async () => {
    const { get, url } = await bench(false);
    const { body } = await get('/v3/languages?resource=translate_text');
    expect(body.find(({ lang }: Listed) => lang === 'en')).toMatchObject({ usable_as_target: false });
    expect(body.some(({ lang }: Listed) => lang === 'af')).toBe(false);
    expect(JSON.stringify(body)).not.toContain('translation_memory');
    expect((await get('/v3/languages?resource=translation_memory')).status).toBe(400);
    expect((await get('/v3/translation_memories')).body.total_count).toBe(0);
    const headers = { authorization: `DeepL-Auth-Key ${TEST_KEY}`, 'mock-server-session': 'x' };
    const asked = await fetch(`${url}/v2/usage`, { headers: { ...headers, 'mock-server-session-429-count': '1' } });
    expect(asked.status).toBe(200);
  });
});

test('the listed translation memory can be translated with', async () => {
  const { client } = await bench();
  const [memory] = await client().listTranslationMemories();
  const options = { translationMemory: memory?.translationMemoryId ?? '', translationMemoryThreshold: 80 };
  expect((await client().translateText('Hallo', 'de', 'en-US', options)).text).toBe('[EN-US] Hallo');
});

describe('sessions', () => {
  test('the first calls are 429 or 503, as often as the session says, and each session counts for itself', async () => {
    const { client, service } = await bench();
    const busy = client({ '429-count': 2 });
    for (let call = 0; call < 2; call += 1) await expect(busy.getUsage()).rejects.toThrow(TooManyRequestsError);
    await busy.getUsage();
    await client({}).getUsage();
    await expect(client({ '5xx-count': 1 }).getUsage()).rejects.toThrow(/503|unavailable/i);
    expect(service.calls.map(({ status }) => status)).toEqual([429, 429, 200, 200, 503]);
  });

  test('the client tries again and gets through', async () => {
    const { client } = await bench();
    await client({ '5xx-count': 1 }, { maxRetries: 2 }).getUsage();
  });

  test('no response comes, as often as the session says', async () => {
    const { client } = await bench();
    const silent = client({ 'no-response-count': 1 }, { minTimeout: 200 });
    await expect(silent.getUsage()).rejects.toThrow(ConnectionError);
    await silent.getUsage();
  });

  test('limits of the account: shown in its usage, and kept', async () => {
    const { client } = await bench();
    const small = client({
      'init-character-limit': 20,
      'init-document-limit': 1,
      'init-team-document-limit': 0,
    });
    const usage = await small.getUsage();
    expect([usage.character?.limit, usage.document?.limit, usage.teamDocument]).toEqual([20, 1, undefined]);
    expect(usage.anyLimitReached()).toBe(false);
    await small.translateText('a'.repeat(20), null, 'de');
    expect((await small.getUsage()).character?.limitReached()).toBe(true);
    await expect(small.translateText('Test', null, 'de')).rejects.toThrow(QuotaExceededError);
    const team = await client({ 'init-character-limit': 0, 'init-team-document-limit': 1 }).getUsage();
    expect([team.character, team.teamDocument?.limit]).toEqual([undefined, 1]);
  });
});
