import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { type LedgerSnapshot, type LedgerTarget, ledgerVersion } from '../../src/ledger/ledger.ts';
import { checkTarget, checkWorkspace } from '../../src/ledger/read-ledger-state.ts';

const TARGET: LedgerTarget = { name: 'prod', baseUrl: 'https://api.example.com', workspace: 'docs' };
const found = (more: Partial<LedgerTarget> = {}): LedgerSnapshot => ({
  version: ledgerVersion('1'),
  state: EMPTY_LEDGER,
  target: { ...TARGET, ...more },
});

test('an entry of this workspace and this address is the one', async () => {
  const snapshot = found();
  expect(await checkTarget(snapshot, TARGET)).toBe(snapshot);
  expect(await checkWorkspace(snapshot, TARGET)).toBe(snapshot);
  const { workspace: _, ...atTop } = TARGET;
  const top = { ...snapshot, target: atTop };
  expect(await checkTarget(top, { ...TARGET, workspace: '' })).toBe(top);
  const other = found({ workspace: '' });
  expect(await checkTarget(other, atTop)).toBe(other);
});

test('an entry of another workspace is refused while that one is there', async () => {
  const asked: string[] = [];
  const isThere = (there: boolean) => async (path: string) => {
    asked.push(path);
    return there;
  };
  const refused = (from: string, here: string) => ({
    name: 'LedgerError',
    message: `the ledger of "prod" belongs to the workspace in ${from}, and this one is in ${here}`,
    wayOut: 'Give this target another name, so that each workspace has its own ledger',
    code: 'ledger-of-another',
  });
  await expect(checkTarget(found({ workspace: 'other' }), TARGET, isThere(true))).rejects.toMatchObject(
    refused('other', 'docs'),
  );
  await expect(checkWorkspace(found({ workspace: '' }), TARGET)).rejects.toMatchObject(
    refused('the top of the repository', 'docs'),
  );
  await expect(checkWorkspace(found(), { ...TARGET, workspace: '' })).rejects.toMatchObject(
    refused('docs', 'the top of the repository'),
  );
  const moved = found({ workspace: 'other' });
  expect(await checkWorkspace(moved, TARGET, isThere(false))).toBe(moved);
  expect(asked).toEqual(['other', 'other']);
});

test('an entry of another address is refused, whatever its workspace', async () => {
  await expect(checkTarget(found({ baseUrl: 'https://old.example.com' }), TARGET)).rejects.toMatchObject({
    name: 'LedgerError',
    message: 'the ledger of "prod" is about https://old.example.com, but the target is at https://api.example.com now',
    wayOut:
      'If it is the same account, confirm it with: lexform ledger confirm-address --target prod. If not, give the target another name, or its old address',
    code: 'ledger-of-another',
  });
});
