import type { Renaming, Violation } from '../../plan/approval/violation.ts';
import type { EntryChange, InstructionChange, LimitChange, RuleChange } from '../../plan/plan.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/plural.ts';
import { limitText } from './limit-text.ts';

/** Most differences that are written out; the rest is counted. */
const SHOWN = 40;

const quoted = (text: string | undefined): string => (text === undefined ? 'none' : `"${visible(text)}"`);

type Sides =
  | { readonly kind: 'added'; readonly to: string }
  | { readonly kind: 'changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'removed'; readonly from: string };

function sidesText(name: string, sides: Sides): string {
  switch (sides.kind) {
    case 'added':
      return `add ${name}: ${quoted(sides.to)}`;
    case 'changed':
      return `change ${name}: ${quoted(sides.from)} → ${quoted(sides.to)}`;
    case 'removed':
      return `remove ${name}: ${quoted(sides.from)}`;
    default:
      return sides satisfies never;
  }
}

const entryText = (entry: EntryChange): string => sidesText(quoted(entry.source), entry);

const ruleText = (rule: RuleChange): string => sidesText(`rule ${visible(`${rule.category}.${rule.rule}`)}`, rule);

function instructionText(change: InstructionChange): string {
  switch (change.kind) {
    case 'added':
      return sidesText(`instruction ${quoted(change.to.label)}`, { kind: 'added', to: change.to.prompt });
    case 'changed':
      return sidesText(`instruction ${quoted(change.from.label)}`, {
        kind: 'changed',
        from: change.from.prompt,
        to: change.to.prompt,
      });
    case 'removed':
      return sidesText(`instruction ${quoted(change.from.label)}`, { kind: 'removed', from: change.from.prompt });
    default:
      return change satisfies never;
  }
}

const nameText = ({ from, to }: Renaming): string => `name ${quoted(from)} → ${quoted(to)}`;

const both = <Value>(
  text: (value: Value) => string,
  { planned, approved }: { readonly planned: Value; readonly approved?: Value },
): string => `${text(planned)} (${approved === undefined ? 'not approved' : `approved: ${text(approved)}`})`;

function differenceText(difference: Exclude<Violation, { readonly kind: 'target' }>): string {
  switch (difference.kind) {
    case 'change':
      return `${difference.planned} (not in the approved plan)`;
    case 'resource':
      return `${difference.planned === undefined ? 'would be created' : `is ${quoted(difference.planned)}`} (approved: ${difference.approved === undefined ? 'to create it' : quoted(difference.approved)})`;
    case 'name':
      return both(nameText, difference);
    case 'entry':
      return both(entryText, difference);
    case 'rule':
      return both(ruleText, difference);
    case 'limit':
      return both<LimitChange>((limit) => `limit ${limitText(limit)}`, difference);
    case 'instruction':
      return both(instructionText, difference);
    case 'operation':
      return `${difference.planned.kind} (not approved)`;
    case 'result':
      return `${difference.planned.kind} (approved with a different end state)`;
    default:
      return difference satisfies never;
  }
}

/** Why a plan is not run that does more than the approved one, with every difference; empty when it does not. */
export function notApprovedText(differences: readonly Violation[]): string {
  const [first] = differences;
  if (first === undefined) return '';
  if (first.kind === 'target')
    return (
      `the approved plan is for ${quoted(first.approved.name)} at ${visible(first.approved.baseUrl)}, and ` +
      `this run is for ${quoted(first.planned.name)} at ${visible(first.planned.baseUrl)}; nothing was changed ` +
      '[not-approved]\n'
    );
  const lines = differences
    .slice(0, SHOWN)
    .map((each) => (each.kind === 'target' ? '' : `  ${visible(each.address)}: ${differenceText(each)}\n`));
  const more = differences.length - SHOWN;
  return `the plan differs from the approved plan in ${counted(differences.length, 'place')}; nothing was changed, have the new plan approved [not-approved]:\n${lines.join('')}${more > 0 ? `  … and ${groupedDigits(more)} more\n` : ''}`;
}
