import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LintedPlace, levelOf, levelsAt, rulesFinder } from '../../src/lint/levels.ts';
import { lintDesired } from '../../src/lint/lint.ts';
import { spaceDouble } from '../../src/lint/rules/space/double.ts';
import type { LintLevel, LintPlace, LintSettings } from '../../src/model/workspace/lint-settings.ts';
import { desiredStyleList } from '../support/build.ts';
import { runs } from '../support/runs.ts';
import { settings as withSettings } from './linted.ts';

const settings = (given: Partial<LintSettings>): LintSettings => ({
  rules: new Map(),
  overrides: [],
  waivers: [],
  ...given,
});
const levels = (level: LintLevel, id = spaceDouble.id): ReadonlyMap<string, LintLevel> => new Map([[id, level]]);
const PLACE: LintedPlace = {
  addresses: ['glossary.product', 'glossary.product/en->ja'],
  languages: ['en', 'ja', 'en->ja'],
};

test.each<readonly [string, readonly Partial<LintSettings>[], LintLevel]>([
  ['nothing', [{}], 'warning'],
  ['the preset recommended', [{ extends: 'recommended' }], 'warning'],
  ['a rule', [{ rules: levels('error') }], 'error'],
  [
    'an override for a language',
    [{ rules: levels('error'), overrides: [{ languages: ['ja'], rules: levels('off') }] }],
    'off',
  ],
  ['an override for a pair', [{ overrides: [{ languages: ['en->ja'], rules: levels('note') }] }], 'note'],
  ['an override for another language', [{ overrides: [{ languages: ['de'], rules: levels('off') }] }], 'warning'],
  ['an override for a glossary', [{ overrides: [{ addresses: ['glossary.*'], rules: levels('off') }] }], 'off'],
  [
    'an override for a dictionary',
    [{ overrides: [{ addresses: ['glossary.product/*'], rules: levels('off') }] }],
    'off',
  ],
  [
    'the last override that fits',
    [
      {
        overrides: [
          { languages: ['ja'], rules: levels('off') },
          { languages: ['en'], rules: levels('error') },
        ],
      },
    ],
    'error',
  ],
  ['a glossary over the workspace', [{ rules: levels('error') }, { rules: levels('note') }], 'note'],
  ['another rule', [{ rules: levels('off', 'space/outer') }], 'warning'],
])('%s', (_, given, level) => {
  expect(levelOf(spaceDouble, PLACE, given.map(settings))).toBe(level);
});

test('a level under an earlier id counts, and strict is a level of its own', () => {
  const renamed = { ...spaceDouble, aliases: ['space/twice'], strict: 'error' as const };
  expect(levelOf(renamed, PLACE, [settings({ rules: levels('off', 'space/twice') })])).toBe('off');
  expect(levelOf(renamed, PLACE, [settings({ extends: 'strict' })])).toBe('error');
  expect(levelOf(renamed, PLACE, [settings({ extends: 'strict' }), settings({ extends: 'recommended' })])).toBe(
    'warning',
  );
  expect(levelOf(renamed, PLACE, [settings({ extends: 'strict' }), settings({})])).toBe('error');
});

test('rules that are found for many places are those of each place', () => {
  const level = fc.constantFrom<LintLevel>('off', 'note', 'warning', 'error');
  const override = fc.record(
    {
      languages: fc.constantFrom(['ja'], ['de', 'ja'], ['en->de']),
      addresses: fc.constantFrom(['glossary.a'], ['glossary.b/*'], ['*']),
      rules: level.map((each) => levels(each)),
    },
    { requiredKeys: ['rules'] },
  );
  const some = fc.record({ overrides: fc.array(override, { maxLength: 3 }) }).map(settings);
  const place = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('ja', 'de')).map(([name, to]): LintedPlace => {
    const glossary = `glossary.${name}`;
    return { addresses: [glossary, `${glossary}/en->${to}`], languages: ['en', to, `en->${to}`] };
  });
  fc.assert(
    fc.property(
      some,
      fc.array(fc.tuple(place, fc.nat(2)), { maxLength: 8 }),
      fc.array(some),
      (workspace, asked, own) => {
        const rulesAt = rulesFinder(workspace);
        for (const [at, index] of asked) {
          const { levels: found, termRules } = rulesAt(at, own[index]);
          expect(found).toEqual(levelsAt(at, [workspace, ...own.slice(index, index + 1)]));
          expect(termRules.includes(spaceDouble)).toBe(
            found.get(spaceDouble.id) !== 'off' && spaceDouble.scope === 'term',
          );
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

test('an override for the language or the address of a style list is for that list', () => {
  const rule = 'instructions/chat-style';
  const lists = [
    desiredStyleList('German', { language: 'de', instructions: [{ label: 'Tone', prompt: 'Please be formal.' }] }),
    desiredStyleList('French', { language: 'fr', instructions: [{ label: 'Tone', prompt: 'Please be formal.' }] }),
  ];
  const found = (place: LintPlace) => {
    const overrides = [{ ...place, rules: levels('error', rule) }];
    const { findings } = lintDesired({ settings: withSettings({ overrides }), desired: { styleLists: lists } });
    return findings.map(({ code, severity, details }) => [code, severity, details.address]);
  };
  const [german, french] = lists.map(({ address }) => address);
  const note = (address = '') => [rule, 'info', address];
  const error = (address = '') => [rule, 'error', address];
  expect(found({ languages: ['de'] })).toEqual([error(german), note(french)]);
  expect(found({ languages: ['fr'] })).toEqual([note(german), error(french)]);
  expect(found({ addresses: [french ?? ''] })).toEqual([note(german), error(french)]);
  expect(found({ languages: ['it'] })).toEqual([note(german), note(french)]);
});
