import {
  type NamedValue,
  namedValues,
  type StaleDetail,
  type StaleInput,
  staleDetail,
} from '../../change/stale-detail.ts';
import { languageOf, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import { withoutDefaults } from './instruction-spelling.ts';
import type { LiveStyleList, StyleListContent } from './style-list.ts';
import { isInstruction, rulesDigest, sameInstruction, styleListDigest } from './style-list.ts';
import { STYLE_LIST } from './style-list-kind.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';

/** The content that values are. */
const contentOf = (values: readonly NamedValue[], language: string): StyleListContent =>
  STYLE_LIST_LEDGER.fromValues([[['language'], language], ...values], new Map());

/** Instructions under the keys of known ones of the same content, each of which stands for one; others as they are. */
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

/** The digest of values, as the operation counts them. */
function digestIn(language: string, { kind }: Operation): Pick<StaleInput, 'digest'> {
  if (kind === 'replace-rules') return { digest: (values) => rulesDigest(contentOf(values, language).rules) };
  if (kind !== 'create-style-list' && kind !== 'delete-style-list') return {};
  return { digest: (values) => styleListDigest(contentOf(values, language)) };
}

/**
 * What became of the part of a style list that an operation was to change. `now`: `undefined` when the list is gone.
 */
export function staleStyleList(
  change: Change,
  operation: Operation,
  { now: live, base }: { readonly now: LiveStyleList | undefined; readonly base: StyleListContent | undefined },
): StaleDetail {
  const isCreation = operation.kind === 'create-style-list';
  // What takes the place of a list is made of parts of it that the plan does not hold.
  if (isCreation && change.action === 'replace') return { values: [], count: 0, complete: false };
  // What is added has no id, so it is not looked for among those that are there.
  if (operation.kind === 'add-instruction') return { values: [], count: 0, complete: true };
  const now = live && withoutDefaults(live);
  const { from, to = '' } = languageOf(change);
  const listLanguage = now?.content.language ?? from ?? to;
  const there = (now?.instructions ?? []).map(({ id, content }): NamedValue => [['instruction', id], content]);
  const planned = (side: 'from' | 'to'): readonly NamedValue[] =>
    valuesIn(change, 'instruction').flatMap(({ key, [side]: value }) => (value === undefined ? [] : [[key, value]]));
  // One that the plan has is the same one under its id, whatever somebody has made of it since.
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
