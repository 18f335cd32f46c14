import {
  type NamedValue,
  namedValues,
  type StaleDetail,
  type StaleInput,
  staleDetail,
} from '../../change/stale-detail.ts';
import { type Change, languageOf, type Operation, valuesIn } from '../../model/plan/plan.ts';
import { withoutDefaults } from './instruction-spelling.ts';
import {
  isInstruction,
  type LiveStyleList,
  rulesDigest,
  type StyleListContent,
  sameInstruction,
  styleListDigest,
} from './style-list.ts';
import { STYLE_LIST } from './style-list-kind.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';

/** The content with these values. */
const contentOf = (values: readonly NamedValue[], language: string): StyleListContent =>
  STYLE_LIST_LEDGER.fromValues([[['language'], language], ...values], new Map());

/**
 * Gives instructions the keys of known ones with the same content. Each known one is used once; other instructions keep
 * their keys.
 */
function identified(
  instructions: readonly NamedValue[],
  known: readonly NamedValue[],
  language: string,
): readonly NamedValue[] {
  const left = [...known];
  return instructions.map(([key, content]) => {
    const at = left.findIndex(
      ([, each]) => isInstruction(each) && isInstruction(content) && sameInstruction(each, content, language),
    );
    return [at < 0 ? key : (left.splice(at, 1)[0]?.[0] ?? key), content];
  });
}

/** The digest of values, computed like the one of the operation. */
function digestIn(language: string, { kind }: Operation): Pick<StaleInput, 'digest'> {
  if (kind === 'replace-rules') return { digest: (values) => rulesDigest(contentOf(values, language).rules) };
  if (kind !== 'create-style-list' && kind !== 'delete-style-list') return {};
  return { digest: (values) => styleListDigest(contentOf(values, language)) };
}

/**
 * Compares the part of a style list that an operation should have changed with the plan. `now`: the live list;
 * `undefined` if it was deleted.
 */
export function staleStyleList(
  change: Change,
  operation: Operation,
  { now: live, base }: { readonly now: LiveStyleList | undefined; readonly base: StyleListContent | undefined },
): StaleDetail {
  const isCreation = operation.kind === 'create-style-list';
  // A replacement contains parts of the old list that are not in the plan, so its values cannot be compared.
  if (isCreation && change.action === 'replace') return { values: [], count: 0, complete: false };
  // An added instruction has no id yet, so it is not searched among the live ones.
  if (operation.kind === 'add-instruction') return { values: [], count: 0, complete: true };
  const now = live && withoutDefaults(live);
  const { from, to = '' } = languageOf(change);
  const listLanguage = now?.content.language ?? from ?? to;
  const there = (now?.instructions ?? []).map(({ id, content }): NamedValue => [['instruction', id], content]);
  const planned = (side: 'from' | 'to'): readonly NamedValue[] =>
    valuesIn(change, 'instruction').flatMap(({ key, [side]: value }) => (value === undefined ? [] : [[key, value]]));
  // An instruction in the plan keeps its id, even if its content has changed since.
  const before = planned('from');
  const known = [...before, ...there.filter(([[, id]]) => before.every(([[, other]]) => other !== id))];
  const recorded = (base?.instructions ?? []).map(
    (content, index): NamedValue => [['instruction', `ledger ${index}`], content],
  );
  const valuesOf = (content: StyleListContent, instructions: readonly NamedValue[]): readonly NamedValue[] => [
    ...namedValues(STYLE_LIST.values(content)),
    ...instructions,
  ];
  return staleDetail({
    change,
    operation,
    ...digestIn(listLanguage, operation),
    now: now ? valuesOf(now.content, isCreation ? identified(there, planned('to'), listLanguage) : there) : [],
    base: base && valuesOf(base, identified(recorded, known, listLanguage)),
    isAlike: (left, right) => isInstruction(left) && isInstruction(right) && sameInstruction(left, right, listLanguage),
  });
}
