import { describe, expect, test } from 'vitest';
import type { DesiredState, LiveState } from '../../src/kinds/states.ts';
import type { Language } from '../../src/model/account/language.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { findingsText } from '../../src/review/messages/finding-text.ts';
import {
  checkPairs,
  needsTargetLanguages,
  type OfferedLanguages,
  readOfferedLanguages,
} from '../../src/steps/check-pairs.ts';
import { makeLimit } from '../../src/steps/make-limit.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList, planInput } from '../support/build.ts';
import { answer, scriptedClient } from '../support/scripted-client.ts';

const language = (code: string, sides: 'both' | 'source' | 'target' = 'both'): Language => ({
  code,
  name: code,
  usableAsSource: sides !== 'target',
  usableAsTarget: sides !== 'source',
  status: 'stable',
  features: new Map(),
});

const planOf = (desired: DesiredState, live: LiveState = { glossaries: [], styleLists: [] }) =>
  makePlan(planInput(desired, live)).plan;

const product = (...pairs: readonly `${string}->${string}`[]) =>
  desiredGlossary('product', Object.fromEntries(pairs.map((pair) => [pair, { house: 'x' }])));

const found = (desired: DesiredState, offered: OfferedLanguages, live?: LiveState) =>
  findingsText(checkPairs(planOf(desired, live), offered));

describe('pairs that a plan creates', () => {
  test('are warned of, with the dictionary and each side that is missing', () => {
    const glossary = [language('en'), language('DE'), language('fr', 'source')];
    expect(found({ glossaries: [product('en->de', 'en->fr', 'fr->en', 'th->vi')] }, { glossary })).toBe(
      [
        'glossaries/product/en-fr.csv:1:1: warning: the target does not list fr as a target of a glossary, so it may refuse glossary.product/en->fr; "lexform service languages --resource glossary" shows what it lists [pair-not-offered]',
        'glossaries/product/th-vi.csv:1:1: warning: the target does not list th as a source or vi as a target of a glossary, so it may refuse glossary.product/th->vi; "lexform service languages --resource glossary" shows what it lists [pair-not-offered]',
        '',
      ].join('\n'),
    );
  });

  test('are no matter where the service has the dictionary already', () => {
    const live = { glossaries: [liveGlossary('1', 'product', { 'en->th': { house: 'old' } })], styleLists: [] };
    expect(found({ glossaries: [product('en->th')] }, { glossary: [language('en')] }, live)).toBe('');
  });

  test('are not judged by a list that is empty or absent', () => {
    const desired = { glossaries: [product('en->th')], styleLists: [desiredStyleList('tone', { language: 'de' })] };
    expect(found(desired, {})).toBe('');
    expect(found(desired, { glossary: [], styleRules: [] })).toBe('');
  });
});

describe('style lists that a plan creates', () => {
  const styleRules = [language('de'), language('fr', 'source')];
  test.each([
    ['de', 0],
    ['fr', 1],
    ['ko', 1],
  ])('in %s: %i warnings', (code, count) => {
    const findings = checkPairs(planOf({ styleLists: [desiredStyleList('tone', { language: code })] }), { styleRules });
    expect(findings.map(({ severity, details }) => [severity, details.language])).toEqual(
      Array(count).fill(['warning', code]),
    );
  });

  test('or put in the place of one in another language', () => {
    const desired = { styleLists: [desiredStyleList('tone', { language: 'ko' })] };
    const live = { glossaries: [], styleLists: [liveStyleList('1', 'tone', { language: 'de' })] };
    expect(found(desired, { styleRules }, live)).toContain('[style-language-not-offered]');
  });
});

describe('languages that the built-in list lacks', () => {
  const desired = {
    glossaries: [product('xx->en', 'en->de')],
    styleLists: [desiredStyleList('tone', { language: 'yy' })],
  };
  const told = (offered: OfferedLanguages) =>
    checkPairs(planOf(desired), offered).map(({ code, severity, at, details }) => [code, severity, at.file, details]);
  const dictionary = 'glossaries/product/xx-en.csv';
  const list = 'style-rules/tone.yaml';

  test('are followed by the language that their code probably means', () => {
    const japanese = { glossaries: [product('en->jp')] };
    const details = (offered: OfferedLanguages) => checkPairs(planOf(japanese), offered).map((each) => each.details);
    expect(details({})).toEqual([{ language: 'jp', suggestion: 'ja' }]);
    expect(details({ glossary: [language('en')] })).toMatchObject([{ languages: ['jp'], suggestion: 'ja' }]);
  });

  test('are warned of where the target does not say, and are wrong where it lists others', () => {
    const undecided = (file: string, language: string) => ['language-unknown', 'warning', file, { language }];
    const unlisted = (address: string, file: string, language: string, resource: string) => [
      'language-not-listed',
      'error',
      file,
      { address, languages: [language], resource },
    ];
    const ofDictionary = unlisted('glossary.product/xx->en', dictionary, 'xx', 'glossary');
    const ofList = unlisted('style_rules.tone', list, 'yy', 'style_rules');
    const glossary = [language('en'), language('de')];
    const styleRules = [language('de')];
    expect(told({})).toEqual([undecided(dictionary, 'xx'), undecided(list, 'yy')]);
    expect(told({ glossary })).toEqual([ofDictionary, undecided(list, 'yy')]);
    expect(told({ styleRules })).toEqual([ofList, undecided(dictionary, 'xx')]);
    expect(told({ glossary, styleRules })).toEqual([ofDictionary, ofList]);
  });

  test('are right where the target lists them, in whatever case', () => {
    expect(told({ glossary: ['EN', 'de', 'XX'].map((code) => language(code)), styleRules: [language('YY')] })).toEqual(
      [],
    );
    const upper = { styleLists: [desiredStyleList('tone', { language: 'DE' })] };
    expect(found(upper, { styleRules: [language('de')] })).toBe('');
  });

  test('are said once for each side, and the known one is not', () => {
    const both = checkPairs(planOf({ glossaries: [product('xx->yy')] }), { glossary: [language('de')] });
    expect(both.map(({ details }) => details.languages)).toEqual([['xx', 'yy']]);
    const one = checkPairs(planOf({ glossaries: [product('xx->fr')] }), { glossary: [language('de')] });
    expect(one.map(({ details }) => details.languages)).toEqual([['xx']]);
    const codes = checkPairs(planOf({ glossaries: [product('xx->yy')] }), {}).map(({ details }) => details.language);
    expect(codes).toEqual(['xx', 'yy']);
  });

  test('are nothing to say where no file asks for what is created', () => {
    const { changes, ...plan } = planOf(desired);
    const nowhere = {
      ...plan,
      changes: changes.map((change) => ({
        ...change,
        origin: undefined,
        children: change.children.map((each) => ({ ...each, origin: undefined })),
      })),
    } as unknown as Plan;
    expect(needsTargetLanguages(nowhere)).toBe(false);
    for (const offered of [{}, { glossary: [language('de')], styleRules: [language('de')] }])
      expect(checkPairs(nowhere, offered)).toEqual([]);
  });
});

