import type { Secret } from '../secret.ts';
import type { SourceRef } from '../source-ref.ts';

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

/** The resources of a target, and their names there. */
export interface TargetView {
  readonly name: string;
  /** Address patterns of its resources. Absent: all resources. */
  readonly resources?: readonly string[];
  /** The names of its resources: a text with `{name}`. Absent: the names in the files. */
  readonly names?: string;
  /** The places of both in `lexform.yaml`: that of each address, and of the target. Absent: it has neither. */
  readonly viewAt?: { readonly resources: readonly SourceRef[]; readonly target: SourceRef };
}

/** One account in one region of the service, as the workspace declares it. */
export type Target =
  | (TargetView & { readonly kind: 'embedded' })
  | (TargetView & {
      readonly kind: 'remote';
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
    });

/** A target that can be called: address and key are known. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly authScheme: string;
  readonly key: Secret;
}
