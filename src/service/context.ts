import type { RuleOptions } from '../contract/rule-catalogue.ts';
import type { SessionLimits } from './auth/client-sessions.ts';
import type { AccountPlan, KeyRing } from './auth/key-ring.ts';
import type { Answer } from './http/answer.ts';
import type { AccountStore, CommonStore, StoredEvent, StoredKey } from './store/store.ts';
import type { KnownLanguages } from './translate/known-languages.ts';

/** All that the service takes from the world. */
export interface ServicePorts {
  readonly now: () => Date;
  /** A new UUID. */
  readonly id: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Uniform in [0, 1); for faults by probability. */
  readonly random: () => number;
}

/** One account: what a key opens. */
export interface Account {
  /** Its name in the store. */
  readonly name: string;
  readonly plan: AccountPlan;
  readonly store: AccountStore;
  /** The key of the caller. Absent for an admin key and for a signature, which have no record. */
  readonly key: StoredKey | undefined;
}

/** A memory of earlier translations. Its segments are not shown: it can be listed and named. */
export interface TranslationMemory {
  readonly id: string;
  readonly name: string;
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly segmentCount: number;
}

/** Settings of the operator. */
export interface ServiceSettings {
  /** Answer as official clients expect where they and the description disagree. */
  readonly compat: boolean;
  /** Maximum glossaries of one account, by plan. */
  readonly glossariesMax: Readonly<Record<AccountPlan, number>>;
  /** Characters that an account may translate in a month, by plan; `null`: no limit. */
  readonly charactersMax: Readonly<Record<AccountPlan, number | null>>;
  readonly translationMemories: readonly TranslationMemory[];
  readonly languages: KnownLanguages;
  /** The predefined rules that it has. */
  readonly rules: RuleOptions;
  /** The data centre; absent: the standard one. */
  readonly region: string | undefined;
  /** Limits of the session of an official client. */
  readonly sessionLimits?: SessionLimits;
  /** Milliseconds from an upload until its first target is complete; each further target takes as long again. */
  readonly voiceMs: number;
}

/** The bytes of an upload, which are not kept. */
export interface Upload {
  readonly bytes: number;
  /** The first of them, at most 64. */
  readonly head: Uint8Array;
}

/** Faults that a handler must produce; all others are produced before or after the handler runs. */
export interface HandlerFaults {
  /** Milliseconds during which a new glossary is not ready; 0: only the answer to its creation says so. */
  readonly notReadyMs?: number;
  /** Targets of a new voice job that will fail, by their place; `all` for every one. */
  readonly failTargets: readonly (number | 'all')[];
}

/** A request, taken apart. */
export interface Call {
  readonly common: CommonStore;
  readonly ring: KeyRing;
  /** The parts of the path that are placeholders in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body: JSON, a form as an object, or an `Upload`; `undefined`: no body. */
  readonly body: unknown;
  /** Bytes of the body. */
  readonly bodyBytes: number;
  /** `http://127.0.0.1:49152`: where the request was sent to. */
  readonly origin: string;
  readonly ports: ServicePorts;
  readonly settings: ServiceSettings;
  readonly faults: HandlerFaults;
  /** Informs the operator of a stored event. */
  readonly notify: (event: StoredEvent, key: StoredKey) => void;
}

/** The input of a handler: the request and its account. */
export interface Context extends Call {
  readonly account: Account;
}

/** The input of a handler for assets. The handler finds the account through the signature. */
export interface SignedCall extends Call {
  /** The header as received. */
  readonly authorization: string;
  readonly openAccount: (name: string) => Promise<AccountStore>;
}

export type Handler = (context: Context) => Answer | Promise<Answer>;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v3/glossaries/{glossary_id}`. */
  readonly path: string;
  /** Accepted content types; absent: no body. `bytes`: any content, which is counted and not kept. */
  readonly bodies?: readonly ('json' | 'form' | 'bytes')[];
  /** Content types of a GET with `compat`, where official clients send a body. */
  readonly compatBodies?: readonly ('json' | 'form')[];
  /**
   * True for a GET that changes something, and false for a POST that does not. Default: every method but GET changes.
   */
  readonly changes?: boolean;
}

/** An endpoint that takes a key: a developer key, unless it says otherwise. */
export interface KeyRoute extends RouteBase {
  readonly access?: 'key' | 'admin';
  readonly handler: Handler;
  /** The scope that a key with scopes needs, such as `glossaries:read`. */
  readonly scope?: string;
}

/** An asset: it takes a signature, and no key. */
export interface SignedRoute extends RouteBase {
  readonly access: 'signature';
  /** Refuses a signature that is not for this, before a byte of the body is read. */
  readonly check: (call: SignedCall) => void;
  readonly handler: (call: SignedCall) => Promise<Answer>;
}

/** One endpoint. */
export type Route = KeyRoute | SignedRoute;
