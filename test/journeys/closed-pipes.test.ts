import { execFile, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EXIT, type ExitCode, worstOf } from '../../src/app/exit-code.ts';
import { GIT_ENV } from '../support/git-repository.ts';
import {
  argumentsOf,
  COMMANDS_WITH_JSON,
  type CommandWorld,
  copyOf,
  EVERY_COMMAND,
  embeddedWorld,
} from './every-command.ts';

/** Commands that run until they are stopped. */
const ENDLESS: ReadonlySet<string> = new Set(['serve']);

const PROGRAM = resolve('dist/main.js');

function start(world: CommandWorld, args: readonly string[], stdio: StdioOptions) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: world.cwd,
    stdio,
    env: { ...GIT_ENV, ...world.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Workspace files and entries of the ledger: what a run has done. */
const done = ({ cwd }: CommandWorld): readonly string[] =>
  readdirSync(cwd, { recursive: true })
    .map(String)
    .filter((path) => !path.includes('.lexform') || path.includes('entries'))
    .sort();

const FINITE = EVERY_COMMAND.filter((command) => !ENDLESS.has(command));
let template: CommandWorld;
beforeAll(async () => {
  template = await embeddedWorld(mkdtempSync(join(tmpdir(), 'lexform-')));
});
afterAll(() => rmSync(template.cwd, { recursive: true, force: true }));

/** How each command ends, and what it has done, when its output is read. The form with `--json` does the same. */
const readRuns = new Map<string, ReturnType<typeof readRun>>();

async function readRun(command: string) {
  const world = await copyOf(template);
  const { code, out } = await world.lexform(argumentsOf(command, world));
  return { code, out, did: done(world) };
}

function asRead(command: string): ReturnType<typeof readRun> {
  const run = readRuns.get(command) ?? readRun(command);
  readRuns.set(command, run);
  return run;
}

test.each(FINITE)('%s does the same and ends the same when its readers have closed their pipes', async (command) => {
  const unread = await copyOf(template);
  const child = start(unread, argumentsOf(command, unread), ['ignore', 'pipe', 'pipe']);
  child.stdout?.destroy();
  child.stderr?.destroy();
  const [{ code, did }, [ended]] = await Promise.all([asRead(command), once(child, 'close')]);
  expect(ended).toBe(code);
  expect(done(unread)).toEqual(did);
});

describe.skipIf(!existsSync('/dev/full'))('a result that cannot be written, where the system has /dev/full', () => {
  // Text and JSON are written by the same function. The closed pipes above are those of text.
  test.each(FINITE.map((command) => (COMMANDS_WITH_JSON.has(command) ? `${command} --json` : command)))(
    '%s does the same, and exits with 1 instead of 0',
    async (form) => {
      const command = form.replace(/ --json$/, '');
      const isJson = form !== command;
      const unread = await copyOf(template);
      const full = openSync('/dev/full', 'w');
      onTestFinished(() => closeSync(full));
      const line = [...argumentsOf(command, unread), ...(isJson ? ['--json'] : [])];
      const child = start(unread, line, ['ignore', full, 'pipe']);
      const [{ code, out, did }, [ended]] = await Promise.all([asRead(command), once(child, 'close')]);
      expect(ended).toBe(out === '' && !isJson ? code : EXIT[worstOf([code as ExitCode, EXIT.error])]);
      expect(done(unread)).toEqual(did);
    },
  );

  test.each(['--version', '--help'])('%s exits with 1', async (option) => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    expect((await once(start(template, [option], ['ignore', full, 'pipe']), 'close'))[0]).toBe(1);
  });
});

test('apply through `| head -1` finishes, writes its entry and report, drops the lock; pipefail sees its exit code', async () => {
  const world = await copyOf(template);
  const apply = `'${process.execPath}' '${PROGRAM}' apply --target test -y --report markdown=apply.md`;
  const shell = promisify(execFile);
  const script = `set -o pipefail; (${apply}; echo "exit $?" >code) 2>&1 | head -1`;
  const { stdout } = await shell('bash', ['-c', script], { cwd: world.cwd, env: { ...GIT_ENV, ...world.env } });
  expect(stdout.split('\n')).toHaveLength(2);
  expect((await shell('cat', ['code'], { cwd: world.cwd })).stdout).toBe('exit 0\n');
  expect(existsSync(join(world.cwd, 'apply.md'))).toBe(true);
  expect((await world.lexform(['log', '--target', 'test'])).out).toContain('update glossary.product');
  expect((await world.lexform(['ledger', 'unlock', '--target', 'test'])).out).toContain('is not locked');
  expect(await world.lexform(['plan', '--target', 'test', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test.each(['closed stdout', 'closed stderr'])('with %s, the other stream still has everything', async (which) => {
  const world = await copyOf(template);
  const child = start(world, argumentsOf('plan', world), ['ignore', 'pipe', 'pipe']);
  const [gone, kept] = which === 'closed stdout' ? [child.stdout, child.stderr] : [child.stderr, child.stdout];
  let text = '';
  kept?.on('data', (chunk) => (text += chunk));
  gone?.destroy();
  expect((await once(child, 'close'))[0]).toBe(2);
  if (kept === child.stdout) expect(text).toContain('Plan for test: 1 term to add');
});

test('standard error says that standard output cannot be written, and nothing about a closed pipe', async () => {
  const world = await copyOf(template);
  let err = '';
  if (existsSync('/dev/full')) {
    const full = start(world, ['validate'], ['ignore', openSync('/dev/full', 'w'), 'pipe']);
    full.stderr?.on('data', (chunk) => (err += chunk));
    expect((await once(full, 'close'))[0]).toBe(1);
    expect(err).toBe('error: cannot write standard output (ENOSPC): the rest of the output is lost\n');
  }
  const closed = start(world, ['validate'], ['ignore', 'pipe', 'pipe']);
  err = '';
  closed.stderr?.on('data', (chunk) => (err += chunk));
  closed.stdout?.destroy();
  expect((await once(closed, 'close'))[0]).toBe(0);
  expect(err).toBe('');
});

test('serve goes on when its readers are gone, and ends as it should', async () => {
  const world = await copyOf(template);
  const child = start(world, ['serve', '--port', '0', '--key', 'k'], ['ignore', 'pipe', 'pipe']);
  let out = '';
  const url = await new Promise<string>((listening) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      const found = /listens on (\S+)[\s\S]*Ctrl-C/.exec(out)?.[1];
      if (found !== undefined) listening(found);
    });
  });
  child.stdout?.destroy();
  child.stderr?.destroy();
  const ask = () => fetch(`${url}/v3/glossaries`, { headers: { authorization: 'Service-Auth-Key k' } });
  for (let calls = 0; calls < 3; calls += 1) expect((await ask()).status).toBe(200);
  child.kill('SIGHUP');
  expect((await once(child, 'close'))[0]).toBe(0);
});
