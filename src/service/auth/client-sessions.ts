import type { ServiceRequest } from '../http/answer.ts';

/**
 * Limits of an account for the calls of one session; `undefined`: the limits without a session. 0: the account has no
 * such limit, and its usage does not show it. Documents are never counted, because the service translates none.
 */
export interface SessionLimits {
  readonly characters: number | undefined;
  readonly documents: number | undefined;
  readonly teamDocuments: number | undefined;
}

/** A failure that the next call of a session gets before any other check. */
export type SessionFault = 'no-response' | 429 | 503;

export interface ClientSession {
  readonly limits: SessionLimits;
  /** Takes one fault off those that are left. */
  readonly meet: () => SessionFault | undefined;
}

/** The name of the session, and before every other header of it. */
const SESSION = 'mock-server-session';

/** Maximum sessions that are remembered; enough for a long test run. */
const SESSIONS_MAX = 1000;

function makeSession(headers: ServiceRequest['headers']): ClientSession {
  const headerNumber = (name: string): number | undefined => {
    const value = headers.get(`${SESSION}-${name}`);
    return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  };
  const left = new Map<SessionFault, number>([
    ['no-response', headerNumber('no-response-count') ?? 0],
    [429, headerNumber('429-count') ?? 0],
    [503, headerNumber('5xx-count') ?? 0],
  ]);
  return {
    limits: {
      characters: headerNumber('init-character-limit'),
      documents: headerNumber('init-document-limit'),
      teamDocuments: headerNumber('init-team-document-limit'),
    },
    meet() {
      const next = [...left].find(([, count]) => count > 0)?.[0];
      if (next !== undefined) left.set(next, (left.get(next) ?? 0) - 1);
      return next;
    },
  };
}

/**
 * The tests of official clients ask for failures by headers: the first call of a session names the failures, and every
 * call names the session. Only with `compat`.
 */
export function makeSessions(): (headers: ServiceRequest['headers']) => ClientSession | undefined {
  const sessions = new Map<string, ClientSession>();
  return (headers) => {
    const name = headers.get(SESSION);
    if (name === null || name === '') return undefined;
    const session = sessions.get(name) ?? makeSession(headers);
    // The one that was used last is the last to be forgotten.
    sessions.delete(name);
    sessions.set(name, session);
    for (const oldest of sessions.keys()) {
      if (sessions.size <= SESSIONS_MAX) break;
      sessions.delete(oldest);
    }
    return session;
  };
}
