import { durationSetting, durationText } from '../../model/duration-text.ts';
import { ServiceError, type ServiceRefusal, UnreachableError } from '../../model/errors.ts';
import type { Scrub } from '../../model/secret.ts';
import { errorCode } from '../../model/system-error.ts';

/** The time of a step of a call is over. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
  readonly limitMs: number;
  /** `stalled`: nothing arrived for this time. `unfinished`: the answer began, and was not complete in time. */
  constructor(limitMs: number, why: 'stalled' | 'unfinished') {
    const time = durationText(limitMs);
    super(why === 'stalled' ? `no data arrived within ${time}` : `the answer was not complete within ${time}`);
    this.limitMs = limitMs;
  }
}

interface Meaning {
  readonly words: string;
  readonly remedy: string;
  /** True when trying again changes nothing. */
  readonly lasting?: true;
}

const ADDRESS = 'check the address of the target (base_url)';
const NETWORK = 'check the network, the firewall and the proxy (HTTPS_PROXY, NO_PROXY), and try again';
const CERTIFICATE =
  'check base_url; where a company proxy signs with a certificate of its own, name the file with it in ' +
  'NODE_EXTRA_CA_CERTS';

const CLOCK = `check the clock of this machine; ${CERTIFICATE}`;
const PROTOCOL = `${ADDRESS}: https:// or http://, and the port`;

const untrusted = (words: string, remedy = CERTIFICATE): Meaning => ({ words, remedy, lasting: true });

/** Codes of the system, of DNS and of TLS, as Node names them. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: { words: 'the name of the host is not known', remedy: `${ADDRESS}, and the DNS of this machine` },
  EAI_AGAIN: {
    words: 'the name of the host could not be looked up',
    remedy: 'check the network and the DNS of this machine, and try again',
  },
  ECONNREFUSED: {
    words: 'the connection was refused',
    remedy: `${ADDRESS}, and that the service or the proxy runs there`,
  },
  ECONNRESET: { words: 'the connection was broken off', remedy: NETWORK },
  EPIPE: { words: 'the connection was broken off', remedy: NETWORK },
  ERR_STREAM_PREMATURE_CLOSE: { words: 'the answer was broken off', remedy: NETWORK },
  ETIMEDOUT: { words: 'the host did not respond', remedy: NETWORK },
  EHOSTUNREACH: { words: 'the host cannot be reached from here', remedy: NETWORK },
  ENETUNREACH: { words: 'the network of the host cannot be reached', remedy: NETWORK },
  ENETDOWN: { words: 'the network is down', remedy: NETWORK },
  EADDRNOTAVAIL: { words: 'this machine has no address to call from', remedy: NETWORK },
  CERT_HAS_EXPIRED: untrusted('its certificate has expired', CLOCK),
  CERT_NOT_YET_VALID: untrusted('its certificate is not valid yet', CLOCK),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted('its certificate is signed by itself'),
  SELF_SIGNED_CERT_IN_CHAIN: untrusted('its certificate is signed by an authority that this machine does not trust'),
  UNABLE_TO_GET_ISSUER_CERT: untrusted('its certificate is signed by an authority that this machine does not know'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted(
    'its certificate is signed by an authority that this machine does not know',
  ),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted('its certificate cannot be verified'),
  CERT_UNTRUSTED: untrusted('its certificate is not trusted'),
  CERT_REVOKED: untrusted('its certificate was revoked'),
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted('its certificate is for another host'),
  EPROTO: untrusted('no encrypted connection could be made', PROTOCOL),
  ERR_SSL_WRONG_VERSION_NUMBER: untrusted('it does not speak TLS', PROTOCOL),
};

/** A short name of a network failure, for the line about a retry. */
export const breakOf = (error: unknown): string => {
  if (error instanceof TooSlowError) return error.message;
  return MEANINGS[errorCode(error)]?.words ?? 'the connection failed';
};

/** False when the same call would break in the same way: a certificate does not become valid by asking again. */
export const mayPass = (error: unknown): boolean => MEANINGS[errorCode(error)]?.lasting !== true;

/** The meaning of an error code of the system, in words; `undefined`: unknown code. */
export const codeWords = (code: string): string | undefined => MEANINGS[code]?.words;

/** The message of the system without the address that node-fetch puts before it, since the address may be signed. */
function systemWords(message: unknown, error: unknown): string {
  const text = typeof message === 'string' ? message : String(error);
  return text.replace(/^request to .* failed, reason: /s, '');
}

/** What to do about a call that got no answer; `undefined` when nothing better than to try again is known. */
export function remedyFor(error: unknown): string | undefined {
  if (error instanceof TooSlowError)
    return (
      'try again, or allow more time with http: { timeout: ' +
      `${durationSetting(Math.round(error.limitMs / 500) * 1000)} } in lexform.yaml`
    );
  return MEANINGS[errorCode(error)]?.remedy;
}

/** The cause in words for people, with its code, and without the key: some fetches quote a header that they refuse. */
export function causeOf(error: unknown, scrub: Scrub): Error {
  const { message }: { readonly message?: unknown } = Object(error);
  const text = scrub(systemWords(message, error));
  const code = errorCode(error);
  const words = MEANINGS[code]?.words;
  const clean = new Error(words === undefined ? text : `${words} (${text === '' ? code : text})`);
  return code === '' ? clean : Object.assign(clean, { code });
}

/** The error of a call that is given up without an answer. */
export function unanswered(
  request: string,
  error: unknown,
  scrub: Scrub,
  known: Pick<ServiceRefusal, 'host' | 'tried'>,
): UnreachableError {
  const remedy = remedyFor(error);
  return new UnreachableError(scrub(request), causeOf(error, scrub), {
    ...known,
    remedy,
  });
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof ServiceError ? error.refusal.status : undefined;

/** True if the service refuses because of too many requests (429, or 529, which the public service uses too). */
export const isThrottled = (error: unknown): error is ServiceError => [429, 529].includes(statusOf(error) ?? 0);

/**
 * True if the result of the failed call is unknown: no answer arrived, or the service or a proxy answered with a server
 * error. The call may still be in progress.
 */
const isLost = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  statusOf(error) === 408 ||
  ((statusOf(error) ?? 0) >= 500 && !isThrottled(error));

/**
 * The meaning of an error for the call that it ended. No error proves that nothing was changed: some services create a
 * resource first and then answer 503 or 429. `refused`: a refusal. `unsent`: the error does not come from an answer.
 */
export function failureOf(error: unknown): 'lost' | 'throttled' | 'refused' | 'unsent' {
  if (isThrottled(error)) return 'throttled';
  if (isLost(error)) return 'lost';
  return error instanceof ServiceError ? 'refused' : 'unsent';
}

/** True when the call may well have been carried out: it must be looked up before anything like it is sent again. */
export const isAmbiguousFailure = (error: unknown): boolean => ['lost', 'throttled'].includes(failureOf(error));
