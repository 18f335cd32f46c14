import { readFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../../src/kinds/states.ts';
import { entries } from '../support/build.ts';
import { contentOf } from '../support/live-content.ts';
import { least, runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { desiredState } from '../support/target.ts';
import { consentTo } from './consent.ts';
import { CONSENT, replaceFiles, rollbackWorld, START } from './rollback-world.ts';

const TERMS = 'glossaries/product/en-de.csv';

/** `house` was changed in the files and on the service, `cat` only on the service. */
async function conflicted() {
  const here = await rollbackWorld(START);
  expect((await here.apply()).code).toBe(0);
  const call = caller(here.service);
  const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
  const setTerms = (entries: string) =>
    call('PUT', `/v3/glossaries/${glossary.glossary_id}/dictionaries`, {
      source_lang: 'en',
      target_lang: 'de',
      entries,
      entries_format: 'tsv',
    });
  await setTerms('house\tHütte\ncat\tKater');
  await here.write(TERMS, 'house,Heim\ncat,Katze\n');
  const read = (): string => readFileSync(join(here.cwd, TERMS), 'utf8');
  return { ...here, setTerms, read };
}

describe('pull --ours', () => {
  test('keeps the value of the files in a conflict, pulls the rest, and the plan shows a change', async () => {
    const { run, apply, read } = await conflicted();
    const { code, out } = await run(['pull', '--ours']);
    expect([code, out]).toEqual([0, expect.stringContaining('Kept the values of the files in 1 conflict')]);
    expect(read()).toBe('house,Heim\ncat,Kater\n');
    const plan = await run(['plan']);
    expect([plan.code, plan.out]).toEqual([0, expect.stringContaining('~ house: Hütte → Heim')]);
    expect(plan.out).toContain('(undoes a change on the service)');
    expect((await run(['drift'])).out).toContain(
      'No drift on prod: 1 conflict outside git was decided for the files with "lexform pull --ours".',
    );
    expect((await apply()).code).toBe(0);
  });

  test('is an entry of the ledger: log shows the value of the service, and rollback restores it', async () => {
    const { run, apply, rollback, service } = await conflicted();
    const before = await contentOf(service);
    await run(['pull', '--ours']);
    await apply();
    expect((await run(['log'])).out).toContain('keep the files of glossary.product');
    expect((await run(['log', 'Hütte'])).out).toContain('house: Haus → Hütte');
    expect((await rollback('3')).code).toBe(0);
    expect(await contentOf(service)).toEqual(before);
  });

  test('decides for the value that it saw: another change on the service is a conflict again', async () => {
    const { run, apply, setTerms } = await conflicted();
    await run(['pull', '--ours']);
    await setTerms('house\tHof\ncat\tKater');
    const { code, err } = await apply();
    expect([code, err]).toEqual([3, expect.stringContaining('--overwrite-drift')]);
  });

  test('decides for the value that was chosen: with any other value of the files, drift and conflict are as before', async () => {
    const { run, apply, write, read } = await conflicted();
    const branch = read();
    const counts = async () => JSON.parse((await run(['drift', '--json'])).out).counts;
    await run(['pull', '--ours']);
    expect(await counts()).toMatchObject({ theirs: 0, both: 0 });
    // The branch is abandoned: the main branch has the value of the last apply.
    await write(TERMS, 'house,Haus\ncat,Kater\n');
    expect(await counts()).toMatchObject({ theirs: 1, both: 0 });
    expect(await apply()).toMatchObject({ code: 3, err: expect.stringContaining('--overwrite-drift') });
    expect((await run(['pull'])).code).toBe(0);
    expect(read()).toBe('house,Hütte\ncat,Kater\n');
    // Another branch has a third value.
    await write(TERMS, 'house,Bau\ncat,Kater\n');
    expect(await counts()).toMatchObject({ theirs: 0, both: 1 });
    expect((await apply()).code).toBe(3);
    // The chosen value is still decided for.
    await write(TERMS, branch.replace('Katze', 'Kater'));
    expect((await apply()).code).toBe(0);
  });

  test('an apply clears the decision, also one that overwrites the value of the service', async () => {
    const { run, apply, write, setTerms } = await conflicted();
    await run(['pull', '--ours']);
    await write(TERMS, 'house,Haus\ncat,Kater\n');
    expect((await apply('--overwrite-drift')).code).toBe(0);
    await setTerms('house\tHütte\ncat\tKater');
    await write(TERMS, 'house,Heim\ncat,Kater\n');
    expect((await apply()).code).toBe(3);
  });

  test('a decision stays when an apply leaves its dictionary out', async () => {
    const { run, apply, write } = await conflicted();
    await run(['pull', '--ours']);
    await write('glossaries/product/en-fr.csv', 'house,maison\n');
    expect((await apply('--only', 'glossary.product/en->fr')).code).toBe(0);
    expect((await apply()).code).toBe(0);
  });

  test('--check records nothing; --theirs and --force contradict it', async () => {
    const { run } = await conflicted();
    expect((await run(['pull', '--ours', '--check'])).code).toBe(2);
    expect((await run(['plan'])).code).toBe(3);
    for (const option of ['--theirs', '--force'])
      expect(await run(['pull', '--ours', option])).toMatchObject({
        code: 1,
        err: expect.stringContaining('leave one out'),
      });
  });

  test('where nothing was ever applied there is nothing to record, and the files stay', async () => {
    const { run, write, cwd } = await conflicted();
    await rm(join(cwd, '.lexform'), { recursive: true });
    await write(TERMS, 'house,Heim\ncat,Kater\n');
    const { code, out } = await run(['pull', '--ours']);
    expect([code, out]).toEqual([0, expect.stringContaining('Kept the values of the files in 1 conflict')]);
    expect((await run(['log'])).out).toContain('No ledger for prod here');
  });

  test('law: no conflict is left after it, and the service is as before', async () => {
    /**
     * Each resource gets a value of its own, so that none counts as another one that moved. A language changes the
     * meaning of the other values of its list, so no list changes its language here.
     */
    const apart = (state: DesiredState): DesiredState => ({
      ...state,
      glossaries: (state.glossaries ?? []).map((each) => ({
        ...each,
        dictionaries: new Map(
          [...each.dictionaries].map(([pair, dictionary]) => [
            pair,
            { ...dictionary, entries: entries([...dictionary.entries, [each.address, 'address']]) },
          ]),
        ),
      })),
      styleLists: (state.styleLists ?? []).map((each) => ({
        ...each,
        content: { ...each.content, language: 'de', rules: new Map([['numbers', new Map([['a', each.address]])]]) },
      })),
    });
    let conflicts = 0;
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, desiredState, async (base, outside, files) => {
        const { service, cwd, run, apply } = await rollbackWorld({});
        const ledger = join(cwd, '.lexform/ledger');
        await replaceFiles(cwd, apart(base));
        expect(await apply(...CONSENT)).toMatchObject({ code: 0 });
        await cp(ledger, join(cwd, 'kept'), { recursive: true });
        await replaceFiles(cwd, apart(outside));
        expect(await apply(...CONSENT)).toMatchObject({ code: 0 });
        await rm(ledger, { recursive: true });
        await rename(join(cwd, 'kept'), ledger);
        await replaceFiles(cwd, apart(files));
        const before = await contentOf(service);
        const pulled = await run(['pull', '--ours', '--json', ...consentTo()]);
        const { decided = 0 } = JSON.parse(pulled.out);
        conflicts += decided;
        expect(await contentOf(service)).toEqual(before);
        const { counts } = JSON.parse((await run(['drift', '--json'])).out);
        expect(counts.both, pulled.out + pulled.err).toBe(0);
      }),
      { numRuns: runs(40) },
    );
    expect(conflicts).toBeGreaterThan(least(5));
  }, 120_000);
});
