import type { Plan, Since } from '../../model/plan/plan.ts';
import { visible } from '../format/escape.ts';
import { counted, listed } from '../format/text.ts';

type Part = Pick<Plan, 'only' | 'since'>;

/** True for a plan of which `--since` has left something out, or may have. */
export const isPart = (plan: Part): plan is Part & { readonly since: Since } =>
  plan.since !== undefined && plan.since.because === undefined;

/** ` (only glossary.product)`, ` (only what changed since main)`: what narrowed a plan; empty: nothing did. */
export function narrowedText(plan: Part): string {
  if (isPart(plan)) return ` (only what changed since ${visible(plan.since.ref)})`;
  const { only } = plan;
  return only.length === 0 ? '' : ` (only ${listed(only.map(visible))})`;
}

/** `main (merge base 1a2b3c4)` */
const comparedText = ({ ref, base }: Pick<Since, 'ref' | 'base'>, code: (text: string) => string): string =>
  `${code(ref)} (merge base ${visible(base.slice(0, 7))})`;

/** What is left out, and how to see it. `code`: how a text of others is shown. */
export function sinceText(since: Since, code: (text: string) => string = visible): string {
  const { leftOut, because } = since;
  const compared = comparedText(since, code);
  if (because !== undefined) return `${code(because)} changed since ${compared}, so every resource was planned.`;
  const whose = `whose files did not change since ${compared}`;
  return leftOut === 0
    ? `No resource was left out: there is none ${whose}.`
    : `Left out: ${counted(leftOut, 'resource')} ${whose}. Without --since, the plan has them.`;
}

/** The same of a check of the files. `notShown`: findings about what is left out. */
export function checkedSinceText(since: Since, notShown: number): string {
  const { leftOut, because } = since;
  const compared = comparedText(since, visible);
  if (because !== undefined)
    return `${visible(because)} changed since ${compared}, so the findings about every resource are shown.`;
  const hidden = `${counted(notShown, 'finding')} about ${counted(leftOut, 'resource')}`;
  return `Not shown: ${hidden} whose files did not change since ${compared}. Without --since, all are shown.`;
}