describe('the lists', () => {
  const both = { glossaries: [product('en->de')], styleLists: [desiredStyleList('tone', { language: 'de' })] };
  const read = async (desired: DesiredState, replies: Parameters<typeof scriptedClient>[0]) => {
    const { client, sent } = scriptedClient(replies, { retry: { attempts: 1 } });
    const offered = await readOfferedLanguages(client.languages, makeLimit(1), planOf(desired));
    return { offered, paths: sent.map(({ path }) => path) };
  };

  test('are one call for each kind that the plan creates, with what is in beta', async () => {
    const { paths } = await read(both, () => answer(200, []));
    expect(paths).toEqual([
      '/v3/languages?resource=glossary&include=beta',
      '/v3/languages?resource=style_rules&include=beta',
    ]);
    expect((await read({ glossaries: both.glossaries }, () => answer(200, []))).paths.length).toBe(1);
    expect((await read({ glossaries: [], styleLists: [] }, () => answer(200, []))).paths).toEqual([]);
  });

  test.each([
    ['a refusal', answer(403, { message: 'scope' })],
    ['no such endpoint', answer(404)],
    ['a broken service', answer(503)],
    ['an answer that cannot be read', answer(200, { languages: 'all' })],
    ['no connection', new Error('ECONNREFUSED')],
  ])('say nothing after %s', async (_, reply) => {
    const { offered } = await read({ glossaries: both.glossaries }, [reply]);
    expect(offered).toEqual({ glossary: [], styleRules: [] });
  });

  test('are as the target has them, each for its kind', async () => {
    const listed = (code: string) => [
      { lang: code, name: code, usable_as_source: true, usable_as_target: true, features: {}, status: 'stable' },
    ];
    const { offered } = await read(both, ({ path }) => answer(200, listed(path.includes('glossary') ? 'xx' : 'yy')));
    expect([offered.glossary, offered.styleRules].map((list) => list?.map(({ code }) => code))).toEqual([
      ['xx'],
      ['yy'],
    ]);
  });

  test('fail with what is no failure of the service', async () => {
    const broken = { list: () => Promise.reject(new TypeError('a bug')), resources: async () => [] };
    await expect(readOfferedLanguages(broken, makeLimit(1), planOf(both))).rejects.toThrow('a bug');
  });
});

test('the languages of the target decide where the built-in list lacks one that the plan creates', () => {
  const lists = (language: string): DesiredState => ({ styleLists: [desiredStyleList('tone', { language })] });
  expect(needsTargetLanguages(planOf({ glossaries: [product('en->de')], ...lists('de') }))).toBe(false);
  expect(needsTargetLanguages(planOf({ glossaries: [product('en->xx')] }))).toBe(true);
  expect(needsTargetLanguages(planOf({ glossaries: [product('xx->en')] }))).toBe(true);
  expect(needsTargetLanguages(planOf(lists('xx')))).toBe(true);
  expect(needsTargetLanguages(planOf({ glossaries: [] }))).toBe(false);
  const live = { glossaries: [liveGlossary('1', 'product', { 'en->xx': { house: 'old' } })], styleLists: [] };
  expect(needsTargetLanguages(planOf({ glossaries: [product('en->xx')] }, live))).toBe(false);
  const list = { glossaries: [], styleLists: [liveStyleList('1', 'tone', { language: 'xx' })] };
  const ruled = { styleLists: [desiredStyleList('tone', { language: 'xx', rules: { numbers: { a: 'x' } } })] };
  expect(planOf(ruled, list).changes.map(({ action }) => action)).toEqual(['update']);
  expect(needsTargetLanguages(planOf(ruled, list))).toBe(false);
});
