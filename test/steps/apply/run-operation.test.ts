import { describe, expect, test } from 'vitest';
import type { StaleDetail } from '../../../src/change/stale-detail.ts';
import type { Observation, ObserveOptions, OperationTarget } from '../../../src/kinds/service/service-facet.ts';
import { ServiceError, UnreachableError } from '../../../src/model/errors.ts';
import type { Digest } from '../../../src/model/ids.ts';
import type { Operation } from '../../../src/model/plan/plan.ts';
import { InterruptedError } from '../../../src/steps/apply/resource-calls.ts';
import { type Ending, runOperation } from '../../../src/steps/apply/run-operation.ts';
import { desiredGlossary } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { applyWith, bring, clientOf, planFor } from '../../support/target.ts';

const PRE: Observation = { digest: 'sha256:old' as Digest };
const POST: Observation = { digest: 'sha256:new' as Digest };
const OTHER: Observation = { digest: 'sha256:other' as Digest };
const STALE: StaleDetail = { values: [], count: 3, complete: false };

const patch: Operation = {
  kind: 'rename-glossary',
  id: 'glossary.a#1',
  method: 'PATCH',
  path: '/v3/glossaries/g1',
  pre: PRE.digest,
  post: POST.digest,
  touches: [['name']],
};
const post: Operation = { ...patch, kind: 'create-glossary', method: 'POST', path: '/v3/glossaries', notIds: [] };

const answered = (status: number) => new ServiceError({ request: 'PATCH /v3/glossaries/g1', status, message: 'no' });
const LOST = new UnreachableError('PATCH /v3/glossaries/g1', undefined);

interface Script {
  readonly operation?: Operation;
  /** What each look finds, first to last; the last one stands for those after it. */
  readonly looks: readonly (Observation | Error)[];
  /** How each call ends: the id of what it made, or an error. */
  readonly sends?: readonly (string | Error | undefined)[];
  readonly stale?: () => StaleDetail;
  /** Whether a throttled call may be made again. */
  readonly mayWait?: boolean;
  /** What happens during that wait. */
  readonly onWait?: () => void;
  readonly signal?: AbortSignal;
}

/** Runs one operation on a part that does as the script says, and tells all that was asked of it, in order. */
async function running(script: Script) {
  const { operation = patch, looks, sends = [undefined], stale = () => STALE, mayWait = true, onWait, signal } = script;
  const clock = manualClock();
  const asked: (string | ObserveOptions)[] = [];
  let [looked, sent] = [0, 0];
  const target: OperationTarget = {
    stale,
    async observe(options) {
      asked.push(options);
      const found = looks[Math.min(looked, looks.length - 1)];
      looked += 1;
      if (found === undefined || found instanceof Error) throw found ?? new Error('no look');
      return found;
    },
    async send() {
      asked.push('send');
      const end = sends[Math.min(sent, sends.length - 1)];
      sent += 1;
      if (end instanceof Error) throw end;
      return end;
    },
  };
  const ending: Ending = await runOperation(operation, target, {
    sleep: async (milliseconds) => {
      asked.push(`wait ${milliseconds}`);
      await clock.sleep(milliseconds);
    },
    signal: signal ?? new AbortController().signal,
    now: clock.now,
    inOneSlot: (task) => task(),
    waitToRepeat: async ({ attempt }) => {
      asked.push(`waits to repeat ${attempt}`);
      onWait?.();
      return mayWait;
    },
  });
  return { ending, asked };
}

const FRESH = { fresh: true };

describe('before the call', () => {
  test('a part that is as planned already is left alone', async () => {
    const { ending, asked } = await running({ looks: [{ ...POST, id: 'g1' }] });
    expect(ending).toStrictEqual({ kind: 'already-done', id: 'g1' });
    expect(asked).toStrictEqual([FRESH]);
  });

  test('a part that is anything else is left alone, and what is there is told', async () => {
    const { ending, asked } = await running({ looks: [OTHER] });
    expect(ending).toStrictEqual({ kind: 'stale', now: 'sha256:other', detail: STALE });
    expect(asked).toStrictEqual([FRESH]);
  });

  test('a look that fails sends nothing', async () => {
    const broken = new Error('no network');
    expect(await running({ looks: [broken] })).toStrictEqual({
      ending: { kind: 'failed', error: broken },
      asked: [FRESH],
    });
  });

  test('what cannot be told of a stale part fails, and sends nothing', async () => {
    const odd = new Error('odd');
    const stale = () => {
      throw odd;
    };
    expect(await running({ looks: [OTHER], stale })).toStrictEqual({
      ending: { kind: 'failed', error: odd },
      asked: [FRESH],
    });
  });

  test('a run that was interrupted sends nothing', async () => {
    const { ending, asked } = await running({ looks: [PRE], signal: AbortSignal.abort() });
    expect(ending).toStrictEqual({ kind: 'not-tried', because: 'interrupted' });
    expect(asked).toStrictEqual([FRESH]);
  });
});

