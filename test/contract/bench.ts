import { describe, onTestFinished, TestRunner } from 'vitest';
import { createService, type Service, type ServiceOptions } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { type Called, parseAnswer } from '../support/service-caller.ts';

/** An admin key of the account that `TEST_KEY` opens. */
export const ADMIN_KEY = 'test-admin-key';

type Headings = Readonly<Record<string, string>>;
type Body = NonNullable<RequestInit['body']>;

type Send = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Headings;
  readonly body?: Body;
}) => Promise<Response>;

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Called>;

/** A service to be asked, and what a test may do with it beside asking. */
export interface Opened {
  /**
   * Asks with `TEST_KEY`. A body is sent as JSON; a text or bytes as they are, as JSON unless a header says otherwise.
   */
  readonly call: Call;
  /** Asks with another key; `undefined`: with none. */
  readonly as: (key: string | undefined) => Call;
  /** Without its authorization header and its body, for whole addresses. */
  readonly fetch: (
    url: string,
    init?: { readonly method?: string; readonly headers?: Headings; readonly body?: Body },
  ) => Promise<Response>;
  readonly clock: ManualClock;
  readonly service: Service;
  readonly url: string;
}

export interface Bench {
  readonly name: string;
  /**
   * A service of its own, with `TEST_KEY` on the paid plan and `ADMIN_KEY` beside it, a clock that stands, and no
   * faults.
   */
  readonly open: (options?: Partial<ServiceOptions>) => Promise<Opened>;
}

function opened(service: Service, url: string, clock: ManualClock, send: Send): Opened {
  const as =
    (key: string | undefined): Call =>
    async (method, path, body, headers = {}) => {
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      return parseAnswer(
        await send({
          method,
          url: `${url}${path}`,
          headers: {
            ...(key !== undefined && { authorization: `Service-Auth-Key ${key}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: raw ? (body as Body) : JSON.stringify(body) }),
        }),
      );
    };
  return {
    call: as(TEST_KEY),
    as,
    fetch: (address, { method = 'GET', headers = {}, body } = {}) =>
      send({ method, url: address, headers, ...(body !== undefined && { body }) }),
    clock,
    service,
    url,
  };
}

function makeService(options: Partial<ServiceOptions>): { readonly service: Service; readonly clock: ManualClock } {
  const clock = manualClock('2026-01-15T12:00:00Z');
  const service = createService(
    {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
      ],
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  return { service, clock };
}

const INIT = ({ method, headers, body }: Parameters<Send>[0]): RequestInit => ({
  method,
  headers,
  redirect: 'manual',
  ...(body !== undefined && { body }),
});

const inProcess: Bench = {
  name: 'in process',
  async open(options = {}) {
    const { service, clock } = makeService(options);
    return opened(service, 'http://service.test', clock, (request) =>
      service.handle(new Request(request.url, INIT(request))),
    );
  },
};

const overSocket: Bench = {
  name: 'over a socket',
  async open(options = {}) {
    const { service, clock } = makeService(options);
    const { url, close } = await listen(service);
    onTestFinished(close);
    return opened(service, url, clock, (request) => fetch(request.url, INIT(request)));
  },
};

/** Ends the test as skipped: what it needs cannot be had of a service that somebody else runs. */
function skip(why: string): never {
  const { context } = TestRunner.getCurrentTest() ?? {};
  if (context === undefined) throw new Error(why);
  return context.skip(why);
}

/** Another address: what needs a clock, faults or options of its own is skipped there. */
const elsewhere = (url: string): Bench => ({
  name: `at ${url}`,
  async open(options = {}) {
    if (Object.keys(options).length > 0) skip('needs options of its own');
    const keys = new Map([
      [TEST_KEY, process.env.LEXFORM_CONTRACT_KEY],
      [ADMIN_KEY, process.env.LEXFORM_CONTRACT_ADMIN_KEY],
    ]);
    const nothing = manualClock();
    const { as, fetch: send } = opened({} as Service, url, nothing, (request) => fetch(request.url, INIT(request)));
    const asNamed: Opened['as'] = (key) => {
      if (key === undefined || !keys.has(key)) return as(key);
      return as(keys.get(key) ?? skip('needs a key that is not given'));
    };
    return {
      call: asNamed(TEST_KEY),
      as: asNamed,
      fetch: send,
      url,
      get clock() {
        return skip('needs a clock of its own');
      },
      get service() {
        return skip('looks inside the service');
      },
    };
  },
});

const address = process.env.LEXFORM_CONTRACT_URL;
const benches = address === undefined ? [inProcess, overSocket] : [elsewhere(address.replace(/\/$/, ''))];

/** Runs a suite of the contract against every bench: in process and over a socket, or at `LEXFORM_CONTRACT_URL`. */
export function contract(area: string, suite: (bench: Bench) => void): void {
  describe.each(benches)(`${area}, $name`, suite);
}
