import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { listen, type OpenOptions, openWorkspace, type Workspace } from '../../../src/shells/library/library.ts';
import { echoing, PLACES } from '../../support/echoing-service.ts';
import { testService } from '../../support/in-process.ts';
import { formsIn, keyForms } from '../../support/key-forms.ts';
import { RUNS_FACTOR } from '../../support/runs.ts';
import { caller } from '../../support/service-caller.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { configOf, FILES } from './world.ts';

/** A key that is nowhere else. */
const KEY = 'Canary-7f3a/9+x==.279a2e9d:fx';

/** An error in every way in which a program may print it, with its causes. */
const printed = (error: unknown): string =>
  [
    String(error),
    JSON.stringify(error),
    inspect(error, { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true }),
    ...(error instanceof Error
      ? [error.message, error.stack, JSON.stringify(error, Object.getOwnPropertyNames(error)), printed(error.cause)]
      : []),
  ].join('\n');

const CALLS: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  validate: (workspace) => workspace.validate(),
  plan: (workspace) => workspace.plan(),
  drift: (workspace) => workspace.drift(),
  pull: (workspace) => workspace.pull(),
  'pull --check': (workspace) => workspace.pull(undefined, { check: true }),
  log: (workspace) => workspace.log(),
  ids: (workspace) => workspace.ids(),
  applySaved: (workspace) => workspace.applySaved('{}'),
};

test.each(PLACES)(
  'no error, value or message of the library has a key that the service repeats in %s',
  async (place) => {
    const root = await tempWorkspace({ 'lexform.yaml': configOf('https://service.test'), ...FILES });
    const messages: string[] = [];
    const seen = new Set<string>();
    for (const form of Object.keys(keyForms(KEY))) {
      const ports: OpenOptions['ports'] = {
        env: (name) => (name === 'KEY' ? KEY : undefined),
        fetch: echoing([KEY], form, place),
        sleep: async () => undefined,
      };
      const workspace = await openWorkspace(root, { ports, onMessage: (text) => messages.push(text) });
      expect([form, formsIn(printed(workspace), KEY)]).toEqual([form, []]);
      for (const [name, call] of Object.entries(CALLS)) {
        const end = printed(await call(workspace).catch((error: unknown) => error));
        expect([form, name, formsIn(end, KEY)]).toEqual([form, name, []]);
        if (end.includes('[key]')) seen.add(name);
      }
    }
    expect(formsIn(messages.join('\n'), KEY)).toEqual([]);
    // The service was asked, and its words are in the errors: else nothing was tested.
    if (place !== 'an error that is no JSON') expect([...seen]).toEqual(expect.arrayContaining(['plan', 'pull']));
    expect(readFileSync(join(root, 'lexform.yaml'), 'utf8')).not.toContain(KEY);
  },
);

const FORMATS = [
  ...(['text', 'annotations', 'gitlab-codequality', 'gitlab-terraform', 'html'] as const),
  ...(['json', 'junit', 'markdown', 'sarif'] as const),
];

test.each(PLACES)(
  'an apply whose calls fail has no key that the service repeats in %s: in no outcome, report or ledger',
  async (place) => {
    const service = testService({ accounts: [{ key: KEY, plan: 'pro' }] });
    const { url, close } = await listen(service);
    onTestFinished(close);
    const seen: string[] = [];
    const names = Object.keys(keyForms(KEY));
    // Each form meets one place on an ordinary day, and all of them in a nightly run.
    const forms = names.filter((_, index) => RUNS_FACTOR > 1 || index % PLACES.length === PLACES.indexOf(place));
    for (const form of forms) {
      const root = await tempWorkspace({ 'lexform.yaml': configOf(url, 'ledger: { dir: ledger }\n'), ...FILES });
      const echo = echoing([KEY], form, place);
      const ports: OpenOptions['ports'] = {
        env: (name) => (name === 'KEY' ? KEY : undefined),
        fetch: (to, request) => (request.method === 'GET' ? nodeFetchPort()(to, request) : echo(to, request)),
        sleep: async () => undefined,
      };
      const messages: string[] = [];
      const workspace = await openWorkspace(root, { ports, onMessage: (text) => messages.push(text) });
      const end = await (await workspace.plan()).apply({ onEvent: (event) => messages.push(printed(event)) });
      expect([form, end.verdict]).not.toEqual([form, 'done']);
      const texts = [printed(end), printed(end.report.outcomes), ...messages];
      for (const format of FORMATS) texts.push(await end.render(format));
      for (const file of readdirSync(root, { recursive: true, withFileTypes: true }))
        if (file.isFile()) texts.push(readFileSync(join(file.parentPath, file.name), 'latin1'));
      expect([form, formsIn(texts.join('\n'), KEY)]).toEqual([form, []]);
      expect((await caller(service, KEY)('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
      seen.push(...texts);
    }
    if (place !== 'an answer') expect(seen.join('\n')).toContain('[key]');
  },
);
