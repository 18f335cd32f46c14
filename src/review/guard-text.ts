import type { GuardVerdict, Refusal } from '../plan/guard.ts';
import { limitText } from './limit-text.ts';
import { visible } from './visible.ts';
import { counted, grouped, listed } from './words.ts';

/** A word of a command line that a POSIX shell takes as it is. */
const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${visible(text).replaceAll("'", `'\\''`)}'`;

const allow = (address: string): string => `--allow-delete ${shellWord(address)}`;

/** What becomes of a thing that goes. */
const gone = (address: string): string => (address.startsWith('developer_key.') ? 'deactivated for good' : 'deleted');

function reason(refusal: Refusal): string {
  const address = visible(refusal.address);
  switch (refusal.code) {
    case 'protected':
      return `${address} is protected and would be ${address.startsWith('developer_key.') ? 'deactivated or blocked' : 'deleted'}; take the protection away first (protect: in its file, or safety: in lexform.yaml)`;
    case 'block-needs-consent':
      return `${address} would be blocked by a limit of 0 (${listed(refusal.limits.map(limitText))}), and whatever uses it would stop; run again with ${allow(refusal.address)} if that is meant`;
    case 'delete-needs-consent':
      if (refusal.what === 'developer key')
        return `${address} would be ${gone(address)}, and whatever uses it would stop at once; run again with ${allow(refusal.address)} if that is meant`;
      return `${address} would be deleted${refusal.entries > 0 ? ` with ${counted(refusal.entries, refusal.what === 'style list' ? 'instruction' : 'term')}` : ''}; run again with ${allow(refusal.address)} if that is meant`;
    case 'replace-needs-consent':
      return `${address} would be replaced by a list with a new id, because its language changes from ${visible(refusal.from)} to ${visible(refusal.to)}; run again with ${allow(refusal.address)} if that is meant`;
    case 'prune-too-many':
      return `prune: would ${address.startsWith('developer_key.') ? 'deactivate' : 'delete'} ${grouped(refusal.deleted)} of ${grouped(refusal.total)}, ${address} among them, and more than half or the last ones need consent; run again with ${allow(refusal.address)} if that is meant`;
    case 'empty-source':
      return `${address} would be ${gone(address)} while the files name none of its kind, which is more often a wrong folder or pattern than a wish; run again with ${allow(refusal.address)} if that is meant`;
    case 'too-many-removed':
      return `${address} would lose ${grouped(refusal.removed)} of its ${grouped(refusal.before)} ${refusal.part}, at most ${grouped(refusal.allowed)} are allowed; run again with --max-deletes ${refusal.removed} or ${allow(refusal.address)} if that is meant`;
    case 'last-removed':
      return `${address} would lose its last ${grouped(refusal.removed)} ${refusal.part}; run again with ${allow(refusal.address)} if that is meant`;
    default:
      return refusal satisfies never;
  }
}

/** Why apply refuses, one line for each reason, with the numbers and the flag that lifts it. Empty when it does not. */
export const guardText = (verdict: GuardVerdict): string =>
  verdict.kind === 'allowed'
    ? ''
    : `apply would refuse this plan:\n${verdict.refusals.map((refusal) => `  ${reason(refusal)} [${refusal.code}]\n`).join('')}`;
