import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import { answer, type Reply } from '../../support/scripted-client.ts';
import { scriptedExchange } from '../scripted-exchange.ts';

const ID = keyId('11111111-2222-3333-4444-555555555555:66666666-7777-8888-9999-000000000000');
const GIVEN = 'n3w-s3cr3t:fx';
const CREATED_AT = '2030-01-01T00:00:00Z';
const wireKey = (more: object = {}): object => ({
  key_id: ID,
  label: 'CI',
  creation_time: CREATED_AT,
  is_deactivated: false,
  ...more,
});

/** The calls over a network that is the list of replies. */
function scripted(...replies: readonly Reply[]) {
  const { exchange, sent } = scriptedExchange(replies);
  return { calls: developerKeyCalls({ adminExchange: exchange }), sent };
}

describe('listing', () => {
  test('gives active and deactivated keys in the order of the service', async () => {
    const { calls, sent } = scripted(
      answer(200, [
        wireKey({ usage_limits: { characters: 5000, speech_to_text_milliseconds: 0 }, deactivated_time: null }),
        wireKey({ label: 'Old', is_deactivated: true, deactivated_time: '2030-02-01T00:00:00Z' }),
      ]),
    );
    expect(await calls.list()).toEqual([
      {
        id: ID,
        label: 'CI',
        creationTime: CREATED_AT,
        deactivated: false,
        limits: { characters: 5000, speechToTextMilliseconds: 0 },
      },
      {
        id: ID,
        label: 'Old',
        creationTime: CREATED_AT,
        deactivatedTime: '2030-02-01T00:00:00Z',
        deactivated: true,
        limits: { characters: null, speechToTextMilliseconds: null },
      },
    ]);
    expect(sent).toEqual([['GET', '/v2/admin/developer-keys', undefined]]);
  });

  test.each([
    [null],
    [{}],
    [{ characters: null }],
    [{ characters: null, speech_to_text_milliseconds: null, images: 7 }],
  ])('limits %j are no limits', async (usage_limits) => {
    const { calls } = scripted(answer(200, [wireKey({ usage_limits })]));
    expect((await calls.list())[0]?.limits).toEqual({ characters: null, speechToTextMilliseconds: null });
  });

  test('a secret in a listed key is not taken over', async () => {
    const { calls } = scripted(answer(200, [wireKey({ key: GIVEN })]));
    expect(Object.keys((await calls.list())[0] ?? {})).not.toContain('secret');
  });

  test.each([
    [{ developer_keys: [] }, 'it is not a list'],
    [['x'], '[0] is not an object'],
    [[wireKey({ key_id: '' })], '[0].key_id is not an id'],
    [[wireKey({ label: 7 })], '[0].label is not a text'],
    [[wireKey({ creation_time: 7 })], '[0].creation_time is not a text'],
    [[wireKey({ is_deactivated: 'false' })], '[0].is_deactivated is not true or false, but a text'],
    [[wireKey({ deactivated_time: 7 })], '[0].deactivated_time is not a text'],
    [[wireKey({ usage_limits: [] })], '[0].usage_limits is not an object'],
    [[wireKey({ usage_limits: { characters: -1 } })], '[0].usage_limits.characters is not a whole number'],
    [[wireKey({ usage_limits: { characters: '5' } })], '[0].usage_limits.characters is not a whole number'],
  ])('%j is a refusal that names the field', async (body, words) => {
    const { calls } = scripted(answer(200, body));
    const error: unknown = await calls.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toContain(words);
  });
});

