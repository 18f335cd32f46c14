import { type Change, languageOf, shownName, valuesIn } from '../../model/plan/plan.ts';
import {
  type ConfiguredRules,
  type CustomInstruction,
  isInstruction,
  type LiveStyleList,
  type StyleListContent,
} from './style-list.ts';

const NO_RULES: ConfiguredRules = new Map();

/** Rules after a change of their list. A category without rules is removed. */
export function patchedRules(live: ConfiguredRules, change: Change): ConfiguredRules {
  const rules = new Map([...live].map(([category, selected]) => [category, new Map(selected)]));
  for (const { key, to } of valuesIn(change, 'rule')) {
    const [, category = '', rule = ''] = key;
    const selected = rules.get(category) ?? new Map<string, string>();
    if (to === undefined) selected.delete(rule);
    else selected.set(rule, String(to));
    if (selected.size === 0) rules.delete(category);
    else rules.set(category, selected);
  }
  return rules;
}

function patchedInstructions(live: LiveStyleList['instructions'], change: Change): readonly CustomInstruction[] {
  const changes = valuesIn(change, 'instruction');
  const known = new Map(changes.filter(({ from }) => from !== undefined).map((each) => [each.key[1], each]));
  const left = live.map(({ id, content }) => {
    const planned = known.get(id);
    return planned === undefined ? content : planned.to;
  });
  const added = changes.filter(({ from }) => from === undefined).map(({ to }) => to);
  return [...left, ...added].filter(isInstruction);
}

/** The whole list after a change. `old`: the live list before it; absent for a new list. */
export function patchedStyleList(change: Change, old: LiveStyleList | undefined): StyleListContent {
  return {
    name: shownName(change),
    language: languageOf(change).to ?? '',
    rules: patchedRules(old?.content.rules ?? NO_RULES, change),
    instructions: patchedInstructions(old?.instructions ?? [], change),
  };
}
