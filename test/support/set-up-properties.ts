import fc from 'fast-check';
import { runs } from './runs.ts';

// A property that names no number of runs makes 100, the default of fast-check. Without `LEXFORM_SEED`, each run of the
// tests draws another seed; a failure prints it.
const seed = process.env.LEXFORM_SEED;
fc.configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed: Number(seed) }) });
