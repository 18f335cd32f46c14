/**
 * How many runs a property makes for each one that its test asks for. `LEXFORM_RUNS=10` makes ten times as many, for a
 * nightly run; `LEXFORM_QUICK=1` makes a tenth, and `LEXFORM_RUNS` goes before it.
 */
export const RUNS_FACTOR = runsFactor(process.env);

export function runsFactor(env: NodeJS.ProcessEnv): number {
  const factor = Number(env.LEXFORM_RUNS ?? (env.LEXFORM_QUICK === '1' ? 0.1 : 1));
  if (!(factor > 0) || factor === Number.POSITIVE_INFINITY)
    throw new Error(`LEXFORM_RUNS is "${env.LEXFORM_RUNS}", a number above 0 is allowed`);
  return factor;
}

/** The runs of a property that makes `count` on an ordinary day; one at least. */
export const runs = (count: number): number => Math.max(1, Math.round(count * RUNS_FACTOR));

/** What a property must have met more often than so, in all of its runs; in a quick run, more often than never. */
export const least = (count: number): number => (RUNS_FACTOR < 1 ? 0 : count);
