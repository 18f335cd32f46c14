import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../../support/in-process.ts';
import { ADMIN_KEY, filesOf, processOn, tempFolder } from '../folder-service.ts';

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' };
const GLOSSARY = { name: 'A', dictionaries: [DICTIONARY] };
const KEYS = '/v2/admin/developer-keys';
const TRANSLATION = { text: ['ab'], target_lang: 'de' };

describe('several processes on one folder', () => {
  test('nothing that they do at once is lost, and each sees all of it', async () => {
    const folder = tempFolder();
    const [first, second] = [processOn(folder), processOn(folder)];
    const { body: shared } = await first.call('POST', '/v3/glossaries', { ...GLOSSARY, name: 'shared' });
    const path = `/v3/glossaries/${shared.glossary_id}`;
    const statuses = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const { call } = index % 2 === 0 ? first : second;
        const entries = `term ${index}\tBegriff ${index}`;
        return [
          (await call('POST', '/v3/glossaries', { ...GLOSSARY, name: `g${index}` })).status,
          (await call('PATCH', path, { dictionaries: [{ ...DICTIONARY, entries }] })).status,
          (await call('POST', '/v3/style_rules', { name: `s${index}`, language: 'de' })).status,
          (await call('POST', '/v2/translate', TRANSLATION)).status,
        ];
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 16 }, () => [201, 200, 201, 200]));
    for (const { call } of [first, second, processOn(folder)]) {
      expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(17);
      expect((await call('GET', path)).body.dictionaries[0].entry_count).toBe(17);
      expect((await call('GET', '/v3/style_rules?page_size=25')).body.style_rules).toHaveLength(16);
      expect((await call('GET', '/v2/usage')).body.character_count).toBe(32);
    }
    const left = [...filesOf(folder).keys()];
    expect(left.filter((name) => /lock|\.tmp$/.test(name))).toEqual([]);
    expect(left.filter((name) => name.includes(shared.glossary_id))).toHaveLength(2);
  });

  test('what one changes the other sees with its next call: made, changed, deleted', async () => {
    const folder = tempFolder();
    const [first, second] = [processOn(folder), processOn(folder)];
    expect((await second.call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
    const { body } = await first.call('POST', '/v3/glossaries', GLOSSARY);
    const path = `/v3/glossaries/${body.glossary_id}`;
    expect((await second.call('GET', path)).body.name).toBe('A');
    await second.call('PATCH', path, { name: 'B' });
    expect((await first.call('GET', path)).body.name).toBe('B');
    await first.call('DELETE', path);
    expect((await second.call('GET', path)).status).toBe(404);
    expect((await second.call('DELETE', path)).status).toBe(404);
  });

  test('a key that one makes opens the other, and one that it deactivates is refused there at once', async () => {
    const folder = tempFolder();
    const [first, second] = [processOn(folder), processOn(folder)];
    expect((await second.call('GET', '/v3/glossaries')).status).toBe(200);
    const { body: made } = await first.admin('POST', KEYS);
    expect((await second.as(made.key)('GET', '/v3/glossaries')).status).toBe(200);
    const [named] = (await first.admin('GET', KEYS)).body;
    for (const { key_id } of [made, named]) await first.admin('PUT', `${KEYS}/deactivate`, { key_id });
    for (const key of [made.key, TEST_KEY]) {
      expect((await second.as(key)('GET', '/v3/glossaries')).status).toBe(403);
      expect((await second.as(key)('POST', '/v2/translate', TRANSLATION)).status).toBe(403);
    }
    expect((await second.as(ADMIN_KEY)('GET', KEYS)).status).toBe(200);
  });

  test('limits hold for all of them together', async () => {
    const folder = tempFolder();
    const [first, second] = [processOn(folder), processOn(folder)];
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, index) => (await (index % 2 === 0 ? first : second).admin('POST', KEYS)).status,
      ),
    );
    // The key that was named at the start is one of the 25.
    expect(statuses.filter((status) => status === 200)).toHaveLength(24);
    const { key_id } = (await first.admin('GET', KEYS)).body[0];
    await first.admin('PUT', `${KEYS}/limits`, { key_id, characters: 10 });
    const translated = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) =>
          (await (index % 2 === 0 ? first : second).call('POST', '/v2/translate', TRANSLATION)).status,
      ),
    );
    expect(translated.filter((status) => status === 200)).toHaveLength(5);
    expect(translated.filter((status) => status === 456)).toHaveLength(3);
  });
});

