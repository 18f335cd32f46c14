import fc from 'fast-check';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { Client } from '../../src/client/client.ts';
import { makeClient } from '../../src/client/make-client.ts';
import type { HttpRequest, HttpResponse } from '../../src/client/transport/ports.ts';
import type { DesiredDeveloperKey } from '../../src/kinds/developer-key/developer-key.ts';
import type { DesiredState } from '../../src/kinds/states.ts';
import type { Entry } from '../../src/model/entries/entries.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { secret } from '../../src/model/secret.ts';
import { DEFAULT_SAFETY } from '../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../src/plan/guard/guard.ts';
import type { AllowedVerdict } from '../../src/plan/guard/refusal.ts';
import type { ApplyReport } from '../../src/plan/outcome.ts';
import type { Service, ServiceOptions } from '../../src/service/create-service.ts';
import { applyPlan } from '../../src/steps/apply/apply-plan.ts';
import type { OnSecret } from '../../src/steps/apply/secret-keeper.ts';
import { makeLimit } from '../../src/steps/make-limit.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList, entries } from './build.ts';
import { TEST_KEY, TEST_URL, testService } from './in-process.ts';
import { manualClock } from './manual-clock.ts';
import { planTarget } from './plan-target.ts';

type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;

/** The admin key that `administeredService` knows. */
export const TEST_ADMIN_KEY = 'test-admin-key';

/**
 * `testService` with an admin key for its account: the ordinary key that it has from the start is called `Service API
 * Key`.
 */
export const administeredService = (options: Partial<ServiceOptions> = {}): Service =>
  testService({
    ...options,
    accounts: [
      { key: TEST_KEY, plan: 'pro' },
      { key: TEST_ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
    ],
  });

/**
 * A client of a service in this process, with a clock that waits for nothing. Developer keys take the admin key of
 * `administeredService`.
 */
export function clientOf(service: Service, wrap: (fetch: Fetch) => Fetch = (fetch) => fetch): Client {
  const clock = manualClock();
  const fetch = wrap(inProcessFetch(service));
  const withKey = (key: string): Client =>
    makeClient(
      { baseUrl: TEST_URL, authScheme: 'Service-Auth-Key', key: secret(key) },
      { ...clock, fetch, random: () => 0.5 },
    );
  return { ...withKey(TEST_KEY), adminExchange: withKey(TEST_ADMIN_KEY).exchange };
}

export async function planFor(
  client: Client,
  desired: DesiredState,
  deletable: readonly string[] = [],
): Promise<{ readonly plan: Plan; readonly findings: readonly Finding[] }> {
  return planTarget(client, makeLimit(4), {
    target: { name: 'test', baseUrl: TEST_URL },
    desired,
    only: [],
    deletable,
  });
}

/** The verdict of somebody who consents to all that a plan does. */
export function allowAll(plan: Plan): AllowedVerdict {
  const allowDelete = plan.changes.flatMap((change) => [
    change.address,
    ...change.children.map(({ address }) => address),
  ]);
  const verdict = checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete, prune: [], desired: {} });
  if (verdict.kind === 'refused') throw new Error(`refused: ${JSON.stringify(verdict.refusals)}`);
  return verdict;
}

export async function applyWith(
  client: Client,
  plan: Plan,
  signal: AbortSignal = new AbortController().signal,
  concurrency = 4,
  onSecret?: OnSecret,
): Promise<ApplyReport> {
  const { sleep } = manualClock();
  return applyPlan({
    plan,
    verdict: allowAll(plan),
    client,
    limit: makeLimit(concurrency),
    ports: { sleep, signal },
    ...(onSecret !== undefined && { onSecret }),
  });
}

