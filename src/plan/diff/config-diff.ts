import { pairKey } from '../../model/entries/language-pair.ts';
import type { Address } from '../../model/resources/address.ts';
import type {
  DesiredDeveloperKey,
  DesiredGlossary,
  DesiredState,
  DesiredStyleList,
} from '../../model/resources/desired.ts';
import { sameInstruction } from '../../model/resources/digest.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { DeveloperKeyChange, GlossaryChange, Plan, StyleListChange } from '../plan.ts';
import { type PlannedCell, STALE_VALUES_MAX, type StaleSide, type StaleValue } from '../stale/stale-detail.ts';

/** What a plan was to do to one resource, where the files ask for something else by now: `now` is what they ask for. */
export interface ConfigDiff {
  readonly address: Address;
  /** The first ones. */
  readonly values: readonly StaleValue[];
  readonly count: number;
}

type AskedCell = readonly [planned: PlannedCell, now: StaleSide | undefined];

const side = <Name extends 'from' | 'to'>(name: Name, value: StaleSide | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, StaleSide>);

const ofGlossary = (change: GlossaryChange, desired: DesiredGlossary | undefined): readonly AskedCell[] => [
  [{ cell: { kind: 'name' }, ...side('from', change.nameBefore), ...side('to', change.nameAfter) }, desired?.name],
  ...change.dictionaries.flatMap(({ pair, entries }) =>
    entries.map((entry): AskedCell => {
      const cell = { kind: 'entry', pair: pairKey(pair), source: entry.source } as const;
      const from = entry.kind === 'added' ? undefined : entry.from;
      const to = entry.kind === 'removed' ? undefined : entry.to;
      const now = desired?.dictionaries.get(pairKey(pair))?.entries.get(entry.source);
      return [{ cell, ...side('from', from), ...side('to', to) }, now];
    }),
  ),
];

/** Instructions have no place of their own in files: the very one is there, or another one of its label, or none. */
function ofInstructions(
  { instructions }: StyleListChange,
  desired: DesiredStyleList | undefined,
): readonly AskedCell[] {
  const language = desired?.content.language ?? '';
  const wanted = desired?.content.instructions ?? [];
  const has = (content: CustomInstruction): boolean => wanted.some((each) => sameInstruction(each, content, language));
  return instructions.map((change): AskedCell => {
    const cell = { kind: 'instruction', id: 'id' in change ? change.id : 'new' } as const;
    if (change.kind === 'removed') return [{ cell, from: change.from }, has(change.from) ? change.from : undefined];
    const { to } = change;
    const from = change.kind === 'added' ? undefined : change.from;
    const now = has(to) ? to : wanted.find(({ label }) => label === to.label);
    return [{ cell, ...side('from', from), to }, now];
  });
}

const ofStyleList = (change: StyleListChange, desired: DesiredStyleList | undefined): readonly AskedCell[] => [
  [
    { cell: { kind: 'name' }, ...side('from', change.nameBefore), ...side('to', change.nameAfter) },
    desired?.content.name,
  ],
  ...change.rules.map((rule): AskedCell => {
    const cell = { kind: 'rule', category: rule.category, rule: rule.rule } as const;
    const from = rule.kind === 'added' ? undefined : rule.from;
    const to = rule.kind === 'removed' ? undefined : rule.to;
    return [
      { cell, ...side('from', from), ...side('to', to) },
      desired?.content.rules.get(rule.category)?.get(rule.rule),
    ];
  }),
  ...ofInstructions(change, desired),
];

const ofKey = (change: DeveloperKeyChange, desired: DesiredDeveloperKey | undefined): readonly AskedCell[] => [
  [{ cell: { kind: 'label' }, ...side('from', change.nameBefore), ...side('to', change.nameAfter) }, desired?.label],
  ...change.limits.map(
    ({ limit, from, to }): AskedCell => [{ cell: { kind: 'limit', limit }, from, to }, desired?.limits[limit]],
  ),
];

/**
 * What a plan that was saved does otherwise than the files ask by now, resource by resource. Of what the plan does not
 * speak of it says nothing. Pure.
 */
export function configDiff(plan: Plan, desired: DesiredState): readonly ConfigDiff[] {
  const find = <Of extends { readonly address: Address }>(all: readonly Of[] = [], address: Address): Of | undefined =>
    all.find((each) => each.address === address);
  return plan.changes.flatMap((change): readonly ConfigDiff[] => {
    const { address } = change;
    const wishes =
      change.kind === 'glossary'
        ? ofGlossary(change, find(desired.glossaries, address))
        : change.kind === 'style-list'
          ? ofStyleList(change, find(desired.styleLists, address))
          : ofKey(change, find(desired.developerKeys, address));
    const values = wishes
      .filter(([{ to }, now]) => JSON.stringify(to) !== JSON.stringify(now))
      .map(
        ([{ cell, ...sides }, now]): StaleValue => ({
          ...cell,
          planned: true,
          ...sides,
          ...(now !== undefined && { now }),
        }),
      );
    if (values.length === 0) return [];
    return [{ address, values: values.slice(0, STALE_VALUES_MAX), count: values.length }];
  });
}
