import type { LiveStyleList } from '../model/resources/live.ts';
import type { ConfiguredRules, StyleListContent } from '../model/resources/style-list.ts';
import type { InstructionChange, RuleChange, StyleListChange } from '../plan/plan.ts';

const NO_RULES: ConfiguredRules = new Map();

/** Rules with changes made to them. A category without rules is none. */
export function patchedRules(live: ConfiguredRules, changes: readonly RuleChange[]): ConfiguredRules {
  const rules = new Map([...live].map(([category, selected]) => [category, new Map(selected)]));
  for (const change of changes) {
    const selected = rules.get(change.category) ?? new Map<string, string>();
    if (change.kind === 'removed') selected.delete(change.rule);
    else selected.set(change.rule, change.to);
    if (selected.size === 0) rules.delete(change.category);
    else rules.set(change.category, selected);
  }
  return rules;
}

function patchedInstructions(
  live: LiveStyleList['instructions'],
  changes: readonly InstructionChange[],
): StyleListContent['instructions'] {
  const byId = new Map(changes.flatMap((change) => (change.kind === 'added' ? [] : [[change.id, change] as const])));
  const left = live.flatMap(({ id, content }) => {
    const change = byId.get(id);
    if (change === undefined) return [content];
    return change.kind === 'changed' ? [change.to] : [];
  });
  return [...left, ...changes.flatMap((change) => (change.kind === 'added' ? [change.to] : []))];
}

/**
 * The whole list that a change leads to. `old`: the live list that it starts from; absent when it creates one out of
 * nothing.
 */
export function patchedStyleList(change: StyleListChange, old: LiveStyleList | undefined): StyleListContent {
  return {
    name: change.nameAfter ?? '',
    language: change.languageAfter ?? '',
    rules: patchedRules(old?.content.rules ?? NO_RULES, change.rules),
    instructions: patchedInstructions(old?.instructions ?? [], change.instructions),
  };
}
