import type { Digest } from '../../model/ids.ts';
import { styleListDigest } from '../../model/resources/digest.ts';
import type { ConfiguredRules, CustomInstruction } from '../../model/resources/style-list.ts';
import type { RuleChange, StyleListChange, StyleListOperation } from '../plan.ts';
import { styleListOperations } from './style-list-operations.ts';

const ruleKey = ({ category, rule }: RuleChange): string => JSON.stringify([category, rule]);

/** What is wrong with the numbers, rules and instructions of a list that changes. */
export function isStyleListSound(change: StyleListChange): boolean {
  const { action, rules, rulesBefore, instructions, instructionsBefore } = change;
  const ids = instructions.flatMap((each) => (each.kind === 'added' ? [] : [each.id]));
  const isOnly = (kind: string): boolean => [...rules, ...instructions].every((each) => each.kind === kind);
  const gone = rules.filter(({ kind }) => kind !== 'added').length;
  const counts =
    action === 'create'
      ? isOnly('added') && rulesBefore === 0 && instructionsBefore === 0
      : action === 'delete'
        ? isOnly('removed') && rulesBefore === rules.length && instructionsBefore === instructions.length
        : gone <= rulesBefore && ids.length <= instructionsBefore;
  return (
    counts &&
    new Set(ids).size === ids.length &&
    new Set(rules.map(ruleKey)).size === rules.length &&
    (action !== 'update' || change.languageBefore === change.languageAfter) &&
    (action !== 'replace' || change.languageBefore !== change.languageAfter)
  );
}

function sideOf(rules: readonly RuleChange[], side: 'from' | 'to'): ConfiguredRules {
  const made = new Map<string, Map<string, string>>();
  for (const change of rules) {
    const value = side === 'from' ? 'from' in change && change.from : 'to' in change && change.to;
    if (value === false) continue;
    made.set(change.category, (made.get(change.category) ?? new Map<string, string>()).set(change.rule, value));
  }
  return made;
}

/** One whole side of a list that comes or goes. */
const wholeDigest = (change: StyleListChange, side: 'from' | 'to'): Digest =>
  styleListDigest({
    name: (side === 'from' ? change.nameBefore : change.nameAfter) ?? '',
    language: (side === 'from' ? change.languageBefore : change.languageAfter) ?? '',
    rules: sideOf(change.rules, side),
    instructions: change.instructions.flatMap((each): readonly CustomInstruction[] => {
      if (side === 'from') return 'from' in each ? [each.from] : [];
      return 'to' in each ? [each.to] : [];
    }),
  });

/**
 * The operations that the change says, with the digests that it has; what it cannot say is as its own operations say.
 */
export function styleListOperationsOf(change: StyleListChange): readonly StyleListOperation[] {
  const { action, operations } = change;
  const stated = (kind: StyleListOperation['kind']): StyleListOperation | undefined =>
    operations.find((operation) => operation.kind === kind);
  const create = stated('create-style-list');
  const rules = stated('replace-rules');
  return styleListOperations(change, {
    notIds: create?.kind === 'create-style-list' ? create.notIds : [],
    // What stays of a list that is replaced stands in no plan.
    created: () => (action === 'create' ? wholeDigest(change, 'to') : (create?.post ?? 'absent')),
    deleted: () => (action === 'delete' ? wholeDigest(change, 'from') : (stated('delete-style-list')?.pre ?? 'absent')),
    rules: () => ({ pre: rules?.pre ?? 'absent', post: rules?.post ?? 'absent' }),
    occurrence: (index) => {
      const add = operations.find((each) => each.kind === 'add-instruction' && each.instruction === index);
      return add?.kind === 'add-instruction' ? Math.max(1, add.occurrence) : 0;
    },
  });
}
