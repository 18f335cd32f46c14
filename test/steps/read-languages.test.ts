import { expect, test } from 'vitest';
import type { Language, ResourceDescriptor } from '../../src/model/account/language.ts';
import { type LanguageInclude, readLanguages, readPairAnswer } from '../../src/steps/read-languages.ts';

const language = (code: string, ...features: readonly string[]): Language => ({
  code,
  name: code,
  usableAsSource: true,
  usableAsTarget: true,
  status: 'stable',
  features: new Map(features.map((feature) => [feature, { status: 'stable', external: false }])),
});
const RESOURCES: readonly ResourceDescriptor[] = [
  { name: 'glossary', features: new Map() },
  { name: 'translate_text', features: new Map([['formality', { needsSource: false, needsTarget: true }]]) },
];
const LANGUAGES: Readonly<Record<string, readonly Language[]>> = {
  glossary: [language('en')],
  translate_text: [language('en'), language('de', 'formality'), language('it', 'speech_external')],
};

/** Calls that say what was asked of them, and a limit that lets them through. */
function watchedCalls() {
  const asked: unknown[] = [];
  let within = 0;
  const isLimited = (): void => {
    if (within === 0) asked.push('outside of the limit');
  };
  return {
    asked,
    calls: {
      async list(resource: string, include?: readonly LanguageInclude[]) {
        isLimited();
        asked.push([resource, include]);
        return LANGUAGES[resource] ?? [];
      },
      async resources() {
        isLimited();
        asked.push('resources');
        return RESOURCES;
      },
    },
    limit: (async (task: () => Promise<unknown>) => {
      within += 1;
      try {
        return await task();
      } finally {
        within -= 1;
      }
    }) as Parameters<typeof readLanguages>[1],
  };
}

test('each resource is listed once, in the order in which it was asked for', async () => {
  const { calls, limit, asked } = watchedCalls();
  const resources = ['translate_text', 'glossary', 'translate_text'];
  expect(await readLanguages(calls, limit, { resources, include: ['beta'] })).toEqual([
    { resource: 'translate_text', languages: LANGUAGES.translate_text },
    { resource: 'glossary', languages: LANGUAGES.glossary },
  ]);
  expect(asked).toEqual([
    ['translate_text', ['beta']],
    ['glossary', ['beta']],
  ]);
});

test('all stands for every resource of the service, whatever is named beside it', async () => {
  const { calls, limit, asked } = watchedCalls();
  const found = await readLanguages(calls, limit, { resources: ['translate_text', 'all'], include: [] });
  expect(found.map(({ resource }) => resource)).toEqual(['glossary', 'translate_text']);
  expect(asked).toEqual(['resources', ['glossary', []], ['translate_text', []]]);
});

test('a feature leaves the languages that have it', async () => {
  const { calls, limit } = watchedCalls();
  const input = { resources: ['translate_text', 'glossary'], include: [], feature: 'formality' };
  expect(await readLanguages(calls, limit, input)).toEqual([
    { resource: 'translate_text', languages: [language('de', 'formality')] },
    { resource: 'glossary', languages: [] },
  ]);
});

test('a question about a pair alone asks for no features', async () => {
  const { calls, limit, asked } = watchedCalls();
  const question = { source: 'en', target: 'de' };
  expect(await readPairAnswer(calls, limit, { resource: 'translate_text', include: ['beta'], question })).toEqual({
    supported: true,
    sources: ['en'],
    targets: ['de'],
    gaps: [],
  });
  expect(asked).toEqual([['translate_text', ['beta']]]);
});

test('a feature is looked up at the resource', async () => {
  const { calls, limit, asked } = watchedCalls();
  const ask = (resource: string, target: string, feature: string) =>
    readPairAnswer(calls, limit, { resource, include: ['beta'], question: { source: 'en', target, feature } });
  expect(await ask('translate_text', 'de', 'formality')).toMatchObject({ supported: true, gaps: [] });
  expect(await ask('translate_text', 'en', 'formality')).toMatchObject({
    supported: false,
    gaps: [{ kind: 'no-feature' }],
  });
  expect(asked).toEqual([['translate_text', ['beta']], 'resources', ['translate_text', ['beta']], 'resources']);
  const unknown = { kind: 'unknown-feature', feature: 'formality', known: [] };
  expect(await ask('glossary', 'en', 'formality')).toMatchObject({ supported: false, gaps: [unknown] });
  expect((await ask('voice', 'en', 'formality')).gaps).toContainEqual(unknown);
});

test('an external feature is looked for among the external ones', async () => {
  const { calls, limit, asked } = watchedCalls();
  const question = { source: 'en', target: 'it', feature: 'speech_external' };
  await readPairAnswer(calls, limit, { resource: 'translate_text', include: ['beta'], question });
  expect(asked).toEqual([['translate_text', ['beta', 'external']], 'resources']);
});