describe('after a call that was accepted', () => {
  test('one look is enough where it shows what was sent; the id that the call gave goes before one that was found', async () => {
    const { ending, asked } = await running({ operation: post, looks: [PRE, { ...POST, id: 'found' }], sends: ['g1'] });
    expect(ending).toStrictEqual({ kind: 'applied', id: 'g1' });
    expect(asked).toStrictEqual([FRESH, 'send', { fresh: true, createdId: 'g1' }]);
  });

  test('a service that shows the old state for a while is looked at again, with pauses, until it shows the new one', async () => {
    const { ending, asked } = await running({ looks: [PRE, PRE, PRE, PRE, POST] });
    expect(ending).toStrictEqual({ kind: 'applied' });
    expect(asked).toStrictEqual([FRESH, 'send', FRESH, 'wait 500', FRESH, 'wait 1000', FRESH, 'wait 1000', FRESH]);
  });

  test('the last look counts too', async () => {
    const { ending } = await running({ looks: [PRE, PRE, PRE, PRE, PRE, POST] });
    expect(ending).toStrictEqual({ kind: 'applied' });
  });

  test('one that shows the old state at five looks has not kept what it accepted', async () => {
    const { ending, asked } = await running({ looks: [PRE] });
    const pauses = ['wait 500', 'wait 1000', 'wait 1000', 'wait 1000'].flatMap((pause) => [pause, FRESH]);
    expect(asked).toStrictEqual([FRESH, 'send', FRESH, ...pauses]);
    expect(ending).toStrictEqual({
      kind: 'failed',
      error: new Error(
        'PATCH /v3/glossaries/g1 was accepted, but what was read back is not what was sent: it has not changed',
      ),
    });
  });

  test('one that shows something else has it named beside what was planned', async () => {
    const { ending } = await running({ looks: [PRE, OTHER] });
    expect(ending).toStrictEqual({
      kind: 'failed',
      error: new Error(
        'PATCH /v3/glossaries/g1 was accepted, but what was read back is not what was sent: ' +
          'it has sha256:other now, sha256:new was planned',
      ),
    });
  });

  test('that cannot be read back Lexform does not know it', async () => {
    const broken = new Error('no network');
    const { ending } = await running({ looks: [PRE, broken] });
    expect(ending).toMatchObject({
      kind: 'unknown',
      error: { message: 'the change was accepted and could not be read back', cause: broken },
    });
  });
});

describe('after a call that failed', () => {
  test('without a word of the service, nothing is looked at: nothing was sent', async () => {
    const error = new Error('the plan is odd');
    const { ending, asked } = await running({ looks: [PRE], sends: [error] });
    expect(ending).toStrictEqual({ kind: 'failed', error });
    expect(asked).toStrictEqual([FRESH, 'send']);
  });

  test('with something that is no error, it still ends with one', async () => {
    const stale = () => {
      throw 'out of paper';
    };
    const { ending } = await running({ looks: [OTHER], stale });
    expect(ending).toStrictEqual({ kind: 'failed', error: new Error('out of paper') });
  });

  test('because the run was interrupted, it counts as not tried', async () => {
    const { ending, asked } = await running({ looks: [PRE], sends: [new InterruptedError('stop')] });
    expect(ending).toStrictEqual({ kind: 'not-tried', because: 'interrupted' });
    expect(asked).toStrictEqual([FRESH, 'send']);
  });

  test('with a no, one look says what is there', async () => {
    const error = answered(400);
    const ends = async (found: Observation | Error) => (await running({ looks: [PRE, found], sends: [error] })).ending;
    expect(await ends({ ...POST, id: 'g1' })).toStrictEqual({ kind: 'applied', id: 'g1' });
    expect(await ends(PRE)).toStrictEqual({ kind: 'failed', error });
    expect(await ends(OTHER)).toStrictEqual({ kind: 'failed', error });
    expect(await ends(new Error('no network'))).toStrictEqual({ kind: 'failed', error });
    expect((await running({ looks: [PRE], sends: [error] })).asked).toStrictEqual([FRESH, 'send', FRESH]);
  });

  test.each([
    ['lost', LOST],
    ['throttled', answered(429)],
    ['a fault of the service', answered(503)],
  ])('%s, it is checked again after the wait, and sent again only when it is as it was', async (_, error) => {
    const { ending, asked } = await running({ looks: [PRE, PRE, PRE, POST], sends: [error, error, undefined] });
    expect(ending).toStrictEqual({ kind: 'applied' });
    const again = (attempt: number) => ['send', `waits to repeat ${attempt}`, FRESH];
    expect(asked).toStrictEqual([FRESH, ...again(1), ...again(2), 'send', FRESH]);
    const edited = await running({ looks: [PRE, OTHER], sends: [error] });
    expect(edited).toStrictEqual({ ending: { kind: 'unknown', error }, asked: [FRESH, ...again(1)] });
    const carriedOut = await running({ looks: [PRE, POST], sends: [error] });
    expect(carriedOut).toStrictEqual({ ending: { kind: 'applied' }, asked: [FRESH, ...again(1)] });
  });

  test('with its answer lost for the last time, it is looked for until it may have come through; it may still be on its way', async () => {
    const late = await running({ looks: [PRE, PRE, PRE, POST], sends: [LOST], mayWait: false });
    expect(late.ending).toStrictEqual({ kind: 'applied' });
    const asked = [FRESH, 'send', 'waits to repeat 1', FRESH, 'wait 500', FRESH, 'wait 1000', FRESH];
    expect(late.asked).toStrictEqual(asked);
    const ends = async (found: Observation | Error) =>
      (await running({ looks: [PRE, found], sends: [LOST], mayWait: false })).ending;
    expect(await ends(PRE)).toStrictEqual({ kind: 'unknown', error: LOST });
    expect(await ends(OTHER)).toStrictEqual({ kind: 'unknown', error: LOST });
    expect(await ends(new Error('no network'))).toStrictEqual({ kind: 'unknown', error: LOST });
  });

  test('throttled for the last time, one look says what is there', async () => {
    const error = answered(429);
    const { ending, asked } = await running({ looks: [PRE], sends: [error], mayWait: false });
    expect(ending).toStrictEqual({ kind: 'failed', error });
    expect(asked).toStrictEqual([FRESH, 'send', 'waits to repeat 1', FRESH]);
  });

  test('with a check that fails in passing, nothing is sent before a check has succeeded', async () => {
    const { ending, asked } = await running({ looks: [LOST, answered(503), PRE, POST] });
    expect(ending).toStrictEqual({ kind: 'applied' });
    const failed = (count: number) => [FRESH, `waits to repeat ${count}`];
    expect(asked).toStrictEqual([...failed(1), ...failed(2), FRESH, 'send', FRESH]);
  });
});

