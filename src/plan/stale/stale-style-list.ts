import { rulesDigest, sameInstruction, styleListDigest } from '../../model/resources/digest.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import { withoutDefaults } from '../diff/instruction-spelling.ts';
import type { StyleListChange, StyleListOperation } from '../plan.ts';
import { plannedValues } from '../planned-values.ts';
import { type NamedValue, type StaleDetail, type StaleInput, staleDetail } from './stale-detail.ts';

type NamedInstruction = readonly [key: ValueKey, content: CustomInstruction];

const valuesOf = (
  { name, rules }: StyleListContent,
  instructions: readonly NamedInstruction[],
): readonly NamedValue[] => [
  [['name'], name],
  ...[...rules].flatMap(([category, selected]) =>
    [...selected].map(([rule, option]): NamedValue => [['rule', category, rule], option]),
  ),
  ...instructions,
];

/** The content that values are. */
function contentOf(values: readonly NamedValue[], language: string): StyleListContent {
  const rules = new Map<string, Map<string, string>>();
  const instructions: CustomInstruction[] = [];
  let name = '';
  for (const [[part, category = '', rule = ''], value] of values) {
    if (part === 'name') name = String(value);
    if (part === 'instruction') instructions.push(value as CustomInstruction);
    if (part === 'rule')
      rules.set(category, (rules.get(category) ?? new Map<string, string>()).set(rule, String(value)));
  }
  return { name, language, rules, instructions };
}

/** Instructions under the keys of known ones of the same content, each of which stands for one; others as they are. */
function identified(
  instructions: readonly NamedInstruction[],
  known: readonly NamedInstruction[],
  language: string,
): readonly NamedInstruction[] {
  const left = [...known];
  return instructions.map(([key, content]) => {
    const at = left.findIndex(([, each]) => sameInstruction(each, content, language));
    return [at < 0 ? key : (left.splice(at, 1)[0]?.[0] ?? key), content];
  });
}

/** Which values an operation is about, their digest as it counts them, and how many there were. */
function scopeOf(
  { rulesBefore, instructionsBefore }: StyleListChange,
  operation: StyleListOperation,
  language: string,
): Pick<StaleInput, 'touches' | 'digest' | 'sizeBefore'> {
  switch (operation.kind) {
    case 'create-style-list':
    case 'delete-style-list':
      return {
        touches: ([part]) => part !== 'language',
        digest: (values) => styleListDigest(contentOf(values, language)),
        sizeBefore: rulesBefore + instructionsBefore,
      };
    case 'rename-style-list':
      return { touches: ([part]) => part === 'name' };
    case 'replace-rules':
      return {
        touches: ([part]) => part === 'rule',
        digest: (values) => rulesDigest(contentOf(values, language).rules),
        sizeBefore: rulesBefore,
      };
    case 'add-instruction':
      return { touches: () => false };
    case 'edit-instruction':
    case 'delete-instruction':
      return { touches: ([part, id]) => part === 'instruction' && id === operation.instructionId };
    default:
      return operation satisfies never;
  }
}

/**
 * What became of the part of a style list that an operation was to change. `now`: `undefined` when the list is gone.
 */
export function staleStyleList(
  change: StyleListChange,
  operation: StyleListOperation,
  { now: live, base }: { readonly now: LiveStyleList | undefined; readonly base: StyleListContent | undefined },
): StaleDetail {
  const isCreation = operation.kind === 'create-style-list';
  // What takes the place of a list is made of parts of it that the plan does not hold.
  if (isCreation && change.action === 'replace') return { values: [], count: 0, complete: false };
  const now = live && withoutDefaults(live);
  const listLanguage = now?.content.language ?? change.languageBefore ?? change.languageAfter ?? '';
  const there = (now?.instructions ?? []).map(({ id, content }): NamedInstruction => [['instruction', id], content]);
  const planned = (side: 'from' | 'to'): readonly NamedInstruction[] =>
    plannedValues(change).flatMap(({ key, [side]: value }) =>
      key[0] === 'instruction' && value !== undefined ? [[key, value as CustomInstruction]] : [],
    );
  // One that the plan has is the same one under its id, whatever somebody has made of it since.
  const before = planned('from');
  const known = [...before, ...there.filter(([[, id]]) => before.every(([[, other]]) => other !== id))];
  const recorded = (base?.instructions ?? []).map(
    (content, index): NamedInstruction => [['instruction', `ledger ${index}`], content],
  );
  return staleDetail({
    change,
    operation,
    ...scopeOf(change, operation, listLanguage),
    now: now ? valuesOf(now.content, isCreation ? identified(there, planned('to'), listLanguage) : there) : [],
    base: base && valuesOf(base, identified(recorded, known, listLanguage)),
    listLanguage,
  });
}
