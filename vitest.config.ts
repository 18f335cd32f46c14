import { availableParallelism } from 'node:os';
import fastGlob from 'fast-glob';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './test/support/memory-folder.ts';
import { isQuick } from './test/support/quick-tests.ts';
import { RUNS_FACTOR } from './test/support/runs.ts';

const TESTS = ['test/**/*.test.ts', 'test/contract/*.contract.ts'];

const STARTS_PROCESSES = /\/test\/(?:browser|docs|journeys|ledger|shells\/action|steps\/voice)\//;

/**
 * Tests that start processes come first: to start one takes five times as long from a worker whose heap the properties
 * have filled. The longest ones are among them.
 */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = ({ moduleId }: TestSpecification): boolean => STARTS_PROCESSES.test(moduleId);
    return [...sorted.filter(first), ...sorted.filter((each) => !first(each))];
  }
}

const inMemory = memoryFolder();

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'quick' ? fastGlob.sync(TESTS).filter(isQuick()) : TESTS,
    env: {
      ...(mode === 'quick' && { LEXFORM_QUICK: '1' }),
      // `npm run docs:write`: tests that compare a generated part of a document write it instead.
      ...(mode === 'docs' && { LEXFORM_WRITE_DOCS: '1' }),
      ...(inMemory !== undefined && { TMPDIR: inMemory }),
      // Each process would read these certificates when it starts, which takes a sixth of the time of `validate`.
      NODE_EXTRA_CA_CERTS: '',
    },
    globalSetup: ['test/support/build-once.ts'],
    setupFiles: ['test/support/set-up-properties.ts'],
    // Tests wait for processes and answers as well, so each core has a worker. By default there is one less, which on
    // two cores doubles the time.
    maxWorkers: availableParallelism(),
    // No test keeps anything in a module: a worker loads the sources once, and not for each of its files.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    // Properties and journeys run real processes; a slow machine must not make them fail.
    testTimeout: 120_000 * Math.max(1, RUNS_FACTOR),
    hookTimeout: 120_000,
  },
}));
