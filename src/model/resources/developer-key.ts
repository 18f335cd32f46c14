import type { Branded } from '../ids.ts';
import type { Secret } from '../secret.ts';

/** Assigned by the service to one developer key: two GUIDs joined by `:`. Names the key and opens nothing. */
export type KeyId = Branded<'KeyId'>;

export const keyId = (id: string): KeyId => id as KeyId;

/** What one key may use up in a monthly usage period. 0 blocks everything; `null` is no limit. */
export interface KeyLimits {
  /** Characters of text translation, document translation and text improvement together. */
  readonly characters: number | null;
  readonly speechToTextMilliseconds: number | null;
}

/** The limits of a key in the order in which they are shown and sent. */
export const KEY_LIMITS = ['characters', 'speechToTextMilliseconds'] as const satisfies readonly (keyof KeyLimits)[];

/** What files and ledger say of a key; a part that is absent is not known, or not managed. */
export interface KnownKey {
  readonly label?: string;
  readonly limits: Partial<KeyLimits>;
  readonly deactivated?: boolean;
}

/** A developer key as the service describes it: never the key itself. */
export interface DeveloperKey {
  readonly id: KeyId;
  /** Chosen by people; two keys may have the same one. Empty when the service names none. */
  readonly label: string;
  /** ISO 8601, as the service wrote it; only when the service says it. */
  readonly creationTime?: string;
  /** ISO 8601, as the service wrote it; only when the service says it. */
  readonly deactivatedTime?: string;
  /** A deactivated key stays in the list and can be renamed, but never works again. */
  readonly deactivated: boolean;
  readonly limits: KeyLimits;
}

/** A key that was made just now. */
export interface CreatedKey extends DeveloperKey {
  /**
   * The key itself, when the service gives it away: it describes no such field. It comes once and can never be read
   * again.
   */
  readonly secret?: Secret;
}
