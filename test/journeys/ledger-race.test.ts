import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { gitLockStore } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { makeLock } from '../../src/ledger/lock.ts';
import { remoteRefs } from '../../src/ledger/ref-updates.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import type { Service } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { GIT_ENV, git } from '../support/git-repository.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { clientOf } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { type Ended, startLexform } from './lexform-process.ts';
import { sharedRemote } from './shared-remote.ts';

const REF = 'refs/lexform/ledger/prod';
const TERMS = 'glossaries/product/en-de.csv';

async function serving(): Promise<{ readonly service: Service; readonly url: string }> {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  return { service, url };
}

const files = (url: string, ledger = ''): Record<string, string> => ({
  'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: []\n${ledger}`,
  'glossaries/product/glossary.yaml': 'name: Product\n',
  [TERMS]: 'house,Haus\n',
});

const apply = (cwd: string, who: string): Promise<Ended> =>
  startLexform({ cwd, who }, 'apply', '--auto-approve', '--max-deletes-per-run', '5').ended;

const write = (folder: string, terms: string): void => writeFileSync(join(folder, TERMS), terms);

/** What the history says, oldest first, and what the service has. */
async function outcome(repository: string, service: Service) {
  const log = git(
    repository,
    'log',
    '--reverse',
    '--format=%s|%(trailers:key=Lexform-Actor,valueonly,separator=)',
    REF,
  );
  const entries = log.split('\n').filter((line) => line !== '' && !line.startsWith('about to apply'));
  const client = clientOf(service);
  const glossaries = await glossaryCalls(client).list();
  const [id] = glossaries.map((each) => each.id);
  const live =
    id === undefined ? undefined : await glossaryCalls(client).readEntries(id, { source: 'en', target: 'de' });
  return {
    actors: entries.map((line) => line.split('|')[1]),
    glossaries: glossaries.length,
    live: [...(live ?? [])],
    ledger: git(repository, 'show', `${REF}:${TERMS}`),
    refs: git(repository, 'for-each-ref', '--format=%(refname)', 'refs/lexform/').trim().split('\n'),
    merges: git(repository, 'rev-list', '--min-parents=2', REF),
  };
}

/** Each ended done or refused, and one who was refused knows who was at it. */
function checkEnds(ends: readonly Ended[], who: readonly string[]): readonly string[] {
  for (const { code, out, err } of ends) {
    expect([0, 3], out + err).toContain(code);
    if (code === 3)
      expect(err).toMatch(/"prod" is being changed by runner-\d+ |another run has applied to "prod" .* by runner-\d+ /);
  }
  return who.filter((_, index) => ends[index]?.code === 0);
}

test.each([2, 10])(
  'of %i processes in clones of one remote each ends done or refused; the history has one order',
  async (count) => {
    const { service, url } = await serving();
    const { bare, folders } = await sharedRemote(files(url, 'ledger: { remote: origin }\n'), count);
    const who = folders.map((_, index) => `runner-${index}`);
    let before: readonly (string | undefined)[] = [];
    // First each would make the glossary, then each would change it.
    for (const round of ['made', 'changed']) {
      for (const [index, folder] of folders.entries()) write(folder, `house,${round} by runner-${index}\n`);
      const ends = await Promise.all(folders.map((folder, index) => apply(folder, who[index] ?? '')));
      const winners = checkEnds(ends, who);
      const { actors, glossaries, live, ledger, refs, merges } = await outcome(bare, service);
      expect([glossaries, refs, merges]).toEqual([1, [REF], '']);
      expect(actors.slice(0, before.length)).toEqual(before);
      expect(actors.slice(before.length).sort()).toEqual([...winners].sort());
      // The last in the order is who is seen, on both sides.
      expect(live).toEqual([['house', `${round} by ${actors.at(-1)}`]]);
      expect(ledger).toBe(`house,${round} by ${actors.at(-1)}\n`);
      before = actors;
    }
  },
);

test('of processes that want the same, in clones or in one, the work is done once', async () => {
  const { service, url } = await serving();
  const { bare, folders } = await sharedRemote(files(url, 'ledger: { remote: origin }\n'), 2);
  const who = ['runner-0', 'runner-1', 'runner-2', 'runner-3'];
  const places = [...folders, ...folders];
  checkEnds(await Promise.all(places.map((folder, index) => apply(folder, who[index] ?? ''))), who);
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const { actors, glossaries, live } = await outcome(bare, service);
  expect([actors.length, glossaries, live]).toEqual([1, 1, [['house', 'Haus']]]);
  // Whoever was refused finds it done.
  expect((await apply(folders[1] ?? '', 'runner-4')).code).toBe(0);
  expect((await outcome(bare, service)).actors).toEqual(actors);
});

