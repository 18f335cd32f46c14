import type { KindWords } from '../model/kind-words.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-developer-key': 'create the key',
  'rename-developer-key': 'rename',
  'limit-developer-key': 'set limits',
  'deactivate-developer-key': 'deactivate the key',
};

/** `0 ms` blocks speech to text, `0` the whole key. */
const LIMITS: Readonly<Record<string, { readonly name: string; readonly unit: string; readonly blocks: string }>> = {
  characters: { name: 'characters', unit: '', blocks: ' (blocks the key)' },
  speechToTextMilliseconds: { name: 'speech to text', unit: ' ms', blocks: ' (blocks speech to text)' },
};

export const DEVELOPER_KEY_WORDS: KindWords = {
  short: 'key',
  parts: {
    limit: {
      name: ([limit = ''], _, { plain }) => LIMITS[limit]?.name ?? plain(limit),
      value: (value, [limit = ''], { number }) =>
        typeof value === 'number' ? `${number(value)}${LIMITS[limit]?.unit ?? ''}` : 'no limit',
      blocks: ([limit = '']) => LIMITS[limit]?.blocks ?? '',
      absent: 'not managed',
      blocker: 'a limit of 0',
    },
    deactivated: {
      noun: ['key', 'keys'],
      inHeading: true,
      name: () => 'the key',
      title: () => '',
      value: (value) => (value === true ? 'deactivated' : 'active'),
    },
  },
  operation: ({ kind }) => OPERATIONS[kind],
};