describe('the lock', () => {
  test('of a holder that was killed is taken over, after ten seconds of the same hands', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'lock'), 'somebody who was killed');
    let waitedMs = 0;
    const { call } = processOn(folder, {
      sleep: async (milliseconds) => {
        waitedMs += milliseconds;
      },
    });
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect(waitedMs).toBe(10_000);
    expect(filesOf(folder).has('lock')).toBe(false);
    expect([...filesOf(folder).keys()].filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  test('of a process that is seen to be gone is taken at once, and one without a name after a second', async () => {
    const started = async (text: string) => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'lock'), text);
      let waitedMs = 0;
      const { call } = processOn(folder, {
        sleep: async (milliseconds) => {
          waitedMs += milliseconds;
        },
        processes: {
          current: async () => ({ machine: 'm', pid: 2, started: '7' }),
          isGone: async ({ pid }) => pid === 1,
        },
      });
      expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
      expect([...filesOf(folder).keys()].filter((name) => name.startsWith('lock'))).toEqual([]);
      return waitedMs;
    };
    expect(await started('some-id m 1 99')).toBe(0);
    expect(await started('')).toBeLessThan(1_000);
    expect(await started('some-id m 3 99')).toBe(10_000);
  });

  test('of a living one is waited for', async () => {
    const folder = tempFolder();
    const lock = join(folder, 'lock');
    writeFileSync(lock, 'somebody');
    let looks = 0;
    const { call } = processOn(folder, {
      sleep: async () => {
        looks += 1;
        if (looks === 30) rmSync(lock);
      },
    });
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect(looks).toBe(30);
  });

  test('that goes from hand to hand is never taken from anybody', async () => {
    const folder = tempFolder();
    const lock = join(folder, 'lock');
    writeFileSync(lock, 'holder 0');
    let looks = 0;
    const { call } = processOn(folder, {
      sleep: async () => {
        looks += 1;
        expect(readFileSync(lock, 'utf8')).toBe(`holder ${Math.floor((looks - 1) / 300)}`);
        writeFileSync(lock, `holder ${Math.floor(looks / 300)}`);
        if (looks === 620) rmSync(lock);
      },
    });
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect(looks).toBe(620);
  });

  test('taken from a killed holder: what that one did is seen, though it did not come to say so', async () => {
    const folder = tempFolder();
    const first = processOn(folder, { sleep: async () => {} });
    const { body } = await first.call('POST', '/v3/glossaries', GLOSSARY);
    const changes = readFileSync(join(folder, 'changes'), 'utf8');
    await processOn(folder).call('PATCH', `/v3/glossaries/${body.glossary_id}`, { name: 'B' });
    writeFileSync(join(folder, 'changes'), changes);
    writeFileSync(join(folder, 'lock'), 'somebody who was killed');
    expect((await first.call('POST', '/v3/style_rules', { name: 'L', language: 'de' })).status).toBe(201);
    expect((await first.call('GET', `/v3/glossaries/${body.glossary_id}`)).body.name).toBe('B');
    expect(readFileSync(join(folder, 'changes'), 'utf8')).not.toBe(changes);
  });

  test('taken over by a call that changes nothing: a third process sees what the killed one did all the same', async () => {
    const folder = tempFolder();
    const [first, third] = [processOn(folder, { sleep: async () => {} }), processOn(folder)];
    const { body } = await first.call('POST', '/v3/glossaries', GLOSSARY);
    const path = `/v3/glossaries/${body.glossary_id}`;
    expect((await third.call('GET', path)).body.name).toBe('A');
    const changes = readFileSync(join(folder, 'changes'), 'utf8');
    await processOn(folder).call('PATCH', path, { name: 'B' });
    writeFileSync(join(folder, 'changes'), changes);
    writeFileSync(join(folder, 'lock'), 'somebody who was killed');
    expect((await first.call('DELETE', '/v3/glossaries/00000000-0000-4000-8000-00000000ffff')).status).toBe(404);
    expect((await third.call('GET', path)).body.name).toBe('B');
  });
});
