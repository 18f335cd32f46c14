import { expect, test } from 'vitest';
import { secret } from '../../../src/model/secret.ts';
import { secretKeeper } from '../../../src/steps/apply/secret-keeper.ts';

const AT = 'developer_key.ci';
const KEY = 'k3y-5ecre7:fx';

test('a secret is handed over under its address, and remembered as kept and no more', async () => {
  const taken: unknown[] = [];
  const keeper = secretKeeper(async (address, given) => {
    taken.push(address, given.reveal());
  });
  expect(keeper.outcome(AT)).toBeUndefined();
  await keeper.keep(AT, secret(KEY));
  expect(taken).toEqual([AT, KEY]);
  expect(keeper.outcome(AT)).toEqual({ kind: 'kept', address: AT });
  expect(keeper.outcome('developer_key.other')).toBeUndefined();
  expect(keeper.failed()).toBe(false);
});

test('a service that gives none, and a secret that nobody asked for, are no failure', async () => {
  const keeper = secretKeeper(undefined);
  await keeper.keep(AT, undefined);
  expect(keeper.outcome(AT)).toEqual({ kind: 'not-given', address: AT });
  await keeper.keep(AT, secret(KEY));
  expect(keeper.outcome(AT)).toEqual({ kind: 'dropped', address: AT });
  expect(keeper.failed()).toBe(false);
});

test.each([
  ['an error', new Error(`cannot write ${KEY} to ${KEY}.txt`)],
  ['something that is no error', `cannot write ${KEY} to ${KEY}.txt`],
])('a secret that could not be kept, with %s, is lost, and is not in what is told of it', async (_, thrown) => {
  const keeper = secretKeeper(() => Promise.reject(thrown));
  await keeper.keep(AT, secret(KEY));
  expect(keeper.outcome(AT)).toEqual({
    kind: 'lost',
    address: AT,
    error: new Error('cannot write [key] to [key].txt'),
  });
  expect(keeper.failed()).toBe(true);
  await keeper.keep('developer_key.other', undefined);
  expect(keeper.failed()).toBe(true);
});
