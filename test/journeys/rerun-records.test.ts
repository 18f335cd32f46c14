import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

type Files = Readonly<Record<string, string>>;

const CONFIG =
  'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: history }\n';
const glossary = (folder: string, name: string, rows: string): Files => ({
  [`glossaries/${folder}/glossary.yaml`]: `name: ${name}\ndictionaries: auto\n`,
  [`glossaries/${folder}/en-de.csv`]: rows,
});
const style = (prompt: string): Files => ({
  'style-rules/tone.yaml': `name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: A, prompt: ${prompt} }\n`,
});
const FIRST: Files = { ...glossary('a', 'A', 'house,Haus\ncat,Katze\n'), ...style('Be kind.') };
const APPLY = ['apply', '--auto-approve', '--max-deletes-per-run', '20', '--allow-delete', 'glossary.a'];

async function world(files: Files = FIRST) {
  const service = testService();
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG });
  let minutes = 0;
  const run = (args: readonly string[], more: Partial<CliInput> = {}) => {
    const now = new Date(Date.UTC(2026, 0, 2, 3, minutes));
    return runLexform(
      { cwd, env: { KEY: TEST_KEY, GITHUB_ACTOR: 'ana' }, fetch: inProcessFetch(service), now: () => now, ...more },
      ...args,
    );
  };
  function write(state: Files): void {
    for (const folder of ['glossaries', 'style-rules']) rmSync(join(cwd, folder), { recursive: true, force: true });
    for (const [path, text] of Object.entries(state)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
  }
  write(files);
  return {
    service,
    run,
    write,
    /** The lock of a dead run has ended by then. */
    wait: (by: number) => {
      minutes += by;
    },
    json: async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out),
    /** Dies instead of its n-th call. */
    dies: async (calls: number, args: readonly string[], processes?: CliInput['processes']) =>
      !(await livesFor(calls, service, (more) =>
        run([...args, '--concurrency', '1'], { ...more, ...(processes !== undefined && { processes }) }),
      )),
    /** At which call this run would begin to change something. */
    firstWrite: async (args: readonly string[]): Promise<number> => {
      const seen: string[] = [];
      await run([...args, '--concurrency', '1'], {
        fetch: async (url, request) => {
          seen.push(request.method);
          if (request.method !== 'GET') throw new Error('seen enough');
          return inProcessFetch(service)(url, request);
        },
      });
      return seen.findIndex((method) => method !== 'GET') + 1;
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

/** Nothing is left to do, nothing differs from the ledger, and the ledger knows every id. */
async function checkEnd({ run, json }: World): Promise<void> {
  expect(await json('plan')).toMatchObject({ changes: [], unmanaged: [] });
  expect(await json('plan')).not.toHaveProperty('adopts');
  const { counts, resources } = await json('drift');
  expect(resources).toEqual([]);
  expect(JSON.stringify(counts)).not.toMatch(/"same":[1-9]/);
  expect((await run(APPLY)).out).toContain('Nothing to apply, and nothing to record.');
}

const SECOND: Readonly<Record<string, Files>> = {
  'changes a term, a name and an instruction': {
    ...glossary('a', 'New A', 'house,Heim\ncat,Katze\n'),
    ...style('Be brief.'),
  },
  'moves a resource and removes a term': { ...glossary('moved', 'A', 'house,Haus\n'), ...style('Be kind.') },
  'creates a resource and deletes one': { ...glossary('b', 'B', 'dog,Hund\n'), ...style('Be kind.') },
};

describe('a run that is killed at any call', () => {
  test.each(Object.keys(SECOND))('and %s is recorded by the same command', async (name) => {
    let recordedOnly = 0;
    for (let calls = 0; ; calls += 1) {
      const here = await world();
      const { run, write, wait, dies, firstWrite } = here;
      expect((await run(APPLY)).code).toBe(0);
      write(SECOND[name] ?? {});
      if (calls === 0) calls = await firstWrite(APPLY);
      if (!(await dies(calls, APPLY))) break;
      wait(11);
      const again = await run(APPLY);
      expect([calls, again]).toMatchObject([calls, { code: 0 }]);
      if (again.out.includes('Recorded in the ledger of prod')) recordedOnly += 1;
      await checkEnd(here);
    }
    // The calls after the last one that changes something are those that read it back.
    expect(recordedOnly).toBeGreaterThan(0);
  });
});

/** A run that has made its calls and died before its entry. */
async function unrecorded(processes?: CliInput['processes']): Promise<World> {
  for (let calls = 6; ; calls += 1) {
    const here = await world();
    if (!(await here.dies(calls, APPLY, processes))) throw new Error('no run died between its last call and its entry');
    if (here.service.calls.filter(({ method }) => method === 'POST').length === 2) return here;
  }
}

describe('a run that has only something to record', () => {
  test('is refused while the lock stands, with its holder and the remedy, in text and as a document', async () => {
    const here = await unrecorded();
    const refused = await here.run(APPLY);
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringMatching(/"prod" is being changed by ana since .*lexform ledger unlock/),
    });
    expect(refused.out).not.toContain('Nothing to apply');
    expect(await here.json(...APPLY)).toMatchObject({ verdict: 'refused', reason: expect.stringContaining('by ana') });
    here.wait(11);
    expect((await here.run(APPLY)).code).toBe(0);
    await checkEnd(here);
  });

  test('takes the lock over at once where the process of its holder is seen to be gone, and says so', async () => {
    const dead = { machine: 'f'.repeat(32), pid: 4711, started: '99' };
    const here = await unrecorded({ current: async () => dead, isGone: async () => false });
    const waits: number[] = [];
    const more: Partial<CliInput> = {
      processes: { current: async () => ({ ...dead, pid: 4712 }), isGone: async ({ pid }) => pid === 4711 },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    };
    expect((await here.run(['ledger', 'unlock'], { ...more, answer: 'no' })).out).toContain(
      '4711 no longer runs on this machine; the next apply here takes the lock',
    );
    const { code, out, err } = await here.run(APPLY, more);
    expect([code, waits]).toEqual([0, [2000]]);
    expect(err).toMatch(/the run of ana .* ended without releasing it \(process 4711 no longer runs/);
    expect(out).toContain('2 resources adopted');
    await checkEnd(here);
  });

  test('says what it records, needs no approval, and the plan before announces it', async () => {
    const here = await unrecorded();
    here.wait(11);
    expect((await here.run(['plan'])).out).toContain('2 resources already match; apply will start managing them:');
    const { code, out } = await here.run(['apply']);
    expect([code, out.slice(out.indexOf('glossary.a is'))]).toEqual([
      0,
      'glossary.a is managed from now on\nstyle_rules.tone is managed from now on\nRecorded in the ledger of prod (000001): 2 resources adopted. No call was needed.\n',
    ]);
    await checkEnd(here);
    expect((await here.run(['log'])).out).toContain('adopt glossary.a, adopt style_rules.tone');
  });

  test('tells it in the document of --json', async () => {
    const here = await unrecorded();
    here.wait(11);
    expect(await here.json('apply')).toMatchObject({
      verdict: 'done',
      ledger: {
        entry: '000001',
        recorded: [
          { kind: 'adopted', address: 'glossary.a' },
          { kind: 'adopted', address: 'style_rules.tone' },
        ],
      },
    });
    expect((await here.json('apply')).ledger).toBeNull();
  });

  test.each([
    ['a saved plan', ['apply', 'plan.json', '--auto-approve']],
    ['what was approved', ['apply', '--approved', 'plan.json', '--auto-approve']],
  ])('does so for %s too', async (_, args) => {
    for (let calls = 4; ; calls += 1) {
      const here = await world();
      expect((await here.run(['plan', '--out', 'plan.json'])).code).toBe(0);
      if (!(await here.dies(calls, args))) break;
      here.wait(11);
      expect([calls, await here.run(args)]).toMatchObject([calls, { code: 0 }]);
      await checkEnd(here);
    }
  });

  test('does so for a rollback', async () => {
    for (let calls = 4; ; calls += 1) {
      const here = await world();
      const back = ['rollback', '1', '--auto-approve'];
      await here.run(APPLY);
      here.write(SECOND['changes a term, a name and an instruction'] ?? {});
      await here.run(APPLY);
      here.wait(11);
      if (!(await here.dies(calls, back))) break;
      here.wait(11);
      expect([calls, await here.run(back)]).toMatchObject([calls, { code: 0 }]);
      here.write(FIRST);
      await checkEnd(here);
    }
  });
});