describe('creating', () => {
  test('sends the label, or leaves the choice to the service', async () => {
    const { calls, sent } = scripted(answer(200, wireKey()), answer(200, wireKey({ label: 'Service API Key' })));
    expect(await calls.create('CI')).toMatchObject({ id: ID, label: 'CI' });
    expect(await calls.create()).toMatchObject({ label: 'Service API Key' });
    expect(sent).toEqual([
      ['POST', '/v2/admin/developer-keys', { label: 'CI' }],
      ['POST', '/v2/admin/developer-keys', {}],
    ]);
  });

  test('a key that is given away is revealed on demand alone', async () => {
    const { calls } = scripted(answer(200, wireKey({ key: GIVEN })));
    const created = await calls.create();
    expect(created.secret?.reveal()).toBe(GIVEN);
    const shown = [
      JSON.stringify(created),
      inspect(created, { depth: null, showHidden: true }),
      inspect(created, { customInspect: false, depth: null }),
      `${created.secret}`,
    ].join('\n');
    expect(shown).toContain('[key]');
    expect(shown).not.toContain(GIVEN);
  });

  test.each([[undefined], [null], [''], [7], [{ value: GIVEN }]])(
    'a key field of %j is no secret, and no fault',
    async (key) => {
      const { calls } = scripted(answer(200, wireKey({ key })));
      const created = await calls.create();
      expect('secret' in created).toBe(false);
      expect(JSON.stringify(created)).not.toContain(GIVEN);
    },
  );

  test.each([
    ['a lost answer', new Error('socket hang up')],
    ['an unreadable answer', answer(200, wireKey({ key: GIVEN, label: { text: GIVEN } }))],
    ['an answer without a key', answer(404)],
    ['a fault of the service', answer(500)],
  ])('after %s nothing is sent again, and the error does not hold the secret', async (_, reply) => {
    const { calls, sent } = scripted(reply, answer(200, wireKey()));
    const error: unknown = await calls.create('CI').catch((thrown: unknown) => thrown);
    expect(error instanceof UnreachableError || error instanceof ServiceError).toBe(true);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(GIVEN);
    expect(sent).toHaveLength(1);
  });

  test('an unreadable answer is as good as none: the key may be there', async () => {
    const { calls } = scripted(answer(200, []));
    await expect(calls.create()).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe('changing', () => {
  test('the id goes in the body and not in the path', async () => {
    const { calls, sent } = scripted(
      answer(200, wireKey({ is_deactivated: true })),
      answer(200, wireKey({ label: 'New' })),
      answer(200, wireKey({ usage_limits: { characters: 0 } })),
    );
    expect((await calls.deactivate(ID)).deactivated).toBe(true);
    expect((await calls.rename(ID, 'New')).label).toBe('New');
    expect((await calls.setLimits(ID, { characters: 0 })).limits.characters).toBe(0);
    expect(sent).toEqual([
      ['PUT', '/v2/admin/developer-keys/deactivate', { key_id: ID }],
      ['PUT', '/v2/admin/developer-keys/label', { key_id: ID, label: 'New' }],
      ['PUT', '/v2/admin/developer-keys/limits', { key_id: ID, characters: 0 }],
    ]);
  });

  test.each([
    [{ characters: null }, { characters: null }],
    [{ speechToTextMilliseconds: 60_000 }, { speech_to_text_milliseconds: 60_000 }],
    [
      { characters: 1, speechToTextMilliseconds: null },
      { characters: 1, speech_to_text_milliseconds: null },
    ],
  ])('limits %j are sent as named, and no other', async (limits, wire) => {
    const { calls, sent } = scripted(answer(200, wireKey()));
    await calls.setLimits(ID, limits);
    expect(sent).toEqual([['PUT', '/v2/admin/developer-keys/limits', { key_id: ID, ...wire }]]);
  });

  test.each([
    [{}],
    [{ characters: Number.NaN }],
    [{ characters: -1 }],
    [{ characters: 1.5 }],
    [{ speechToTextMilliseconds: Number.POSITIVE_INFINITY }],
  ])('limits %o are refused before anything is sent', async (limits) => {
    const { calls, sent } = scripted(answer(200, wireKey()));
    await expect(calls.setLimits(ID, limits)).rejects.toBeInstanceOf(UsageError);
    expect(sent).toEqual([]);
  });

  test('a key that is not there is a refusal', async () => {
    const { calls } = scripted(answer(404, { message: 'no such key' }));
    await expect(calls.deactivate(ID)).rejects.toThrow(/404: no such key/);
  });

  test('a change is not sent again after a lost answer: whoever sends it checks the key first', async () => {
    const { calls, sent } = scripted(new Error('reset'), answer(200, wireKey()));
    await expect(calls.rename(ID, 'CI')).rejects.toThrow(UnreachableError);
    expect(sent).toHaveLength(1);
  });
});
