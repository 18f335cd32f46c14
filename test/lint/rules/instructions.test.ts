import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInRules } from '../../../src/contract/rule-catalogue.ts';
import type { StyleListContent } from '../../../src/kinds/style-list/style-list.ts';
import type { InstructionExample, StyleListRule } from '../../../src/lint/rule.ts';
import { ruleTopics } from '../../../src/lint/rules/instructions/against-rule.ts';
import { RULES } from '../../../src/lint/rules/registry.ts';
import { byCodeUnit, grouped } from '../../../src/model/lists.ts';
import { runs } from '../../support/runs.ts';
import { LATER_PROMPTS, LATER_PROMPTS_WITH_RULES } from './later-prompts.ts';
import { type LabelledPrompt, PROMPTS } from './prompts.ts';

const STYLE_LIST_RULES = RULES.filter((rule): rule is StyleListRule => rule.scope === 'style-list');
const nameOf = ({ id }: StyleListRule): string => id.replace('instructions/', '');

function listOf({ language, prompt, others = [], rules = [] }: InstructionExample): StyleListContent {
  const byCategory = grouped(rules, ([category]) => category);
  return {
    name: 'S',
    language,
    rules: new Map(
      [...byCategory].map(([category, ofIt]) => [category, new Map(ofIt.map(([, rule, option]) => [rule, option]))]),
    ),
    instructions: [prompt, ...others].map((text, index) => ({ label: `instruction ${index + 1}`, prompt: text })),
  };
}

const isHit = (rule: StyleListRule, example: InstructionExample): boolean => rule.check(listOf(example)).length > 0;

describe.each(STYLE_LIST_RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test.each(rule.bad.map((example) => [example.prompt, example] as const))('finds: %s', (__, example) => {
    expect(isHit(rule, example)).toBe(true);
  });

  test.each(rule.good.map((example) => [example.prompt, example] as const))('does not find: %s', (__, example) => {
    expect(isHit(rule, example)).toBe(false);
  });

  test('has at least three examples each', () => {
    expect([rule.bad.length >= 3, rule.good.length >= 3]).toEqual([true, true]);
  });

  test('its message has every detail that it names', () => {
    const named = [...rule.message.matchAll(/\{(?:\w+ )?(\w+)\}/g)].map(([, key]) => key);
    for (const example of rule.bad) {
      const hits = rule.check(listOf(example));
      for (const { details = {} } of hits)
        expect(Object.keys({ ...details, term: '', text: '' })).toEqual(expect.arrayContaining(named));
    }
  });
});

const agrees = ({ deserves, ...example }: LabelledPrompt, rule: StyleListRule) => ({
  hit: isHit(rule, example),
  deserved: deserves.includes(nameOf(rule)),
});

const measure = (prompts: readonly LabelledPrompt[]) =>
  STYLE_LIST_RULES.map((rule) => {
    const hits = prompts.map((each) => agrees(each, rule)).filter(({ hit }) => hit);
    return { id: rule.id, right: hits.filter(({ deserved }) => deserved).length, hits: hits.length };
  });

const said = (index: number) =>
  STYLE_LIST_RULES.map(({ id, precision }) => ({
    id,
    right: precision[index]?.right ?? 0,
    hits: precision[index]?.hits ?? 0,
  }));

describe('the precision that rules state', () => {
  test.each([
    ['prompts made with them', 0, PROMPTS],
    ['prompts made after them', 1, [...LATER_PROMPTS, ...LATER_PROMPTS_WITH_RULES]],
  ] as const)('is that of %s', (_, index, prompts) => {
    expect(measure(prompts)).toEqual(said(index));
  });
});

test('rules that were measured on prompts that somebody made up are notes', () => {
  const measured = STYLE_LIST_RULES.filter(({ precision }) => precision.some(({ lists }) => !/made up/.test(lists)));
  const notes = STYLE_LIST_RULES.filter(({ level }) => level === 'note' || level === 'off');
  expect(STYLE_LIST_RULES.filter((rule) => !measured.includes(rule) && !notes.includes(rule))).toEqual([]);
});

