import type { Finding } from '../../src/model/finding.ts';
import type { Address } from '../../src/model/resources/address.ts';
import type { GuardVerdict, Refusal } from '../../src/plan/guard/refusal.ts';
import { type PlanHtmlExtras, planHtml } from '../../src/review/html/plan-html.ts';
import { smallPreview } from './any-preview.ts';
import { at, dictionaryChange, glossaryChange, planWith } from './changes.ts';
import { shopPlan } from './page-plans.ts';

const ORIGIN = {
  time: '2026-01-02T03:04:05.000Z',
  workspace: 'acme/terminology/product',
  commit: '4f2a91c0d7e84f2a91c0d7e84f2a91c0d7e84f2a',
  isEdited: true,
  author: 'Ada Lovelace',
} as const;

const refusalsOf = (addresses: readonly Address[]): readonly Refusal[] =>
  addresses.map((address) => ({ code: 'delete-needs-consent', address, what: 'glossary', entries: 3 }) as const);

const findingsOf = (count: number): readonly Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    code: 'phrase-duplicate',
    severity: index % 2 === 0 ? 'error' : 'warning',
    at: at('glossaries/product/en-de.csv', index + 2),
    details: { source: `phrase ${index}`, first: 1 },
  }));

/** The code host of a page. */
export const LINKS = { prefix: 'https://code.example/acme/terms/blob/4f2a91c/' };

/** Everything that the page of a plan can have, in a shop. */
export const fullPage = (extras: PlanHtmlExtras = {}): string =>
  planHtml(shopPlan(), {
    origin: ORIGIN,
    guard: { kind: 'refused', refusals: refusalsOf(['glossary.product', 'glossary.product/en->fr']) },
    findings: findingsOf(3),
    preview: smallPreview(),
    links: LINKS,
    pullRequest: { url: 'https://code.example/acme/terms/pull/12', name: 'pull request #12' },
    ...extras,
  });

/** A page with so much of everything that all of it would take many sheets of paper. */
export function longPage(count = 60, guard?: GuardVerdict): string {
  const names = Array.from({ length: count }, (_, index) => `glossary.part-${index}` as const);
  const changes = names.map((address, index) =>
    glossaryChange({
      address,
      action: 'delete',
      name: `Part ${index} of the terms of our products and services`,
      dictionaries: [
        dictionaryChange('en->de', [['-', `term ${index}`, `Wort ${index}`]], {
          action: 'delete',
          before: 1,
          after: 0,
        }),
      ],
    }),
  );
  const plan = planWith(changes, { target: { name: 'production', baseUrl: 'https://api.example.com' } });
  return planHtml(plan, {
    origin: ORIGIN,
    guard: guard ?? { kind: 'refused', refusals: refusalsOf(names) },
    findings: findingsOf(count),
    preview: smallPreview(),
  });
}
