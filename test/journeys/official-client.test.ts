import { AuthorizationError, DeepLClient, GlossaryEntries, QuotaExceededError } from 'deepl-node';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { testService } from '../support/in-process.ts';

/** The official client, with its own scheme word and its form bodies, against the listening service. */
async function official() {
  const { url, close } = await listen(testService({ compat: true }));
  onTestFinished(close);
  return new DeepLClient('official-key', { serverUrl: url, maxRetries: 0 });
}

test('drives glossaries v2: create, read, entries, list, delete', async () => {
  const client = await official();
  const made = await client.createGlossary(
    'Old',
    'en',
    'de',
    new GlossaryEntries({ entries: { house: 'Haus', 'A%=&': 'Ä 😀' } }),
  );
  expect(made).toMatchObject({ name: 'Old', ready: true, sourceLang: 'en', targetLang: 'de', entryCount: 2 });
  expect((await client.getGlossaryEntries(made)).entries()).toEqual({ house: 'Haus', 'A%=&': 'Ä 😀' });
  expect((await client.listGlossaries()).map(({ glossaryId }) => glossaryId)).toEqual([made.glossaryId]);
  await client.deleteGlossary(made);
  await expect(client.getGlossary(made.glossaryId)).rejects.toThrow();
  expect((await client.getGlossaryLanguagePairs()).length).toBeGreaterThan(1000);
});

test('drives glossaries v3: create, merge, replace, rename, list, delete', async () => {
  const client = await official();
  const dictionary = (targetLangCode: 'de' | 'fr', entries: Record<string, string>) => ({
    sourceLangCode: 'en' as const,
    targetLangCode,
    entries: new GlossaryEntries({ entries }),
  });
  const made = await client.createMultilingualGlossary('New', [
    dictionary('de', { house: 'Haus' }),
    dictionary('fr', { house: 'maison' }),
  ]);
  expect(made.dictionaries).toMatchObject([
    { targetLangCode: 'de', entryCount: 1 },
    { targetLangCode: 'fr', entryCount: 1 },
  ]);
  await client.updateMultilingualGlossaryDictionary(made, dictionary('de', { cat: 'Katze' }));
  expect((await client.getMultilingualGlossaryDictionaryEntries(made, 'en', 'de')).entries.entries()).toEqual({
    house: 'Haus',
    cat: 'Katze',
  });
  await client.replaceMultilingualGlossaryDictionary(made, dictionary('de', { dog: 'Hund' }));
  expect((await client.getMultilingualGlossaryDictionaryEntries(made, 'en', 'de')).entries.entries()).toEqual({
    dog: 'Hund',
  });
  expect((await client.updateMultilingualGlossaryName(made, 'Renamed')).name).toBe('Renamed');
  await client.deleteMultilingualGlossaryDictionary(made, 'en', 'fr');
  expect(
    (await client.listMultilingualGlossaries()).map(({ name, dictionaries }) => [name, dictionaries.length]),
  ).toEqual([['Renamed', 1]]);
  await client.deleteMultilingualGlossary(made);
  await expect(client.getMultilingualGlossary(made.glossaryId)).rejects.toThrow();
});

test('drives style rules: create, read, rename, rules, instructions, delete', async () => {
  const client = await official();
  const made = await client.createStyleRule({
    name: 'Marketing',
    language: 'de',
    configured_rules: { punctuation: { apostrophe: 'use_curly_apostrophes' } },
    custom_instructions: [{ label: 'Tone', prompt: 'Friendly.' }],
  });
  expect(made).toMatchObject({ name: 'Marketing', version: 1 });
  const id = made.styleId;
  expect((await client.updateStyleRuleName(id, 'Renamed')).name).toBe('Renamed');
  const rules = await client.updateStyleRuleConfiguredRules(id, { numbers: { unknown_rule: 'kept' } });
  expect(rules.version).toBe(3);
  const added = await client.createStyleRuleCustomInstruction(id, { label: 'More', prompt: 'More.' });
  expect(added).toMatchObject({ label: 'More', prompt: 'More.' });
  expect((await client.getStyleRule(id)).customInstructions?.map(({ label }) => label)).toEqual(['Tone', 'More']);
  await client.updateStyleRuleCustomInstruction(id, added.id ?? '', { label: 'More', prompt: 'Less.' });
  expect(await client.getStyleRuleCustomInstruction(id, added.id ?? '')).toMatchObject({ prompt: 'Less.' });
  await client.deleteStyleRuleCustomInstruction(id, added.id ?? '');
  expect((await client.getAllStyleRules()).map(({ name }) => name)).toEqual(['Default Style Rule', 'Renamed']);
  await client.deleteStyleRule(id);
  expect((await client.getAllStyleRules()).map(({ styleId }) => styleId)).toEqual([
    'dca2e053-8ae5-45e6-a0d2-881156e7f4e4',
  ]);
});

test('drives languages, usage and translation memories', async () => {
  const client = await official();
  const sources = await client.getSourceLanguages();
  expect(sources.map(({ code }) => code)).toContain('en');
  expect(sources.every(({ supportsFormality }) => supportsFormality === undefined)).toBe(true);
  const german = (await client.getTargetLanguages()).find(({ code }) => code === 'de');
  expect(german).toMatchObject({ name: 'German', supportsFormality: true });
  await client.translateText('Hello', 'en', 'de');
  const usage = await client.getUsage();
  expect(usage.character?.count).toBe(5);
  expect(usage.anyLimitReached()).toBe(false);
  expect((await client.listTranslationMemories()).map(({ name }) => name)).toEqual(['Default Translation Memory']);
});

test('drives translate: plain, with a glossary, with a style list, and its refusals', async () => {
  const client = await official();
  const plain = await client.translateText(['Hello', 'World'], null, 'de');
  expect(plain.map(({ text }) => text)).toEqual(['[DE] Hello', '[DE] World']);
  expect(plain[0]?.detectedSourceLang).toBe('en');
  const glossary = await client.createMultilingualGlossary('Terms', [
    { sourceLangCode: 'en', targetLangCode: 'de', entries: new GlossaryEntries({ entries: { house: 'Haus' } }) },
  ]);
  const [withTerms] = await client.translateText(['a house'], 'en', 'de', { glossary });
  expect(withTerms?.text).toBe('[DE] a ‹Haus›');
  const list = await client.createStyleRule({ name: 'Tone', language: 'de' });
  const styled = await client.translateText('Hello', 'en', 'de', { styleRule: list.styleId });
  expect(styled.text).toBe('[DE · Tone v1] Hello');
  await expect(client.translateText('Hello', 'en', 'fr', { styleRule: list.styleId })).rejects.toThrow(
    /does not match/,
  );
  await expect(client.translateText('Hello', 'en', 'fr', { glossary })).rejects.toThrow();
});

test('is told by its own errors: a key that is refused, and a quota that is used up', async () => {
  const { url, close } = await listen(testService({ compat: true, charactersMax: { free: 10, pro: null } }));
  onTestFinished(close);
  const invalid = new DeepLClient('invalid', { serverUrl: url, maxRetries: 0 });
  await expect(invalid.getUsage()).rejects.toThrow(AuthorizationError);
  const free = new DeepLClient('somebody:fx', { serverUrl: url, maxRetries: 0 });
  await expect(free.translateText('more than ten characters', 'en', 'de')).rejects.toThrow(QuotaExceededError);
});
