import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { HttpResponse } from '../../src/client/transport/ports.ts';
import type { Service } from '../../src/service/create-service.ts';
import type { CliInput, CliResult } from './cli.ts';
import { lifeOf, mortalFetch } from './mortal.ts';

type Fetch = ReturnType<typeof inProcessFetch>;

/**
 * Runs a command that dies instead of its n-th call to the service. Dead is dead: neither an answer nor a way to clean
 * up. True when it lived to its end.
 */
export async function livesFor(
  calls: number,
  service: Service,
  run: (more: Partial<CliInput>) => Promise<CliResult>,
): Promise<boolean> {
  const life = lifeOf(calls);
  let isDone = false;
  void run({
    fetch: async (...call: Parameters<Fetch>): Promise<HttpResponse> => {
      try {
        return await mortalFetch<Parameters<Fetch>, HttpResponse>(life)(inProcessFetch(service))(...call);
      } catch (error) {
        if (!life.isOver()) throw error;
        return new Promise(() => undefined);
      }
    },
  }).then(() => {
    isDone = true;
  });
  while (!isDone && !life.isOver()) await new Promise((next) => setImmediate(next));
  return isDone;
}
