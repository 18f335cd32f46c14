import { valueCount } from '../../model/plan/additions.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { countedValues, planCounts, type Tally } from '../../plan/counts.ts';

/** What the widget of a merge request shows: `3 to add, 2 to change and 4 to delete`. */
export interface WidgetCounts {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

/**
 * Values of the parts that are counted, since that is what a reviewer decides on: a removed term must not hide in "1 to
 * change". A resource that changes without any of them (a new name, a limit, an empty list) counts as itself, so that
 * nothing is 0, 0, 0 but a plan without changes. What is replaced goes and comes.
 */
export function widgetCounts(plan: Plan): WidgetCounts {
  const tallies = Object.values(planCounts(plan).values);
  const hasCounted = (change: Change): boolean =>
    countedValues(change).length > 0 || change.children.some((child) => valueCount(child) > 0);
  const whole = (...actions: readonly string[]): number =>
    plan.changes.filter(
      (change) => actions.includes(change.action) && (change.action === 'replace' || !hasCounted(change)),
    ).length;
  // What is moved or renamed goes under one key and comes under another one: the widget knows nothing else.
  const values = (...kinds: readonly (keyof Tally)[]): number =>
    tallies.reduce((sum, each) => kinds.reduce((all, kind) => all + (each[kind] ?? 0), sum), 0);
  return {
    create: values('added', 'moved', 'renamed') + whole('create', 'replace'),
    update: values('changed') + whole('update'),
    delete: values('removed', 'moved', 'renamed') + whole('delete', 'deactivate', 'replace'),
  };
}

/**
 * The Terraform report of GitLab: counts and nothing else, since every guest of a project may read it. Source: GitLab,
 * `artifacts:reports:terraform`.
 */
export const gitlabTerraform = (plan: Plan): string => `${JSON.stringify(widgetCounts(plan))}\n`;
