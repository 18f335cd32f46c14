import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { COMMANDS } from '../../../src/shells/action/inputs.ts';
import { echoing, PLACES, type Place } from '../../support/echoing-service.ts';
import { formsIn, keyForms } from '../../support/key-forms.ts';
import { RUNS_FACTOR } from '../../support/runs.ts';
import type { StepRan } from './run-action.ts';
import { actionWorld, pullRequest } from './world.ts';

/** Stands nowhere else. */
const KEY = 'Canary-7f3a/9+x==.279a2e9d:fx';
const FORMS = Object.keys(keyForms(KEY));

/** The runner takes these lines out of the log: they say what it must not show. */
const withoutMasks = (log: string): string => log.replace(/^::add-mask::.*$/gm, '');

const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));

/** GitHub as it is, and a service that repeats the key. */
const echoingBeside =
  (githubUrl: string, form: string, place: Place): Ports['fetch'] =>
  (url, request) =>
    url.startsWith(githubUrl) ? nodeFetchPort()(url, request) : echoing([KEY], form, place)(url, request);

test.each(COMMANDS)('%s shows and keeps no key, also where the service repeats it in an error', async (command) => {
  const { step, github, workspace } = await actionWorld();
  const told = (ran: StepRan): string =>
    [
      withoutMasks(ran.log),
      ran.summary,
      ...ran.outputs.values(),
      ...below(ran.temp),
      ...below(workspace),
      JSON.stringify([github.comments, github.issues, github.seen]),
    ].join('\n');
  const inputs = { command, 'api-key': KEY, approval: 'none', ...(command === 'report' && { 'run-id': '1' }) };
  const more = {
    event: 'pull_request',
    payload: { pull_request: pullRequest() },
    env: { KEY: '', LEXFORM_DEBUG: 'calls' },
  };
  const messages: string[] = [];
  for (const [index, form] of FORMS.entries()) {
    const place = PLACES[(index + COMMANDS.indexOf(command)) % PLACES.length] ?? 'an error';
    const ran = await step(inputs, { ...more, fetch: echoingBeside(github.url, form, place) });
    expect([form, place, formsIn(told(ran), KEY)]).toEqual([form, place, []]);
    messages.push(ran.log);
  }
  // The service was asked, and what it said was shown: else nothing was tested.
  if (command === 'plan' || command === 'apply') expect(messages.join('\n')).toContain('[key]');
  expect(formsIn(told(await step(inputs, more)), KEY)).toEqual([]);
});

const TOKEN = 'ghs_Canary7f3a9x279a2e9dPurple83b3c416';

test.each(COMMANDS)('%s shows and keeps no token of GitHub, also where GitHub repeats it', async (command) => {
  const { step, github, workspace } = await actionWorld();
  const inputs = { command, 'github-token': TOKEN, approval: 'none', ...(command === 'report' && { 'run-id': '1' }) };
  const messages: string[] = [];
  const turn = COMMANDS.indexOf(command);
  for (const [index, form] of FORMS.entries()) {
    // Each form meets one command on an ordinary day, and all of them in a nightly run.
    if (RUNS_FACTOR <= 1 && index % COMMANDS.length !== turn) continue;
    const place = PLACES[(index + turn) % PLACES.length] ?? 'an error';
    const ran = await step(inputs, {
      event: 'pull_request',
      payload: { pull_request: pullRequest() },
      env: { LEXFORM_DEBUG: 'calls' },
      fetch: (url, request) =>
        url.startsWith(github.url) ? echoing([TOKEN], form, place)(url, request) : nodeFetchPort()(url, request),
    });
    const told = [withoutMasks(ran.log), ran.summary, ...ran.outputs.values(), ...below(ran.temp), ...below(workspace)];
    expect([form, place, formsIn(told.join('\n'), TOKEN)]).toEqual([form, place, []]);
    messages.push(ran.log);
  }
  if (command === 'plan') expect(messages.join('\n')).toContain('[key]');
});
