import { describe, expect, test } from 'vitest';
import { consentFor, createService, type LookOptions, listen, type OpenOptions } from '../../src/library.ts';
import { testService } from '../support/in-process.ts';
import { FILES, libraryWorld } from './world.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('what a program without types gives is refused with a code', () => {
  test('to consentFor', () => {
    expect(thrownBy(() => consentFor(undefined as never))).toMatchObject({
      code: 'usage',
      message: 'refusals is null; it must be a list',
    });
  });

  test('as a list with an empty address: it is named', async () => {
    const { open } = await libraryWorld();
    const consent = { allowDelete: ['x', ''] };
    await expect((await open()).plan('prod', { consent })).rejects.toMatchObject({
      code: 'usage',
      message: 'options.consent.allowDelete[1] is ""; it must be an address or a pattern',
    });
  });

  test('to createService: all of it', () => {
    const ports = { now: () => new Date(), id: () => '1', sleep: async () => {}, random: Math.random };
    const made = (options: object, more: object = ports) =>
      thrownBy(() => createService(options as never, more as never));
    expect(made({ acounts: [], accounts: [{ key: 'k', plan: 'big' }], faults: [{ kind: 'explode' }] })).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(
        /^options\.acounts is no option.*\noptions\.accounts\[0\]\.plan must be free or pro\noptions\.faults\[0\]\.kind /,
      ),
    });
    expect(made({ accounts: [] }, {})).toMatchObject({ code: 'usage', message: expect.stringMatching(/ports\.now /) });
    expect(thrownBy(() => (createService as () => unknown)())).toMatchObject({ code: 'usage' });
  });
});

test('a service is closed as often as somebody likes, and a busy port has the code of the system', async () => {
  const service = testService();
  const first = await listen(service);
  const port = Number(new URL(first.url).port);
  await expect(listen(service, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
  await first.close();
});

test('options may be undefined, and count as left out', async () => {
  const { open } = await libraryWorld();
  const options: OpenOptions = { ports: undefined, onMessage: undefined, signal: undefined, ledger: undefined };
  const look: LookOptions = { only: undefined, concurrency: undefined, maxWaitMs: undefined, signal: undefined };
  const workspace = await open(options);
  const consent = { allowDelete: undefined, maxDeletes: undefined, overwriteDrift: undefined };
  const plan = await workspace.plan('prod', { ...look, consent: { ...consent, maxDeletes: 3 } });
  await plan.render('text', { full: undefined, color: undefined });
  const how = { consent, signal: undefined, onEvent: undefined, onSecret: undefined };
  expect(await plan.apply(how)).toMatchObject({ verdict: 'done' });
});

test('a plan cannot be edited: an apply does what it shows', async () => {
  const { open, terms } = await libraryWorld();
  const plan = await (await open()).plan();
  const [change] = plan.changes;
  if (change === undefined) throw new Error('the plan has a change');
  const edits: readonly (() => unknown)[] = [
    () => (plan.changes as unknown[]).splice(0),
    () => (change.operations as unknown[]).splice(0),
    () => (change.children as unknown[]).pop(),
    () => Object.assign(change.children[0] ?? {}, { values: [] }),
    () => Object.assign(plan.plan, { changes: [] }),
    () => Object.assign(change, { action: 'delete' }),
  ];
  for (const edit of edits) expect(thrownBy(edit)).toBeInstanceOf(TypeError);
  expect(await plan.apply()).toMatchObject({ verdict: 'done' });
  expect(await terms()).toContain('cat\tKatze');
});

test('messages for people end without a line break', async () => {
  const { open, service } = await libraryWorld(FILES);
  service.faults.set([{ kind: 'status', status: 503, calls: [1] }]);
  const messages: string[] = [];
  const ports = { sleep: async () => {} };
  await (await open({ ports, onMessage: (text) => messages.push(text) })).plan();
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/\S$/);
});
