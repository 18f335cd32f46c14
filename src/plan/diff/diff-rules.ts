import type { ConfiguredRules } from '../../model/resources/style-list.ts';
import { changeKind } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { RuleChange } from '../plan.ts';
import { diffValues } from '../values/diff-values.ts';
import { ruleValues } from '../values/kind-values.ts';

/** How many rules are set. */
export const ruleCount = (rules: ConfiguredRules): number =>
  [...rules.values()].reduce((count, selected) => count + selected.size, 0);

/**
 * What must change in `live` so that it becomes `desired`: removed, changed, added; each by category and rule in code
 * unit order.
 */
export const diffRules = (
  live: ConfiguredRules,
  desired: ConfiguredRules,
  locate: (category: string, rule: string) => SourceRef | undefined,
): readonly RuleChange[] =>
  diffValues(ruleValues(live), ruleValues(desired)).map((change) => {
    const { key, ...sides } = change;
    const [, category = '', rule = ''] = key;
    const at = sides.to === undefined ? undefined : locate(category, rule);
    return { kind: changeKind(change), category, rule, ...sides, ...(at && { at }) } as RuleChange;
  });
