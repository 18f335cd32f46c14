import fc from 'fast-check';
import { runs } from './runs.ts';

// A property that names no number of runs makes 100, as fast-check has it. Each run of the tests explores from another
// seed; a failure prints it, and `LEXFORM_SEED` plays it again.
const seed = process.env.LEXFORM_SEED;
fc.configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed: Number(seed) }) });
