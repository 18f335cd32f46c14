import type { Secret } from '../secret.ts';

/** The source of the key of a target. A workspace file never contains a key. */
export type KeySource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** How long calls may take. What is absent has its default, in `incoming-limits.ts`. */
export interface HttpSettings {
  /** Maximum milliseconds until an answer begins, and without progress of an answer. */
  readonly timeoutMs?: number;
  /** Milliseconds after the beginning of a call in which another attempt may begin. */
  readonly timeLimitMs?: number;
  /** Milliseconds that the service may ask to wait before another attempt. */
  readonly maxWaitMs?: number;
}

/** One account in one region of the service, as the workspace declares it. */
export type Target =
  | { readonly kind: 'embedded'; readonly name: string }
  | {
      readonly kind: 'remote';
      readonly name: string;
      /** Without a slash at the end; http or https. */
      readonly baseUrl: string;
      /** The word before the key in the `Authorization` header. Default `Service-Auth-Key`. */
      readonly authScheme: string;
      readonly key: KeySource;
      /** The source of the admin key, which is only used for developer keys. */
      readonly adminKey?: KeySource;
      /** Maximum glossaries of the account. Absent: unknown. */
      readonly maxGlossaries?: number;
      /** Before `http` of the workspace, setting by setting. */
      readonly http?: HttpSettings;
    };

/** A target that can be called: address and key are known. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly authScheme: string;
  readonly key: Secret;
}
