import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../../support/in-process.ts';
import { ADMIN_KEY, filesOf, processOn, tempFolder } from '../folder-service.ts';

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' };
const GLOSSARY = { name: 'A', dictionaries: [DICTIONARY] };
const STYLE_LIST = {
  name: 'L',
  language: 'de',
  configured_rules: { numbers: JSON.parse('{"x":"y","__proto__":"z"}') },
  custom_instructions: [{ label: 'a', prompt: 'b' }],
};
const KEYS = '/v2/admin/developer-keys';
const JOBS = '/v1/jobs/voice/translate';

/** Does something in every area, and gives what was secret in it and what can be read after it. */
async function fill(folder: string) {
  const { call, admin, as } = processOn(folder);
  const { body: glossary } = await call('POST', '/v3/glossaries', GLOSSARY);
  const path = `/v3/glossaries/${glossary.glossary_id}`;
  await call('PATCH', path, { name: 'B “2”', dictionaries: [{ ...DICTIONARY, entries: 'c\td\n=x\t"q' }] });
  await call('PUT', `${path}/dictionaries`, { ...DICTIONARY, target_lang: 'fr' });
  const { body: gone } = await call('POST', '/v3/glossaries', GLOSSARY);
  await call('DELETE', `/v3/glossaries/${gone.glossary_id}`);
  const { body: list } = await call('POST', '/v3/style_rules', STYLE_LIST);
  await call('PATCH', `/v3/style_rules/${list.style_id}`, { name: 'M' });
  const { body: key } = await admin('POST', KEYS, { label: 'made' });
  await admin('PUT', `${KEYS}/limits`, { key_id: key.key_id, characters: 10 });
  await as(key.key)('POST', '/v2/translate', { text: ['12345678'], target_lang: 'de' });
  const { body: job } = await call('POST', `${JOBS}?include=signed_url`, {
    source_file: { name: 'a.mp3', content_type: 'audio/mpeg', content_length: 3 },
    targets: [{ language: 'de', type: 'text/plain' }],
  });
  await call('PUT', new URL(job.upload_url).pathname, 'ID3', {
    authorization: `Service-Signature ${job.signature}`,
    'content-type': 'application/octet-stream',
  });
  const [first] = (await admin('GET', KEYS)).body;
  await admin('PUT', `${KEYS}/deactivate`, { key_id: first.key_id });
  const done = (await as(key.key)('GET', `${JOBS}/${job.job_id}?include=signed_url`)).body;
  const secrets = [TEST_KEY, ADMIN_KEY, key.key, job.signature, new URL(job.signed_upload_url).search];
  const reads: readonly (readonly [key: string, path: string])[] = [
    [key.key, path],
    [key.key, '/v3/glossaries'],
    [key.key, `${path}/entries?source_lang=en&target_lang=de`],
    [key.key, `${path}/entries?source_lang=en&target_lang=fr`],
    [key.key, '/v3/style_rules?detailed=true'],
    [key.key, '/v2/usage'],
    [key.key, `${JOBS}/${job.job_id}`],
    [ADMIN_KEY, KEYS],
    [ADMIN_KEY, '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-31&group_by=key_and_day'],
  ];
  return { secrets, reads, key: key.key, done };
}

