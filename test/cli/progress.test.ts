import { expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { TerminalPorts } from '../../src/app/ports.ts';
import { whileReading } from '../../src/app/progress.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CLEAR = '\r\u001b[2K';

function terminal(more: Partial<TerminalPorts>): { readonly ports: TerminalPorts; readonly shown: () => string } {
  let err = '';
  const ports: TerminalPorts = {
    out: () => undefined,
    err: (text) => {
      err += text;
    },
    color: false,
    screen: false,
    live: true,
    width: 80,
    ...more,
  };
  return { ports, shown: () => err };
}

test('a terminal shows how far the reading is, on one line that is cleared', async () => {
  const { ports, shown } = terminal({});
  const value = await whileReading(ports, async (onRead) => {
    for (const read of [0, 1, 999, 1200]) onRead(read, 1200);
    return 'done';
  });
  expect(value).toBe('done');
  expect(shown()).toBe(
    `${[0, 1, 999].map((read) => `${CLEAR}reading ${read} of 1,200 dictionaries`).join('')}${CLEAR}reading 1,200 of 1,200 dictionaries${CLEAR}`,
  );
});

test('the line is cleared when the reading fails, is no longer than the terminal, and is not there where nothing is read', async () => {
  const narrow = terminal({ width: 12 });
  const failed = whileReading(narrow.ports, async (onRead) => {
    onRead(0, 2);
    throw new Error('no answer');
  });
  await expect(failed).rejects.toThrow('no answer');
  expect(narrow.shown()).toBe(`${CLEAR}reading 0 o${CLEAR}`);
  const nothing = terminal({});
  await whileReading(nothing.ports, async (onRead) => onRead(0, 0));
  expect(nothing.shown()).toBe('');
});

test('plan shows it in a terminal, and nothing anywhere else', async () => {
  const service = testService();
  const pairs = ['en-de', 'en-fr', 'en-it'];
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/a/glossary.yaml': 'name: A\n',
    ...Object.fromEntries(pairs.map((pair) => [`glossaries/a/${pair}.csv`, 'a,b\n'])),
  });
  const run = (live: boolean, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), live }, ...args);
  expect((await run(false, 'apply', '-y')).code).toBe(0);
  const quiet = await run(false, 'plan');
  expect(quiet.err).not.toContain('reading');
  const shown = await run(true, 'plan');
  expect(shown.err.match(/reading \d of 3 dictionaries/g)).toEqual(
    [0, 1, 2, 3].map((read) => `reading ${read} of 3 dictionaries`),
  );
  expect(shown.out).toBe(quiet.out);
});
