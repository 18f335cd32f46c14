import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './test/support/memory-folder.ts';
import { RUNS_FACTOR } from './test/support/runs.ts';

/**
 * What `npm run test:quick` leaves out: stories of whole processes, browsers, and the longest searches of each room.
 * Some of every room stays.
 */
const SLOW = [
  'test/browser/!(page-data)*.test.ts',
  'test/journeys/!(main-job).test.ts',
  'test/action/!(label-consent|sticky-comment|touched).test.ts',
  'test/build/**',
  'test/mutation/**',
  'test/docs/{exit-codes,formats}.test.ts',
  'test/ledger/{http-remote,kill,git-ledger,git-repository,remote-address,ref-moves}.test.ts',
  'test/plan/minimal-calls.test.ts',
  'test/client/{entries-wire,voice-round-trip}.test.ts',
  'test/contract/{entries,errors,fuzz,voice}.contract.ts',
  'test/preview/run-preview.test.ts',
  'test/review/finding-messages/**',
  'test/review/markdown/{code,plan-markdown}.test.ts',
  'test/review/ci/sarif.test.ts',
  'test/files/{plain-dictionary,small-inputs,node-files,write-all}.test.ts',
  'test/model/entries/entries.test.ts',
  'test/cli/{compile-cache,man-page,completion,node-fetch-port}.test.ts',
  'test/service/{listen-answers,folder-lock,folder-store,voice-model,kill-at-any-moment,glossary-shelf,term-index}.test.ts',
  'test/voice/{kill,run-job}.test.ts',
  'test/slow/**',
];

const STARTS_PROCESSES = /\/test\/(?:action|browser|docs|journeys|ledger|voice)\//;

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
    include: ['test/**/*.test.ts', 'test/contract/*.contract.ts'],
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? SLOW : [])],
    env: {
      ...(mode === 'quick' && { LEXFORM_QUICK: '1' }),
      // `npm run docs:write`: tests that compare a generated part of a document write it instead.
      ...(mode === 'docs' && { LEXFORM_WRITE_DOCS: '1' }),
      ...(inMemory !== undefined && { TMPDIR: inMemory }),
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