describe('after a restart', () => {
  test('everything of every area is there', async () => {
    const folder = tempFolder();
    const { reads, key } = await fill(folder);
    const [first, second] = [processOn(folder), processOn(folder)];
    for (const [reader, path] of reads) {
      const answer = await second.as(reader)('GET', path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body).toEqual((await first.as(reader)('GET', path)).body);
    }
    const translate = (text: string) => second.as(key)('POST', '/v2/translate', { text: [text], target_lang: 'de' });
    expect((await second.as(key)('GET', '/v2/usage')).body).toMatchObject({
      character_count: 8,
      api_key_character_limit: 10,
    });
    expect([(await translate('123')).status, (await translate('12')).status]).toEqual([456, 200]);
    expect((await second.service.events()).map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'developer-key-created',
        'usage-limit-changed',
        'usage-limit-reached',
        'developer-key-deactivated',
      ]),
    );
  });

  test('the key that was named at the start and deactivated later stays deactivated', async () => {
    const folder = tempFolder();
    await fill(folder);
    const { call, admin } = processOn(folder);
    expect((await call('GET', '/v3/glossaries')).status).toBe(403);
    expect((await admin('GET', KEYS)).body.map((key: { is_deactivated: boolean }) => key.is_deactivated)).toEqual([
      true,
      false,
    ]);
  });

  test('no key, signature or signed address stands in any file or its name', async () => {
    const folder = tempFolder();
    const { secrets, done } = await fill(folder);
    const texts = [...filesOf(folder)].flat().join('\n');
    for (const { signature } of done.results) if (signature !== undefined) expect(texts).not.toContain(signature);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(7);
      expect(texts).not.toContain(secret);
    }
  });

  test('things are in the order of their creation, though the clock stood and ids go down, and a change moves none', async () => {
    const folder = tempFolder();
    const { call, admin } = processOn(folder);
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) {
      await call('POST', '/v3/glossaries', { ...GLOSSARY, name });
      await call('POST', '/v3/style_rules', { name, language: 'de' });
      await admin('POST', KEYS, { label: name });
    }
    const order = async () => {
      const again = processOn(folder);
      return [
        (await again.call('GET', '/v3/glossaries')).body.glossaries.map(({ name }: { name: string }) => name),
        (await again.call('GET', '/v3/style_rules?page_size=25')).body.style_rules.map(
          ({ name }: { name: string }) => name,
        ),
        (await again.admin('GET', KEYS)).body.slice(1).map(({ label }: { label: string }) => label),
      ];
    };
    expect(await order()).toEqual([names, names, names]);
    const third = processOn(folder);
    const { glossary_id } = (await third.call('GET', '/v3/glossaries')).body.glossaries[2];
    await third.call('PATCH', `/v3/glossaries/${glossary_id}`, { name: 'x' });
    const { style_id } = (await third.call('GET', '/v3/style_rules')).body.style_rules[2];
    await third.call('PATCH', `/v3/style_rules/${style_id}`, { name: 'x' });
    const { key_id } = (await third.admin('GET', KEYS)).body[3];
    await third.admin('PUT', `${KEYS}/label`, { key_id, label: 'x' });
    const changed = names.map((name, index) => (index === 2 ? 'x' : name));
    expect(await order()).toEqual([changed, changed, changed]);
  });

  test('what was deleted stays deleted, and leaves no file', async () => {
    const folder = tempFolder();
    const { body } = await processOn(folder).call('POST', '/v3/glossaries', GLOSSARY);
    const { body: list } = await processOn(folder).call('POST', '/v3/style_rules', STYLE_LIST);
    expect((await processOn(folder).call('DELETE', `/v3/glossaries/${body.glossary_id}`)).status).toBe(204);
    expect((await processOn(folder).call('DELETE', `/v3/style_rules/${list.style_id}`)).status).toBe(204);
    const { call } = processOn(folder);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
    expect((await call('GET', '/v3/style_rules')).body).toEqual({ style_rules: [] });
    expect([...filesOf(folder).keys()]).toEqual(['changes']);
  });
});

describe('the files', () => {
  test('can be read: a dictionary is a TSV, the rest is JSON over several lines', async () => {
    const folder = tempFolder();
    await fill(folder);
    const files = [...filesOf(folder)].filter(([name]) => name !== 'changes');
    const dictionaries = files.filter(([name]) => name.endsWith('.tsv'));
    expect(dictionaries.map(([, text]) => text).sort()).toEqual(['a\tb', 'a\tb\nc\td\n=x\t"q']);
    for (const [name, text] of files.filter((each) => !dictionaries.includes(each))) {
      expect(name).toMatch(/\.json$/);
      expect(text).toMatch(/^\{\n {2}"/);
      expect(JSON.parse(text)).toBeTypeOf('object');
    }
  });

  test('one that was broken and is repaired is read again, without a restart', async () => {
    const folder = tempFolder();
    await processOn(folder).call('GET', '/v3/style_rules');
    const [name = ''] = readdirSync(join(folder, 'accounts'));
    const broken = join(folder, 'accounts', name, 'style-rules', 'broken.json');
    writeFileSync(broken, '{');
    const { call } = processOn(folder);
    expect((await call('GET', '/v3/style_rules')).status).toBe(500);
    rmSync(broken);
    expect((await call('GET', '/v3/style_rules')).status).toBe(200);
  });

  test('what a file browser leaves beside them is passed over', async () => {
    const folder = tempFolder();
    const { body } = await processOn(folder).call('POST', '/v3/glossaries', GLOSSARY);
    const [name = ''] = readdirSync(join(folder, 'accounts'));
    for (const area of ['glossaries', `glossaries/${body.glossary_id}`, 'style-rules'])
      writeFileSync(join(folder, 'accounts', name, area, '.DS_Store'), 'x');
    const { call } = processOn(folder);
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
    expect((await call('GET', '/v3/style_rules')).status).toBe(200);
  });
});

// Windows knows no such rights.
test.skipIf(process.platform === 'win32')(
  'nobody but the owner can read what holds a secret, also what was there before',
  async () => {
    const folder = tempFolder();
    await fill(folder);
    const jobs = join(folder, 'voice-jobs');
    const modes = () =>
      readdirSync(jobs).map((name) => [name.replace(/^.*\.json/, '.json'), statSync(join(jobs, name)).mode & 0o777]);
    expect(modes()).toEqual([['.json', 0o600]]);
    for (const name of readdirSync(jobs)) chmodSync(join(jobs, name), 0o644);
    // What a kill has left half written.
    writeFileSync(join(jobs, 'half.json.tmp'), '{', { mode: 0o644 });
    await processOn(folder).call('GET', `${JOBS}/${readdirSync(jobs)[0]?.replace('.json', '')}`);
    expect(modes()).toEqual([
      ['.json', 0o600],
      ['.json.tmp', 0o600],
    ]);
  },
);
