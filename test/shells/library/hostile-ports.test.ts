import { describe, expect, test } from 'vitest';
import {
  createService,
  inProcessFetch,
  type OpenOptions,
  openWorkspace,
  type Workspace,
  type WorkspacePorts,
} from '../../../src/shells/library/library.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runs } from '../../support/runs.ts';
import { MemoryFiles } from './memory-files.ts';
import { configOf, FILES } from './world.ts';

const ROOT = '/workspace';
const KEY = 'test-key';
const CSV = 'glossaries/product/en-de.csv';
const CONFIG = configOf('http://service.test', 'safety: { max_deletes: 50 }\n');

/** The files before and after an edit that changes, adds and removes terms, a dictionary and an instruction. */
const BEFORE = { ...FILES, 'glossaries/product/en-fr.csv': 'house,maison\n' };
const AFTER = {
  ...FILES,
  [CSV]: 'house,Heim\ncat,Katze\nbird,Vogel\n',
  'glossaries/product/en-es.csv': 'house,casa\n',
  'style-rules/tone.yaml':
    'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be brief. }\n  - { label: Numbers, prompt: Use digits. }\n',
};
const CONSENT = { allowDelete: ['glossary.product/en->fr'], maxDeletesPerRun: 50 };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An applied workspace in memory whose files were edited since, and the service of its target. */
async function editedWorld() {
  const service = createService({ accounts: [{ key: KEY, plan: 'pro' }] });
  const clock = manualClock('2031-01-01T00:00:00Z');
  const files = new MemoryFiles(ROOT, { 'lexform.yaml': CONFIG, ...BEFORE });
  const ports: WorkspacePorts = {
    ...clock,
    files,
    fetch: inProcessFetch(service),
    env: (name) => (name === 'KEY' ? KEY : undefined),
    git: () => ({ run: () => Promise.reject(new Error('there is no git')) }),
    deadline: () => new AbortController().signal,
    monotonic: () => clock.now().getTime(),
    random: () => 0.5,
    id: () => globalThis.crypto.randomUUID(),
  };
  const open = (more: Partial<WorkspacePorts> = {}, options: OpenOptions = {}): Promise<Workspace> =>
    openWorkspace(ROOT, { ports: { ...ports, ...more }, ...options });
  await (await (await open()).plan()).apply();
  files.all.delete(`${ROOT}/glossaries/product/en-fr.csv`);
  for (const [path, text] of Object.entries(AFTER)) files.all.set(`${ROOT}/${path}`, encode(text));
  return { service, clock, files, ports, open };
}

type World = Awaited<ReturnType<typeof editedWorld>>;

/** Everything that the service has, as its calls answer it. */
async function liveState({ service }: World): Promise<string> {
  const answer = async (path: string): Promise<string> => {
    const url = `http://service.test${path}`;
    const response = await service.handle(new Request(url, { headers: { authorization: `DeepL-Auth-Key ${KEY}` } }));
    return response.text();
  };
  const { glossaries } = JSON.parse(await answer('/v3/glossaries'));
  const entries = [];
  for (const { glossary_id: id, dictionaries } of glossaries)
    for (const { source_lang: source, target_lang: target } of dictionaries)
      entries.push(await answer(`/v3/glossaries/${id}/entries?source_lang=${source}&target_lang=${target}`));
  const { style_rules: lists } = JSON.parse(await answer('/v3/style_rules?detailed=true'));
  const instructions = lists.map((list: { custom_instructions: { label: string; prompt: string }[] }) =>
    list.custom_instructions.map(({ label, prompt }) => [label, prompt]),
  );
  return JSON.stringify([glossaries.length, entries.sort(), instructions]);
}

/** Runs the same work again with working ports after the lease of a lost lock is over; the end must be complete. */
async function mustRecover(world: World, expected: string): Promise<void> {
  world.clock.advance(3 * 60 * 60_000);
  const workspace = await world.open();
  const plan = await workspace.plan('prod', { consent: CONSENT });
  if (!plan.isEmpty) expect(await plan.apply()).toMatchObject({ verdict: 'done' });
  const after = await (await world.open()).plan();
  expect([after.isEmpty, after.changes, after.drift]).toEqual([true, [], []]);
  expect((await workspace.drift()).isEmpty).toBe(true);
  expect(await liveState(world)).toBe(expected);
  // The ledger has what the service has: ids of the ledger are ids of live resources.
  expect(Object.keys(await workspace.ids()).sort()).toEqual(['glossary.product', 'style_rules.tone']);
  expect(world.files.all.get(`${ROOT}/${CSV}`)).toEqual(encode(AFTER[CSV]));
}

/** The state that an undisturbed run leaves. */
async function undisturbed(): Promise<string> {
  const world = await editedWorld();
  const plan = await (await world.open()).plan('prod', { consent: CONSENT });
  expect(await plan.apply()).toMatchObject({ verdict: 'done' });
  return liveState(world);
}

type AnyFunction = (...values: never[]) => unknown;

