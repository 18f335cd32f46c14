import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/listen.ts';
import { git } from '../support/git-repository.ts';
import { testService } from '../support/in-process.ts';
import { type Ended, startLexform } from '../support/lexform-process.ts';
import { sharedRemote } from '../support/shared-remote.ts';
import { clientOf } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

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
  startLexform({ cwd, who }, 'apply', '--auto-approve', '--max-deletes', '5').ended;

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
  const glossaries = await client.glossaries.list();
  const [id] = glossaries.map((each) => each.id);
  const live = id === undefined ? undefined : await client.glossaries.readEntries(id, { source: 'en', target: 'de' });
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
      expect(err).toMatch(/"prod" is being changed by runner-\d+ |somebody has applied to "prod" .* by runner-\d+ /);
  }
  return who.filter((_, index) => ends[index]?.code === 0);
}

test.each([2, 10])(
  'of %i processes in clones of one remote each ends done or refused; the history has one order',
  async (count) => {
    const { service, url } = await serving();
    const { bare, folders } = await sharedRemote(files(url, 'ledger: { remote: origin }\n'), count);
    for (const [index, folder] of folders.entries()) write(folder, `house,from runner-${index}\n`);
    const who = folders.map((_, index) => `runner-${index}`);
    const winners = checkEnds(await Promise.all(folders.map((folder, index) => apply(folder, who[index] ?? ''))), who);
    const { actors, glossaries, live, ledger, refs, merges } = await outcome(bare, service);
    expect([glossaries, refs, merges]).toEqual([1, [REF], '']);
    expect([...actors].sort()).toEqual([...winners].sort());
    // The last in the order is who is seen, on both sides.
    expect(live).toEqual([['house', `from ${actors.at(-1)}`]]);
    expect(ledger).toBe(`house,from ${actors.at(-1)}\n`);
  },
  30_000,
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
}, 30_000);

test('processes in one clone take turns on its own refs', async () => {
  const { service, url } = await serving();
  const cwd = await tempWorkspace(files(url));
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  const who = ['runner-0', 'runner-1', 'runner-2', 'runner-3'];
  checkEnds(await Promise.all(who.map((each) => apply(cwd, each))), who);
  const { actors, glossaries, live, refs } = await outcome(cwd, service);
  expect([actors.length, glossaries, live, refs]).toEqual([1, 1, [['house', 'Haus']], [REF]]);
}, 30_000);
