import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { listeningWorld } from './every-command.ts';

const KEYS = { key: 'k', adminKey: 'a' };
const FULL =
  /cannot write \S+: the disk is full \(ENOSPC\)\n {2}Free space on that disk, then rerun the same command\n/;

describe('what the system refuses is told as what it is', () => {
  test('a plan that cannot be saved: full device, a folder in its place, a file as a folder', async () => {
    const { lexform, cwd } = await listeningWorld(KEYS);
    const saved = (path: string) => lexform(['plan', '--target', 'test', '--out', path]);
    expect(await saved('/dev/full')).toMatchObject({ code: 1, err: expect.stringMatching(FULL) });
    expect((await saved('glossaries')).err).toContain(
      `cannot write ${join(cwd, 'glossaries')}: it is a folder (EISDIR)`,
    );
    expect((await saved('lexform.yaml/plan.json')).err).toMatch(/cannot write .*plan\.json: .* \((?:ENOTDIR|EEXIST)\)/);
    expect((await saved(`${'x'.repeat(300)}.json`)).err).toContain('the name is too long (ENAMETOOLONG)');
  });

  test('a report that cannot be written: the others are written, and the run is what it was', async () => {
    const { lexform, cwd } = await listeningWorld(KEYS);
    const reports = ['--report', 'markdown=/dev/full', '--report', 'html=plan.html'];
    const { code, err } = await lexform(['plan', '--target', 'test', '--detailed-exitcode', ...reports]);
    expect(code).toBe(2);
    expect(err).toContain('a report could not be written: error: cannot write /dev/full: the disk is full (ENOSPC)');
    expect(existsSync(join(cwd, 'plan.html'))).toBe(true);
  });

  test('a ledger and a lock whose folder cannot be made stop an apply before its first call', async () => {
    const { lexform, cwd, service } = await listeningWorld(KEYS);
    rmSync(join(cwd, '.lexform/ledger'), { recursive: true, force: true });
    mkdirSync(join(cwd, '.lexform'), { recursive: true });
    writeFileSync(join(cwd, '.lexform/ledger'), '');
    const before = service.calls.filter(({ method }) => method !== 'GET').length;
    const { code, err } = await lexform(['apply', '--target', 'test', '--auto-approve']);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: cannot write \S+locks\S+: .* \((?:ENOTDIR|EEXIST)\)\n {2}/m);
    expect(err).not.toContain('bug');
    expect(service.calls.filter(({ method }) => method !== 'GET')).toHaveLength(before);
  });

  test('backup, secrets and voice results', async () => {
    const { lexform, cwd } = await listeningWorld(KEYS);
    writeFileSync(join(cwd, 'developer-keys.yaml'), 'ci: { label: CI }\nnew: { label: New }\n');
    const secrets = ['--secrets-file', 'no/folder/x.json'];
    for (const [args, told] of [
      [['backup', 'talk.wav/kept', '--target', 'test'], /cannot read the folder \S+kept: .* \((?:ENOTDIR|EEXIST)\)/],
      [
        ['apply', '--target', 'test', '-y', ...secrets],
        /cannot write \S+x\.json: there is no such file or folder \(ENOENT\)/,
      ],
    ] as const) {
      const { code, err, out } = await lexform(args);
      expect(code).toBe(1);
      expect(`${out}${err}`).toMatch(told);
      expect(`${out}${err}`).not.toContain('bug');
    }
    const files = {
      ...nodeFiles(),
      openWriter: () => Promise.reject(Object.assign(new Error('x'), { code: 'EROFS', syscall: 'open' })),
    };
    const voice = await lexform(['service', 'voice', 'translate', 'talk.wav', '--to', 'de', '--target', 'test'], {
      files,
    });
    expect(voice.code).toBe(1);
    expect(voice.out).toContain('the disk is read-only (EROFS); Name a writable place');
  });

  test('init, in a file instead of a folder, and where a folder stands in the way, leaves nothing', async () => {
    const cwd = await tempWorkspace({ file: '', 'ws/style-rules/marketing-de.yaml/x': '' });
    expect((await runLexform({ cwd }, 'init', 'file')).err).toMatch(
      /cannot write \S+lexform\.yaml: .* \((?:ENOTDIR|EEXIST)\)/,
    );
    const { code, err } = await runLexform({ cwd }, 'init', 'ws');
    expect([code, err.includes('marketing-de.yaml')]).toEqual([1, true]);
    expect(readdirSync(join(cwd, 'ws'))).toEqual(['style-rules']);
  });
});

describe('serve', () => {
  test('a busy port is named, with the way out', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void busy.close());
    await new Promise((listening) => busy.once('listening', listening));
    const { port } = busy.address() as { readonly port: number };
    const { code, err } = await runLexform({ cwd: await tempWorkspace({}) }, 'serve', '--port', String(port));
    expect(code).toBe(1);
    expect(err).toBe(
      `error: cannot listen on 127.0.0.1:${port}: another program listens there (EADDRINUSE)\n  Name another port with --port; --port 0 takes a free one\n`,
    );
  });

  test('a data folder that cannot be written to is told at once', async () => {
    const cwd = await tempWorkspace({ file: '' });
    const { code, err } = await runLexform({ cwd }, 'serve', '--port', '0', '--data', 'file/data');
    expect(code).toBe(1);
    expect(err).toMatch(/^error: cannot .*file\/data: .* \(ENOTDIR\)\n {2}/);
  });
});

test('the embedded service tells why it cannot keep something, once', async () => {
  const cwd = await tempWorkspace({ '.lexform/service/local': '' });
  await runLexform({ cwd }, 'init', '.');
  const { code, err } = await runLexform({ cwd }, 'apply', '-y');
  expect(code).toBe(1);
  expect(err.match(/the embedded service: error: cannot .*\.lexform\/service\/local/g)).toHaveLength(1);
  expect(err).not.toContain('bug');
});

test('a pull that cannot write everything leaves all files as they were', async () => {
  const { lexform, cwd } = await listeningWorld(KEYS);
  await lexform(['apply', '--target', 'test', '-y']);
  const read = () =>
    ['glossaries/product/en-de.csv', 'style-rules/marketing-de.yaml'].map((path) =>
      readFileSync(join(cwd, path), 'utf8'),
    );
  const applied = read();
  writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\n');
  writeFileSync(join(cwd, 'style-rules/marketing-de.yaml'), 'name: Other\nlanguage: de\n');
  const local = read();
  const tree = () =>
    readdirSync(cwd, { recursive: true })
      .map(String)
      .filter((path) => !path.startsWith('.lexform'))
      .sort();
  const names = tree();
  // The style list is the later file, and it cannot be replaced.
  const files = {
    ...nodeFiles(),
    writeAll: (changes: ReadonlyMap<string, string | Uint8Array | undefined>) =>
      nodeFiles().writeAll(new Map([...changes, [join(cwd, 'talk.wav/x.csv'), 'x']])),
  };
  const refused = await lexform(['pull', '--target', 'test', '--force'], { files });
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/cannot write \S+x\.csv/);
  expect(read()).toEqual(local);
  expect(tree()).toEqual(names);
  expect((await lexform(['pull', '--target', 'test', '--force'])).code).toBe(0);
  expect(read()).not.toEqual(local);
  expect(applied).toHaveLength(2);
});
