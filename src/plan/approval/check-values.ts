import type { Address } from '../../model/resources/address.ts';
import type { Change, DictionaryChange, InstructionChange, LimitChange, RuleChange } from '../plan.ts';
import { pairName } from './check-calls.ts';
import type { Renaming, Violation } from './violation.ts';

interface Sides {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What is added has no value before, and what is removed none after. */
const sameSides = (one: Sides, other: Sides): boolean => one.from === other.from && one.to === other.to;

function checkEntries(planned: DictionaryChange, approved: readonly DictionaryChange[]): readonly Violation[] {
  const known = new Map(approved.flatMap(({ entries }) => entries).map((entry) => [entry.source, entry]));
  return planned.entries.flatMap((entry): readonly Violation[] => {
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
): readonly Violation[] {
  const key = ({ category, rule }: RuleChange): string => JSON.stringify([category, rule]);
  const known = new Map(approved.map((rule) => [key(rule), rule]));
  return planned.flatMap((rule): readonly Violation[] => {
    const found = known.get(key(rule));
    if (found !== undefined && sameSides(rule, found)) return [];
    return [{ kind: 'rule', address, planned: rule, ...(found !== undefined && { approved: found }) }];
  });
}

/** As often as one plan says and no more: a list may hold an instruction twice. Which of them it is, the calls say. */
function checkInstructions(
  address: Address,
  planned: readonly InstructionChange[],
  approved: readonly (readonly InstructionChange[])[],
): readonly Violation[] {
  const text = (change: InstructionChange): string => {
    const sides = [
      change.kind === 'added' ? undefined : change.from,
      change.kind === 'removed' ? undefined : change.to,
    ];
    return JSON.stringify(sides.map((content) => [content?.label, content?.prompt, content?.sourceLanguage]));
  };
  const left = new Map<string, number>();
  for (const one of approved.map((changes) => changes.map(text)))
    for (const each of new Set(one)) {
      const times = one.filter((other) => other === each).length;
      left.set(each, Math.max(times, left.get(each) ?? 0));
    }
  return planned.flatMap((change): readonly Violation[] => {
    const times = left.get(text(change)) ?? 0;
    left.set(text(change), times - 1);
    return times > 0 ? [] : [{ kind: 'instruction', address, planned: change }];
  });
}

function checkLimits(
  address: Address,
  planned: readonly LimitChange[],
  approved: readonly LimitChange[],
): readonly Violation[] {
  return planned.flatMap((limit): readonly Violation[] => {
    const found = approved.findLast((each) => each.limit === limit.limit);
    if (found !== undefined && found.from === limit.from && found.to === limit.to) return [];
    return [{ kind: 'limit', address, planned: limit, ...(found !== undefined && { approved: found }) }];
  });
}

const renamingOf = ({ nameBefore, nameAfter }: Change): Renaming | undefined =>
  nameBefore === nameAfter
    ? undefined
    : { ...(nameBefore !== undefined && { from: nameBefore }), ...(nameAfter !== undefined && { to: nameAfter }) };

function checkName(planned: Change, approved: readonly Change[]): readonly Violation[] {
  const now = renamingOf(planned);
  const then = approved.findLast((change) => renamingOf(change) !== undefined);
  const renaming = then && renamingOf(then);
  // A key that the approved plan was to make has its name already.
  if (now === undefined || (now.from === renaming?.from && now.to === renaming?.to)) return [];
  const { address } = planned;
  return [{ kind: 'name', address, planned: now, ...(renaming !== undefined && { approved: renaming }) }];
}

function checkParts(planned: Change, approved: readonly Change[]): readonly Violation[] {
  const { address } = planned;
  if (planned.kind === 'glossary') {
    const dictionaries = approved.flatMap((change) => (change.kind === 'glossary' ? change.dictionaries : []));
    return planned.dictionaries.flatMap((each) =>
      checkEntries(
        each,
        dictionaries.filter(({ pair }) => pairName(pair) === pairName(each.pair)),
      ),
    );
  }
  if (planned.kind === 'style-list') {
    const lists = approved.filter((change) => change.kind === 'style-list');
    const rules = lists.flatMap((list) => list.rules);
    const instructions = lists.map((list) => list.instructions);
    return [
      ...checkRules(address, planned.rules, rules),
      ...checkInstructions(address, planned.instructions, instructions),
    ];
  }
  const limits = approved.flatMap((change) => (change.kind === 'developer-key' ? change.limits : []));
  return checkLimits(address, planned.limits, limits);
}

/**
 * What a change says and none of the approved ones does. Of several that say something of one value, the last one
 * counts: its reviewers have seen the others merged.
 */
export const checkValues = (planned: Change, approved: readonly Change[]): readonly Violation[] => [
  ...checkName(planned, approved),
  ...checkParts(planned, approved),
];
