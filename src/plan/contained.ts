import type { Address, DictionaryAddress } from '../model/address.ts';
import { digestOf } from '../model/digest.ts';
import type { Digest } from '../model/ids.ts';
import type {
  Change,
  DictionaryChange,
  EntryChange,
  InstructionChange,
  LimitChange,
  Operation,
  Plan,
  RuleChange,
} from './plan.ts';

/** What a plan has that the approved one has not, as data. `planned` is what would be done now. */
export type NotApproved =
  | { readonly kind: 'target'; readonly planned: Plan['target']; readonly approved: Plan['target'] }
  /** The approved plan says nothing of this address. */
  | { readonly kind: 'change'; readonly address: Address; readonly planned: Change['action'] }
  /** It was approved for another live resource, or for none yet. */
  | { readonly kind: 'resource'; readonly address: Address; readonly planned?: string; readonly approved?: string }
  | { readonly kind: 'name'; readonly address: Address; readonly planned: Renaming; readonly approved?: Renaming }
  | {
      readonly kind: 'entry';
      readonly address: DictionaryAddress;
      readonly planned: EntryChange;
      readonly approved?: EntryChange;
    }
  | { readonly kind: 'rule'; readonly address: Address; readonly planned: RuleChange; readonly approved?: RuleChange }
  | { readonly kind: 'instruction'; readonly address: Address; readonly planned: InstructionChange }
  | {
      readonly kind: 'limit';
      readonly address: Address;
      readonly planned: LimitChange;
      readonly approved?: LimitChange;
    }
  /** A call that was not approved, though all that it sends was. */
  | { readonly kind: 'operation'; readonly address: Address; readonly planned: Operation }
  /** The call was approved, and would leave or take away something else. */
  | { readonly kind: 'result'; readonly address: Address; readonly planned: Operation };

export interface Renaming {
  readonly from?: string;
  readonly to?: string;
}

const pairText = ({ source, target }: DictionaryChange['pair']): string => JSON.stringify([source, target]);

/**
 * What makes two calls the same. Both ways to write a dictionary are one, because a PUT whose removals are done has become a PATCH; and a new name is one,
 * whether it rides on a PATCH or not. Single instructions are told apart by what becomes of them, and what goes by what it is.
 */
function callOf(operation: Operation): string {
  const { kind, path, pre, post } = operation;
  switch (kind) {
    case 'merge-entries':
    case 'put-dictionary':
      return `write-dictionary ${pairText(operation.pair)}`;
    case 'add-instruction':
      return JSON.stringify([kind, post]);
    case 'edit-instruction':
    case 'delete-instruction':
      return JSON.stringify([kind, operation.instructionId, pre, post]);
    case 'delete-dictionary':
    case 'delete-glossary':
    case 'delete-style-list':
      return JSON.stringify([kind, path]);
    case 'create-glossary':
    case 'rename-glossary':
    case 'create-style-list':
    case 'rename-style-list':
    case 'replace-rules':
    case 'create-developer-key':
    case 'rename-developer-key':
    case 'limit-developer-key':
    case 'deactivate-developer-key':
      return kind;
    default:
      return operation satisfies never;
  }
}

/** The digest that the dictionary of a call will have with the name of its glossary, from whichever of both it is. */
const namedPost = ({ post }: Operation, hasName: boolean, name: string): Digest | 'absent' =>
  hasName ? post : digestOf({ name, entries: post });

function sameResult(planned: Operation, approved: Operation, name = ''): boolean {
  const [one, other] = [planned, approved].map((operation) => operation.kind === 'merge-entries' && operation.rename);
  if (one !== other) return namedPost(planned, one === true, name) === namedPost(approved, other === true, name);
  // What goes must be what was looked at.
  const sameBefore = planned.post !== 'absent' || planned.pre === approved.pre;
  return planned.post === approved.post && sameBefore;
}

function checkOperations(planned: Change, approved: Change): readonly NotApproved[] {
  const { address } = planned;
  const left = approved.operations.map((each) => ({ each, call: callOf(each) }));
  return planned.operations.flatMap((operation): readonly NotApproved[] => {
    // The new name and the limits stand in the change, and are compared there.
    if (operation.kind === 'rename-glossary') return [];
    const call = callOf(operation);
    const index = left.findIndex((other) => other.call === call);
    const found = index < 0 ? undefined : left.splice(index, 1)[0]?.each;
    if (found === undefined) return [{ kind: 'operation', address, planned: operation }];
    if (operation.kind === 'limit-developer-key' || sameResult(operation, found, approved.nameAfter)) return [];
    return [{ kind: 'result', address, planned: operation }];
  });
}

