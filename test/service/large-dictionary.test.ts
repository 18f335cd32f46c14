import { expect, test } from 'vitest';
import { testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

const terms = (count: number, target: string): string =>
  Array.from({ length: count }, (_, index) => `term ${index}\t${target} "ü"`).join('\n');

test('a large dictionary reads the same again and again, and as it is after every change', async () => {
  const call = caller(testService());
  const dictionary = (entries: string) => ({
    source_lang: 'en',
    target_lang: 'de',
    entries,
    entries_format: 'tsv',
  });
  const made = await call('POST', '/v3/glossaries', { name: 'x', dictionaries: [dictionary(terms(10_000, 'a'))] });
  const path = `/v3/glossaries/${made.body.glossary_id}`;
  const read = async (): Promise<string> =>
    (await call('GET', `${path}/entries?source_lang=en&target_lang=de`)).body.dictionaries[0].entries;
  expect(await read()).toBe(terms(10_000, 'a'));
  expect(await read()).toBe(terms(10_000, 'a'));
  await call('PATCH', path, { dictionaries: [dictionary('term 9999\tchanged')] });
  expect(await read()).toBe(`${terms(9999, 'a')}\nterm 9999\tchanged`);
  await call('PATCH', path, { name: 'y' });
  expect(await read()).toBe(`${terms(9999, 'a')}\nterm 9999\tchanged`);
  await call('PUT', `${path}/dictionaries`, dictionary(terms(9000, 'b')));
  expect(await read()).toBe(terms(9000, 'b'));
  await call('DELETE', `${path}/dictionaries?source_lang=en&target_lang=de`);
  expect((await call('GET', `${path}/entries?source_lang=en&target_lang=de`)).status).toBe(404);
});
