import { type DeletedNoun, type GuardVerdict, type Lift, liftOf, type Refusal } from '../../plan/guard/refusal.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits, listed } from '../format/plural.ts';
import { shellWord } from '../format/shell-word.ts';
import { valueEdit } from './value-words.ts';

function flagText(lift: Lift): string {
  switch (lift.kind) {
    case 'none':
      return '';
    case 'allow-delete':
      return `--allow-delete ${shellWord(lift.address)}`;
    case 'max-deletes':
      return `--max-deletes ${lift.count}`;
    default:
      return lift satisfies never;
  }
}

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

/**
 * What would happen, and why nobody wants it by accident. It is longer than 60 lines because it is one table: a
 * sentence for each refusal.
 */
function reason(refusal: Refusal): string {
  switch (refusal.code) {
    case 'protected':
      return (
        `${visible(refusal.address)} is protected and would be ` +
        `${isKey(refusal.address) ? 'deactivated or blocked' : 'deleted'}; remove the protection first (protect: ` +
        'in its file, or safety: in lexform.yaml)'
      );
    case 'block-needs-consent':
      return (
        `${visible(refusal.address)} would be blocked by a limit of 0 ` +
        `(${listed(refusal.limits.map(valueEdit))}), and whatever uses it would stop`
      );
    case 'delete-needs-consent':
      return (
        `${visible(refusal.address)} would be ` +
        `${gone(refusal.what)}` +
        `${refusal.what === 'developer key' ? ', and whatever uses it would stop at once' : withContent(refusal)}`
      );
    case 'replace-needs-consent':
      return (
        `${visible(refusal.address)} would be replaced by a list with a new id, because its language ` +
        `changes from ${visible(refusal.from)} to ${visible(refusal.to)}`
      );
    case 'too-many-deleted':
      return (
        `${visible(refusal.address)} would be ${gone(refusal.what)} (${groupedDigits(refusal.deleted)} of ` +
        `${groupedDigits(refusal.total)} ${PLURAL[refusal.what]}), and ` +
        `${refusal.by === 'prune' ? 'prune:' : 'a pattern'} allows deleting neither the last ones nor more than ` +
        'half'
      );
    case 'empty-source':
      return refusal.file === undefined
        ? `${visible(refusal.address)} would be ${gone(refusal.what)}${withContent(refusal)} while the files ` +
            'name none of its kind, which usually means a wrong folder or pattern'
        : `${visible(refusal.address)} would be deleted${withContent(refusal)} because ${visible(refusal.file)} ` +
            'has no rows for it, which usually means an incomplete export';
    case 'too-many-removed':
      return (
        `${visible(refusal.address)} would lose ${groupedDigits(refusal.removed)} of its ` +
        `${groupedDigits(refusal.before)} ${refusal.part}, at most ${groupedDigits(refusal.allowed)} are allowed`
      );
    case 'too-many-in-all': {
      const noun = refusal.of === 'run' ? 'entries, rules and instructions' : refusal.of;
      return (
        `${counted(refusal.parts, 'part')} would lose ${groupedDigits(refusal.removed)} of all ` +
        `${groupedDigits(refusal.before)} ${noun}, at most ${groupedDigits(refusal.allowed)} are allowed in one ` +
        'run'
      );
    }
    case 'unowned-removed':
      return (
        `${visible(refusal.address)} would lose ${groupedDigits(refusal.removed)} of its ` +
        `${groupedDigits(refusal.before)} ${refusal.part}, which are not in the files and were not created by an ` +
        `apply; to keep them, run "lexform pull ${shellWord(refusal.owner)}"`
      );
    case 'last-removed':
      return `${visible(refusal.address)} would lose its last ${groupedDigits(refusal.removed)} ${refusal.part}`;
    default:
      return refusal satisfies never;
  }
}

/** Why apply refuses, with the numbers and the flag that lifts it: one line without the code of the refusal. */
export function refusalText(refusal: Refusal): string {
  const flag = flagText(liftOf(refusal));
  const other =
    refusal.code === 'too-many-removed' ? ` or ${flagText({ kind: 'allow-delete', address: refusal.address })}` : '';
  return `${reason(refusal)}${flag === '' ? '' : `; if you intend this, rerun with ${flag}${other}`}`;
}

/** All flags in one, for whoever means it all. One number speaks for the whole run. */
function allFlags(refusals: readonly Refusal[]): string {
  const lifts = refusals.map(liftOf).filter(({ kind }) => kind !== 'none');
  return lifts.length < 2 ? '' : [...new Set(lifts.map(flagText))].join(' ');
}

/** Why apply refuses, one line for each reason, with the numbers and the flag that lifts it. Empty when it does not. */
export function guardText(verdict: GuardVerdict): string {
  if (verdict.kind === 'allowed') return '';
  const { refusals } = verdict;
  const all = allFlags(refusals);
  const lines = refusals.map((refusal) => `  ${refusalText(refusal)} [${refusal.code}]\n`).join('');
  return (
    `apply would refuse this plan:\n${lines}` +
    `${all === '' ? '' : `  if you intend all of this, rerun with ${all}\n`}`
  );
}
