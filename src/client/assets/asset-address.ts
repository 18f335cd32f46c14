import { UsageError } from '../../model/errors.ts';
import { type Scrub, type Secret, scrubber } from '../../model/secret.ts';
import { plainLine } from '../transport/refusal.ts';

/**
 * The address that takes or gives the bytes of a job, with its signature. The service provides it, and it may be on
 * another host: the key is never sent there. `what` replaces the address in errors: `upload of job 5f…`.
 */
export type AssetAddress =
  | { readonly kind: 'signature'; readonly what: string; readonly url: string; readonly signature: Secret }
  | { readonly kind: 'signed-url'; readonly what: string; readonly url: Secret };

/** The address to call. It may contain a signature, so it must not appear in any text. */
export const openUrl = ({ url }: AssetAddress): string => (typeof url === 'string' ? url : url.reveal());

/** Longer addresses and signatures are refused; most servers take no longer ones. A choice. */
const ADDRESS_MAX_CHARS = 8192;
/** Shorter parts of an address are not secrets; hiding them would remove ordinary words. */
const SECRET_MIN_CHARS = 8;

const isPrintable = (text: string): boolean => text.length <= ADDRESS_MAX_CHARS && /^[\x21-\x7e]+$/.test(text);

/** True for what a header can carry. */
export const isSignature = isPrintable;

/**
 * Why an address must not be called, in words that end "…the address"; `undefined` when it may. Never quotes the
 * address: it may be a secret.
 */
export function assetUrlFault(address: string, baseUrl: string): string | undefined {
  if (!isPrintable(address) || !URL.canParse(address)) return 'not an address of the form https://host';
  const { protocol, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol)) return 'neither an http nor an https address';
  // If base_url uses https, the recording must not be sent unencrypted.
  if (protocol === 'http:' && new URL(baseUrl).protocol === 'https:') return 'not an https address, but base_url is';
  return username === '' && password === '' ? undefined : 'an address with a user or a password in it';
}

/**
 * The scheme in the `Authorization` header of a signed request, for the scheme that is used with the key. Sources:
 * description, "Authentication" 1 and 4; public facts F11. For an unknown scheme, it is the one of the description.
 */
export const signatureScheme = (authScheme: string): string =>
  authScheme.toLowerCase() === 'deepl-auth-key' ? 'DeepL-Signature' : 'Service-Signature';

/**
 * What is called, and with which authorization. Throws `UsageError` for an address or a signature that cannot be used.
 */
export function openAddress(
  address: AssetAddress,
  settings: { readonly baseUrl: string; readonly signatureScheme: string },
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const url = openUrl(address);
  const fault = assetUrlFault(url, settings.baseUrl);
  if (fault !== undefined) throw new UsageError(`the ${address.what} cannot be created: its address is ${fault}`);
  if (address.kind === 'signed-url') return { url, headers: {} };
  const signature = address.signature.reveal();
  if (!isSignature(signature)) throw new UsageError(`the ${address.what} cannot be made: its signature is not one`);
  return { url, headers: { authorization: `${settings.signatureScheme} ${signature}` } };
}

/**
 * Everything in an address that may open it: the whole, the path, the query and its values, as they are written and as
 * they are meant.
 */
function secretsOf(address: string): readonly string[] {
  const { href, pathname, search, searchParams } = new URL(address);
  const written = search.slice(1).split('&');
  const parts = [...pathname.split('/'), ...written, ...written.map((pair) => pair.slice(pair.indexOf('=') + 1))];
  return [address, href, `${pathname}${search}`, pathname, search, ...parts, ...searchParams.values()];
}

/** Takes what opens an address out of words of the service, and makes one line of them. */
export function addressScrubber(address: AssetAddress): Scrub {
  const url = openUrl(address);
  const parts = secretsOf(url).filter((part) => part.length >= SECRET_MIN_CHARS);
  const secrets = address.kind === 'signature' ? [...parts, address.signature.reveal()] : parts;
  // The longest first: a part would break up the whole, and leave the rest of it readable.
  const scrubs = [...new Set(secrets)].sort((left, right) => right.length - left.length).map(scrubber);
  return (text) => plainLine(scrubs.reduce((words, scrub) => scrub(words), text));
}
