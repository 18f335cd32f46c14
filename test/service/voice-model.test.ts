import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WireVoiceJob, WireVoiceResult } from '../../src/contract/wire-voice.ts';
import { createService } from '../../src/service/create-service.ts';
import { asked, JOBS, signed, TEXT, WAV } from '../contract/voice-bench.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';

const TARGET_MS = 2000;

type Step =
  | { readonly kind: 'create'; readonly jobs: number; readonly targets: number }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'upload'; readonly job: number; readonly file: keyof typeof FILES; readonly by: By }
  | { readonly kind: 'download'; readonly job: number; readonly target: number; readonly by: By };
type By = 'header' | 'url' | 'wrong-header' | 'wrong-url' | 'nothing';

const FILES = {
  right: WAV,
  short: WAV.subarray(1),
  // Of the right length, and no WAV.
  noise: new Uint8Array(WAV.byteLength),
};

/** What a job should be, told by its history alone. */
interface Modelled {
  readonly id: string;
  readonly made: number;
  upload?: { readonly at: number; readonly decoded: boolean };
  /** When each target was first fetched. */
  readonly fetched: (number | undefined)[];
  /** Where its source goes. */
  readonly put: { readonly url: string; readonly signature: string; readonly signedUrl: string };
  /** What was learned of each complete result. */
  readonly results: (WireVoiceResult | undefined)[];
}

const isGone = ({ made, upload }: Modelled, now: number): boolean =>
  upload === undefined ? now > made + 300_000 : now > upload.at + 3_600_000;

function stateOf({ upload, fetched }: Modelled, target: number, now: number): string {
  if (upload === undefined) return 'pending';
  if (fetched[target] !== undefined) return 'downloaded';
  const since = now - upload.at;
  if (since < TARGET_MS * (target + 1)) return since < TARGET_MS / 10 ? 'uploaded' : 'processing';
  return upload.decoded ? 'complete' : 'failed';
}

const isOver = (job: Modelled, now: number): boolean =>
  job.fetched.every((_, target) => ['downloaded', 'failed'].includes(stateOf(job, target, now)));

/**
 * The status of a call that is signed so, for a job that is `gone` or not, where the right signature gives `otherwise`.
 */
function signedStatus(by: By, gone: boolean, otherwise: () => number): number {
  if (by === 'nothing') return 401;
  if (gone) return 404;
  return by.startsWith('wrong') ? 403 : otherwise();
}

function uploadStatus(job: Modelled, { file, by }: Step & { readonly kind: 'upload' }, now: number): number {
  return signedStatus(by, isGone(job, now), () => {
    if (job.upload !== undefined) return 409;
    return file === 'short' ? 400 : 204;
  });
}

function downloadStatus(job: Modelled, { target, by }: Step & { readonly kind: 'download' }, now: number): number {
  return signedStatus(by, isGone(job, now), () => {
    const fetched = job.fetched[target];
    if (fetched !== undefined) return now <= fetched + 60_000 ? 200 : 404;
    return stateOf(job, target, now) === 'complete' ? 200 : 404;
  });
}

