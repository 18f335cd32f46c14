import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { desiredState } from '../support/target.ts';
import { CONSENT, replaceFiles, rollbackWorld, START } from './rollback-world.ts';

test('after any applies, a rollback to any of them gives what it left, and a plan of it is empty', async () => {
  await fc.assert(
    fc.asyncProperty(desiredState, desiredState, desiredState, fc.nat(2), async (a, b, c, pick) => {
      const { service, cwd, run, apply, rollback } = await rollbackWorld({});
      const left: (readonly [version: string, content: unknown])[] = [];
      for (const state of [a, b, c]) {
        await replaceFiles(cwd, state);
        expect(await apply(...CONSENT)).toMatchObject({ code: 0 });
        const { entries } = JSON.parse((await run(['log', '--json'])).out);
        if (entries.length > 0) left.push([entries[0].version, await contentOf(service)]);
      }
      const chosen = left[pick % Math.max(left.length, 1)];
      if (chosen === undefined) return;
      const [version, content] = chosen;
      expect(await rollback(version, ...CONSENT)).toMatchObject({ code: 0 });
      expect(await contentOf(service)).toEqual(content);
      const { out } = await run(['rollback', version, '--dry-run', '--json']);
      expect(JSON.parse(out).changes).toEqual([]);
      rmSync(cwd, { recursive: true });
    }),
    { numRuns: runs(8) },
  );
});

test('killed at any call and run again, it ends where it would have', async () => {
  let kills = 0;
  for (let steps = 1; ; steps += 1) {
    const { service, cwd, write, apply, rollback, run } = await rollbackWorld(START);
    await apply();
    const before = await contentOf(service);
    await write('glossaries/product/en-de.csv', 'house,Heim\ndog,Hund\n');
    await write('glossaries/other/glossary.yaml', 'name: Other\n');
    await write('glossaries/other/en-de.csv', 'a,b\n');
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    expect((await apply(...CONSENT)).code).toBe(0);
    const args = ['rollback', '1', '--auto-approve', ...CONSENT, '--concurrency', '1'];
    if (await livesFor(steps, service, (more) => run(args, more))) break;
    kills += 1;
    // A day later, the lock of the dead is over.
    const again = await run(['rollback', '1', '--auto-approve', ...CONSENT], {
      now: () => new Date('2026-01-03T03:04:05Z'),
    });
    expect(again).toMatchObject({ code: 0 });
    expect(await contentOf(service)).toEqual(before);
    expect(JSON.parse((await rollback('1', '--dry-run', '--json')).out).changes).toEqual([]);
  }
  expect(kills).toBeGreaterThan(8);
});
