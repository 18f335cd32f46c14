/** The statuses of a term in a termbase: whether it may be used. The first is the strongest. */
export const TERM_STATUSES = [
  'preferred',
  'approved',
  'admitted',
  'draft',
  'deprecated',
  'rejected',
  'forbidden',
] as const;

/** The status of a row, in a column of its file. */
export type TermStatus = (typeof TERM_STATUSES)[number];

/**
 * The words of other systems for a status, in lower case with single spaces. TBX: `administrativeStatus` with and
 * without `-admn-sts`, and `processStatus` and `normativeAuthorization` where they say the same; Crowdin: statuses of
 * terms; memoQ and Lokalise: forbidden terms; Weblate: states of strings and the flag `forbidden`.
 */
const WORDS: Readonly<Record<TermStatus, readonly string[]>> = {
  preferred: ['preferred term', 'preferredterm', 'preferred term admn sts', 'preferredterm admn sts'],
  approved: ['finalized', 'translated', 'final', 'standardized term', 'standardizedterm'],
  admitted: ['admitted term', 'admittedterm', 'admitted term admn sts', 'admittedterm admn sts', 'acceptable'],
  draft: [
    'new',
    'pending',
    'proposed',
    'suggested',
    'unprocessed',
    'provisionally processed',
    'provisionallyprocessed',
    'needs editing',
    'waiting for review',
    'not approved',
  ],
  deprecated: [
    'deprecated term',
    'deprecatedterm',
    'deprecated term admn sts',
    'deprecatedterm admn sts',
    'superseded',
    'superseded term',
    'supersededterm',
    'superseded term admn sts',
    'supersededterm admn sts',
    'obsolete',
    'not recommended',
    'notrecommended',
  ],
  rejected: ['declined', 'refused'],
  forbidden: ['forbidden term', 'banned', 'do not use', 'prohibited'],
};

const STATUS_OF_WORD: ReadonlyMap<string, TermStatus> = new Map(
  TERM_STATUSES.flatMap((status) => [status, ...WORDS[status]].map((word) => [word, status] as const)),
);

/** A word for a status in one spelling: NFC, lower case, `-` and `_` as spaces, single spaces. */
export const plainStatusWord = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Parses a status, in any case, with `-` and `_` as spaces. `undefined`: unknown word. */
export const readTermStatus = (text: string): TermStatus | undefined =>
  STATUS_OF_WORD.get(text) ?? STATUS_OF_WORD.get(plainStatusWord(text));
