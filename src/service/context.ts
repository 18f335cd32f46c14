import type { AccountStore } from './store.ts';

/** All that the service takes from the world. */
export interface ServicePorts {
  readonly now: () => Date;
  /** A new UUID. */
  readonly id: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Uniform in [0, 1); for faults by probability. */
  readonly random: () => number;
}

export type AccountPlan = 'free' | 'pro';

/** One account: what a key opens. */
export interface Account {
  readonly plan: AccountPlan;
  readonly store: AccountStore;
}

/** What a handler is given: the request, taken apart, and the account it is for. */
export interface Context {
  readonly account: Account;
  /** The parts of the path that are placeholders in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body: JSON, or a form as an object; `undefined` when there is none. */
  readonly body: unknown;
  readonly ports: ServicePorts;
  /** Answer as official clients expect where they and the description disagree. */
  readonly compat: boolean;
  /** Most glossaries of one account. */
  readonly glossariesMax: number;
}

export type Handler = (context: Context) => Response | Promise<Response>;

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v3/glossaries/{glossary_id}`. */
  readonly path: string;
  readonly handler: Handler;
  /** Content types of the body that are taken; absent: there is no body. */
  readonly bodies?: readonly ('json' | 'form')[];
}
