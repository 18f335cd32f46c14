import type { Change, Plan } from '../../model/plan/plan.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import { groupedDigits } from '../format/text.ts';
import { bulletList, type Markup, markup, NO_MARKUP } from './markup.ts';
import type { PageData } from './page-data.ts';
import { partSections } from './part-tables.ts';

/** The contents of the page, with links. */
export function contents({ changes }: Pick<Plan, 'changes'>, data: PageData, preview?: Preview): Markup {
  const count = (kind: Change['kind']): number => changes.filter((change) => change.kind === kind).length;
  const parts = [
    ['resources-title', 'Resources', changes.length],
    ...partSections().map(({ kind, id, title }) => [id, title, count(kind)] as const),
    ['preview-title', 'Samples', preview?.cost.samples ?? 0],
    ['terms', 'Changed terms', data.rows.length],
  ] as const;
  const links = parts
    .filter(([, , size]) => size > 0)
    .map(
      ([id, words, size]) => markup`<a href="#${id}">${words}</a> <span class="count">${groupedDigits(size)}</span>`,
    );
  return links.length === 0 ? NO_MARKUP : markup`<nav aria-label="On this page">${bulletList(links)}</nav>`;
}
