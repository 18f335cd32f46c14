import { expect, test } from 'vitest';
import {
  type Consent,
  createService,
  type FindingsFormat,
  type LookOptions,
  listen,
  type OpenOptions,
  type RenderFormat,
} from '../../../src/shells/library/library.ts';
import { FILES, libraryWorld } from './world.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each<[options: LookOptions & { readonly consent?: Consent }, message: string]>([
  [{ concurrency: 0 }, 'concurrency is 0; it must be a whole number from 1 to 32'],
  [{ concurrency: 1.5 }, 'concurrency is 1.5; it must be a whole number from 1 to 32'],
  [{ maxWaitMs: Number.NaN }, 'maxWaitMs is NaN; it must be a whole number from 0 to 86400000'],
  [
    { consent: { maxDeletesPerRun: Number.NaN } },
    'maxDeletesPerRun is NaN; it must be a whole number from 0 to 1000000000',
  ],
  [{ consent: { maxDeletesPerRun: -1 } }, 'maxDeletesPerRun is -1; it must be a whole number from 0 to 1000000000'],
])('a number outside of its limits is an error, since NaN would lift every limit: %o', async (options, message) => {
  const { open } = await libraryWorld();
  await expect((await open()).plan('prod', options)).rejects.toMatchObject({ code: 'usage', message });
});

test('the consent of an apply is checked as that of a plan', async () => {
  const { open } = await libraryWorld();
  const plan = await (await open()).plan();
  await expect(plan.apply({ consent: { maxDeletesPerRun: Number.NaN } })).rejects.toMatchObject({ code: 'usage' });
});

test('a format that does not exist is an error that names the formats', async () => {
  const { open } = await libraryWorld();
  const workspace = await open();
  const plan = await workspace.plan();
  await expect(plan.render('events' as RenderFormat)).rejects.toMatchObject({
    code: 'usage',
    message:
      'there is no format "events"; the formats are text, annotations, gitlab-codequality, gitlab-terraform, html, ' +
      'json, junit, markdown, sarif',
  });
  const validation = await workspace.validate();
  await expect(validation.render('gitlab-terraform' as FindingsFormat)).rejects.toMatchObject({ code: 'usage' });
  expect(JSON.parse(await plan.render('gitlab-terraform'))).toEqual({ create: 4, update: 0, delete: 0 });
});

test('a service is closed as often as somebody likes, and a busy port has the code of the system', async () => {
  const service = createService({ accounts: [] });
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
  const consent = { allowDelete: undefined, maxDeletesPerRun: undefined, overwriteDrift: undefined };
  const plan = await workspace.plan('prod', { ...look, consent: { ...consent, maxDeletesPerRun: 3 } });
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
