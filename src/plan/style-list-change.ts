import type { StyleListAddress } from '../model/address.ts';
import type { DesiredStyleList } from '../model/desired.ts';
import { instructionDigest, nameDigest, rulesDigest, sameInstruction, styleListDigest } from '../model/digest.ts';
import type { StyleId } from '../model/ids.ts';
import type { LiveStyleList } from '../model/live.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { CustomInstruction } from '../model/style-list.ts';
import { diffRules, ruleCount } from './diff-rules.ts';
import { spelledAs } from './instruction-spelling.ts';
import { inContentOrder, type PairedInstructions, pairInstructions } from './pair-instructions.ts';
import type { InstructionChange, StyleListChange, StyleListOperation } from './plan.ts';

export interface StyleListChangeInput {
  readonly desired: DesiredStyleList;
  readonly live?: LiveStyleList;
  readonly adopted: boolean;
  /** Live lists that already bear the desired name. */
  readonly sameName: readonly StyleId[];
}

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;
type Draft = WithoutId<StyleListOperation>;

const numbered = (address: StyleListAddress, drafts: readonly Draft[]): readonly StyleListOperation[] =>
  drafts.map((draft, index) => ({ id: `${address}#${index + 1}`, ...draft }));

const pathOf = (id: StyleId): string => `/v3/style_rules/${encodeURIComponent(id)}`;

const createOperation = ({ desired, sameName }: StyleListChangeInput): Draft => ({
  kind: 'create-style-list',
  method: 'POST',
  path: '/v3/style_rules',
  pre: 'absent',
  post: styleListDigest(desired.content),
  notIds: sameName,
});

const deleteOperation = (live: LiveStyleList): Draft => ({
  kind: 'delete-style-list',
  method: 'DELETE',
  path: pathOf(live.id),
  pre: styleListDigest(live.content),
  post: 'absent',
});

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

/** One call for each change of an instruction. Edits come first: they change the number of none. There is never both an add and a delete. */
function instructionOperations(
  changes: readonly InstructionChange[],
  kept: PairedInstructions['kept'],
  live: LiveStyleList,
): readonly Draft[] {
  const path = `${pathOf(live.id)}/custom_instructions`;
  const { language } = live.content;
  const digest = (content: CustomInstruction) => instructionDigest(content, language);
  const present: CustomInstruction[] = [
    ...kept.map(({ content }) => content),
    ...changes.flatMap((change) => (change.kind === 'changed' ? [change.to] : [])),
  ];
  const drafts = changes.map((change, instruction): Draft => {
    switch (change.kind) {
      case 'removed':
        return {
          kind: 'delete-instruction',
          method: 'DELETE',
          path: `${path}/${encodeURIComponent(change.id)}`,
          pre: digest(change.from),
          post: 'absent',
          instruction,
          instructionId: change.id,
        };
      case 'changed':
        return {
          kind: 'edit-instruction',
          method: 'PUT',
          path: `${path}/${encodeURIComponent(change.id)}`,
          pre: digest(change.from),
          post: digest(change.to),
          instruction,
          instructionId: change.id,
        };
      case 'added': {
        present.push(change.to);
        const occurrence = present.filter((content) => sameInstruction(content, change.to, language)).length;
        return {
          kind: 'add-instruction',
          method: 'POST',
          path,
          pre: 'absent',
          post: digest(change.to),
          instruction,
          occurrence,
        };
      }
      default:
        return change satisfies never;
    }
  });
  return [
    ...drafts.filter(({ kind }) => kind === 'edit-instruction'),
    ...drafts.filter(({ kind }) => kind !== 'edit-instruction'),
  ];
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
  if (live === undefined || old === undefined) {
    return { ...shared, action: 'create', operations: numbered(address, [createOperation(input)]) };
  }
  const known = { ...shared, id: live.id, nameBefore: old.name, languageBefore: old.language } as const;
  if (old.language !== content.language) {
    return {
      ...known,
      action: 'replace',
      operations: numbered(address, [createOperation(input), deleteOperation(live)]),
    };
  }
  const rename: readonly Draft[] =
    old.name === content.name
      ? []
      : [
          {
            kind: 'rename-style-list',
            method: 'PATCH',
            path: pathOf(live.id),
            pre: nameDigest(old.name),
            post: nameDigest(content.name),
          },
        ];
  const replaceRules: readonly Draft[] =
    rules.length === 0
      ? []
      : [
          {
            kind: 'replace-rules',
            method: 'PUT',
            path: `${pathOf(live.id)}/configured_rules`,
            pre: rulesDigest(old.rules),
            post: rulesDigest(content.rules),
          },
        ];
  const drafts = [...rename, ...replaceRules, ...instructionOperations(instructions, paired.kept, live)];
  return drafts.length === 0 ? undefined : { ...known, action: 'update', operations: numbered(address, drafts) };
}

/** The deletion of a whole list, bound to everything that goes with it. `leftOf`: of the one that has taken its place. */
export const styleListDeletion = (
  address: StyleListAddress,
  live: LiveStyleList,
  leftOf?: StyleListAddress,
): StyleListChange => ({
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
  operations: numbered(address, [deleteOperation(live)]),
});
