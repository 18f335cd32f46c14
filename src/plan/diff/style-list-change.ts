import type { StyleId } from '../../model/ids.ts';
import type { StyleListAddress } from '../../model/resources/address.ts';
import type { DesiredStyleList } from '../../model/resources/desired.ts';
import { rulesDigest, sameInstruction, styleListDigest } from '../../model/resources/digest.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { type StyleListBody, type StyleListSides, styleListOperations } from '../compile/style-list-operations.ts';
import type { InstructionChange, StyleListChange } from '../plan.ts';
import { diffRules, ruleCount } from './diff-rules.ts';
import { spelledAs } from './instruction-spelling.ts';
import { inContentOrder, type PairedInstructions, pairInstructions } from './pair-instructions.ts';

export interface StyleListChangeInput {
  readonly desired: DesiredStyleList;
  readonly live?: LiveStyleList;
  readonly adopted: boolean;
  /** Live lists that already bear the desired name. */
  readonly sameName: readonly StyleId[];
}

/** Removed, then changed, then added, as the reviewer reads them. */
function instructionChanges(
  { edits, adds, deletes }: PairedInstructions,
  desired: DesiredStyleList,
): readonly InstructionChange[] {
  const place = (to: number): { readonly at?: SourceRef } => {
    const at = desired.instructionOrigins[to];
    return at === undefined ? {} : { at };
  };
  const content = (to: number): CustomInstruction => desired.content.instructions[to] as CustomInstruction;
  const { language } = desired.content;
  return [
    ...deletes.map(
      ({ id, content: from }): InstructionChange => ({
        kind: 'removed',
        id,
        from: spelledAs(undefined, from, language),
      }),
    ),
    ...edits.map(
      ({ live, to }): InstructionChange => ({
        kind: 'changed',
        id: live.id,
        from: spelledAs(content(to), live.content, language),
        to: content(to),
        ...place(to),
      }),
    ),
    ...adds.map((to): InstructionChange => ({ kind: 'added', to: content(to), ...place(to) })),
  ];
}

/**
 * How many instructions of the content of an added one there are once it is added: those that stay, those that were
 * edited, and those added before it.
 */
function occurrencesOf(
  changes: readonly InstructionChange[],
  kept: PairedInstructions['kept'],
  listLanguage: string,
): readonly number[] {
  const present: CustomInstruction[] = [
    ...kept.map(({ content }) => content),
    ...changes.flatMap((change) => (change.kind === 'changed' ? [change.to] : [])),
  ];
  return changes.map((change) => {
    if (change.kind !== 'added') return 0;
    present.push(change.to);
    return present.filter((content) => sameInstruction(content, change.to, listLanguage)).length;
  });
}

/** The change that makes one style list what the file asks for; `undefined` when it is that already. */
export function styleListChange(input: StyleListChangeInput): StyleListChange | undefined {
  const { desired, live, adopted } = input;
  const { address, origin, content } = desired;
  const old = live?.content;
  const rules = diffRules(old?.rules ?? new Map(), content.rules, desired.locateRule);
  const paired = pairInstructions(live?.instructions ?? [], content.instructions, content.language);
  const instructions = instructionChanges(paired, desired);
  const shared = {
    kind: 'style-list',
    address,
    origin,
    adopted,
    nameAfter: content.name,
    languageAfter: content.language,
    rules,
    rulesBefore: old === undefined ? 0 : ruleCount(old.rules),
    instructions,
    instructionsBefore: live?.instructions.length ?? 0,
  } as const;
  const sides: StyleListSides = {
    notIds: input.sameName,
    created: () => styleListDigest(content),
    deleted: () => (old === undefined ? 'absent' : styleListDigest(old)),
    rules: () => ({ pre: rulesDigest(old?.rules ?? new Map()), post: rulesDigest(content.rules) }),
    occurrence: (index) => occurrencesOf(instructions, paired.kept, content.language)[index] ?? 0,
  };
  const made = (body: StyleListBody): StyleListChange => ({ ...body, operations: styleListOperations(body, sides) });
  if (live === undefined || old === undefined) return made({ ...shared, action: 'create' });
  const known = { ...shared, id: live.id, nameBefore: old.name, languageBefore: old.language } as const;
  if (old.language !== content.language) return made({ ...known, action: 'replace' });
  const change = made({ ...known, action: 'update' });
  return change.operations.length === 0 ? undefined : change;
}

/**
 * The deletion of a whole list, bound to everything that goes with it. `leftOf`: of the one that has taken its place.
 */
export function styleListDeletion(
  address: StyleListAddress,
  live: LiveStyleList,
  leftOf?: StyleListAddress,
): StyleListChange {
  const body: StyleListBody = {
    kind: 'style-list',
    action: 'delete',
    address,
    ...(leftOf !== undefined && { leftOf }),
    id: live.id,
    adopted: false,
    nameBefore: live.content.name,
    languageBefore: live.content.language,
    rules: diffRules(live.content.rules, new Map(), () => undefined),
    rulesBefore: ruleCount(live.content.rules),
    instructions: inContentOrder(live.instructions, live.content.language).map(({ id, content: from }) => ({
      kind: 'removed',
      id,
      from,
    })),
    instructionsBefore: live.instructions.length,
  };
  const deleted = () => styleListDigest(live.content);
  const none: StyleListSides = {
    notIds: [],
    created: () => 'absent',
    deleted,
    rules: () => ({ pre: 'absent', post: 'absent' }),
    occurrence: () => 0,
  };
  return { ...body, operations: styleListOperations(body, none) };
}
