import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** What `npm run mutate` hands on: the room, globs of the tests to use, and globs of those to leave out. */
const room = process.env.LEXFORM_MUTATE_ROOM ?? '';
const globs = (name: string): readonly string[] => JSON.parse(process.env[name] ?? '[]');

/** The first failure ends the run of a mutant. So a room's own tests run first, and quick files before slow ones. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = ({ moduleId }: TestSpecification): number => (moduleId.includes(`/test/${room}/`) ? 0 : 1);
    const milliseconds = ({ moduleId, project }: TestSpecification): number =>
      this.ctx.cache.getFileTestResults(`${project.name}:${relative(project.config.root, moduleId)}`)?.duration ?? 0;
    return [...files].sort((a, b) => others(a) - others(b) || milliseconds(a) - milliseconds(b));
  }
}

/** Stryker looks at tests alone. A file that a mutant keeps from loading has none, and would count as passed. */
class UnloadedFiles implements Reporter {
  private vitest?: Vitest;
  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }
  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.vitest?.state.catchError(new Error(error.message), 'Unloaded Test File');
  }
}

/**
 * Stryker counts code for the test that is running. A module that a command imports when it needs it is loaded once,
 * during the first test that needs it, and all tests depend on what was evaluated then. The same is true of a value
 * that is created on first use. So that code is counted for no test, which makes Stryker use all of them.
 */
const RUNNING = 'globalThis.__stryker__.currentTestId';
const FOR_NO_TEST = `globalThis.__stryker__ ??= {}; const strykerTestId = ${RUNNING}; ${RUNNING} = undefined;`;
const FOR_THE_TEST = `${RUNNING} = strykerTestId;`;
const MAKE_FOR_NO_TEST = `function makeForNoTest(make) { ${FOR_NO_TEST} try { return make(); } finally { ${FOR_THE_TEST} } }`;

const MADE_FOR_ALL = {
  name: 'made-for-all',
  enforce: 'post' as const,
  transform(code: string, id: string) {
    const isLazy = id.endsWith('/src/model/lazy.ts');
    if (isLazy && !code.includes('make()')) throw new Error(`${id} calls make() no more: mend this file`);
    const made = isLazy ? `${code.replace('make()', 'makeForNoTest(make)')}\n${MAKE_FOR_NO_TEST}` : code;
    if (!code.includes('stryCov_')) return isLazy ? { code: made, map: null } : null;
    return { code: `${FOR_NO_TEST}${made}\n;${FOR_THE_TEST}`, map: null };
  },
};

export default defineConfig({
  plugins: [MADE_FOR_ALL],
  test: {
    include: [...globs('LEXFORM_MUTATE_TESTS')],
    exclude: [...globs('LEXFORM_MUTATE_EXCLUDE')],
    isolate: false,
    reporters: [new UnloadedFiles()],
    setupFiles: ['test/mutation/setup.ts'],
    sequence: { sequencer: QuickFirst },
    // Stryker ends a mutant that takes too long; on a busy machine the first run must not fail.
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