/** A service, its model, and the steps on both. */
function bench() {
  const clock = manualClock('2026-01-15T12:00:00Z');
  const service = createService(
    {
      accounts: [{ key: TEST_KEY, plan: 'pro' }],
      onError: (error) => {
        throw error;
      },
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const call = caller(service);
  const jobs: Modelled[] = [];
  const now = () => clock.now().getTime();

  async function send(method: string, by: By, place: Modelled['put'], body?: Uint8Array<ArrayBuffer>): Promise<number> {
    const url = by === 'url' ? place.signedUrl : by === 'wrong-url' ? `${place.url}?signature=x` : place.url;
    const headers = by === 'header' ? signed(place.signature) : by === 'wrong-header' ? signed('x') : {};
    const answer = await service.handle(new Request(url, { method, headers, ...(body !== undefined && { body }) }));
    await answer.arrayBuffer();
    return answer.status;
  }

  async function create(targets: number): Promise<void> {
    const full = jobs.filter((job) => !isGone(job, now()) && !isOver(job, now())).length >= 10;
    const { status, body } = await call('POST', `${JOBS}?include=signed_url`, asked(Array(targets).fill(TEXT)));
    expect(status).toBe(full ? 429 : 201);
    if (full) return;
    jobs.push({
      id: body.job_id,
      made: now(),
      fetched: Array(targets).fill(undefined),
      put: { url: body.upload_url, signature: body.signature, signedUrl: body.signed_upload_url },
      results: Array(targets).fill(undefined),
    });
  }

  async function upload(step: Step & { readonly kind: 'upload' }): Promise<void> {
    const job = jobs[step.job % jobs.length];
    if (job === undefined) return;
    const expected = uploadStatus(job, step, now());
    expect(await send('PUT', step.by, job.put, FILES[step.file])).toBe(expected);
    if (expected === 204) job.upload = { at: now(), decoded: step.file === 'right' };
  }

  async function download(step: Step & { readonly kind: 'download' }): Promise<void> {
    const job = jobs[step.job % jobs.length];
    const target = step.target % (job?.fetched.length ?? 1);
    const result = job?.results[target];
    if (job === undefined || result === undefined) return;
    const { download_url = '', signature = '', signed_download_url = '' } = result;
    const expected = downloadStatus(job, { ...step, target }, now());
    const place = { url: download_url, signature, signedUrl: signed_download_url };
    expect(await send('GET', step.by, place)).toBe(expected);
    if (expected === 200) job.fetched[target] ??= now();
  }

  /** Every job reads as the model says. */
  async function readAll(): Promise<void> {
    for (const job of jobs) {
      const { status, body } = await call('GET', `${JOBS}/${job.id}?include=signed_url`);
      expect(status).toBe(isGone(job, now()) ? 404 : 200);
      if (status !== 200) continue;
      const { results } = body as WireVoiceJob;
      expect(results.map((each) => each.status)).toEqual(job.fetched.map((_, target) => stateOf(job, target, now())));
      for (const [target, result] of results.entries()) {
        expect(result.signature !== undefined).toBe(result.status === 'complete');
        if (result.status === 'complete') job.results[target] = result;
      }
    }
  }

  async function take(step: Step): Promise<void> {
    if (step.kind === 'create') for (let count = 0; count < step.jobs; count += 1) await create(step.targets);
    else if (step.kind === 'advance') clock.advance(step.ms);
    else if (step.kind === 'upload') await upload(step);
    else await download(step);
    await readAll();
  }
  return { take, service };
}

const by = fc.constantFrom<By>('header', 'url', 'header', 'url', 'wrong-header', 'wrong-url', 'nothing');
const job = fc.nat({ max: 11 });
const file = fc.constantFrom<keyof typeof FILES>('right', 'right', 'right', 'short', 'noise');

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      jobs: fc.integer({ min: 1, max: 4 }),
      targets: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance'),
      ms: fc.constantFrom(1, 199, 200, 1999, 2000, 6000, 60_000, 60_001, 299_000, 300_000, 1_800_000, 3_600_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload'), job, file, by }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('download'), job, target: fc.nat({ max: 2 }), by }) },
);

/** Meets every answer that there is. */
const every: readonly Step[] = [
  // Ten jobs at a time are allowed.
  ...Array.from({ length: 3 }, (): Step => ({ kind: 'create', jobs: 4, targets: 1 })),
  ...(['nothing', 'wrong-header', 'header', 'header'] as const).map(
    (by): Step => ({ kind: 'upload', job: 0, file: 'right', by }),
  ),
  { kind: 'upload', job: 1, file: 'short', by: 'url' },
  { kind: 'advance', ms: 2000 },
  ...(['nothing', 'wrong-url', 'url'] as const).map((by): Step => ({ kind: 'download', job: 0, target: 0, by })),
  { kind: 'advance', ms: 60_001 },
  { kind: 'download', job: 0, target: 0, by: 'url' },
  { kind: 'advance', ms: 300_000 },
  { kind: 'upload', job: 1, file: 'right', by: 'header' },
];

test('whatever is done in whatever order, every status and every state is the one that the history of a job says', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50, size: 'max' }), async (steps) => {
      const { take, service } = bench();
      for (const each of steps) await take(each);
      for (const { method, path, status } of service.calls) seen.add(`${method} ${path.split('/')[2]} ${status}`);
    }),
    { numRuns: runs(30), examples: [[[...every]]] },
  );
  // The runs have met every answer that there is.
  expect([...seen].sort()).toEqual([
    'GET assets 200',
    'GET assets 401',
    'GET assets 403',
    'GET assets 404',
    'GET jobs 200',
    'GET jobs 404',
    'POST jobs 201',
    'POST jobs 429',
    'PUT assets 204',
    'PUT assets 400',
    'PUT assets 401',
    'PUT assets 403',
    'PUT assets 404',
    'PUT assets 409',
  ]);
});
