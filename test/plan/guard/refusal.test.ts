import { expect, test } from 'vitest';
import { type Lift, liftOf, type Refusal } from '../../../src/plan/guard/refusal.ts';

const ADDRESS = 'glossary.g/en->de';

test.each<readonly [Refusal['code'], Lift]>([
  ['protected', { kind: 'none' }],
  ['drift-undone', { kind: 'overwrite-drift' }],
  ['too-many-removed', { kind: 'max-deletes-per-run', count: 7 }],
  ['too-many-in-all', { kind: 'max-deletes-per-run', count: 7 }],
  ['delete-needs-consent', { kind: 'allow-delete', address: ADDRESS }],
  ['block-needs-consent', { kind: 'allow-delete', address: ADDRESS }],
  ['replace-needs-consent', { kind: 'allow-delete', address: ADDRESS }],
  ['too-many-deleted', { kind: 'allow-delete', address: ADDRESS }],
  ['empty-source', { kind: 'allow-delete', address: ADDRESS }],
  ['last-removed', { kind: 'allow-delete', address: ADDRESS }],
  ['unowned-removed', { kind: 'allow-delete', address: 'glossary.g' }],
])('%s is lifted by %j', (code, lift) => {
  const refusal = { code, address: ADDRESS, consent: 'glossary.g', inAll: 7 } as unknown as Refusal;
  expect(liftOf(refusal)).toStrictEqual(lift);
});
