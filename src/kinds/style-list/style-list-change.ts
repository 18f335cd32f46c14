import { valueChange } from '../../model/plan/change-values.ts';
import type { Change } from '../../model/plan/plan.ts';
import type { StyleListAddress } from '../../model/resources/address.ts';
import type { DesiredStyleList } from '../../model/resources/desired.ts';
import { rulesDigest, sameInstruction, styleListDigest } from '../../model/resources/digest.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import { isInstruction, type ValueChange } from '../../model/resources/value.ts';
import { type ChangeBody, withOperations } from '../draft.ts';
import { diffRules, ruleCount } from './diff-rules.ts';
import { spelledAs } from './instruction-spelling.ts';
import { inContentOrder, type PairedInstructions, pairInstructions } from './pair-instructions.ts';
import { type StyleListSides, styleListOperations } from './style-list-operations.ts';

export interface StyleListChangeInput {
  readonly desired: DesiredStyleList;
  readonly live?: LiveStyleList;
  readonly adopted: boolean;
  /** Live lists that already bear the desired name. */
  readonly sameName: readonly string[];
}

/** Removed, then changed, then added, as the reviewer reads them. */
function instructionChanges(
  { edits, adds, deletes }: PairedInstructions,
  { content: { instructions, language }, instructionOrigins }: DesiredStyleList,
): readonly ValueChange[] {
  return [
    ...deletes.map(({ id, content }) =>
      valueChange(['instruction', id], spelledAs(undefined, content, language), undefined),
    ),
    ...edits.map(({ live: { id, content }, to }) =>
      valueChange(
        ['instruction', id],
        spelledAs(instructions[to], content, language),
        instructions[to],
        instructionOrigins[to],
      ),
    ),
    ...adds.map((to, index) =>
      valueChange(['instruction', `new ${index + 1}`], undefined, instructions[to], instructionOrigins[to]),
    ),
  ];
}

/**
 * How many instructions of the content of an added one there are once it is added: those that stay, those that were
 * edited, and those added before it.
 */
function occurrenceOf(
  added: ValueChange,
  changes: readonly ValueChange[],
  kept: PairedInstructions['kept'],
  listLanguage: string,
): number {
  const present = [
    ...kept.map(({ content }) => content),
    ...changes.slice(0, changes.indexOf(added) + 1).map(({ to }) => to),
  ];
  return present.filter(
    (each) => isInstruction(each) && sameInstruction(each, added.to as CustomInstruction, listLanguage),
  ).length;
}

/** The change that makes one style list what the file asks for; `undefined` when it is that already. */
export function styleListChange(input: StyleListChangeInput): Change | undefined {
  const { desired, live, adopted } = input;
  const { address, origin, content } = desired;
  const old = live?.content;
  const paired = pairInstructions(live?.instructions ?? [], content.instructions, content.language);
  const instructions = instructionChanges(paired, desired);
  const body: ChangeBody = {
    kind: 'style-list',
    action: old === undefined ? 'create' : old.language === content.language ? 'update' : 'replace',
    address,
    ...(live !== undefined && { id: live.id }),
    adopted,
    values: [
      valueChange(['name'], old?.name, content.name),
      valueChange(['language'], old?.language, content.language),
      ...diffRules(old?.rules ?? new Map(), content.rules, desired.locateRule),
      ...instructions,
    ],
    before: sizesOf(live),
    children: [],
    origin,
  };
  const sides: StyleListSides = {
    notIds: input.sameName,
    created: () => styleListDigest(content),
    deleted: () => (old === undefined ? 'absent' : styleListDigest(old)),
    rules: () => ({ pre: rulesDigest(old?.rules ?? new Map()), post: rulesDigest(content.rules) }),
    occurrence: (added) => occurrenceOf(added, instructions, paired.kept, content.language),
  };
  const change = withOperations(body, styleListOperations(body, sides));
  return change.operations.length === 0 ? undefined : change;
}

const sizesOf = (live: LiveStyleList | undefined): Change['before'] => ({
  rule: live === undefined ? 0 : ruleCount(live.content.rules),
  instruction: live?.instructions.length ?? 0,
});

/**
 * The deletion of a whole list, bound to everything that goes with it. `leftOf`: of the one that has taken its place.
 */
export function styleListDeletion(address: StyleListAddress, live: LiveStyleList, leftOf?: StyleListAddress): Change {
  const { name, language, rules } = live.content;
  const body: ChangeBody = {
    kind: 'style-list',
    action: 'delete',
    address,
    ...(leftOf !== undefined && { leftOf }),
    id: live.id,
    adopted: false,
    values: [
      { key: ['name'], from: name },
      { key: ['language'], from: language },
      ...diffRules(rules, new Map(), () => undefined),
      ...inContentOrder(live.instructions, language).map(
        ({ id, content }): ValueChange => ({
          key: ['instruction', id],
          from: content,
        }),
      ),
    ],
    before: sizesOf(live),
    children: [],
  };
  const none: StyleListSides = {
    notIds: [],
    created: () => 'absent',
    deleted: () => styleListDigest(live.content),
    rules: () => ({ pre: 'absent', post: 'absent' }),
    occurrence: () => 0,
  };
  return withOperations(body, styleListOperations(body, none));
}
