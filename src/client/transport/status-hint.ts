import { AREAS } from '../../contract/calls.ts';
import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import { durationSetting, durationText } from '../../model/duration-text.ts';
import { TIME_SETTING_MAX_MS } from '../../model/incoming-limits.ts';

const KEY = 'the key is wrong, not for this region, or sent with another auth_scheme than the service expects';
const CHECK_KEY = 'check key, address (base_url) and auth_scheme of the target';
const ADDRESS = 'the address of the target (base_url) may not be that of the service';

/** Additional explanations for one area of the service. */
interface AreaWords {
  readonly area: string;
  /** A further reason why the service may refuse the key. */
  readonly denied?: string;
  /** A further meaning of a quota that is used up. */
  readonly spent?: string;
  /** A path below it has an id. */
  readonly hasIds?: boolean;
  readonly tooLarge?: string;
}

const AREA_WORDS: readonly AreaWords[] = [
  {
    area: AREAS.glossaries,
    spent: 'there were too many requests to the glossary endpoints recently',
    hasIds: true,
  },
  { area: AREAS.styleLists, denied: 'style rules need a paid plan', hasIds: true },
  { area: AREAS.voiceJobs, hasIds: true },
  { area: AREAS.translation, tooLarge: 'send less text at once' },
];

const wordsOf = (path: string): AreaWords | undefined => AREA_WORDS.find(({ area }) => path.startsWith(area));

/** The known facts of a refusal. */
export interface HintInput {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  /** The service's own words; may be empty. */
  readonly message: string;
  /** True when the body is a web page: the service sends none, a proxy does. */
  readonly isPage: boolean;
}

function keyHint({ path, status, message }: HintInput): string {
  const scopes = /missing required scopes?(?:\(s\))?:\s*([\w:, ]+)/i.exec(message)?.[1]?.trim();
  if (scopes !== undefined) return `the key lacks the scope ${scopes}`;
  const denied = status === 403 ? wordsOf(path)?.denied : undefined;
  // The service may say it in its own words, which are shown before the hint.
  const isSaid = denied !== undefined && message.toLowerCase().includes(denied);
  return `${isSaid ? 'or ' : denied === undefined ? '' : `${denied}; or `}${KEY}; ${CHECK_KEY}`;
}

const sizeHint = (path: string): string =>
  wordsOf(path)?.tooLarge ??
  'the service, or a proxy before it, takes no request of this size; a dictionary may have ' +
    `${DICTIONARY_MAX_BYTES / 1e6} MB`;

/** A path without an id is there wherever the service is. */
function notFoundHint({ path }: HintInput): string {
  const words = wordsOf(path);
  return words?.hasIds === true && path.startsWith(`${words.area}/`)
    ? `the service has nothing under this id (any more), or ${ADDRESS}`
    : `nothing answers at this path; ${ADDRESS}`;
}

function quotaHint(path: string): string {
  const spent = wordsOf(path)?.spent;
  return spent === undefined
    ? 'the quota of the key is spent; see lexform service usage'
    : `${spent}, or the quota of the key is spent; wait before trying again, and see lexform service usage`;
}

function meaning(input: HintInput): string | undefined {
  const { path, status, message } = input;
  if (status >= 300 && status < 400)
    return 'the address redirects, which is not followed; set base_url to where the service is';
  switch (status) {
    case 400:
    case 422:
      return message === '' ? 'the service refuses the request and gives no reason' : undefined;
    case 401:
    case 403:
      return keyHint(input);
    case 404:
      return message === '' ? notFoundHint(input) : undefined;
    case 405:
    case 501:
      return ADDRESS;
    case 407:
      return 'the proxy wants a user name and a password; put them into HTTPS_PROXY (http://user:password@host:port)';
    case 408:
      return 'the request took too long; check the network, and try again';
    case 413:
      return sizeHint(path);
    case 429:
    case 529:
      return 'the service limits how many calls it takes; try again later, or make fewer at once with --concurrency';
    case 456:
      return quotaHint(path);
    case 511:
      return 'the network requires you to sign in before it allows calls';
    default:
      return status >= 500 ? 'the service, or a proxy before it, is in trouble; try again later' : undefined;
  }
}

/** The meaning of a status for the user, and the remedy, in case the message of the service lacks them. */
export function statusHint(input: HintInput): string | undefined {
  const means = meaning(input);
  if (!input.isPage) return means;
  const page = 'the answer is a web page, so it comes from a proxy or another server and not from the service';
  return means === undefined ? `${page}; ${ADDRESS}` : `${means}; ${page}`;
}

/** For a service that asks to wait for longer than anybody has allowed. */
export const waitHint = (askedMs: number, allowedMs: number): string =>
  `it asks to wait ${durationText(askedMs)} before another try, and ` +
  (allowedMs > 0 ? `at most ${durationText(allowedMs)} are allowed; ` : 'no wait is allowed; ') +
  (askedMs > TIME_SETTING_MAX_MS
    ? 'that is longer than --max-wait can allow'
    : `try again then, or allow it with --max-wait ${durationSetting(askedMs)} (max_wait under http: in lexform.yaml)`);