describe('a miss of a rule that was made with its prompts', () => {
  test.each(STYLE_LIST_RULES.map((rule) => [rule.id, rule] as const))(
    '%s finds every prompt that deserves it',
    (_, rule) => {
      const missed = PROMPTS.filter((each) => {
        const { hit, deserved } = agrees(each, rule);
        return deserved && !hit;
      });
      expect(missed.map(({ prompt }) => prompt)).toEqual([]);
    },
  );
});

describe('the topics of configured rules', () => {
  test.each(ruleTopics().flatMap((topic) => topic.rules.map((rule) => [rule, topic] as const)))(
    '%s is in the catalogue, and so is an option for each choice',
    (rule, { rules, choices }) => {
      const optionsOf = (name: string) =>
        builtInRules()
          .get(name.split('.')[0] ?? '')
          ?.get(name.split('.')[1] ?? '') ?? [];
      expect(optionsOf(rule).length).toBeGreaterThan(0);
      const all = rules.flatMap(optionsOf);
      for (const { option, opposite } of choices())
        expect(all.some((each) => option.test(each) || opposite?.test(each) === true)).toBe(true);
    },
  );

  test('no option of a rule is on both sides of a choice', () => {
    const both = ruleTopics().flatMap(({ rules, choices }) =>
      rules.flatMap((name) => {
        const options =
          builtInRules()
            .get(name.split('.')[0] ?? '')
            ?.get(name.split('.')[1] ?? '') ?? [];
        return choices().flatMap(({ option, opposite }) =>
          options
            .filter((each) => option.test(each) && opposite?.test(each) === true)
            .map((each) => `${name}: ${each}`),
        );
      }),
    );
    expect(both).toEqual([]);
  });
});

describe('any list', () => {
  const words = PROMPTS.flatMap(({ prompt }) => prompt.split(/(?<= )/u));
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom(...PROMPTS.map(({ prompt }) => prompt)),
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join('')),
  );
  const list = fc.record({
    name: fc.constant('S'),
    language: fc.constantFrom('de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh', 'pt', 'constructor'),
    rules: fc.constantFrom(...PROMPTS.map((each) => listOf(each).rules)),
    instructions: fc.array(fc.record({ label: fc.constantFrom('a', 'b', 'c'), prompt: text }), { maxLength: 6 }),
  });

  test('no rule throws, and every hit is of an instruction that there is', () => {
    fc.assert(
      fc.property(list, (content) => {
        for (const rule of STYLE_LIST_RULES)
          for (const { instruction, related = 0 } of rule.check(content))
            expect([instruction, related].every((index) => content.instructions[index] !== undefined)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  test('the order of instructions does not matter', () => {
    const found = (content: StyleListContent) =>
      STYLE_LIST_RULES.flatMap((rule) =>
        rule
          .check(content)
          .map(({ instruction, related, details }) =>
            JSON.stringify([
              rule.id,
              content.instructions[instruction],
              related === undefined ? undefined : content.instructions[related],
              details,
            ]),
          ),
      ).sort(byCodeUnit);
    fc.assert(
      fc.property(list, fc.infiniteStream(fc.nat()), (content, numbers) => {
        const order = content.instructions.map((instruction) => ({ instruction, at: numbers.next().value as number }));
        const moved = [...order].sort((one, other) => one.at - other.at).map(({ instruction }) => instruction);
        expect(found({ ...content, instructions: moved })).toEqual(found(content));
      }),
      { numRuns: runs(300) },
    );
  });

  test('a long prompt takes no longer than its length', () => {
    const begun = performance.now();
    for (const piece of ['use ', '"', '「', 'and use, ', 'a-', '(', 'dd/mm/', 'não ', ', ', '„', "'", 'the the '])
      for (const rule of STYLE_LIST_RULES)
        rule.check(
          listOf({ language: 'de', prompt: piece.repeat(20_000), rules: PROMPTS.flatMap(({ rules = [] }) => rules) }),
        );
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
