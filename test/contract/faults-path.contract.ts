import { expect, test } from 'vitest';
import { contract } from './bench.ts';

const FAULTS = '/-/faults';

contract('the path of faults', (bench) => {
  const opened = () => bench.open({ faultsPath: true, faults: [{ kind: 'status', status: 503, calls: [2] }] });

  test('faults.path: is a path like any unknown one, until it is allowed', async () => {
    const { call, as } = await bench.open();
    expect((await call('GET', FAULTS)).status).toBe(404);
    expect((await as(undefined)('PUT', FAULTS, [])).status).toBe(404);
  });

  test('faults.path: GET lists, PUT puts others in their place, DELETE takes them away; without a key', async () => {
    const { as, call } = await opened();
    const ask = as(undefined);
    expect((await ask('GET', FAULTS)).body).toEqual({ faults: [{ kind: 'status', status: 503, calls: [2] }] });
    const put = await ask('PUT', FAULTS, [{ kind: 'status', status: 500 }]);
    expect([put.status, put.body]).toEqual([200, { faults: [{ kind: 'status', status: 500 }] }]);
    expect((await call('GET', '/v3/glossaries')).status).toBe(500);
    // Its own path meets no faults.
    const deleted = await ask('DELETE', FAULTS);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await call('GET', '/v3/glossaries')).status).toBe(200);
    expect((await ask('GET', FAULTS)).body).toEqual({ faults: [] });
  });

  test('faults.path: what GET answers can be PUT again', async () => {
    const { call } = await opened();
    const { body } = await call('GET', FAULTS);
    await call('DELETE', FAULTS);
    expect((await call('PUT', FAULTS, body)).body).toEqual(body);
  });

  test('faults.path: a wrong fault is 400, which lists every wrong one, and nothing changes', async () => {
    const { call } = await opened();
    const { status, body } = await call('PUT', FAULTS, [
      { kind: 'status', status: 500 },
      { kind: 'nothing' },
      { kind: 'delay' },
      { kind: 'status', status: 200 },
      7,
      { kind: 'truncate', '\u001b[31mx': 1 },
    ]);
    expect(status).toBe(400);
    expect(body.detail.split('; ')).toEqual([
      'fault 2: kind must be one of: delay, status, status-after, rate-limit, reset-before, reset-after, truncate, not-ready, fail-target',
      'fault 3: a fault of the kind delay needs milliseconds',
      'fault 4: status must be a whole number from 400 to 599',
      'fault 5: a fault is an object with a kind',
      'fault 6: "\\u001b[31mx" is not a field of a fault',
    ]);
    expect((await call('GET', FAULTS)).body.faults).toHaveLength(1);
  });

  test.each([
    ['{', 400],
    ['null', 400],
    ['{"faults":7}', 400],
    ['{}', 400],
    ['[]', 200],
  ])('faults.path: PUT of %s is %i', async (body, status) => {
    expect((await (await opened()).call('PUT', FAULTS, body)).status).toBe(status);
  });

  test('faults.path: takes JSON alone, and no other methods', async () => {
    const { call } = await opened();
    expect((await call('PUT', FAULTS, '[]', { 'content-type': 'text/plain' })).status).toBe(415);
    const wrong = await call('POST', FAULTS, []);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE']);
  });
});
