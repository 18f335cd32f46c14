import type { PullModel } from '../model/pull-model.ts';
import type { KnownKey } from './developer-key.ts';
import { KEY_LIMITS } from './developer-key.ts';

/** A label and limits that nobody has: whatever files and service have, they have it on their own. */
const UNKNOWN_KEY: KnownKey = {
  label: '',
  limits: Object.fromEntries(KEY_LIMITS.map((limit) => [limit, -1])),
  deactivated: false,
};

export const DEVELOPER_KEY_PULL: PullModel<KnownKey> = { unknown: UNKNOWN_KEY, goesUnasked: true };
