import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { type OpenOptions, openWorkspace, type Workspace } from '../../src/library.ts';
import { echoing, PLACES } from '../support/echoing-service.ts';
import { formsIn, keyForms } from '../support/key-forms.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
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
        const end: unknown = await call(workspace).catch((error: unknown) => error);
        expect([form, name, formsIn(printed(end), KEY)]).toEqual([form, name, []]);
        if (printed(end).includes('[key]')) seen.add(name);
      }
    }
    expect(formsIn(messages.join('\n'), KEY)).toEqual([]);
    // The service was asked, and its words are in the errors: else nothing was tested.
    if (place !== 'an error that is no JSON') expect([...seen]).toEqual(expect.arrayContaining(['plan', 'pull']));
    expect(readFileSync(join(root, 'lexform.yaml'), 'utf8')).not.toContain(KEY);
  },
);
