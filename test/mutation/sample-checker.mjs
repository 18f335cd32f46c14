import { relative } from 'node:path';
import { sampleOf } from './score.mjs';

/**
 * A checker of StrykerJS that lets only the mutants of the sample through. Stryker hands all of them to `group` at
 * once. Those that are left out get the status CompileError, which no score counts.
 */
function sampleChecker() {
  const count = Number(process.env.LEXFORM_MUTATE_SAMPLE);
  const seed = Number(process.env.LEXFORM_MUTATE_SEED);
  return {
    init: async () => {},
    group: async (mutants) => [mutants.map(({ id }) => id)],
    check: async (mutants) => {
      const within = mutants.map((mutant) => ({ ...mutant, fileName: relative(process.cwd(), mutant.fileName) }));
      const chosen = new Set(sampleOf(within, count, seed));
      return Object.fromEntries(
        mutants.map(({ id }) => [
          id,
          chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
        ]),
      );
    },
  };
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: sampleChecker }];
