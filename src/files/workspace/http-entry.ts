import { parseDuration } from '../../model/duration-text.ts';
import type { HttpSettings } from '../../model/workspace/target.ts';

/** `http:` as the schema lets it through: times such as `30s`, `5m` or `1h`. */
export interface RawHttp {
  readonly timeout?: string;
  readonly time_limit?: string;
  readonly max_wait?: string;
}

/** The time limits of `http:`, of a workspace or of a target. */
export function parseHttp({ timeout, time_limit: limit, max_wait: wait }: RawHttp): HttpSettings {
  const [timeoutMs, timeLimitMs, maxWaitMs] = [timeout, limit, wait].map((text) => parseDuration(text ?? ''));
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  };
}
