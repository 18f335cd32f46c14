import * as d from '../../model/decode.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { inPart, singleValue } from '../ledger-content.ts';
import type { LedgerModel } from '../model/ledger-model.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  KEY_LIMITS,
  type KeyLimits,
  type KnownKey,
} from './developer-key.ts';
import { NO_LIMITS } from './developer-key-change.ts';
import { KEY_PART_NAMES } from './developer-key-names.ts';

const limit = d.optional(d.nullable(d.count));

export const DEVELOPER_KEY_LEDGER: LedgerModel<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  content(values) {
    const [label, deactivated] = [singleValue(values, 'label'), singleValue(values, 'deactivated')];
    return {
      ...(typeof label === 'string' && { label }),
      limits: Object.fromEntries(inPart(values, 'limit').map(([[, name = ''], value]) => [name, value])),
      ...(typeof deactivated === 'boolean' && { deactivated }),
    };
  },
  desired: ({ label = '', limits, deactivated = false }, { of }) => ({
    label,
    limits,
    deactivated,
    locate: (part) => of?.(part === 'label' || part === 'deactivated' ? [part] : ['limit', part]),
  }),
  places: ({ locate }) => ({
    of: ([part, name]) => (part === 'label' || part === 'deactivated' ? locate(part) : locate(name as keyof KeyLimits)),
  }),
  list: 'developer_keys',
  json: {
    members: ({ label, limits, deactivated }) => {
      const known = KEY_LIMITS.flatMap((name) =>
        limits[name] === undefined ? [] : [[KEY_PART_NAMES[name], limits[name]] as const],
      );
      return omitUndefined({ label, limits: known.length > 0 ? Object.fromEntries(known) : undefined, deactivated });
    },
    decoder: d.map(
      d.object({
        label: d.optional(d.text),
        limits: d.optional(
          d.object({
            characters: d.from(KEY_PART_NAMES.characters, limit),
            speechToTextMilliseconds: d.from(KEY_PART_NAMES.speechToTextMilliseconds, limit),
          }),
        ),
        deactivated: d.optional(d.flag),
      }),
      ({ limits = {}, ...known }) => ({ ...known, limits }),
    ),
  },
  backup: { list: 'developerKeys', summary: ({ label = '' }) => ({ label }) },
  mayBeUnknown: true,
  // A limit that no file sets is not managed.
  ownsNamed: () => true,
  whyNotOwned: ({ deactivated }, desired, id) =>
    deactivated === true && !desired.deactivated
      ? `the key ${id} is deactivated for good, and ${desired.address} asks for one that works`
      : undefined,
  whole: (key) => ({ ...key, limits: { ...NO_LIMITS, ...key.limits } }),
};