describe('a POST that failed', () => {
  test('with its answer lost is made once more when five looks show nothing of it, and no third time', async () => {
    const looks = [FRESH, 'wait 500', FRESH, 'wait 1000', FRESH, 'wait 1000', FRESH, 'wait 1000', FRESH];
    const { ending, asked } = await running({ operation: post, looks: [PRE], sends: [LOST] });
    expect(ending).toStrictEqual({ kind: 'failed', error: LOST });
    expect(asked).toStrictEqual([FRESH, 'send', ...looks, FRESH, 'send', ...looks]);
  });

  test('throttled is made again as often as the policy says, each time after a wait and a check', async () => {
    const error = answered(429);
    const sends = [error, error, 'g1'];
    const { ending, asked } = await running({ operation: post, looks: [PRE, PRE, PRE, POST], sends });
    expect(ending).toStrictEqual({ kind: 'applied', id: 'g1' });
    const again = (attempt: number) => ['send', `waits to repeat ${attempt}`, FRESH];
    expect(asked).toStrictEqual([FRESH, ...again(1), ...again(2), 'send', { fresh: true, createdId: 'g1' }]);
    const refused = await running({ operation: post, looks: [PRE], sends, mayWait: false });
    expect(refused.ending).toStrictEqual({ kind: 'failed', error });
    expect(refused.asked).toStrictEqual([FRESH, ...again(1)]);
  });

  test('with a no is not made again', async () => {
    const error = answered(400);
    const { ending, asked } = await running({ operation: post, looks: [PRE], sends: [error] });
    expect(ending).toStrictEqual({ kind: 'failed', error });
    expect(asked).toStrictEqual([FRESH, 'send', FRESH]);
  });

  test('is not made again once the run is interrupted', async () => {
    const stop = new AbortController();
    const script = { operation: post, looks: [PRE], sends: [answered(429), 'g1'], signal: stop.signal };
    const { ending, asked } = await running({ ...script, onWait: () => stop.abort() });
    expect(ending).toStrictEqual({ kind: 'not-tried', because: 'interrupted' });
    expect(asked).toStrictEqual([FRESH, 'send', 'waits to repeat 1', FRESH]);
  });
});

test('a service whose reads are late by some calls is no failure', async () => {
  const service = testService();
  await bring(service, { glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] });
  const { plan } = await planFor(clientOf(service), { glossaries: [desiredGlossary('a', { 'en->de': { a: '2' } })] });
  let old = new ArrayBuffer(0);
  let [late, reads] = [0, 0];
  const lagging = clientOf(service, (fetch) => async (url, request) => {
    const answer = await fetch(url, request);
    if (request.method !== 'GET') {
      late = 3;
      return answer;
    }
    reads += 1;
    if (late === 0) old = await answer.arrayBuffer();
    late = Math.max(0, late - 1);
    return new Response(old, { status: 200, headers: { 'content-type': 'application/json' } });
  });
  const report = await applyWith(lagging, plan);
  expect(report.outcomes).toMatchObject([{ kind: 'applied' }]);
  expect(reads).toBe(5);
});
