import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { tempRepository, testGit } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { type Life, lifeOf, mortalFetch, mortalGit } from '../support/mortal.ts';
import { caller } from '../support/service-caller.ts';

const URL = 'http://127.0.0.1:9';
const FROM = ['--from', URL, '--key', 'env:KEY'] as const;

const dictionary = (target: string, entries: string) => ({
  source_lang: 'en',
  target_lang: target,
  entries,
  entries_format: 'tsv',
});

async function glossary(service: Service, name: string, dictionaries: readonly object[]): Promise<string> {
  const made = await caller(service)('POST', '/v3/glossaries', { name, dictionaries });
  expect(made.status).toBe(201);
  return made.body.glossary_id;
}

async function styleList(service: Service, name: string, language: string): Promise<void> {
  const made = await caller(service)('POST', '/v3/style_rules', {
    name,
    language,
    custom_instructions: [{ label: 'Tone', prompt: `Be friendly in ${name}.` }],
  });
  expect(made.status).toBe(201);
}

/** Runs `init` in a folder of its own, as somebody who holds the key. */
const inFolder =
  (service: Service, cwd: string, more: Partial<CliInput> = {}) =>
  (...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), ...more }, ...args);

/** Path → content of all files of a workspace. */
function filesIn(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^\.(?:git|lexform)(?:\/|$)/.test(path) && statSync(join(root, path)).isFile());
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe('questions', () => {
  const asked = async (answers: readonly string[], ...args: readonly string[]) => {
    const service = testService();
    await glossary(service, 'Product', [dictionary('de', 'cat\tKatze')]);
    const cwd = tempRepository().folder;
    const left = [...answers];
    const made = await inFolder(service, cwd, { answer: async () => left.shift() ?? '' })('init', '--from', ...args);
    return { ...made, cwd, left };
  };

  test('service, key and folder are asked for', async () => {
    const { code, err, cwd, left } = await asked([URL, '', 'env:KEY', 'terms']);
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(err.match(/[^:\]]*\[[^\]]*\]: /g)).toHaveLength(4);
    expect(filesIn(cwd)).toHaveProperty('terms/lexform.yaml');
  });

  test('what options say is not asked for', async () => {
    const { code, err } = await asked([URL], '--key', 'env:KEY', '--auth-scheme', 'Service-Auth-Key', '-C', '.');
    expect(code).toBe(0);
    expect(err.match(/\[[^\]]*\]: /g)).toHaveLength(1);
  });

  test.each(['SECRET-279a2e9d-83b3:fx', 'env:SECRET-279a2e9d-83b3:fx', `${'SECRET'.repeat(20)}`])(
    'a key in place of its source leaves the screen at once, and the question is asked again: %s',
    async (key) => {
      const service = testService();
      await glossary(service, 'Product', [dictionary('de', 'cat\tKatze')]);
      const cwd = tempRepository().folder;
      const left = [URL, '', key, 'env:KEY', 'terms'];
      const typed = { answer: async () => left.shift() ?? '', live: true };
      const { code, out, err } = await inFolder(service, cwd, typed)('init', '--from');
      expect([code, left]).toEqual([0, []]);
      expect(filesIn(cwd)).toHaveProperty('terms/lexform.yaml');
      const rows = key.length > 40 ? 2 : 1;
      const refusal = 'error: this question takes env:NAME or file:PATH, never the key itself\n';
      expect(err).toContain(`\u001b[${rows}A\u001b[J${refusal}Where the key is: `);
      expect(out + err).not.toContain('SECRET');
    },
  );

  test('the third key in place of its source ends the questions', async () => {
    const { code, err, cwd, left } = await asked([URL, '', 'one:fx', 'two:fx', 'three:fx', 'terms']);
    expect([code, left, filesIn(cwd)]).toEqual([1, ['terms'], {}]);
    expect(err.match(/never the key itself/g)).toHaveLength(3);
    expect(err).not.toContain(':fx');
  });

  test('a key in place of its source in an option ends the run before any question', async () => {
    const { code, err, left } = await asked([URL], '--key', 'SECRET-279a2e9d:fx');
    expect([code, left]).toEqual([1, [URL]]);
    expect(err).toBe('error: --key takes env:NAME or file:PATH, never the key itself\n');
  });
});

