import { pairKey } from '../model/entries/language-pair.ts';
import type { Value, ValueChange, ValueKey } from '../model/resources/value.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { Change } from './plan.ts';

interface Sides {
  readonly from?: Value | undefined;
  readonly to?: Value | undefined;
  readonly at?: SourceRef | undefined;
}

const valueChange = (key: ValueKey, { from, to, at }: Sides): ValueChange => ({
  key,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(at !== undefined && { at }),
});

/**
 * What a change of a plan says of each value: of the name, whether it changes or not, and of every other value that
 * changes. This is the one place that knows how the changes of each kind hold their values. An instruction that is
 * added has no id yet: its key is `['instruction', 'new 3']`, with its index in the change.
 */
export function plannedValues(change: Change): readonly ValueChange[] {
  const name = { from: change.nameBefore, to: change.nameAfter };
  switch (change.kind) {
    case 'glossary':
      return [
        valueChange(['name'], name),
        ...change.dictionaries.flatMap(({ pair, entries }) =>
          entries.map((entry) => valueChange(['entry', pairKey(pair), entry.source], entry)),
        ),
      ];
    case 'style-list': {
      const { languageBefore: from, languageAfter: to, rules, instructions } = change;
      return [
        valueChange(['name'], name),
        ...(from === to ? [] : [valueChange(['language'], { from, to })]),
        ...rules.map((rule) => valueChange(['rule', rule.category, rule.rule], rule)),
        ...instructions.map((each, index) =>
          valueChange(['instruction', each.kind === 'added' ? `new ${index}` : each.id], each),
        ),
      ];
    }
    case 'developer-key':
      return [
        valueChange(['label'], name),
        ...(change.action === 'deactivate' ? [valueChange(['deactivated'], { from: false, to: true })] : []),
        ...change.limits.map((limit) => valueChange(['limit', limit.limit], limit)),
      ];
    default:
      return change satisfies never;
  }
}
