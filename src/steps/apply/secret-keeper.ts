import type { ResourceAddress } from '../../model/resources/address.ts';
import type { Secret } from '../../model/secret.ts';
import type { SecretOutcome } from '../../plan/outcome.ts';

/** Takes the secret of a new key, once. Rejects if it could not be stored. */
export type OnSecret = (address: ResourceAddress, secret: Secret) => Promise<void>;

/** Hands secrets over and remembers the result of each, never the secret. */
export interface SecretKeeper {
  /** Called directly after the key was created. Never rejects: the key exists even if its secret is lost. */
  readonly keep: (address: ResourceAddress, secret: Secret | undefined) => Promise<void>;
  readonly outcome: (address: ResourceAddress) => SecretOutcome | undefined;
  /** True after a secret could not be stored: another one would be lost too. */
  readonly failed: () => boolean;
}

/** An error about a secret may contain it. */
const scrubbed = (error: unknown, secret: Secret): Error =>
  new Error((error instanceof Error ? error.message : String(error)).replaceAll(secret.reveal(), '[key]'));

export function secretKeeper(onSecret: OnSecret | undefined): SecretKeeper {
  const outcomes = new Map<ResourceAddress, SecretOutcome>();
  return {
    async keep(address, secret) {
      if (secret === undefined) outcomes.set(address, { kind: 'not-given', address });
      else if (onSecret === undefined) outcomes.set(address, { kind: 'dropped', address });
      else {
        try {
          await onSecret(address, secret);
          outcomes.set(address, { kind: 'kept', address });
        } catch (error) {
          outcomes.set(address, { kind: 'lost', address, error: scrubbed(error, secret) });
        }
      }
    },
    outcome: (address) => outcomes.get(address),
    failed: () => [...outcomes.values()].some(({ kind }) => kind === 'lost'),
  };
}
