import type { Plan } from '../../model/plan/plan.ts';
import { checkGuard } from './guard.ts';
import type { GuardInput } from './guard-input.ts';

/** A label that consents to what a plan deletes. */
export interface LabelConsent {
  readonly label: string;
  /** The user who set it. */
  readonly login: string;
  /** The time at which it was set, as GitHub writes it; empty: unknown. */
  readonly time: string;
}

const CONSENT_OPTIONS = ['--allow-delete', '--max-deletes-per-run', '--overwrite-drift'] as const;

type ConsentOption = (typeof CONSENT_OPTIONS)[number];

/** The consents without which the guard would refuse a plan. */
export interface UsedConsents {
  /** The labels that consented to deletions. Empty: none was needed. */
  readonly labels: readonly LabelConsent[];
  /** The options that consented. Empty: none was needed, or the plan is refused. */
  readonly options: readonly ConsentOption[];
}

/**
 * The consents without which the guard would refuse the plan. `labels`: the labels to which all deletions of the
 * options are due. `undefined`: none was needed.
 */
export function usedConsents(
  plan: Plan,
  input: GuardInput,
  labels: readonly LabelConsent[] = [],
): UsedConsents | undefined {
  const { maxDeletesPerRun, ...unlimited } = input;
  const without = {
    '--allow-delete': input.allowDelete.length > 0 && { ...input, allowDelete: [] },
    '--max-deletes-per-run': maxDeletesPerRun !== undefined && unlimited,
    '--overwrite-drift': input.overwriteDrift === true && { ...input, overwriteDrift: false },
  } as const;
  const isNeeded = (option: ConsentOption): boolean => {
    const less = without[option];
    const isOfLabel = labels.length > 0 && option !== '--overwrite-drift';
    return less !== false && !isOfLabel && checkGuard(plan, less).kind === 'refused';
  };
  const options = CONSENT_OPTIONS.filter(isNeeded);
  const isAllowed = options.length > 0 && checkGuard(plan, input).kind === 'allowed';
  const used = { labels, options: isAllowed ? options : [] };
  return used.labels.length + used.options.length === 0 ? undefined : used;
}
