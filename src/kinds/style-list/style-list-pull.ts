import { knownValue } from '../change/known-value.ts';
import type { PullModel } from '../model/pull-model.ts';
import type { ConfiguredRules, CustomInstruction, StyleListContent } from './style-list.ts';
import { instructionDigest, styleListDigest } from './style-list.ts';

function rulesBase(base: ConfiguredRules, ours: ConfiguredRules, earlier: readonly ConfiguredRules[]): ConfiguredRules {
  const merged = new Map<string, Map<string, string>>();
  const option = (rules: ConfiguredRules, category: string, rule: string) => rules.get(category)?.get(rule);
  for (const rules of [base, ours, ...earlier])
    for (const [category, selected] of rules)
      for (const rule of selected.keys()) {
        const had = earlier.map((each) => option(each, category, rule));
        const value = knownValue(option(base, category, rule), option(ours, category, rule), had);
        if (value === undefined) continue;
        const kept = merged.get(category) ?? new Map<string, string>();
        merged.set(category, kept.set(rule, value));
      }
  return merged;
}

/**
 * Instructions of the last entry but those that files and an earlier state lack, and those that files and an earlier
 * state alone have.
 */
function instructionsBase(
  base: StyleListContent,
  ours: StyleListContent,
  earlier: readonly StyleListContent[],
): readonly CustomInstruction[] {
  const keysOf = ({ instructions, language }: StyleListContent): readonly string[] =>
    instructions.map((each) => instructionDigest(each, language));
  const [inBase, inOurs] = [keysOf(base), keysOf(ours)];
  const had = earlier.map((content) => new Set(keysOf(content)));
  const kept = base.instructions.filter((_, index) => {
    const key = inBase[index] as string;
    return inOurs.includes(key) || had.every((keys) => keys.has(key));
  });
  const applied = ours.instructions.filter((_, index) => {
    const key = inOurs[index] as string;
    return !inBase.includes(key) && had.some((keys) => keys.has(key));
  });
  return [...kept, ...applied];
}

/** The base of a style list for `pull`, part by part. */
export function rolledBackStyleList(
  base: StyleListContent,
  ours: StyleListContent,
  earlier: readonly StyleListContent[],
): StyleListContent {
  const whole = earlier.find((content) => styleListDigest(content) === styleListDigest(ours));
  if (earlier.length === 0 || whole !== undefined) return whole ?? base;
  const of = (field: 'name' | 'language'): string =>
    knownValue(
      base[field],
      ours[field],
      earlier.map((content) => content[field]),
    );
  return {
    name: of('name'),
    language: of('language'),
    rules: rulesBase(
      base.rules,
      ours.rules,
      earlier.map(({ rules }) => rules),
    ),
    instructions: instructionsBase(base, ours, earlier),
  };
}

/** Rules and instructions that the files alone have stay. */
function withoutLocalParts(ours: StyleListContent, others: readonly StyleListContent[]): StyleListContent {
  const rules = [...ours.rules].map(([category, selected]) => {
    const shared = [...selected].filter(([rule]) => others.some((each) => each.rules.get(category)?.has(rule)));
    return [category, new Map(shared)] as const;
  });
  const known = new Set(
    others.flatMap(({ instructions, language }) => instructions.map((each) => instructionDigest(each, language))),
  );
  const instructions = ours.instructions.filter((each) => known.has(instructionDigest(each, ours.language)));
  return { ...ours, rules: new Map(rules), instructions };
}

export const STYLE_LIST_PULL: PullModel<StyleListContent> = {
  unknown: { name: '', language: '', rules: new Map(), instructions: [] },
  rolledBack: rolledBackStyleList,
  withoutLocal: (content, { was, live, mayGo }) =>
    mayGo() ? content : withoutLocalParts(content, [live, ...(was === undefined ? [] : [was])]),
};
