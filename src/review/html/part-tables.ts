import type { SourceRef } from '../../model/source-ref.ts';
import type { DeveloperKeyChange, InstructionChange, Plan, RuleChange, StyleListChange } from '../../plan/plan.ts';
import { revealed } from '../format/escape.ts';
import { blockText, limitText, newLimitText } from '../plan/limit-text.ts';
import { bulletList, type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { changedPieces, piecesMarkup, piecesOf, textMarkup } from './pieces.ts';
import { actionMarkup, tallyMarkup } from './resource-table.ts';

/** `file:line`, as editors take it. */
export function place(at: SourceRef | undefined): Markup {
  if (at === undefined) return NO_MARKUP;
  const steps = `${revealed(at.file)}:${at.line}`.split(/(?<=\/)/);
  return markup`<bdi>${steps.map((step) => markup`<span class="step">${step}</span>`)}</bdi>`;
}

interface PartRow {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly name: Markup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly at?: SourceRef | undefined;
}

const KIND_STYLES = { added: 'new', changed: 'edit', removed: 'gone' } as const;

function partRow({ kind, name, from, to, at }: PartRow): Markup {
  const pieces =
    from !== undefined && to !== undefined
      ? changedPieces(from, to)
      : { from: piecesOf(from ?? ''), to: piecesOf(to ?? '') };
  const before = from === undefined ? NO_MARKUP : piecesMarkup(pieces.from, 'del');
  const after = to === undefined ? NO_MARKUP : piecesMarkup(pieces.to, 'ins');
  return markup`<tr><td><span class="badge ${KIND_STYLES[kind]}">${kind}</span></td>
<th scope="row">${name}</th><td class="before">${before}</td><td class="after">${after}</td>
<td class="place">${place(at)}</td></tr>`;
}

const ruleRow = (change: RuleChange): Markup =>
  partRow({ ...change, name: markup`<code>${textMarkup(`${change.category}.${change.rule}`)}</code>` });

/** The prompt of an instruction is a row under its label. Each other value that changes has its own row. */
function instructionRows(change: InstructionChange): readonly Markup[] {
  const named = (label: string, part = ''): Markup =>
    markup`<span class="sr">instruction </span>${textMarkup(label)}${
      part !== '' && markup` <span class="quiet">${part}</span>`
    }`;
  if (change.kind === 'added')
    return [partRow({ kind: 'added', name: named(change.to.label), to: change.to.prompt, at: change.at })];
  if (change.kind === 'removed')
    return [partRow({ kind: 'removed', name: named(change.from.label), from: change.from.prompt })];
  const { from, to, at } = change;
  const parts = [
    ['label', from.label, to.label],
    ['', from.prompt, to.prompt],
    ['source language', from.sourceLanguage ?? 'not set', to.sourceLanguage ?? 'not set'],
  ] as const;
  return parts
    .filter(([, before, after]) => before !== after)
    .map(([part, before, after]) =>
      partRow({ kind: 'changed', name: named(from.label, part), from: before, to: after, at }),
    );
}

const heading = (change: StyleListChange | DeveloperKeyChange, counts: Markup): Markup =>
  markup`<h3>${textMarkup(change.nameAfter ?? change.nameBefore ?? '')} <code>${textMarkup(change.address)}</code>
${actionMarkup(change.action)} ${counts}</h3>`;

function styleListTable(change: StyleListChange): Markup {
  const rows = [...change.rules.map(ruleRow), ...change.instructions.flatMap(instructionRows)];
  if (rows.length === 0) return heading(change, NO_MARKUP);
  return markup`${heading(change, tallyMarkup([...change.rules, ...change.instructions]))}
<table class="parts">${tableHead('Change', 'Rule or instruction', 'Before', 'After', 'Where')}<tbody>
${rows}
</tbody></table>`;
}

/** The rules and instructions that each style list of a plan loses, gets and changes. */
export function styleListTables(plan: Plan): Markup {
  const lists = plan.changes.filter((change) => change.kind === 'style-list');
  return lists.length === 0 ? NO_MARKUP : section('lists-title', 'Style lists', lists.map(styleListTable));
}

function keyList(change: DeveloperKeyChange): Markup {
  const isNew = change.action === 'create';
  const limits = change.limits.map((limit) => {
    const text = `${isNew ? newLimitText(limit) : limitText(limit)}${blockText(limit)}`;
    return markup`${text} <span class="place">${place(limit.at)}</span>`;
  });
  return markup`${heading(change, NO_MARKUP)}${limits.length > 0 && bulletList(limits)}`;
}

/** The limits of every developer key of a plan. */
export function developerKeyLists(plan: Plan): Markup {
  const keys = plan.changes.filter((change) => change.kind === 'developer-key');
  return keys.length === 0 ? NO_MARKUP : section('keys-title', 'Developer keys', keys.map(keyList));
}
