import { expect, test } from 'vitest';
import { tempRepository } from '../../support/git-repository.ts';

test('the content for git is produced as git reads it, so that a large ledger is not in memory as a whole', async () => {
  const { port } = tempRepository();
  const chunk = new Uint8Array(1_000_000);
  let [produced, atOnce] = [0, 0];
  function* chunks(): Generator<Uint8Array> {
    // Before git has read anything.
    setImmediate(() => {
      atOnce = produced;
    });
    for (; produced < 12; ) {
      produced += 1;
      yield chunk;
    }
  }
  const { code, out } = await port.run(['hash-object', '--stdin'], chunks());
  const whole = await port.run(['hash-object', '--stdin'], new Uint8Array(12_000_000));
  expect([code, new TextDecoder().decode(out)]).toEqual([0, new TextDecoder().decode(whole.out)]);
  expect(produced).toBe(12);
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(4);
});
