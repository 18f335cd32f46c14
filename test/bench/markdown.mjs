// The markdown of a plan of 100,000 changes.
import { bundled } from './bundled.mjs';
import { median } from './measure.mjs';

const CHANGES = 100_000;

export async function markdownOfMany(report) {
  const { planMarkdown, largePlan } =
    await bundled(`export { planMarkdown } from './src/review/markdown/plan-markdown.ts';
export { largePlan } from './test/support/page-plans.ts';`);
  const plan = largePlan(CHANGES);
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    planMarkdown({ plan });
    times.push(performance.now() - started);
  }
  report('markdown of 100,000 changes, first', times[0] / 1000, '× 1 s', 1.4);
  report('markdown of 100,000 changes, median', median(times) / 1000, '× 1 s', 1);
}
