import { expect, test } from 'vitest';
import { ERROR_CODES, type LookOptions, openWorkspace, type RenderFormat, type Workspace } from '../../src/library.ts';
import { libraryWorld } from './world.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not reject',
    (error: unknown) => error,
  );

type Call = (workspace: Workspace, options: never) => Promise<unknown>;

const plan: Call = (workspace, options) => workspace.plan('prod', options);
const drift: Call = (workspace, options) => workspace.drift('prod', options);
const apply: Call = async (workspace, options) => (await workspace.plan()).apply(options);
const open: Call = ({ root }, options) => openWorkspace(root, options);
const planText: Call = async (workspace, options) => (await workspace.plan()).render('text', options);

const NUMBER = 'options.concurrency is 0; it must be a whole number from 1 to 32';

test.each<[what: string, call: Call, options: unknown, message: string]>([
  ['plan', plan, { concurrency: 0 }, NUMBER],
  ['drift', drift, { concurrency: 99 }, NUMBER.replace('is 0', 'is 99')],
  ['plan', plan, { concurrency: 1.5 }, NUMBER.replace('is 0', 'is 1.5')],
  ['plan', plan, { maxWaitMs: Number.NaN }, 'options.maxWaitMs is NaN; it must be a whole number from 0 to 86400000'],
  ['plan', plan, { only: 'glossary.a' }, 'options.only is "glossary.a"; it must be a list of addresses or patterns'],
  ['plan', plan, { signal: {} }, 'options.signal is an object; it must be an AbortSignal'],
  ['plan', plan, null, 'options is null; it must be an object'],
  [
    'plan',
    plan,
    { consent: { maxDeletes: -1 } },
    'options.consent.maxDeletes is -1; it must be a whole number from 0 to 1000000000',
  ],
  [
    'apply',
    apply,
    { consent: { allowDeletes: [] }, onEvent: 1 },
    'options.consent.allowDeletes is no option; there are allowDelete, maxDeletes, overwriteDrift\n' +
      'options.onEvent is 1; it must be a function',
  ],
  [
    'apply',
    apply,
    { consent: { overwriteDrift: 'yes' } },
    'options.consent.overwriteDrift is "yes"; it must be true or false',
  ],
  ['openWorkspace', open, { onMessage: 'x' }, 'options.onMessage is "x"; it must be a function'],
  ['openWorkspace', open, { ports: { now: 3 } }, 'options.ports.now is 3; it must be a function'],
  ['render', planText, { full: 1 }, 'options.full is 1; it must be true or false'],
])('%s(%#) names each option that is wrong, with a code', async (_, call, options, message) => {
  const workspace = await (await libraryWorld()).open();
  const error = await failure(call(workspace, options as never));
  expect(error).toMatchObject({ name: 'UsageError', code: 'usage', message });
  expect(ERROR_CODES).toHaveProperty('usage');
});

test('a format that something cannot be shown in is refused, with those that it can', async () => {
  const { open: opened } = await libraryWorld();
  const workspace = await opened();
  const planned = await workspace.plan();
  const applied = await planned.apply();
  const formats = 'annotations, gitlab-codequality, gitlab-terraform, html, json, junit, markdown, sarif';
  for (const shown of [planned, applied])
    expect(await failure(shown.render('events' as RenderFormat))).toMatchObject({
      code: 'usage',
      message: `format is "events"; it must be one of text, ${formats}`,
    });
  expect(JSON.parse(await planned.render('gitlab-terraform'))).toEqual({ create: 4, update: 0, delete: 0 });
  for (const shown of [await workspace.drift(), await workspace.validate()])
    expect(await failure(shown.render('gitlab-terraform' as never))).toMatchObject({
      code: 'usage',
      message: `format is "gitlab-terraform"; it must be one of text, ${formats.replace('gitlab-terraform, ', '')}`,
    });
});

test('numbers at their limits are taken', async () => {
  const { open: opened } = await libraryWorld();
  const options: LookOptions = { concurrency: 32, maxWaitMs: 0, only: ['glossary.*'] };
  expect((await (await opened()).plan('prod', options)).changes.length).toBe(1);
});
