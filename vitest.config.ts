import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/contract/*.contract.ts'],
    globalSetup: ['test/support/build-once.ts'],
    // Properties and journeys run real processes; a slow machine must not make them fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
