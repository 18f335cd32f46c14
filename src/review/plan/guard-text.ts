import { byCode, byKind } from '../../model/by-kind.ts';
import { type DeletedNoun, type GuardVerdict, type Lift, liftOf, type Refusal } from '../../plan/guard/refusal.ts';
import { shellWord, visible } from '../format/escape.ts';
import { counted, groupedDigits, indented, linesOf, listed } from '../format/text.ts';
import { valueEdit } from './value-words.ts';

const flagText = (lift: Lift): string =>
  byKind(lift, {
    none: () => '',
    'allow-delete': ({ address }) => `--allow-delete ${shellWord(address)}`,
    'max-deletes': ({ count }) => `--max-deletes ${count}`,
  });

const PLURAL: Readonly<Record<DeletedNoun, string>> = {
  glossary: 'glossaries',
  dictionary: 'dictionaries of its glossary',
  'style list': 'style lists',
  'developer key': 'developer keys',
};

/** What becomes of a thing that goes. */
const gone = (what: DeletedNoun): string => (what === 'developer key' ? 'deactivated for good' : 'deleted');

/** With how much of its content it goes. */
const withContent = ({ what, entries }: { readonly what: DeletedNoun; readonly entries: number }): string =>
  entries > 0 ? ` with ${counted(entries, what === 'style list' ? 'instruction' : 'term')}` : '';

const isKey = (address: string): boolean => address.startsWith('developer_key.');

/** What would happen to the address of a refusal, and why nobody wants it by accident. */
const reason = (refusal: Refusal): string =>
  byCode(refusal, {
    protected: ({ address }) =>
      `is protected and would be ${isKey(address) ? 'deactivated or blocked' : 'deleted'}; remove the protection ` +
      'first (protect: in its file, or safety: in lexform.yaml)',
    'block-needs-consent': ({ limits }) =>
      `would be blocked by a limit of 0 (${listed(limits.map(valueEdit))}), and whatever uses it would stop`,
    'delete-needs-consent': ({ what, entries }) =>
      `would be ${gone(what)}` +
      (what === 'developer key' ? ', and whatever uses it would stop at once' : withContent({ what, entries })),
    'replace-needs-consent': ({ from, to }) =>
      'would be replaced by a list with a new id, because its language changes from ' +
      `${visible(from)} to ${visible(to)}`,
    'too-many-deleted': ({ what, deleted, total, by }) =>
      `would be ${gone(what)} (${groupedDigits(deleted)} of ${groupedDigits(total)} ${PLURAL[what]}), and ` +
      `${by === 'prune' ? 'prune:' : 'a pattern'} allows deleting neither the last ones nor more than half`,
    'empty-source': ({ what, entries, file }) =>
      file === undefined
        ? `would be ${gone(what)}${withContent({ what, entries })} while the files name none of its kind, which ` +
          'usually means a wrong folder or pattern'
        : `would be deleted${withContent({ what, entries })} because ${visible(file)} has no rows for it, which ` +
          'usually means an incomplete export',
    'too-many-removed': ({ part, removed, before, allowed }) =>
      `would lose ${groupedDigits(removed)} of its ${groupedDigits(before)} ${part}, at most ` +
      `${groupedDigits(allowed)} are allowed`,
    'too-many-in-all': ({ of, parts, removed, before, allowed }) =>
      `${counted(parts, 'part')} would lose ${groupedDigits(removed)} of all ${groupedDigits(before)} ` +
      `${of === 'run' ? 'entries, rules and instructions' : of}, at most ${groupedDigits(allowed)} are allowed in ` +
      'one run',
    'unowned-removed': ({ part, removed, before, owner }) =>
      `would lose ${groupedDigits(removed)} of its ${groupedDigits(before)} ${part}, which are not in the files and ` +
      `were not created by an apply; to keep them, run "lexform pull ${shellWord(owner)}"`,
    'last-removed': ({ part, removed }) => `would lose its last ${groupedDigits(removed)} ${part}`,
  });

/** Why apply refuses, with the numbers and the flag that lifts it: one line without the code of the refusal. */
export function refusalText(refusal: Refusal): string {
  const flag = flagText(liftOf(refusal));
  const other =
    refusal.code === 'too-many-removed' ? ` or ${flagText({ kind: 'allow-delete', address: refusal.address })}` : '';
  const address = 'address' in refusal ? `${visible(refusal.address)} ` : '';
  return `${address}${reason(refusal)}${flag === '' ? '' : `; if you intend this, rerun with ${flag}${other}`}`;
}

/** All flags in one, for whoever means it all. One number speaks for the whole run. */
function allFlags(refusals: readonly Refusal[]): string {
  const lifts = refusals.map(liftOf).filter(({ kind }) => kind !== 'none');
  return lifts.length < 2 ? '' : [...new Set(lifts.map(flagText))].join(' ');
}

/** What stands above the reasons of a refusal. */
export const WOULD_REFUSE = 'apply would refuse this plan';

/** Why apply refuses, a line for each reason, with the numbers and the flag that lifts it. Empty when it does not. */
export function guardReasons(verdict: GuardVerdict | undefined): readonly string[] {
  if (verdict?.kind !== 'refused') return [];
  const { refusals } = verdict;
  const all = allFlags(refusals);
  return linesOf(
    refusals.map((refusal) => `${refusalText(refusal)} [${refusal.code}]`),
    all !== '' && `if you intend all of this, rerun with ${all}`,
  );
}

/** The same with its heading; empty when apply does not refuse. */
export function guardText(verdict: GuardVerdict): string {
  const reasons = guardReasons(verdict);
  return reasons.length === 0 ? '' : `${[`${WOULD_REFUSE}:`, ...indented(reasons, 2)].join('\n')}\n`;
}
