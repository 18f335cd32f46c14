import type { ValueChange } from '../../src/model/resources/resource.ts';
import type { LedgerChange } from '../../src/plan/diff/diff-ledgers.ts';

/** `glossary.a`, named A, of which entries of `en->de` changed; `size`: of that dictionary, before and after. */
export const glossaryLedgerChange = (
  entries: readonly (readonly [source: string, sides: Pick<ValueChange, 'from' | 'to'>])[],
  { size = 9, ...more }: Partial<LedgerChange> & { readonly size?: number } = {},
): LedgerChange => ({
  kind: 'glossary',
  action: 'changed',
  address: 'glossary.a',
  movedFrom: undefined,
  id: 'g1',
  name: 'A',
  protect: false,
  values: [],
  children: [
    {
      address: 'glossary.a/en->de',
      action: 'changed',
      before: size,
      after: size,
      values: entries.map(([source, sides]) => ({ key: ['entry', 'en->de', source], ...sides })),
    },
  ],
  ...more,
});

/** `style_rules.l`, named L, in which nothing changed but what is given. */
export const styleListLedgerChange = (more: Partial<LedgerChange>): LedgerChange => ({
  ...glossaryLedgerChange([]),
  kind: 'style-list',
  address: 'style_rules.l',
  id: 's1',
  name: 'L',
  children: [],
  ...more,
});

/** `developer_key.ci`, labelled CI, in which nothing changed but what is given. */
export const keyLedgerChange = (more: Partial<LedgerChange>): LedgerChange => ({
  ...glossaryLedgerChange([]),
  kind: 'developer-key',
  address: 'developer_key.ci',
  id: 'k:1',
  name: 'CI',
  children: [],
  ...more,
});
