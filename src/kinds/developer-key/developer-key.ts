import type { SourceRef } from '../../model/finding.ts';
import type { Branded, Digest } from '../../model/ids.ts';
import { digestOf } from '../../model/resources/digest.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import type { Secret } from '../../model/secret.ts';

/** The address of a developer key, from its name in the file. */
export type DeveloperKeyAddress = `developer_key.${string}`;

export const developerKeyAddress = (name: string): DeveloperKeyAddress => `developer_key.${name}`;

/** Assigned by the service to one developer key: two GUIDs joined by `:`. It identifies the key and gives no access. */
export type KeyId = Branded<'KeyId'>;

export const keyId = (id: string): KeyId => id as KeyId;

/** The limits of one key for a monthly usage period. 0 blocks all use; `null` means no limit. */
export interface KeyLimits {
  /** Characters of text translation, document translation and text improvement together. */
  readonly characters: number | null;
  readonly speechToTextMilliseconds: number | null;
}

/** The limits of a key in the order in which they are shown and sent. */
export const KEY_LIMITS = ['characters', 'speechToTextMilliseconds'] as const satisfies readonly (keyof KeyLimits)[];

/** The known parts of a key in files or ledger; an absent part is unknown or not managed. */
export interface KnownKey {
  readonly label?: string;
  readonly limits: Partial<KeyLimits>;
  readonly deactivated?: boolean;
}

/** A developer key as the service describes it: never the key itself. */
export interface DeveloperKey {
  readonly id: KeyId;
  /** Chosen by users; two keys may have the same label. Empty if the service returns none. */
  readonly label: string;
  /** ISO 8601, as the service wrote it; absent if the service does not return it. */
  readonly creationTime?: string;
  /** ISO 8601, as the service wrote it; absent if the service does not return it. */
  readonly deactivatedTime?: string;
  /** A deactivated key stays in the list and can be renamed, but never works again. */
  readonly deactivated: boolean;
  readonly limits: KeyLimits;
}

/** A key that was just created. */
export interface CreatedKey extends DeveloperKey {
  /**
   * The key itself, if the service returns it: its description does not contain such a field. It is returned once and
   * cannot be read again.
   */
  readonly secret?: Secret;
}

/** The parts of a developer key that an entry can set. */
export type DeveloperKeyPart = 'label' | keyof KeyLimits | 'deactivated';

/** A developer key that the files ask for. */
export interface DesiredDeveloperKey extends DesiredResource {
  readonly address: DeveloperKeyAddress;
  /** The place of the entry's name. */
  readonly origin: SourceRef;
  readonly pinnedId?: KeyId;
  readonly label: string;
  /** The limits that the entry sets; other limits are not changed. */
  readonly limits: Partial<KeyLimits>;
  readonly deactivated: boolean;
  readonly protect: boolean;
  /** Place of a part; `undefined` if the entry does not set it. */
  locate(part: DeveloperKeyPart): SourceRef | undefined;
}

/**
 * Never contains the key itself, because a ledger is kept in git. Contains only limits that the files set: other limits
 * are not managed and have no base. The content is the state after the last apply. A part that no apply has settled yet
 * is absent, such as the label of a matched key whose renaming failed.
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

/** Digest of exactly the given limits, which one call changes. */
export const limitsDigest = (limits: Partial<KeyLimits>): Digest =>
  digestOf(KEY_LIMITS.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name]]])));

export const deactivatedDigest = (deactivated: boolean): Digest => digestOf({ deactivated });

/** Digest of all changeable parts of a key. */
export const developerKeyDigest = ({ label, deactivated, limits }: DeveloperKey): Digest =>
  digestOf({ label, deactivated, limits: KEY_LIMITS.map((name) => limits[name]) });

/** The names of the parts of a developer key in files. */
export const KEY_PART_NAMES = {
  label: 'label',
  characters: 'characters',
  speechToTextMilliseconds: 'speech_to_text_milliseconds',
  deactivated: 'deactivated',
} as const satisfies Readonly<Record<DeveloperKeyPart, string>>;