describe('nothing is written', () => {
  const refused = async (args: readonly string[], more: Partial<CliInput> = {}) => {
    const service = testService();
    await glossary(service, 'Product', [dictionary('de', 'cat\tKatze')]);
    const cwd = tempRepository().folder;
    const made = await inFolder(service, cwd, more)('init', ...args);
    expect(filesIn(cwd)).toEqual({});
    expect(made.err + made.out).not.toContain('lexform.yaml');
    return made;
  };

  test('for a service of no such name, or an address with a password', async () => {
    expect((await refused(['--from', 'deppl'])).err).toContain('"deppl" is not a service');
    const local = await refused(['--from', 'localhost:8080']);
    expect([local.code, local.err]).toEqual([1, expect.stringContaining(', such as http://localhost:8080\n')]);
    const { code, err, out } = await refused(['--from', 'http://me:secret-1234@127.0.0.1:9', '--key', 'env:KEY']);
    expect(code).toBe(1);
    expect(err).toContain('nothing was written: ');
    expect(err + out).not.toContain('secret-1234');
  });

  test('for a target of a wrong name, a service that does not answer, or a path that it does not know', async () => {
    expect((await refused([...FROM, '--target', 'a b'])).err).toContain('nothing was written: ');
    const noAnswer = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    const silent = await refused(FROM, { fetch: noAnswer, sleep: async () => undefined });
    expect(silent.err).toContain('check the address of the target (base_url)');
    expect((await refused(['--from', `${URL}/elsewhere`, '--key', 'env:KEY'])).err).toContain('answered 404');
  });
});

/** Files of which a process that dies in the middle has written the first ones. */
function mortalFiles(life: Life): ReturnType<typeof nodeFiles> {
  const files = nodeFiles();
  return {
    ...files,
    async writeAll(changes) {
      for (const [path, content] of changes) {
        await life.step();
        await files.writeAll(new Map([[path, content]]));
      }
    },
  };
}

test('killed at any step and run again, the end is the same', async () => {
  const service = testService();
  await glossary(service, 'Product', [dictionary('de', 'cat\tKatze'), dictionary('fr', 'cat\tchat')]);
  await glossary(service, 'Legal', [dictionary('de', 'law\tGesetz')]);
  await styleList(service, 'Marketing', 'de');
  const dead = { machine: 'f'.repeat(32), pid: 4711, started: '99' };
  const ended = async (steps: number) => {
    const cwd = tempRepository().folder;
    const life = lifeOf(steps);
    const killed = await inFolder(service, cwd, {
      processes: { current: async () => dead, isGone: async () => false },
      files: mortalFiles(life),
      git: (folder) => mortalGit(testGit(folder), life),
      fetch: mortalFetch<Parameters<CliInput['fetch'] & {}>, Awaited<ReturnType<CliInput['fetch'] & {}>>>(life)(
        inProcessFetch(service),
      ),
    })('init', ...FROM).catch(() => undefined);
    const processes = {
      current: async () => ({ ...dead, pid: 4712 }),
      isGone: async ({ pid }: typeof dead) => pid === dead.pid,
    };
    const run = inFolder(service, cwd, { processes });
    if (life.isOver()) {
      const again = await run('init', ...FROM);
      expect(again.code, `${steps}: ${again.out}${again.err}`).toBe(0);
    } else expect(killed?.code).toBe(0);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    expect((await run('drift')).code).toBe(0);
    return { isWhole: !life.isOver(), files: filesIn(cwd) };
  };
  const whole = await ended(1_000);
  expect(whole.isWhole).toBe(true);
  for (let steps = 1; ; steps += 1) {
    const { isWhole, files } = await ended(steps);
    expect(files).toEqual(whole.files);
    if (isWhole) break;
  }
}, 120_000);

test('a glossary that goes while it is read is not in the files', async () => {
  const service = testService();
  const id = await glossary(service, 'Product', [dictionary('de', 'cat\tKatze')]);
  await glossary(service, 'Legal', [dictionary('de', 'law\tGesetz')]);
  const fetch = inProcessFetch(service);
  const cwd = tempRepository().folder;
  const made = await inFolder(service, cwd, {
    fetch: async (url, request) => {
      if (url.includes('/entries')) await caller(service)('DELETE', `/v3/glossaries/${id}`);
      return fetch(url, request);
    },
  })('init', ...FROM);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('Wrote 4 files with 1 glossary.');
  expect(Object.keys(filesIn(cwd)).filter((path) => path.startsWith('glossaries/'))).toEqual([
    'glossaries/legal/en-de.csv',
    'glossaries/legal/glossary.yaml',
  ]);
});

test('answers of 429 are waited out, and an account that goes on failing gets no files', async () => {
  const ended = async (calls?: readonly number[]) => {
    const service = testService();
    await glossary(service, 'Product', [dictionary('de', 'cat\tKatze')]);
    const path = '/v3/glossaries/*/entries';
    service.faults.set([{ kind: 'status', status: 429, path, ...(calls !== undefined && { calls }) }]);
    const cwd = tempRepository().folder;
    const { code, err } = await inFolder(service, cwd)('init', ...FROM);
    return { code, files: Object.keys(filesIn(cwd)).length, retried: err.includes('429') };
  };
  expect(await ended([1, 2])).toEqual({ code: 0, files: 4, retried: true });
  expect(await ended()).toEqual({ code: 1, files: 0, retried: true });
});
