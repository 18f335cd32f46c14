import { valueCount } from '../../model/plan/additions.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { countedValues, planCounts, type Tally } from '../../plan/counts.ts';

/** The numbers in the widget of a merge request: `3 to add, 2 to change and 4 to delete`. */
export interface WidgetCounts {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

/**
 * Numbers of values in the counted parts, because a reviewer decides about those: a removed term must not be hidden in
 * "1 to change". A resource that changes without any of them (a new name, a limit, an empty list) counts as one, so
 * that only a plan without changes has three zeros. A replacement counts as deleted and created.
 */
export function widgetCounts(plan: Plan): WidgetCounts {
  const tallies = Object.values(planCounts(plan).values);
  const hasCounted = (change: Change): boolean =>
    countedValues(change).length > 0 || change.children.some((child) => valueCount(child) > 0);
  const resources = (...actions: readonly string[]): number =>
    plan.changes.filter(
      (change) => actions.includes(change.action) && (change.action === 'replace' || !hasCounted(change)),
    ).length;
  // A moved or renamed value is deleted under one key and added under another, since the widget has only three numbers.
  const values = (...kinds: readonly (keyof Tally)[]): number =>
    tallies.reduce((sum, each) => kinds.reduce((all, kind) => all + (each[kind] ?? 0), sum), 0);
  return {
    create: values('added', 'moved', 'renamed') + resources('create', 'replace'),
    update: values('changed') + resources('update'),
    delete: values('removed', 'moved', 'renamed') + resources('delete', 'deactivate', 'replace'),
  };
}

/**
 * The Terraform report of GitLab: only counts, because every guest of a project can read it. Source: GitLab,
 * `artifacts:reports:terraform`.
 */
export const gitlabTerraform = (plan: Plan): string => `${JSON.stringify(widgetCounts(plan))}\n`;
