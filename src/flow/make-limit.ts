import pLimit from 'p-limit';
import type { Limit } from '../client/limit.ts';

/** One limiter for one run: `concurrency` calls at once, at least 1. */
export const makeLimit = (concurrency: number): Limit => pLimit(concurrency);
