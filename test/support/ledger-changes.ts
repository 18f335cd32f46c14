import type {
  DeveloperKeyLedgerChange,
  GlossaryLedgerChange,
  StyleListLedgerChange,
} from '../../src/plan/diff/diff-ledgers.ts';
import type { EntryChange } from '../../src/plan/plan.ts';

const UNPROTECTED = { before: false, after: false } as const;

/** `glossary.a`, named A, of which entries of `en->de` changed; `size`: of that dictionary, before and after. */
export const glossaryLedgerChange = (
  entries: readonly EntryChange[],
  { size = 9, ...more }: Partial<GlossaryLedgerChange> & { readonly size?: number } = {},
): GlossaryLedgerChange => ({
  kind: 'glossary',
  action: 'changed',
  address: 'glossary.a',
  id: { before: 'g1', after: 'g1' },
  protect: UNPROTECTED,
  name: { before: 'A', after: 'A' },
  dictionaries: [
    {
      address: 'glossary.a/en->de',
      pair: { source: 'en', target: 'de' },
      action: 'update',
      before: size,
      after: size,
      entries,
    },
  ],
  ...more,
});

/** `style_rules.l`, named L, in which nothing changed but what is given. */
export const styleListLedgerChange = (more: Partial<StyleListLedgerChange>): StyleListLedgerChange => ({
  kind: 'style-list',
  action: 'changed',
  address: 'style_rules.l',
  id: { before: 's1', after: 's1' },
  protect: UNPROTECTED,
  name: { before: 'L', after: 'L' },
  language: { before: 'de', after: 'de' },
  rules: [],
  instructions: [],
  ...more,
});

/** `developer_key.ci`, labelled CI, in which nothing changed but what is given. */
export const keyLedgerChange = (more: Partial<DeveloperKeyLedgerChange>): DeveloperKeyLedgerChange => ({
  kind: 'developer-key',
  action: 'changed',
  address: 'developer_key.ci',
  id: { before: 'k:1', after: 'k:1' },
  protect: UNPROTECTED,
  label: { before: 'CI', after: 'CI' },
  deactivated: { before: false, after: false },
  limits: [],
  ...more,
});
