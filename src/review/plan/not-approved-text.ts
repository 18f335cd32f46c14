import type { AnyKind } from '../../kinds/kind.ts';
import { kindAt } from '../../kinds/registry.ts';
import { byKind } from '../../model/by-kind.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { Violation } from '../../plan/approval/approval.ts';
import { visible } from '../format/escape.ts';
import { counted, firstOf, indented } from '../format/text.ts';
import { sideText, valueTitle } from '../values/value-words.ts';

/** Maximum number of differences that are listed; the others are counted. */
const SHOWN = 40;

const quoted = (text: string): string => `"${visible(text)}"`;

function changeText(kind: AnyKind | undefined, change: ValueChange): string {
  const title = valueTitle(kind, change, { inPair: true });
  const [from, to] = [sideText(kind, change, 'from'), sideText(kind, change, 'to')];
  if (change.from === undefined) return `add ${title}: ${to}`;
  return change.to === undefined ? `remove ${title}: ${from}` : `change ${title}: ${from} → ${to}`;
}

type Difference = Exclude<Violation, { readonly kind: 'target' }>;

/** The address of a difference; for an entry, the address of its dictionary. */
const placeOf = (difference: Difference): string => {
  const [part, pair] = difference.kind === 'value' ? difference.planned.key : [];
  return visible(part === 'entry' ? `${difference.address}/${pair}` : difference.address);
};

const differenceText = (difference: Difference): string =>
  byKind(difference, {
    change: ({ planned }) => `${planned} (not in the approved plan)`,
    resource: ({ planned, approved }) =>
      `${planned === undefined ? 'would be created' : `is ${quoted(planned)}`} ` +
      `(approved: ${approved === undefined ? 'to create it' : quoted(approved)})`,
    value: ({ address, planned, approved }) => {
      const [now, then] = [planned, approved].map((change) => change && changeText(kindAt(address), change));
      return `${now} (${then === undefined ? 'not approved' : `approved: ${then}`})`;
    },
    operation: ({ planned }) => `${planned.kind} (not approved)`,
    result: ({ planned }) => `${planned.kind} (approved with a different end state)`,
  });

/** The refusal of the plan of a target that no approved plan names. `isAction`: true in the GitHub Action. */
export const noPlanApprovedText = (target: string, isAction: boolean): string =>
  `no approved plan is for ${quoted(target)}; nothing was changed, ` +
  `${isAction ? 'set the input approved-plan to one' : 'give one with --approved'} [not-approved]\n`;

/** The refusal of a plan that differs from the approved one, with its differences; empty without differences. */
export function notApprovedText(differences: readonly Violation[]): string {
  const [first] = differences;
  if (first === undefined) return '';
  if (first.kind === 'target')
    return (
      `the approved plan is for ${quoted(first.approved.name)} at ${visible(first.approved.baseUrl)}, and ` +
      `this run is for ${quoted(first.planned.name)} at ${visible(first.planned.baseUrl)}; nothing was changed ` +
      '[not-approved]\n'
    );
  const line = (each: Violation): string => (each.kind === 'target' ? '' : `${placeOf(each)}: ${differenceText(each)}`);
  const lines = indented(firstOf(differences, SHOWN, line), 2);
  return (
    `the plan differs from the approved plan in ${counted(differences.length, 'place')}; nothing ` +
    `was changed, have the new plan approved [not-approved]:\n${lines.join('\n')}\n`
  );
}