/** The ports, of which the call with number `at` fails; `calls` counts. `late`: it fails after it did its work. */
function failingAt(world: World, at: number, late: boolean) {
  const error = new Error('a port fails');
  const counter = { calls: 0 };
  const failing =
    <Port extends AnyFunction>(port: Port): AnyFunction =>
    (...values) => {
      counter.calls += 1;
      if (counter.calls !== at) return port(...values);
      if (!late) throw error;
      const result: unknown = port(...values);
      return result instanceof Promise ? result.then(() => Promise.reject(error)) : result;
    };
  const functions = ['glob', 'list', 'openWriter', 'readFile', 'readRegularFile', 'realPath', 'writeAll'] as const;
  const files = Object.fromEntries(functions.map((name) => [name, failing(world.files[name].bind(world.files))]));
  const plain = ['fetch', 'env', 'now', 'sleep', 'after', 'every', 'monotonic', 'random', 'id'] as const;
  const ports = Object.fromEntries(plain.map((name) => [name, failing(world.ports[name])]));
  return { ports: { ...ports, files } as unknown as Partial<WorkspacePorts>, counter, error };
}

/** Methods of the calls that changed something, in order. */
const changesSent = ({ service }: World): readonly string[] =>
  service.calls.map(({ method }) => method).filter((method) => method !== 'GET');

/** Plans and applies; how it ended. */
async function attempt(work: () => Promise<{ readonly verdict: string }>): Promise<unknown> {
  try {
    return (await work()).verdict;
  } catch (error) {
    return error;
  }
}

const planAndApply = async (world: World, ports: Partial<WorkspacePorts>, options: OpenOptions = {}) =>
  (await (await world.open(ports, options)).plan('prod', { consent: CONSENT })).apply();

/** Numbers from 1 to `count`; in `npm test` at most `bound` of them, spread over the whole run. */
function places(count: number, bound: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / runs(bound)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => 1 + index * step);
}

describe.each([false, true])('a port fails at each of its calls, after its work: %s', (late) => {
  test('the run ends with an error or a verdict, and the next run completes it', async () => {
    const expected = await undisturbed();
    const world = await editedWorld();
    const all = failingAt(world, 0, late);
    await planAndApply(world, all.ports);
    expect(all.counter.calls).toBeGreaterThan(50);
    const ends = new Set<unknown>();
    for (const at of places(all.counter.calls, 30)) {
      const each = await editedWorld();
      const { ports, error } = failingAt(each, at, late);
      const end = await attempt(() => planAndApply(each, ports));
      if (end instanceof Error && end !== error) expect(end).toMatchObject({ code: expect.any(String) });
      ends.add(end instanceof Error ? 'error' : end);
      await mustRecover(each, expected);
    }
    expect(ends.has('error')).toBe(true);
  });
});

test('an abort at each call ends as interrupted or done, and the next run completes it', async () => {
  const expected = await undisturbed();
  const aborting = (world: World, at: number) => {
    const stop = new AbortController();
    const counter = { calls: 0 };
    const fetch: WorkspacePorts['fetch'] = (url, request) => {
      counter.calls += 1;
      if (counter.calls === at) stop.abort();
      return world.ports.fetch(url, request);
    };
    return { ports: { fetch }, counter, options: { signal: stop.signal } };
  };
  const world = await editedWorld();
  const { ports, counter } = aborting(world, 0);
  await planAndApply(world, ports);
  expect(counter.calls).toBeGreaterThan(8);
  const ends = new Set<unknown>();
  for (const at of places(counter.calls, 20)) {
    const each = await editedWorld();
    const run = aborting(each, at);
    const end = await attempt(() => planAndApply(each, run.ports, run.options));
    if (end instanceof Error) expect(end).toMatchObject({ code: 'interrupted' });
    ends.add(end instanceof Error ? 'rejected' : end);
    await mustRecover(each, expected);
  }
  expect([...ends].sort()).toEqual(expect.arrayContaining(['interrupted', 'rejected']));
});

describe('a plan is applied twice', () => {
  test('at the same time: one run applies it, the other is refused, and nothing is done twice', async () => {
    const expected = await undisturbed();
    const single = await editedWorld();
    await planAndApply(single, {});
    const alone = changesSent(single);
    const world = await editedWorld();
    const plan = await (await world.open()).plan('prod', { consent: CONSENT });
    const ends = await Promise.all([1, 2, 3].map(() => attempt(() => plan.apply())));
    const done = ends.filter((end) => end === 'done');
    const refused = ends.filter((end) => end instanceof Error);
    expect([done.length, refused.length]).toEqual([1, 2]);
    for (const error of refused)
      expect(['locked', 'ledger-moved']).toContain((error as { readonly code?: string }).code);
    expect(changesSent(world)).toEqual(alone);
    await mustRecover(world, expected);
  });

  test('one after the other: the second one is refused', async () => {
    const world = await editedWorld();
    const plan = await (await world.open()).plan('prod', { consent: CONSENT });
    expect(await attempt(() => plan.apply())).toBe('done');
    expect(await attempt(() => plan.apply())).toMatchObject({ code: 'ledger-moved' });
  });

  test('after a change of the files: it is refused, and the files win', async () => {
    const expected = await undisturbed();
    const world = await editedWorld();
    world.files.all.set(`${ROOT}/${CSV}`, encode('house,Gebäude\n'));
    const plan = await (await world.open()).plan('prod', { consent: CONSENT });
    world.files.all.set(`${ROOT}/${CSV}`, encode(AFTER[CSV]));
    const before = await liveState(world);
    expect(await attempt(() => plan.apply())).toMatchObject({ code: 'files-changed' });
    expect(await liveState(world)).toBe(before);
    await mustRecover(world, expected);
  });
});
