import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/contract/*.contract.ts'],
    globalSetup: ['test/support/build-once.ts'],
    // Tests wait for processes and answers as well, so each core has a worker. By default there is one less, which on two cores doubles the time.
    maxWorkers: availableParallelism(),
    // No test keeps anything in a module: a worker loads the sources once, and not for each of its files.
    isolate: false,
    // Properties and journeys run real processes; a slow machine must not make them fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
