import type { ForeignId } from '../../plan/guard/check-ownership.ts';
import type { ChangedConfig } from '../../plan/provenance.ts';
import { visible } from '../format/escape.ts';
import { counted, firstOf, groupedDigits, listed } from '../format/text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Maximum number of addresses that are named; the others are counted. */
const NAMED = 20;

/** `35 minutes`, `3 hours`, `4 days`: in the largest unit that gives at least two, rounded down. */
function spanText(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return counted(Math.floor(milliseconds / DAY), 'day');
  if (milliseconds >= 2 * HOUR) return counted(Math.floor(milliseconds / HOUR), 'hour');
  return counted(Math.floor(milliseconds / MINUTE), 'minute');
}

/** The refusal of a plan that is older than `--max-age`; `age` is absent if the plan does not contain its time. */
export function tooOldText(path: string, age: number | undefined, maxAge: number): string {
  const [old, allowed] = [spanText(age ?? 0), spanText(maxAge)];
  // Both are rounded down.
  const howOld = `is ${old === allowed ? 'more than ' : ''}${old} old`;
  return (
    `${visible(path)} ${age === undefined ? 'has no creation time' : howOld}, ` +
    `and --max-age allows ${allowed}; nothing was changed, plan again [plan-too-old]\n`
  );
}

/** The refusal of a plan in which an address has the id of another resource. */
export function foreignIdText(path: string, { address, id, owner }: ForeignId): string {
  const whose =
    owner === undefined
      ? 'which is not the id that the ledger has for it'
      : `which the ledger has for ${visible(owner)}`;
  return (
    `${visible(path)} contradicts the ledger: it changes ${visible(address)} with the id ${visible(id)}, ${whose}; ` +
    `nothing was changed, make a new plan with "lexform plan --out ${visible(path)}" [plan-contradicts-ledger]\n`
  );
}

/** The refusal of a plan that was made without a ledger although the workspace keeps one, or the reverse. */
export function otherLedgerText(path: string, isKept: boolean): string {
  const [then, now] = isKept ? ['without a ledger', 'keeps one'] : ['with a ledger', 'keeps none'];
  const change = `${visible(path)} was made ${then}, and the workspace ${now}`;
  return `${change}; nothing was changed, plan again [ledger-moved]\n`;
}

const WORDS: Readonly<Record<ChangedConfig['kind'], string>> = { added: 'new', changed: 'changed', removed: 'removed' };

/** The refusal of a plan whose files have changed since. */
export function changedConfigText(path: string, changed: readonly ChangedConfig[]): string {
  const named = ({ kind, address }: ChangedConfig): string => `${visible(address)} (${WORDS[kind]})`;
  const all = listed(firstOf(changed, NAMED, named, (count) => `${groupedDigits(count)} more`));
  return (
    `the files have changed since ${visible(path)} was made: ${all}; nothing was changed, plan again or ` +
    'check out the files that it was made from [files-changed]\n'
  );
}
