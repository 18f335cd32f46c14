import { expect, test } from 'vitest';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import { makeClient } from '../../../src/client/make-client.ts';
import { makePace } from '../../../src/client/transport/pace.ts';
import { secret } from '../../../src/model/secret.ts';
import { applyPlan } from '../../../src/steps/apply/apply-plan.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { TEST_KEY, TEST_URL, testService } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { allowAll, bring, clientOf, planFor } from '../../support/target.ts';

type State = Parameters<typeof bring>[1];

/** What somebody else writes. */
const FOREIGN = 'foreign';

/** Each changes what it names; the edit of another person changes the same. */
const CHANGES: readonly {
  readonly name: string;
  /** Reads of one check. */
  readonly reads: number;
  readonly before: State;
  readonly after: State;
  readonly foreign: State;
}[] = [
  {
    name: 'PATCH of entries',
    reads: 1,
    before: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' } })] },
    after: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Heim' } })] },
    foreign: { glossaries: [desiredGlossary('a', { 'en->de': { house: FOREIGN } })] },
  },
  {
    name: 'PUT of a dictionary',
    reads: 1,
    before: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus', cat: 'Katze' } })] },
    after: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' } })] },
    foreign: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus', cat: FOREIGN } })] },
  },
  {
    name: 'DELETE of a glossary',
    reads: 2,
    before: { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' }, 'en->fr': { house: 'maison' } })] },
    after: { glossaries: [] },
    foreign: { glossaries: [desiredGlossary('a', { 'en->de': { house: FOREIGN }, 'en->fr': { house: 'maison' } })] },
  },
  {
    name: 'PUT of an instruction',
    reads: 1,
    before: { styleLists: [desiredStyleList('l', { instructions: [{ label: 'L', prompt: 'old' }] })] },
    after: { styleLists: [desiredStyleList('l', { instructions: [{ label: 'L', prompt: 'new' }] })] },
    foreign: { styleLists: [desiredStyleList('l', { instructions: [{ label: 'L', prompt: FOREIGN }] })] },
  },
];

/**
 * How many edits can be overwritten: one after the answer to each read of the last check, and one before each call that
 * follows, up to the change itself. No wait is among them.
 */
const windowOf = ({ reads }: (typeof CHANGES)[number]): number => 2 * reads;

const NO_ANSWER = 'no answer';
const FAULTS = ['no fault', '429 with Retry-After', '503', 'reset', NO_ANSWER];

/** Something that happens in a run: the call of the run before or after which somebody edits, or the wait. */
type Step = { readonly at: 'before-call' | 'after-call' | 'wait'; readonly number: number };

/** Runs a change whose first attempt fails, with an edit at one step. */
async function runWithEdit(change: (typeof CHANGES)[number], fault: string, step: Step | undefined) {
  const service = testService();
  await bring(service, change.before);
  const { plan } = await planFor(clientOf(service), change.after, ['*']);
  const clock = manualClock();
  const direct = inProcessFetch(service);
  const counts = { calls: 0, waits: 0 };
  const writes: string[] = [];
  let edited: { readonly at: number } | undefined;
  /** When the first read of the last check began: a check ends with a write or a wait. */
  let checkBegan: number | undefined;
  let events = 0;
  let overwritten: 'no' | 'seen by the last check' | 'in the window' = 'no';
  let hasFailed = false;
  const edit = async (at: Step['at'], number: number): Promise<void> => {
    events += 1;
    if (step?.at !== at || step.number !== number || edited !== undefined) return;
    edited = { at: events };
    await bring(service, change.foreign);
  };
  const sleep = async (milliseconds: number): Promise<void> => {
    counts.waits += 1;
    checkBegan = undefined;
    await edit('wait', counts.waits);
    await clock.sleep(milliseconds);
  };
  const client = makeClient(
    { baseUrl: TEST_URL, authScheme: 'Service-Auth-Key', key: secret(TEST_KEY) },
    {
      ...clock,
      random: () => 0.5,
      pace: makePace({ monotonic: () => clock.now().getTime(), sleep }),
      sleep,
      async fetch(url, request) {
        counts.calls += 1;
        const number = counts.calls;
        const isRead = request.method === 'GET';
        await edit('before-call', number);
        if (!isRead) {
          writes.push(request.method);
          if (!hasFailed && fault !== 'no fault') {
            hasFailed = true;
            checkBegan = undefined;
            await edit('after-call', number);
            if (fault === 'reset' || fault === NO_ANSWER)
              throw Object.assign(new Error(fault), { code: fault === 'reset' ? 'ECONNRESET' : 'ETIMEDOUT' });
            const headers = fault.startsWith('429') ? new Headers({ 'retry-after': '8' }) : new Headers();
            return new Response(null, { status: fault.startsWith('429') ? 429 : 503, headers });
          }
          // The last check must have seen an edit that came before it began.
          if (edited !== undefined)
            overwritten = edited.at <= (checkBegan ?? events) ? 'seen by the last check' : 'in the window';
        }
        checkBegan = isRead ? (checkBegan ?? events) : undefined;
        const answer = await direct(url, request);
        await edit('after-call', number);
        return answer;
      },
    },
  );
  const { outcomes } = await applyPlan({
    plan,
    verdict: allowAll(plan),
    client,
    limit: makeLimit(1),
    ports: { sleep, signal: new AbortController().signal },
  });
  return { counts, writes, overwritten, wasEdited: edited !== undefined, outcomes: outcomes.map(({ kind }) => kind) };
}

test.each(CHANGES.flatMap((change) => FAULTS.map((fault) => ({ change, fault, name: `${change.name}, ${fault}` }))))(
  '$name: only an edit between the last check and its change is overwritten, at whatever step it is made',
  async ({ change, fault }) => {
    const alone = await runWithEdit(change, fault, undefined);
    expect([alone.outcomes, alone.wasEdited]).toEqual([['applied'], false]);
    expect(alone.writes).toHaveLength(fault === 'no fault' ? 1 : 2);
    const steps: Step[] = [
      ...Array.from({ length: alone.counts.calls }, (_, index) => ({ at: 'before-call' as const, number: index + 1 })),
      ...Array.from({ length: alone.counts.calls }, (_, index) => ({ at: 'after-call' as const, number: index + 1 })),
      ...Array.from({ length: alone.counts.waits }, (_, index) => ({ at: 'wait' as const, number: index + 1 })),
    ];
    const edits = { made: 0, no: 0, 'seen by the last check': 0, 'in the window': 0 };
    for (const step of steps) {
      const { overwritten, wasEdited } = await runWithEdit(change, fault, step);
      if (wasEdited) edits.made += 1;
      edits[overwritten] += 1;
    }
    expect(edits).toEqual({
      made: steps.length,
      no: steps.length - windowOf(change),
      'seen by the last check': 0,
      'in the window': windowOf(change),
    });
  },
);
