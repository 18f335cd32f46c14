import type { DictionaryAddress } from '../../../src/model/resources/address.ts';
import type {
  Change,
  DeveloperKeyChange,
  DictionaryChange,
  EntryChange,
  GlossaryChange,
  Operation,
  Plan,
  StyleListChange,
} from '../../../src/plan/plan.ts';

/** Changes written out by hand: what a plan says, and not what makes it. */
export const plan = (changes: readonly Change[], more: Partial<Plan> = {}): Plan => ({
  formatVersion: 1,
  target: { name: 'prod', baseUrl: 'https://service.test' },
  only: [],
  liveFingerprint: 'sha256:0' as Plan['liveFingerprint'],
  changes,
  unmanaged: [],
  ...more,
});

export const call = (kind: Operation['kind'], id: string): Operation =>
  ({ id, kind, method: 'PATCH', path: '/x', pre: 'absent', post: 'absent' }) as unknown as Operation;

export const dictionary = (
  target: string,
  entries: readonly EntryChange[],
  more: Partial<DictionaryChange> = {},
): DictionaryChange => ({
  address: `glossary.product/en->${target}` as DictionaryAddress,
  pair: { source: 'en', target },
  action: 'update',
  before: 1234,
  after: 1234,
  entries,
  ...more,
});

export const glossary = (
  dictionaries: readonly DictionaryChange[],
  more: Partial<GlossaryChange> = {},
): GlossaryChange => ({
  kind: 'glossary',
  action: 'update',
  address: 'glossary.product',
  adopted: false,
  nameBefore: 'Product',
  nameAfter: 'Product',
  dictionaries,
  operations: [],
  ...more,
});

export const styleList = (more: Partial<StyleListChange> = {}): StyleListChange => ({
  kind: 'style-list',
  action: 'update',
  address: 'style_rules.website',
  adopted: false,
  nameBefore: 'Website',
  nameAfter: 'Website',
  languageBefore: 'de',
  languageAfter: 'de',
  rules: [],
  rulesBefore: 0,
  instructions: [],
  instructionsBefore: 0,
  operations: [],
  ...more,
});

export const developerKey = (more: Partial<DeveloperKeyChange> = {}): DeveloperKeyChange => ({
  kind: 'developer-key',
  action: 'update',
  address: 'developer_key.ci',
  adopted: false,
  nameBefore: 'CI',
  nameAfter: 'CI',
  limits: [],
  operations: [],
  ...more,
});

export const at = (file: string, line: number) => ({ file, line, column: 1 });