interface Sides {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What is added has no value before, and what is removed none after. */
const sameSides = (one: Sides, other: Sides): boolean => one.from === other.from && one.to === other.to;

function checkEntries(planned: DictionaryChange, approved: DictionaryChange | undefined): readonly NotApproved[] {
  const known = new Map(approved?.entries.map((entry) => [entry.source, entry]));
  return planned.entries.flatMap((entry): readonly NotApproved[] => {
    const found = known.get(entry.source);
    if (found !== undefined && sameSides(entry, found)) return [];
    const { address } = planned;
    return [{ kind: 'entry', address, planned: entry, ...(found !== undefined && { approved: found }) }];
  });
}

function checkRules(
  address: Address,
  planned: readonly RuleChange[],
  approved: readonly RuleChange[],
): readonly NotApproved[] {
  const key = ({ category, rule }: RuleChange): string => JSON.stringify([category, rule]);
  const known = new Map(approved.map((rule) => [key(rule), rule]));
  return planned.flatMap((rule): readonly NotApproved[] => {
    const found = known.get(key(rule));
    if (found !== undefined && sameSides(rule, found)) return [];
    return [{ kind: 'rule', address, planned: rule, ...(found !== undefined && { approved: found }) }];
  });
}

/** As often as it was approved and no more: a list may hold an instruction twice. Which of them it is, the calls say. */
function checkInstructions(
  address: Address,
  planned: readonly InstructionChange[],
  approved: readonly InstructionChange[],
): readonly NotApproved[] {
  const text = (change: InstructionChange): string => {
    const sides = [
      change.kind === 'added' ? undefined : change.from,
      change.kind === 'removed' ? undefined : change.to,
    ];
    return JSON.stringify(sides.map((content) => [content?.label, content?.prompt, content?.sourceLanguage]));
  };
  const left = approved.map(text);
  return planned.flatMap((change): readonly NotApproved[] => {
    const index = left.indexOf(text(change));
    if (index >= 0) left.splice(index, 1);
    return index >= 0 ? [] : [{ kind: 'instruction', address, planned: change }];
  });
}

function checkLimits(
  address: Address,
  planned: readonly LimitChange[],
  approved: readonly LimitChange[],
): readonly NotApproved[] {
  return planned.flatMap((limit): readonly NotApproved[] => {
    const found = approved.find((each) => each.limit === limit.limit);
    if (found !== undefined && found.from === limit.from && found.to === limit.to) return [];
    return [{ kind: 'limit', address, planned: limit, ...(found !== undefined && { approved: found }) }];
  });
}

const renamingOf = ({ nameBefore, nameAfter }: Change): Renaming | undefined =>
  nameBefore === nameAfter
    ? undefined
    : { ...(nameBefore !== undefined && { from: nameBefore }), ...(nameAfter !== undefined && { to: nameAfter }) };

function checkName(planned: Change, approved: Change): readonly NotApproved[] {
  const [now, then] = [renamingOf(planned), renamingOf(approved)];
  // A key that the approved plan was to make has its name already.
  if (now === undefined || (now.from === then?.from && now.to === then?.to)) return [];
  return [{ kind: 'name', address: planned.address, planned: now, ...(then !== undefined && { approved: then }) }];
}

/** The id of a new key is known only when it is made, and its limits are set after that. */
const isSameResource = (planned: Change, approved: Change): boolean =>
  planned.id === approved.id || (planned.kind === 'developer-key' && approved.action === 'create' && !planned.adopted);

const isGoing = ({ action }: Change): boolean => action === 'delete' || action === 'deactivate';

function checkValues(planned: Change, approved: Change): readonly NotApproved[] {
  const { address } = planned;
  if (planned.kind === 'glossary' && approved.kind === 'glossary')
    return planned.dictionaries.flatMap((dictionary) =>
      checkEntries(
        dictionary,
        approved.dictionaries.find((each) => pairText(each.pair) === pairText(dictionary.pair)),
      ),
    );
  if (planned.kind === 'style-list' && approved.kind === 'style-list')
    return [
      ...checkRules(address, planned.rules, approved.rules),
      ...checkInstructions(address, planned.instructions, approved.instructions),
    ];
  if (planned.kind === 'developer-key' && approved.kind === 'developer-key')
    return checkLimits(address, planned.limits, approved.limits);
  return [];
}

function checkChange(planned: Change, approved: Change | undefined): readonly NotApproved[] {
  const { address, id } = planned;
  if (approved === undefined) return [{ kind: 'change', address, planned: planned.action }];
  if (!isSameResource(planned, approved))
    return [
      {
        kind: 'resource',
        address,
        ...(id !== undefined && { planned: id }),
        ...(approved.id !== undefined && { approved: approved.id }),
      },
    ];
  // Of a list that was to be replaced, only its deletion may be left to do.
  if (planned.kind === 'style-list' && planned.leftOf !== undefined) return checkOperations(planned, approved);
  const ofValues = [...checkName(planned, approved), ...checkValues(planned, approved)];
  // Values say more than the calls that carry them.
  return ofValues.length > 0 ? ofValues : checkOperations(planned, approved);
}

/**
 * What `plan` would do and `approved` does not: empty when every call of it was approved, for the same resource, from the same values to the same, and with
 * the same end state of what it touches. Fewer calls are fine, since a part may be done already. What is only taken into the history is not compared: it
 * changes nothing on the service. Both plans are only looked at, so `approved` may come from anybody.
 */
export function containedIn(plan: Plan, approved: Plan): readonly NotApproved[] {
  const [{ target }, { target: other }] = [plan, approved];
  if (target.name !== other.name || target.baseUrl !== other.baseUrl)
    return [{ kind: 'target', planned: target, approved: other }];
  const known = new Map(approved.changes.map((change) => [change.address as Address, change]));
  // What no file names has its address from its name and from what else is there, so the next one may move up when the first is gone.
  const idOf = ({ kind, id }: Change): string => `${kind} ${id}`;
  const going = new Map(
    approved.changes
      .filter((change) => isGoing(change) || change.action === 'replace')
      .map((change) => [idOf(change), change]),
  );
  return plan.changes.flatMap((change) =>
    checkChange(change, (isGoing(change) ? going.get(idOf(change)) : undefined) ?? known.get(change.address)),
  );
}
