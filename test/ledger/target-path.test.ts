import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { gitLedger, ledgerRef } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { targetPath } from '../../src/ledger/ledger.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { git, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';

/** Names of targets that are nearly the same. */
const name = fc
  .array(fc.constantFrom('a', 'A', 'b', 'ux', '.lock', '.LOCK', '.a', '-'), { maxLength: 4 })
  .map((parts) => `a${parts.join('')}`);

test.each([
  ['prod', 'prod'],
  ['eu-1_a.b', 'eu-1_a.b'],
  ['Prod', '=Prod'],
  ['EU', '=E=U'],
  ['a.lock', 'a.lock='],
  ['a.', 'a.='],
  ['a.lock.b', 'a.lock.b'],
  ['con', 'con='],
  ['nul.eu', 'nul=.eu'],
  ['com1.', 'com1=.='],
  ['CON', '=C=O=N'],
  ['console', 'console'],
])('the target %s lies under %s', (target, path) => {
  expect(targetPath(target)).toBe(path);
});

test('no two names lie at one place, even where the file system does not tell upper from lower case', () => {
  fc.assert(
    fc.property(name, name, (one, two) => {
      expect(targetPath(one).toLowerCase() === targetPath(two).toLowerCase()).toBe(one === two);
    }),
  );
});

test('names that git refuses for refs have a history like any other', async () => {
  const { folder, port } = tempRepository();
  const repository = gitRepository(port, idsInOrder());
  const names = ['prod', 'Prod', 'a.lock', 'a.', 'a', 'A.LOCK', '0'];
  for (const target of names) {
    const ledger = gitLedger(
      repository,
      localRefs(repository, port),
      { name: target, baseUrl: 'https://api.example.com', workspace: '' },
      { now: () => new Date(0), isWorkspace: async () => false },
    );
    const locked = await ledger.lock.acquire({ id: target, who: target });
    if (locked.kind !== 'held') throw new Error('not held');
    const note = { summary: target, facts: [] };
    const entry = { after: undefined, state: EMPTY_LEDGER, note, time: new Date(0), unlock: locked.lock };
    expect((await ledger.write(entry)).kind).toBe('written');
    expect((await ledger.read())?.target.name).toBe(target);
  }
  expect(git(folder, 'for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual(names.map(ledgerRef).sort());
});
