import { kindNamed } from '../../kinds/registry.ts';
import { isOfWhole, isRenamed, nameOf, shownName, type TextSides } from '../../model/plan/change-values.ts';
import type { Change, ChildChange, Plan } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import {
  actionWord,
  childWords,
  countedValues,
  goneFirst,
  nameWord,
  partsTitle,
  remarksOf,
  replacementOf,
  tallyText,
  valuesBelow,
} from '../plan/change-words.ts';
import { type TermChange, termKinds } from '../plan/term-kinds.ts';
import { nature, phrase, wordChange } from '../plan/word-change.ts';
import { code, codeOf, PAINTS, shortCode } from './code.ts';
import type { Group } from './fit.ts';
import { placeMarkdown } from './link.ts';
import { beginning, type MarkdownOptions } from './options.ts';
import { type MarkdownRow, termRow, valueRow } from './row.ts';

/**
 * Most UTF-16 code units of a name in a heading. Names of the service are shorter; those of a forged plan may not be.
 */
const NAME_MAX_UNITS = 300;

const name = (text: string): string => shortCode(text, NAME_MAX_UNITS);

/** The same of what a replacement changes, such as a language. */
const FIXED_MAX_UNITS = 100;

const textsOf = ({ from = '', to = '' }: TextSides, maxUnits: number) =>
  [beginning(from, maxUnits), beginning(to, maxUnits)] as const;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The heading of a resource, and below it what happens to its name, and why it is replaced. */
function heading(change: Change, { links }: MarkdownOptions): string {
  const { kind, action, address, origin } = change;
  const [from, to] = textsOf(nameOf(change), NAME_MAX_UNITS);
  const replacement = replacementOf(change);
  const [before, after] = textsOf(replacement ?? {}, FIXED_MAX_UNITS);
  const word = action === 'create' || action === 'update' ? actionWord(action) : `**${actionWord(action)}**`;
  const remarks = remarksOf(change).map(({ words, address: of, isLoss }) =>
    isLoss ? `**${words}**` : `${words}${of === undefined ? '' : name(of)}`,
  );
  const counts = tallyText(countedValues(change));
  const shown = codeOf(phrase(beginning(shownName(change), NAME_MAX_UNITS)));
  return [
    `#### ${joined(`${word} ${name(address)}`, shown, counts, ...remarks, placeMarkdown(origin, links))}`,
    ...(isRenamed(change) ? [`${nameWord(kind)}: ${codeOf(wordChange(from, to, PAINTS))}${nature(from, to)}`] : []),
    ...(replacement ? [`${replacement.noun}: ${code(before)} → ${code(after)}. **${replacement.words}**`] : []),
  ].join('\n\n');
}

const placeOf =
  (origin: SourceRef | undefined, { links }: MarkdownOptions) =>
  ({ at }: MarkdownRow): string =>
    placeMarkdown(at, links, origin?.file);

function childGroup(
  child: ChildChange,
  { kind, address }: Change,
  terms: readonly TermChange[],
  options: MarkdownOptions,
): Group {
  const { action, origin, values } = child;
  const goes = action === 'delete';
  const words = childWords(kind, child);
  const file = origin === undefined ? '' : placeMarkdown({ ...origin, line: 1 }, options.links);
  const title = `${name(address)} ${name(childName(child.address))}`;
  return {
    head: `#### ${joined(title, tallyText(values), goes ? `**${words}**` : words, file)}`,
    titles: ['Term', 'Translation'],
    rows: terms.map(termRow),
    goes,
    place: placeOf(origin, options),
  };
}

/** False for a resource of which nothing but children changes: they name it. */
const hasHead = (change: Change): boolean =>
  change.adopted || isOfWhole(change) || kindNamed(change.kind).children === undefined;

/** What a plan does, resource by resource in its order, in the tables of a document. */
export function planGroups(plan: Plan, options: MarkdownOptions): readonly Group[] {
  const kinds = termKinds(plan);
  return plan.changes.flatMap((change): readonly Group[] => {
    const { action, origin } = change;
    const own: Group = {
      head: heading(change, options),
      titles: [partsTitle(change), 'Change'],
      rows: valuesBelow(change).map(valueRow),
      goes: action !== 'create' && action !== 'update',
      place: placeOf(origin, options),
    };
    const children = goneFirst(change).map((each) => childGroup(each, change, kinds.get(each) ?? [], options));
    return hasHead(change) ? [own, ...children] : children;
  });
}
