import type { LedgerHome, Plan } from '../../model/plan/plan.ts';
import { type Sentence, say, sentenceText } from '../format/sentence.ts';

const FETCH = "git fetch origin 'refs/lexform/ledger/*:refs/lexform/ledger/*'";
const SHARE = 'ledger: { remote: origin }';

function remedyOf(home: LedgerHome | undefined): Sentence {
  if (home?.kind === 'folder')
    return say`The first apply creates it in the folder ${{ command: home.name }}. If it was applied to before,
      copy that folder from where that was.`;
  if (home !== undefined)
    return say`The first apply creates it on the remote ${{ command: home.name }}. If it was applied to before, see
      which ledgers are there: ${{ command: `git ls-remote ${home.name} 'refs/lexform/ledger/*'` }}.`;
  return say`The first apply creates it. If this target was applied to before, fetch its ledger first:
    ${{ command: FETCH }}, or ${{ command: SHARE }} in ${{ command: 'lexform.yaml' }}.`;
}

/** The remedy for a target without a ledger. */
export const noLedgerRemedy = (home: LedgerHome | undefined): string => sentenceText(remedyOf(home));

/**
 * The message for a plan without a ledger: it is unknown which resources are managed, and what was changed outside git.
 */
export const noLedgerSentence = ({ target, ledgerHome }: Pick<Plan, 'target' | 'ledgerHome'>): Sentence =>
  say`No ledger for ${{ theirs: target.name }} here: no resource is managed yet, and drift cannot be detected.
    ${remedyOf(ledgerHome)}`;
