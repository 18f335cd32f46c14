import { expect, test } from 'vitest';
import { memoryStore } from '../../src/service/store/store.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { contract } from './bench.ts';
import { endpoints, LIST, LISTS, RULES, TONE, UNKNOWN, withList } from './style-list-bench.ts';

contract('versions, limits and access of style rules', (bench) => {
  test('versioning.6: every change of a list counts its version up by one, an edit and a change to the same included', async () => {
    const { call, clock, path, read, instruction } = await withList(bench);
    const changes = [
      ['PATCH', path, { name: 'New' }],
      ['PATCH', path, { name: 'New' }],
      ['PUT', `${path}/configured_rules`, RULES],
      ['POST', `${path}/custom_instructions`, TONE],
      ['PUT', instruction, { ...TONE, source_language: null }],
      ['DELETE', instruction, undefined],
    ] as const;
    for (const [index, [method, address, body]] of changes.entries()) {
      await call(method, address, body);
      const updated_time = `2026-01-15T12:00:0${index + 1}.000Z`;
      expect(await read()).toMatchObject({
        version: index + 2,
        updated_time,
        creation_time: '2026-01-15T12:00:00.000Z',
      });
      clock.advance(1000);
    }
    const before = await read();
    await call('PATCH', path, { name: '' });
    await call('DELETE', instruction);
    expect(await read()).toEqual(before);
  });

  test('limits.style-list-name: 1024 characters are taken, whatever their bytes; 1025 are not', async () => {
    const { call, path } = await withList(bench);
    for (const [name, status] of [
      ['x'.repeat(1024), 201],
      ['😀'.repeat(1024), 201],
      ['x'.repeat(1025), 400],
      ['😀'.repeat(1025), 400],
    ] as const) {
      expect((await call('POST', LISTS, { ...LIST, name })).status).toBe(status);
      expect((await call('PATCH', path, { name })).status).toBe(status === 201 ? 200 : 400);
    }
  });

  test('limits.predefined-rules: there is no limit', async () => {
    const { call, path, read } = await withList(bench);
    const numbers = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`rule_${index}`, 'x']));
    expect((await call('PUT', `${path}/configured_rules`, { numbers })).status).toBe(200);
    expect((await read()).configured_rules).toEqual({ numbers });
  });

  test('style-rules.1: bodies are JSON: a form is 415', async () => {
    const { call, path, instruction, read, created } = await withList(bench);
    for (const [method, address] of endpoints(path, instruction.slice(-36)).filter(([, , body]) => body !== undefined))
      expect(
        (await call(method, address, 'name=x&language=de', { 'content-type': 'application/x-www-form-urlencoded' }))
          .status,
      ).toBe(415);
    expect(await read()).toEqual(created);
  });

  test('auth.3: the free plan has no style rules, at any endpoint', async () => {
    const { call } = await bench.open({ accounts: [{ key: TEST_KEY, plan: 'free' }] });
    for (const [method, address, body] of endpoints(`${LISTS}/${UNKNOWN}`, UNKNOWN)) {
      const answer = await call(method, address, body);
      expect([answer.status, answer.body]).toEqual([
        403,
        { message: 'Forbidden', detail: 'Style rules need a paid plan' },
      ]);
    }
  });

  test('auth.7: regions do not share style rules, even over one store', async () => {
    const store = memoryStore();
    const { call, created, path } = await withList(bench, { store });
    const us = await bench.open({ store, region: 'us' });
    expect((await us.call('GET', path)).status).toBe(404);
    expect((await us.call('DELETE', path)).status).toBe(404);
    expect((await us.call('GET', LISTS)).body).toEqual({ style_rules: [] });
    await us.call('POST', LISTS, { ...LIST, name: 'American' });
    expect((await call('GET', `${LISTS}?detailed=true`)).body).toEqual({ style_rules: [created] });
  });

  test('scopes: reading style rules needs style_rules:read, and changing them style_rules:write', async () => {
    const { as, path, instruction } = await withList(bench, {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: 'reader', plan: 'pro', account: TEST_KEY, scopes: ['style_rules:read'] },
        { key: 'writer', plan: 'pro', account: TEST_KEY, scopes: ['style_rules:write'] },
      ],
    });
    const statuses = async (key: string) => {
      const found: number[] = [];
      for (const [method, address, body] of endpoints(path, instruction.slice(-36))) {
        const answer = await as(key)(method, address, body);
        found.push(answer.status);
        const scope = method === 'GET' ? 'style_rules:read' : 'style_rules:write';
        if (answer.status === 403)
          expect(answer.body).toEqual({ message: 'Forbidden', detail: `Missing required scope(s): ${scope}` });
      }
      return found;
    };
    expect(await statuses('reader')).toEqual([403, 200, 200, 403, 403, 403, 200, 403, 403, 403]);
    expect(await statuses('writer')).toEqual([201, 403, 403, 200, 200, 201, 403, 200, 204, 204]);
  });
});

test('limits.style-list-name: a name of 120 million characters is refused like any other, and ends nothing', async () => {
  const call = caller(testService());
  const { status, body } = await call('POST', LISTS, `{"language":"de","name":"${'x'.repeat(120_000_000)}"}`);
  expect([status, body.detail]).toEqual([400, 'name may have at most 1024 characters']);
});
