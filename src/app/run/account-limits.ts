import type { Target } from '../../model/workspace/target.ts';

/** How many resources of a kind the account of a target may have, by the plural of the kind; `{}`: nobody knows. */
export const accountLimits = (target: Target | undefined): Readonly<Record<string, number>> =>
  target?.kind === 'remote' && target.maxGlossaries !== undefined ? { glossaries: target.maxGlossaries } : {};