test('processes in one clone take turns on its own refs', async () => {
  const { service, url } = await serving();
  const cwd = await tempWorkspace(files(url));
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  const who = ['runner-0', 'runner-1', 'runner-2', 'runner-3'];
  checkEnds(await Promise.all(who.map((each) => apply(cwd, each))), who);
  const { actors, glossaries, live, refs } = await outcome(cwd, service);
  expect([actors.length, glossaries, live, refs]).toEqual([1, 1, [['house', 'Haus']], [REF]]);
});

test('processes on one folder take turns too', async () => {
  const { service, url } = await serving();
  const cwd = await tempWorkspace(files(url, 'ledger: { dir: kept }\n'));
  const who = ['runner-0', 'runner-1', 'runner-2', 'runner-3'];
  for (const terms of ['house,Haus\n', 'house,Heim\n']) {
    write(cwd, terms);
    checkEnds(await Promise.all(who.map((each) => apply(cwd, each))), who);
  }
  const changing = service.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  expect(changing).toEqual(['POST', expect.stringMatching(/^P(?:UT|ATCH)$/)]);
  expect(readdirSync(join(cwd, 'kept/prod/entries'))).toEqual(['000001.json', '000002.json']);
  expect(readdirSync(join(cwd, 'kept/prod/locks'))).toHaveLength(1);
});

describe('what another run does while a plan is made', () => {
  /**
   * Ana has applied, and would change the glossary. `meanwhile` happens when she has read the history, before she reads
   * the service.
   */
  async function overtaken(meanwhile: (at: { readonly service: Service; readonly ben: string }) => Promise<unknown>) {
    const { service, url } = await serving();
    const { bare, folders } = await sharedRemote(files(url, 'ledger: { remote: origin }\n'), 2);
    const [ana = '', ben = ''] = folders;
    const env = { KEY: TEST_KEY, GITHUB_ACTOR: 'ana' };
    expect((await runLexform({ cwd: ana, env }, 'apply', '--auto-approve')).code).toBe(0);
    write(ana, 'house,by ana\n');
    write(ben, 'house,by ben\n');
    const fetch = nodeFetchPort();
    let isOver = false;
    const result = await runLexform(
      {
        cwd: ana,
        env,
        fetch: async (...call) => {
          if (!isOver) {
            isOver = true;
            await meanwhile({ service, ben });
          }
          return fetch(...call);
        },
      },
      ...['apply', '--auto-approve'],
    );
    return { result, ...(await outcome(bare, service)) };
  }

  test('is no drift when it is done: the plan is made again', async () => {
    const { result, actors, live } = await overtaken(({ ben }) =>
      runLexform({ cwd: ben, env: { KEY: TEST_KEY, GITHUB_ACTOR: 'ben' } }, 'apply', '--auto-approve'),
    );
    expect(result.code, result.err).toBe(0);
    expect(result.out).not.toContain('conflict');
    expect([actors, live]).toEqual([['ana', 'ben', 'ana'], [['house', 'by ana']]]);
  });

  test('is no drift when it is half done: who is at it is named', async () => {
    const { result, live } = await overtaken(async ({ service, ben }) => {
      const port = gitProgram(ben, GIT_ENV);
      const refs = remoteRefs(gitRepository(port, idsInOrder()), port, 'origin');
      const store = gitLockStore(gitRepository(port, idsInOrder()), refs, 'prod');
      // The clock of the command line stands just after this.
      await makeLock(store, () => new Date('2026-01-02T03:00:00Z')).acquire({ id: 'run-b', who: 'ben' });
      const glossaries = glossaryCalls(clientOf(service));
      const [glossary] = await glossaries.list();
      if (glossary === undefined) throw new Error('there is none');
      const pair = { source: 'en', target: 'de' };
      await glossaries.putDictionary(glossary.id, pair, entriesOf([['house', 'by ben']]));
    });
    expect([result.code, result.err]).toEqual([3, expect.stringContaining('"prod" is being changed by ben since ')]);
    expect(result.err).not.toContain('[drift]');
    expect(live).toEqual([['house', 'by ben']]);
  });
});