/** Plans and applies; what comes back is the plan that was run. */
export async function bring(
  service: Service,
  desired: DesiredState,
  deletable: readonly string[] = [],
  wrap?: (fetch: Fetch) => Fetch,
): Promise<Plan> {
  const client = clientOf(service, wrap);
  const { plan } = await planFor(client, desired, deletable);
  const report = await applyWith(client, plan);
  const bad = report.outcomes.filter(({ kind }) => kind !== 'applied');
  if (bad.length > 0)
    throw new Error(
      `not applied: ${JSON.stringify(bad.map((outcome) => [outcome.operation.id, outcome.kind, 'error' in outcome ? outcome.error.message : '']))}`,
    );
  return plan;
}

/**
 * Phrases that break tools: names of JavaScript, numbers, quotes at every end, right-to-left text, what begins a
 * comment or a header.
 */
export const phrase: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '10',
    '2',
    '"quoted"',
    '"',
    '""x',
    '"""',
    '"a"b"',
    "'",
    '#tag',
    'sep=;',
    'source',
    'en',
    'שלום',
    'مرحبا',
    '👩‍👩‍👧',
    'é',
    'e\u0301',
    'a,b',
    'a;b',
    '=1+1',
    '-',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((text) => !/[\u0000-\u001f\u0080-\u009f\u2028\u2029]|^\p{White_Space}|\p{White_Space}$/u.test(text)),
);

const dictionary: fc.Arbitrary<readonly Entry[]> = fc.uniqueArray(fc.tuple(phrase, phrase), {
  minLength: 1,
  maxLength: 5,
  selector: ([source]) => source,
});
const PAIRS = ['en->de', 'en->fr', 'de->en'] as const;

const instruction = fc.record(
  { label: phrase, prompt: phrase, sourceLanguage: fc.constantFrom('en', 'de') },
  { requiredKeys: ['label', 'prompt'] },
);
const rulesOf = fc.dictionary(
  fc.constantFrom('numbers', 'punctuation'),
  fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), fc.constantFrom('x', 'y'), { minKeys: 1 }),
);

/**
 * What files may ask for: up to three glossaries and two lists, under addresses and names that repeat from run to run.
 */
export const desiredState: fc.Arbitrary<DesiredState> = fc
  .record({
    glossaries: fc.uniqueArray(
      fc.record({
        address: fc.constantFrom('a', 'b', 'c'),
        pairs: fc.uniqueArray(fc.tuple(fc.constantFrom(...PAIRS), dictionary), {
          minLength: 1,
          selector: ([pair]) => pair,
        }),
      }),
      { maxLength: 3, selector: ({ address }) => address },
    ),
    styleLists: fc.uniqueArray(
      fc.record({
        address: fc.constantFrom('d', 'e'),
        language: fc.constantFrom('de', 'fr'),
        rules: rulesOf,
        instructions: fc.array(instruction, { maxLength: 4 }),
      }),
      { maxLength: 2, selector: ({ address }) => address },
    ),
  })
  .map(({ glossaries, styleLists }) => ({
    glossaries: glossaries.map(({ address, pairs }) => {
      const made = desiredGlossary(address, {});
      const dictionaries = new Map(
        pairs.map(([pair, rows]) => {
          const [source = '', target = ''] = pair.split('->');
          const origin = { file: `${address}.csv`, line: 1, column: 1 };
          return [pair, { pair: { source, target }, entries: entries(rows), origin, locate: () => origin }] as const;
        }),
      );
      return { ...made, dictionaries };
    }),
    styleLists: styleLists.map(({ address, ...like }) => desiredStyleList(address, like)),
  }));

const someLimit = fc.constantFrom(null, 0, 5);
/** Labels that differ: those that do not are refused before there is a plan. */
export const desiredKeys: fc.Arbitrary<readonly DesiredDeveloperKey[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      label: fc.oneof(fc.constantFrom('L', 'M', 'N'), phrase),
      limits: fc.record({ characters: someLimit, speechToTextMilliseconds: someLimit }, { requiredKeys: [] }),
      deactivated: fc.boolean(),
    }),
    { selector: ({ name }) => name, maxLength: 3 },
  )
  .filter((made) => new Set(made.map(({ label }) => label)).size === made.length)
  .map((made) => made.map(({ name, ...more }) => desiredDeveloperKey(name, more)));
