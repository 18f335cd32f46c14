import type { LedgerHome, Plan } from '../../model/plan/plan.ts';
import { visible } from '../format/escape.ts';

const FETCH = "git fetch origin 'refs/lexform/ledger/*:refs/lexform/ledger/*'";
const SHARE = 'ledger: { remote: origin }';

const asIs = (text: string): string => text;

/** What to do where a target has no ledger. `code`: how a command or a setting is shown. */
export function noLedgerRemedy(home: LedgerHome | undefined, code: (text: string) => string = asIs): string {
  const name = home === undefined ? '' : visible(home.name);
  if (home?.kind === 'folder')
    return (
      `The first apply creates it in the folder ${code(name)}. If it was applied to before, copy that folder from ` +
      'where that was.'
    );
  const listed = code(`git ls-remote ${name} 'refs/lexform/ledger/*'`);
  if (home !== undefined)
    return (
      `The first apply creates it on the remote ${code(name)}. If it was applied to before, see which ledgers are ` +
      `there: ${listed}.`
    );
  return (
    `The first apply creates it. If it was applied to before, fetch its ledger first: ${code(FETCH)}, or ` +
    `${code(SHARE)} in ${code('lexform.yaml')}.`
  );
}

/**
 * That a plan was made where the ledger of its target is not: it cannot tell what is managed, nor what somebody has
 * changed. Empty where there is one, or none is kept.
 */
export const noLedgerText = (
  { ledger, target, ledgerHome }: Pick<Plan, 'ledger' | 'target' | 'ledgerHome'>,
  code: (text: string) => string = asIs,
): string =>
  ledger === null
    ? `No ledger for ${visible(target.name)} here: nothing counts as managed, and drift is unknown. ` +
      `${noLedgerRemedy(ledgerHome, code)}`
    : '';
