import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { git } from '../support/git-repository.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { administeredService, clientOf, desiredState } from '../support/target.ts';
import { consentTo } from './consent.ts';
import { CONFIG, CONSENT, replaceFiles, rollbackWorld, START, WITH_KEYS } from './rollback-world.ts';

describe('rollback', () => {
  test('brings back what an entry had: changes undone, what came since deleted, what went since made again with a new id', async () => {
    const { service, cwd, run, write, apply, rollback } = await rollbackWorld(START);
    await apply();
    const before = await contentOf(service);
    await write('glossaries/product/en-de.csv', 'house,Heim\n');
    await write('glossaries/product/en-fr.csv', 'house,maison\n');
    await write('glossaries/other/glossary.yaml', 'name: Other\n');
    await write('glossaries/other/en-de.csv', 'a,b\n');
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    expect((await apply('--allow-delete', 'style_rules.tone')).code).toBe(0);
    const newer = await contentOf(service);

    const refused = await rollback('1');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('--allow-delete glossary.other')]);
    expect(await contentOf(service)).toEqual(newer);

    const consent = ['--allow-delete', 'glossary.other', '--allow-delete', 'glossary.product/en->fr'];
    const { code, out } = await rollback('1', ...consent);
    expect(code).toBe(0);
    expect(out).toContain('~ house: Heim → Haus  ledger@000001:glossaries/product/en-de.csv:1');
    expect(out).toMatch(/style_rules\.tone has the id \S+/);
    expect(out).toContain('The files were not changed: they still have the newer content');
    expect(await contentOf(service)).toEqual(before);
    expect(readFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'utf8')).toBe('house,Heim\n');

    const again = await rollback('1');
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringContaining('No changes. prod matches entry 000001 of the ledger.'),
    ]);
    expect((await run(['log'])).out).toMatch(/roll back to 000001: delete glossary\.other, /);
    // The next apply would do what the last one did.
    const next = await run(['plan']);
    expect(next.out).toContain('~ house: Haus → Heim');
    expect(next.out).toContain('glossary.other');
  });

  test('to the latest entry undoes what was changed outside of git, and has nothing to say of the files', async () => {
    const { service, apply, rollback } = await rollbackWorld(START);
    await apply();
    const before = await contentOf(service);
    const client = clientOf(service);
    const [glossary] = await glossaryCalls(client).list();
    const [list] = await styleListCalls(client).list();
    if (glossary === undefined || list === undefined) throw new Error('apply made both');
    await glossaryCalls(client).patch(glossary.id, { name: 'Renamed by hand' });
    await styleListCalls(client).delete(list.id);
    const { code, out } = await rollback('latest');
    expect([code, out]).toEqual([0, expect.not.stringContaining('The files')]);
    expect(await contentOf(service)).toEqual(before);
  });

  test('leaves alone what the ledger does not own, whatever is consented to', async () => {
    const { service, write, apply, rollback } = await rollbackWorld(START);
    await apply();
    await write('glossaries/other/glossary.yaml', 'name: Other\n');
    await write('glossaries/other/en-de.csv', 'a,b\n');
    await apply();
    const client = clientOf(service);
    const pair = { source: 'en', target: 'de' };
    const dictionaries = new Map([['en->de' as const, { pair, entries: entriesOf([['a', 'b']]) }]]);
    await glossaryCalls(client).create({ name: 'Of somebody else', dictionaries });
    await write('lexform.yaml', `${CONFIG}prune: ["*"]\n`);
    expect((await rollback('1', '--allow-delete', '*', '--allow-delete', 'glossary.other')).code).toBe(0);
    const names = (await glossaryCalls(client).list()).map(({ name }) => name);
    expect(names.sort()).toEqual(['Of somebody else', 'Product']);
  });

  test('works while the files have faults, and says so', async () => {
    const { service, write, apply, rollback } = await rollbackWorld(START);
    await apply();
    const before = await contentOf(service);
    await write('glossaries/product/en-de.csv', 'house,Heim\n');
    await apply();
    await write('glossaries/product/en-de.csv', 'house,Haus\nhouse,Heim\n');
    const { code, out } = await rollback('1');
    expect([code, out]).toEqual([0, expect.stringContaining('they have errors')]);
    expect(await contentOf(service)).toEqual(before);
  });

  test('--dry-run shows the plan, saves it and changes nothing; --json prints one document each time', async () => {
    const { service, cwd, run, write, apply } = await rollbackWorld(START);
    await apply();
    await write('glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await apply();
    const newer = await contentOf(service);
    const dry = await run(['rollback', '1', '--dry-run', '--out', 'back.json', '--json']);
    expect(dry.code).toBe(0);
    const { verdict, refusals, ...saved } = JSON.parse(dry.out);
    expect(saved).toEqual(JSON.parse(readFileSync(join(cwd, 'back.json'), 'utf8')));
    expect([verdict, refusals]).toEqual(['allowed', []]);
    expect(JSON.parse(dry.out).changes).toMatchObject([{ address: 'glossary.product', action: 'update' }]);
    expect(await contentOf(service)).toEqual(newer);
    const asked = await run(['rollback', '1'], { answer: 'no' });
    expect([asked.code, asked.err]).toEqual([3, expect.stringContaining('not approved')]);
    expect(await contentOf(service)).toEqual(newer);
    const done = await run(['rollback', '1', '--auto-approve', '--json']);
    expect([JSON.parse(done.out).verdict, done.err]).toEqual(['done', expect.stringContaining('The files')]);
  });

  test('--dry-run --full shows every term', async () => {
    const rows = (target: string): string =>
      Array.from({ length: 60 }, (_, index) => `term ${index},${target} ${index}\n`).join('');
    const { run, write, apply } = await rollbackWorld({ ...START, 'glossaries/product/en-de.csv': rows('eins') });
    await apply();
    await write('glossaries/product/en-de.csv', rows('zwei'));
    await apply();
    const shown = async (...more: readonly string[]) =>
      (await run(['rollback', '1', '--dry-run', ...more])).out.match(/term \d+/g)?.length;
    expect(await shown()).toBe(40);
    expect((await run(['rollback', '1', '--dry-run'])).out).toContain('lexform rollback 1 --dry-run --full');
    expect(await shown('--full')).toBe(60);
  });

  test('is kept by files that are pulled afterwards', async () => {
    const { run, write, apply, rollback } = await rollbackWorld(START);
    await apply();
    await write('glossaries/product/en-de.csv', 'house,Heim\n');
    await apply();
    expect((await rollback('1')).code).toBe(0);
    expect((await run(['pull'])).code).toBe(0);
    expect(JSON.parse((await run(['plan', '--json'])).out).changes).toEqual([]);
  });

  test('can be saved and applied later; what it makes again is owned, although no file names it', async () => {
    const { service, cwd, run, write, apply } = await rollbackWorld(START);
    await apply();
    const before = await contentOf(service);
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    rmSync(join(cwd, 'glossaries/product'), { recursive: true });
    await write('glossaries/other/glossary.yaml', 'name: Other\n');
    await write('glossaries/other/en-de.csv', 'a,b\n');
    const consent = consentTo('glossary.product', 'glossary.other', 'style_rules.tone');
    expect((await apply(...consent)).code).toBe(0);
    expect((await run(['rollback', '1', '--dry-run', '--out', 'back.json'])).code).toBe(3);
    expect((await run(['apply', 'back.json', '--auto-approve', ...consent])).code).toBe(0);
    expect(await contentOf(service)).toEqual(before);
    const ids = JSON.parse((await run(['ledger', 'ids'])).out);
    expect(JSON.stringify(ids)).toContain('glossary.product');
    expect(JSON.stringify(ids)).toContain('style_rules.tone');
    expect(JSON.parse((await run(['rollback', '1', '--dry-run', '--json'])).out).changes).toEqual([]);
  });

  test('a saved rollback is bound to the ledger and has an age, as any saved plan', async () => {
    const { service, cwd, run, write, apply } = await rollbackWorld(START);
    await apply();
    await write('glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await apply();
    await run(['rollback', '1', '--dry-run', '--out', 'back.json']);
    expect(JSON.parse(readFileSync(join(cwd, 'back.json'), 'utf8'))).toMatchObject({
      kind: 'rollback',
      created: expect.any(String),
      ledger: '000002',
    });
    await write('glossaries/product/en-de.csv', 'house,Hütte\ncat,Katze\n');
    await apply();
    const newer = await contentOf(service);
    const moved = await run(['apply', 'back.json', '--auto-approve']);
    expect([moved.code, moved.err]).toEqual([3, expect.stringContaining('another run has applied to "prod"')]);
    expect(await contentOf(service)).toEqual(newer);
  });

  test('refuses a version that the ledger does not have, and a workspace without a ledger, before any call', async () => {
    const { service, write, apply, rollback } = await rollbackWorld(START);
    const empty = await rollback('latest');
    expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('there is no ledger here')]);
    await apply();
    const calls = service.calls.length;
    const unknown = await rollback('77');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('the ledger has no entry "77"')]);
    await write('lexform.yaml', CONFIG.replace(/ledger: .*/, 'ledger: false'));
    const none = await rollback('1');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('has no ledger')]);
    expect(service.calls.length).toBe(calls);
  });

  test('takes the beginning of a commit, and goes no further than --only says', async () => {
    const { service, cwd, run, write, apply, rollback } = await rollbackWorld({
      ...START,
      'lexform.yaml': CONFIG.replace(/ledger: .*\n/, ''),
    });
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    await apply();
    const before = await contentOf(service);
    await write('glossaries/product/en-de.csv', 'house,Heim\ncat,Katze\n');
    await write('style-rules/tone.yaml', START['style-rules/tone.yaml'].replace('name: Tone', 'name: Voice'));
    await apply();
    const commit = git(cwd, 'rev-parse', 'refs/lexform/ledger/prod~1').trim();
    const { code, out } = await rollback(commit.slice(0, 8), '--only', 'glossary.*');
    expect(code).toBe(0);
    expect(out).toContain(`ledger@${commit.slice(0, 10)}:glossaries/product/en-de.csv:1`);
    const after = await contentOf(service);
    expect([after.glossaries, after.lists[0]?.name]).toEqual([before.glossaries, 'Voice']);
    expect(git(cwd, 'log', '-1', '--format=%B', 'refs/lexform/ledger/prod')).toMatch(
      new RegExp(`^roll back to ${commit.slice(0, 10)}: update glossary.product\n[^]*Lexform-Rollback: ${commit}`),
    );
    expect(git(cwd, 'status', '--short')).toContain('style-rules/');
    const other = await rollback('0000000');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('lexform log lists the entries')]);
    const rest = await run(['rollback', commit, '--dry-run', '--only', 'style_rules.*']);
    expect([rest.code, rest.out]).toEqual([0, expect.stringContaining('name: Voice → Tone')]);
  });

  test('leaves developer keys alone that came since, and says so', async () => {
    const { service, client, write, apply, rollback } = await rollbackWorld(
      { ...START, 'lexform.yaml': WITH_KEYS, 'developer-keys.yaml': 'service: { label: Service API Key }\n' },
      administeredService(),
    );
    await apply();
    await write('developer-keys.yaml', 'service: { label: Service API Key }\nci: {}\n');
    expect((await apply()).code).toBe(0);
    const keys = await developerKeyCalls(client).list();
    const { code, out, err } = await rollback('1');
    expect([code, out]).toEqual([0, expect.stringContaining('No changes')]);
    expect(err).toContain('developer_key.ci was created later, and is left unchanged.');
    expect(await developerKeyCalls(client).list()).toEqual(keys);
    expect((await rollback('latest')).err).not.toContain('developer_key');
    expect(service.calls.filter(({ method, path }) => method !== 'GET' && path.includes('deactivate'))).toEqual([]);
  });

  test('gives keys that work still their labels and limits back, and says which cannot come back', async () => {
    const before = 'ci: { characters: 1000 }\nreport: { label: Report }\n';
    const { service, client, run, write, apply, rollback } = await rollbackWorld(
      { ...START, 'lexform.yaml': WITH_KEYS, 'developer-keys.yaml': before },
      administeredService(),
    );
    await apply();
    await write('developer-keys.yaml', 'ci: { label: CI, characters: 0 }\n');
    const consent = ['ci', 'report'].flatMap((name) => ['--allow-delete', `developer_key.${name}`]);
    expect((await apply(...consent)).code).toBe(0);
    const find = async (label: string) => (await developerKeyCalls(client).list()).find((key) => key.label === label);
    await developerKeyCalls(client).setLimits((await find('CI'))?.id ?? keyId(''), { speechToTextMilliseconds: 7 });
    const { code, out, err } = await rollback('1');
    expect([code, out]).toEqual([0, expect.stringContaining('characters: 0 → 1,000')]);
    expect(out).toContain('The files were not changed: they still have the newer content');
    expect(err).toContain('developer_key.report is deactivated or deleted, and cannot be restored');
    // A limit that was not managed stays, and so does the key that is gone.
    expect(await find('ci')).toMatchObject({
      deactivated: false,
      limits: { characters: 1000, speechToTextMilliseconds: 7 },
    });
    expect(await find('Report')).toMatchObject({ deactivated: true });
    const deactivations = service.calls.filter(({ path }) => path.endsWith('/deactivate'));
    expect(deactivations).toHaveLength(1);
    // What was rolled back is the base from now on.
    expect((await run(['drift', '--detailed-exitcode'])).code).toBe(0);
  });

  test('without an admin key leaves keys alone, and terms go back as ever', async () => {
    const { client, write, apply, rollback } = await rollbackWorld(
      { ...START, 'lexform.yaml': WITH_KEYS, 'developer-keys.yaml': 'ci: { characters: 1000 }\n' },
      administeredService(),
    );
    await apply();
    await write('developer-keys.yaml', 'ci: { characters: 2000 }\n');
    expect((await apply()).code).toBe(0);
    await write('lexform.yaml', CONFIG);
    const { code, err } = await rollback('1');
    expect([code, err]).toEqual([0, expect.stringContaining('the target has no admin_key')]);
    expect((await developerKeyCalls(client).list()).map(({ limits }) => limits.characters)).toContain(2000);
  });

  test('leaves an additive glossary what git never had', async () => {
    const { service, write, apply, rollback } = await rollbackWorld(START);
    await write('glossaries/product/glossary.yaml', 'name: Product\nmode: additive\n');
    await apply();
    await write('glossaries/product/en-de.csv', 'house,Heim\ndog,Hund\n');
    await apply();
    const client = clientOf(service);
    const [glossary] = await glossaryCalls(client).list();
    if (glossary === undefined) throw new Error('apply made it');
    const pair = { source: 'en', target: 'de' };
    const now = [...((await glossaryCalls(client).readEntries(glossary.id, pair)) ?? [])];
    await glossaryCalls(client).putDictionary(glossary.id, pair, entriesOf([...now, ['theirs', 'ihrs']]));
    expect((await rollback('1')).code).toBe(0);
    expect([...((await glossaryCalls(client).readEntries(glossary.id, pair)) ?? [])].sort()).toEqual([
      ['cat', 'Katze'],
      ['house', 'Haus'],
      ['theirs', 'ihrs'],
    ]);
  });
});

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
