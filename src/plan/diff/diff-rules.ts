import { byCodeUnit } from '../../model/order.ts';
import type { ConfiguredRules } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { RuleChange } from '../plan.ts';

/** How many rules are set. */
export const ruleCount = (rules: ConfiguredRules): number =>
  [...rules.values()].reduce((count, selected) => count + selected.size, 0);

const flat = (
  rules: ConfiguredRules,
): ReadonlyMap<string, { readonly category: string; readonly rule: string; readonly option: string }> =>
  new Map(
    [...rules].flatMap(([category, selected]) =>
      [...selected].map(([rule, option]) => [JSON.stringify([category, rule]), { category, rule, option }] as const),
    ),
  );

/**
 * What must change in `live` so that it becomes `desired`: removed, changed, added; each by category and rule in code
 * unit order.
 */
export function diffRules(
  live: ConfiguredRules,
  desired: ConfiguredRules,
  locate: (category: string, rule: string) => SourceRef | undefined,
): readonly RuleChange[] {
  const [before, after] = [flat(live), flat(desired)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(byCodeUnit);
  const changes = keys.flatMap((key): readonly RuleChange[] => {
    const [old, next] = [before.get(key), after.get(key)];
    if (old?.option === next?.option) return [];
    if (next === undefined)
      return old === undefined ? [] : [{ kind: 'removed', category: old.category, rule: old.rule, from: old.option }];
    const { category, rule, option: to } = next;
    const at = locate(category, rule);
    const place = at === undefined ? {} : { at };
    return [
      old === undefined
        ? { kind: 'added', category, rule, to, ...place }
        : { kind: 'changed', category, rule, from: old.option, to, ...place },
    ];
  });
  const order = { removed: 0, changed: 1, added: 2 } as const;
  return changes.sort((left, right) => order[left.kind] - order[right.kind]);
}
