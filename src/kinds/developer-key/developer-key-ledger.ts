import type { NamedValue } from '../../change/stale-detail.ts';
import * as d from '../../model/decode.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { LedgerMembers } from '../kind.ts';
import { inPart, singleValue, textOf } from '../ledger-content.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  KEY_LIMITS,
  KEY_PART_NAMES,
  type KeyLimits,
  type KnownKey,
} from './developer-key.ts';

const limit = d.optional(d.nullable(d.count));

const limitsIn = (values: readonly NamedValue[]): Partial<KeyLimits> =>
  Object.fromEntries(inPart(values, 'limit').map(([[, name = ''], value]) => [name, value]));

export const DEVELOPER_KEY_LEDGER: LedgerMembers<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  fromValues(values) {
    const [label, deactivated] = [singleValue(values, 'label'), singleValue(values, 'deactivated')];
    return {
      ...(typeof label === 'string' && { label }),
      limits: limitsIn(values),
      ...(typeof deactivated === 'boolean' && { deactivated }),
    };
  },
  toDesired: ({ label = '', limits, deactivated = false }, { of }) => ({
    label,
    limits,
    deactivated,
    locate: (part) => of?.(part === 'label' || part === 'deactivated' ? [part] : ['limit', part]),
  }),
  placesOf: ({ locate }) => ({
    of: ([part, name]) => (part === 'label' || part === 'deactivated' ? locate(part) : locate(name as keyof KeyLimits)),
  }),
  ledgerForm: {
    json: ({ label, limits, deactivated }) => {
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
  withValues: (desired, values) => ({
    ...desired,
    label: textOf(values, 'label') || desired.label,
    limits: { ...desired.limits, ...limitsIn(values) },
  }),
};
