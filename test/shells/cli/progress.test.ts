import { expect, test } from 'vitest';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import type { TerminalPorts } from '../../../src/app/ports.ts';
import { makeStatusBoard, whileReading } from '../../../src/app/progress.ts';
import { runLexform } from '../../support/cli.ts';
import { TEST_KEY, TEST_URL, testService } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

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

const NAMES = ['a', 'b', 'c', 'd'];

/** A workspace with four glossaries for each of some targets, against services whose calls take some time. */
async function slowWorld(callMs: number, targets: readonly string[] = ['prod']) {
  const clock = manualClock();
  const urls = targets.map((name) => `https://${name}.example.com`);
  const fetches = new Map(urls.map((url) => [url, inProcessFetch(testService())]));
  const cwd = await tempWorkspace({
    'lexform.yaml':
      `version: 1\nconcurrency: 1\nglossaries: glossaries/*/glossary.yaml\ntargets:\n` +
      targets.map((name) => `  ${name}: { base_url: "https://${name}.example.com", key: env:KEY }\n`).join(''),
    ...Object.fromEntries(
      NAMES.flatMap((name) => [
        [`glossaries/${name}/glossary.yaml`, `name: ${name}\n`],
        [`glossaries/${name}/en-de.csv`, 'a,b\n'],
      ]),
    ),
  });
  const apply = (live: boolean, ...more: readonly string[]) =>
    runLexform(
      {
        ...{ cwd, env: { KEY: TEST_KEY }, live },
        fetch: async (url, request) => {
          clock.advance(callMs);
          return (fetches.get(new URL(url).origin) as typeof fetches extends Map<string, infer F> ? F : never)(
            url,
            request,
          );
        },
        now: clock.now,
        every: clock.every,
        monotonic: () => clock.now().getTime(),
      },
      ...['apply', '-y', ...more],
    );
  return { apply, timers: clock.timers };
}

test('an apply on a terminal shows each second how much is written and verified', async () => {
  const { apply, timers } = await slowWorld(1000);
  const { code, err } = await apply(true);
  expect(code).toBe(0);
  expect(err.split(CLEAR).filter((line) => line.startsWith('['))).toMatchInlineSnapshot(`
    [
      "[....................] 0 of 4 written, 0 verified; 0.0 calls/s",
      "[....................] 0 of 4 written, 0 verified; 0.5 calls/s",
      "[+++++...............] 1 of 4 written, 0 verified; 0.7 calls/s; about 21 s left",
      "[+++++...............] 1 of 4 written, 0 verified; 0.8 calls/s; about 28 s left",
      "[++++++++++..........] 2 of 4 written, 0 verified; 0.8 calls/s; about 15 s left",
      "[++++++++++..........] 2 of 4 written, 0 verified; 0.8 calls/s; about 18 s left",
      "[+++++++++++++++.....] 3 of 4 written, 0 verified; 0.9 calls/s; about 12 s left",
      "[+++++++++++++++.....] 3 of 4 written, 0 verified; 0.9 calls/s; about 13 s left",
      "[++++++++++++++++++++] 4 of 4 written, 0 verified; 0.9 calls/s; about 9 s left",
      "[++++++++++++++++++++] 4 of 4 written, 0 verified; 0.9 calls/s; about 10 s left",
      "[++++++++++++++++++++] 4 of 4 written, 0 verified; 0.9 calls/s; about 11 s left",
      "[#####+++++++++++++++] 4 of 4 written, 1 verified; 0.9 calls/s; about 7.2 s left",
      "[##########++++++++++] 4 of 4 written, 2 verified; 0.9 calls/s; about 4.3 s left",
    ]
  `);
  expect(err.endsWith(CLEAR)).toBe(true);
  expect(timers()).toBe(0);
});

test('where the output is no terminal, a line is printed every ten seconds', async () => {
  const { apply } = await slowWorld(4000);
  expect((await apply(false)).err.split('\n').filter((line) => line.includes('written'))).toMatchInlineSnapshot(`
    [
      "1 of 4 written, 0 verified; 0.2 calls/s; about 84 s left",
      "2 of 4 written, 0 verified; 0.2 calls/s; about 60 s left",
      "3 of 4 written, 0 verified; 0.2 calls/s; about 53 s left",
      "4 of 4 written, 0 verified; 0.2 calls/s; about 40 s left",
      "4 of 4 written, 2 verified; 0.2 calls/s; about 17 s left",
    ]
  `);
});

test.each([
  [true, 60],
  [false, 600],
])('a run that is shorter shows nothing (on a terminal: %s)', async (live, callMs) => {
  const { apply } = await slowWorld(callMs);
  const { code, err } = await apply(live);
  expect([code, err]).toEqual([0, expect.not.stringContaining('written')]);
});

test('with --quiet, nothing is shown', async () => {
  const { apply } = await slowWorld(20_000);
  expect((await apply(true, '--quiet')).err).not.toContain('written');
});

test('each of several targets has a line', async () => {
  const { apply } = await slowWorld(4000, ['eu', 'us']);
  const live = await apply(true, '--target', 'all');
  expect(live.code).toBe(0);
  expect(live.err).toContain('eu: [');
  expect(live.err).toContain('us: [');
  const again = await slowWorld(4000, ['eu', 'us']);
  const { err } = await again.apply(false, '--target', 'all');
  expect(
    err
      .match(/^(?:eu|us): \d of 4 written/gm)
      ?.map((line) => line.slice(0, 2))
      .sort(),
  ).toContain('us');
});

test('lines of progress are below the output, and are removed before it is printed', () => {
  const { ports, shown } = terminal({ width: 16 });
  const board = makeStatusBoard(ports);
  const [eu, us] = [board.line('eu'), board.line('製品\u001b')];
  eu.show('one');
  us.show('two of three');
  board.print(() => ports.err('output\n'));
  eu.clear();
  us.clear();
  const both = `${CLEAR}\u001b[1A${CLEAR}`;
  const cut = '製品⟨U+001B⟩: …';
  expect(
    shown()
      .split(/(?=\r)/)
      .join(''),
  ).toBe(`eu: one${CLEAR}eu: one\n${cut}${both}output\neu: one\n${cut}${both}${cut}${CLEAR}`);
});

test('in a log, each state is a line, and is no longer than what it says', () => {
  const { ports, shown } = terminal({ live: false, width: 8 });
  const line = makeStatusBoard(ports).line();
  line.show('one of many');
  line.show('two of many');
  line.clear();
  expect(shown()).toBe('one of many\ntwo of many\n');
});
