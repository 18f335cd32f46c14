import { expect, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { argumentsOf, EVERY_COMMAND, listeningWorld } from './every-command.ts';

/** What a service may put into its texts to steer whoever reads them. */
const HOSTILE = '\r\n::error::a\u001b[2J\u009b1m\u202e##[group]b##vso[task.x]c##teamcity[y]\u0007';

/** Fields that a program reads, and without which no text would be shown. */
const READ = /(?:_id|_lang|language|_at|_time|_url|status|type|code|^lang|^id|^key|entries_format|^entries)$/i;

/** The value with the hostile text behind every string that is for people. */
function tampered(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return READ.test(name) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map((each) => tampered(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tampered(each, key)]));
}

/** The network, with such texts in every answer; or refusals that hold nothing else. */
function hostile(refuses: boolean): Ports['fetch'] {
  const fetch = nodeFetchPort();
  return async (url, request) => {
    const answer = await fetch(url, request);
    const text = new TextDecoder().decode(await answer.arrayBuffer());
    const isJson = /^\s*[[{]/.test(text);
    const changed = refuses
      ? JSON.stringify({ message: HOSTILE, detail: HOSTILE })
      : isJson
        ? JSON.stringify(tampered(JSON.parse(text)))
        : text;
    return {
      status: refuses ? 400 : answer.status,
      headers: {
        get: (name) => (/trace/i.test(name) ? HOSTILE : /content/i.test(name) ? null : answer.headers.get(name)),
      },
      body: null,
      arrayBuffer: async () => new TextEncoder().encode(changed).buffer as ArrayBuffer,
    };
  };
}

/** Pieces of text that a terminal or the log of a CI system obeys. */
const OBEYED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]|\r(?!\n)|##\[|##vso\[|##teamcity\[|^\s*::/gm;

const FINITE = EVERY_COMMAND.filter((command) => command !== 'serve');
const FORMATS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'ledger ids': [
    ['--format', 'env'],
    ['--format', 'ts'],
  ],
  'service usage': [
    ['--format', 'csv'],
    ['--group-by', 'key_and_day'],
  ],
};

test.each([false, true])(
  'no command passes on what a service says to a terminal or a log (refuses: %s)',
  async (refuses) => {
    const world = await listeningWorld({ key: 'test-key', adminKey: 'test-admin-key' });
    const fetch = hostile(refuses);
    const spoken = new Set<string>();
    for (const command of FINITE) {
      for (const more of [[], ...(FORMATS[command] ?? [])]) {
        const args = [...argumentsOf(command, world), ...more];
        const { out, err } = await world.lexform(args, {
          env: { ...world.env, CI: 'true', LEXFORM_DEBUG: 'calls' },
          fetch,
        });
        expect([args, out.match(OBEYED), err.match(OBEYED)]).toEqual([args, null, null]);
        if (`${out}${err}`.includes('task.x')) spoken.add(command);
      }
    }
    // The hostile text was shown, in its harmless form: else nothing was tested.
    expect(spoken.size).toBeGreaterThan(5);
  },
);
