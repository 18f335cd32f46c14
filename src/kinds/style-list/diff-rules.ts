import { diffValues } from '../../change/values.ts';
import type { SourceRef } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { keyText, type ValueChange } from '../../model/resources/resource.ts';
import type { ConfiguredRules } from './style-list.ts';

/** The rules as values, by category and rule, in code unit order. */
export const ruleValues = (rules: ConfiguredRules): ReadonlyMap<string, string> =>
  new Map(
    [...rules]
      .flatMap(([category, selected]) =>
        [...selected].map(([rule, option]) => [keyText(['rule', category, rule]), option] as const),
      )
      .sort(([left], [right]) => byCodeUnit(left, right)),
  );

/** Number of rules that are set. */
export const ruleCount = (rules: ConfiguredRules): number =>
  [...rules.values()].reduce((count, selected) => count + selected.size, 0);

/** The changes from `live` to `desired`: removed, changed, added; each by category and rule in code unit order. */
export const diffRules = (
  live: ConfiguredRules,
  desired: ConfiguredRules,
  locate: (category: string, rule: string) => SourceRef | undefined,
): readonly ValueChange[] =>
  diffValues(ruleValues(live), ruleValues(desired)).map((change) => {
    const [, category = '', rule = ''] = change.key;
    const at = change.to === undefined ? undefined : locate(category, rule);
    return { ...change, ...(at && { at }) };
  });
