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

function fieldFault(name: string, value: unknown): string | undefined {
  if (name === 'scopes') {
    const known = Array.isArray(value) && value.every((scope) => SCOPES.includes(scope));
    return known ? undefined : `scopes must be a list of: ${SCOPES.join(', ')}`;
  }
  if (FLAGS.has(name)) return typeof value === 'boolean' ? undefined : `${name} must be true or false`;
  if (!TEXTS.has(name))
    return `there is no field of this name; known are: ${[...TEXTS, ...FLAGS, 'scopes'].join(', ')}`;
  if (typeof value !== 'string' || value === '') return `${name} must be a text`;
  if (name === 'plan' && value !== 'pro' && value !== 'free') return 'plan must be pro or free';
  if (name === 'key' && !/^[\x21-\x7e]+$/.test(value)) return 'key must have no spaces and nothing beyond ASCII';
  return undefined;
}

/** Everything that is wrong with one key of a file; the key itself is in no message. */
function keyFaults(value: unknown, before: readonly unknown[]): readonly string[] {
  if (!isFields(value)) return ['a key is an object with a field key'];
  const wrong = Object.entries(value).flatMap(([name, field]) => fieldFault(name, field) ?? []);
  if (!Object.hasOwn(value, 'key')) wrong.push('the field key is missing');
  const isTwice = before.some((each) => isFields(each) && each.key === value.key);
  return wrong.length === 0 && isTwice ? ['this key is there twice'] : wrong;
}

/** All keys of a list, or a message for each item that is not a valid key. Default of `plan`: pro. */
export function parseAccountKeys(value: unknown): {
  readonly keys: readonly AccountKey[];
  readonly wrong: readonly string[];
} {
  if (!Array.isArray(value)) return { keys: [], wrong: ['keys must be a list'] };
  const faults = value.map((each, index) => keyFaults(each, value.slice(0, index)));
  return {
    keys: value.filter((_, index) => faults[index]?.length === 0).map((each) => ({ plan: 'pro', ...each })),
    wrong: faults.flatMap((each, index) => each.map((fault) => `key ${index + 1}: ${fault}`)),
  };
}
