// The embedded service in the process that measures, so that it sees every call: how many there were, and the bytes of
// their bodies.
import { randomUUID } from 'node:crypto';
import { createService, listen } from '../../dist/library.js';

export async function host(key) {
  const service = createService(
    { accounts: [{ key, plan: 'pro' }] },
    {
      now: () => new Date(),
      id: randomUUID,
      sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
      random: Math.random,
    },
  );
  const { url, close } = await listen(service);
  return {
    url,
    close,
    /** Every answer so late; 0: at once. */
    delay: (milliseconds) => service.faults.set(milliseconds === 0 ? [] : [{ kind: 'delay', milliseconds }]),
    /** The calls that a run makes. */
    during: async (running) => {
      const first = service.calls.length;
      const result = await running();
      const calls = service.calls.slice(first);
      return {
        result,
        calls: calls.length,
        paths: calls.map(({ path }) => path),
        bytes: calls.reduce((sum, each) => sum + each.bytesReceived, 0),
      };
    },
  };
}
