import type { Branded, Digest } from '../../model/ids.ts';
import { digestOf } from '../../model/resources/digest.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import type { Secret } from '../../model/secret.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** The address of a developer key, from its name in the file. */
export type DeveloperKeyAddress = `developer_key.${string}`;

export const developerKeyAddress = (name: string): DeveloperKeyAddress => `developer_key.${name}`;

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

/** The parts of a developer key that an entry may say something of. */
export type DeveloperKeyPart = 'label' | keyof KeyLimits | 'deactivated';

/** A developer key that the files ask for. */
export interface DesiredDeveloperKey extends DesiredResource {
  readonly address: DeveloperKeyAddress;
  /** The name of the entry. */
  readonly origin: SourceRef;
  readonly pinnedId?: KeyId;
  readonly label: string;
  /** The limits that the entry names; one that it does not name is left as it is. */
  readonly limits: Partial<KeyLimits>;
  readonly deactivated: boolean;
  readonly protect: boolean;
  /** Where a part stands; `undefined` when the entry does not name it. */
  locate(part: DeveloperKeyPart): SourceRef | undefined;
}

/**
 * Never the key itself: a ledger is kept in git. Of limits only those that the files named: any other one is not
 * managed, and has no base. The content is what the last apply left. A part that no apply has settled yet is absent,
 * such as the label of a matched key whose renaming failed.
 */
export type OwnedDeveloperKey = OwnedResource<KeyId, KnownKey>;

declare module '../states.ts' {
  interface KindTypes {
    readonly developerKeys: {
      readonly desired: DesiredDeveloperKey;
      readonly live: DeveloperKey;
      readonly owned: OwnedDeveloperKey;
    };
  }
}

export const labelDigest = (label: string): Digest => digestOf({ label });

/** Of the limits that are named, and no other: what one call changes. */
export const limitsDigest = (limits: Partial<KeyLimits>): Digest =>
  digestOf(KEY_LIMITS.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name] as number | null]])));

export const deactivatedDigest = (deactivated: boolean): Digest => digestOf({ deactivated });

/** All that can change of a key. */
export const developerKeyDigest = ({ label, deactivated, limits }: DeveloperKey): Digest =>
  digestOf({ label, deactivated, limits: KEY_LIMITS.map((name) => limits[name]) });
