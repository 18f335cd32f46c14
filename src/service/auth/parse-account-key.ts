import { isFields } from '../http/fields.ts';
import type { AccountKey } from './key-ring.ts';

const TEXTS: ReadonlySet<string> = new Set(['key', 'plan', 'account', 'label', 'region']);
const FLAGS: ReadonlySet<string> = new Set(['admin', 'deactivated']);
/** Scopes of the public service. Source: public facts F34. */
const SCOPES: readonly string[] = [
  'glossaries:read',
  'glossaries:write',
  'style_rules:read',
  'style_rules:write',
  'languages:read',
  'usage:read',
  'translation_memories:read',
  'translate:text',
  'translate:document',
  'write:improve',
];

function fieldFault(name: string, given: unknown): string | undefined {
  if (name === 'scopes') {
    const known = Array.isArray(given) && given.every((scope) => SCOPES.includes(scope));
    return known ? undefined : `scopes must be a list of: ${SCOPES.join(', ')}`;
  }
  if (FLAGS.has(name)) return typeof given === 'boolean' ? undefined : `${name} must be true or false`;
  if (!TEXTS.has(name))
    return `there is no field of this name; known are: ${[...TEXTS, ...FLAGS, 'scopes'].join(', ')}`;
  if (typeof given !== 'string' || given === '') return `${name} must be a text`;
  if (name === 'plan' && given !== 'pro' && given !== 'free') return 'plan must be pro or free';
  if (name === 'key' && !/^[\x21-\x7e]+$/.test(given)) return 'key must have no spaces and nothing beyond ASCII';
  return undefined;
}

/**
 * One key out of a file, or everything that is wrong with it; the key itself is in no message. Default of `plan`: pro.
 */
function parseAccountKey(value: unknown): AccountKey | readonly string[] {
  if (!isFields(value)) return ['a key is an object with a field key'];
  const wrong = Object.entries(value).flatMap(([name, given]) => fieldFault(name, given) ?? []);
  if (!Object.hasOwn(value, 'key')) wrong.push('the field key is missing');
  return wrong.length > 0 ? wrong : ({ plan: 'pro', ...value } as AccountKey);
}

/** Every key of a list, or what is wrong with each that is none. */
export function parseAccountKeys(value: unknown): {
  readonly keys: readonly AccountKey[];
  readonly wrong: readonly string[];
} {
  if (!Array.isArray(value)) return { keys: [], wrong: ['keys must be a list'] };
  const keys: AccountKey[] = [];
  const wrong: string[] = [];
  for (const [index, each] of value.entries()) {
    const parsed = parseAccountKey(each);
    if (!('key' in parsed)) wrong.push(...parsed.map((fault) => `key ${index + 1}: ${fault}`));
    else if (keys.some(({ key }) => key === parsed.key)) wrong.push(`key ${index + 1}: this key is there twice`);
    else keys.push(parsed);
  }
  return { keys, wrong };
}
