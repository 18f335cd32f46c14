import type { Client, Limit } from '../../src/client/client.ts';
import { type PlanInput, type Planning, planState } from '../../src/plan/make-plan.ts';
import { readLive } from '../../src/steps/read-live.ts';

/** Reads the service, then plans. */
export const planTarget = async (client: Client, limit: Limit, input: PlanInput): Promise<Planning> =>
  planState(await readLive(client, limit, input), input);
