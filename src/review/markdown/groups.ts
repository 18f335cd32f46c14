import { pairKey } from '../../model/entries/language-pair.ts';
import { isRenamed, languageOf, nameOf, shownName, type TextSides, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, DictionaryChange, Plan } from '../../model/plan/plan.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import {
  ACTIONS,
  dictionaryWords,
  goneFirst,
  nameNoun,
  REPLACED,
  remarksOf,
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

const LANGUAGE_MAX_UNITS = 100;

const textsOf = ({ from = '', to = '' }: TextSides, maxUnits: number) =>
  [beginning(from, maxUnits), beginning(to, maxUnits)] as const;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The heading of a resource, and below it what happens to its name and language. */
function heading(change: Change, { links }: MarkdownOptions): string {
  const { kind, action, address, origin } = change;
  const [from, to] = textsOf(nameOf(change), NAME_MAX_UNITS);
  const [language, otherLanguage] = textsOf(languageOf(change), LANGUAGE_MAX_UNITS);
  const word = action === 'create' || action === 'update' ? ACTIONS[action] : `**${ACTIONS[action]}**`;
  const remarks = remarksOf(change).map(({ words, address: of, isLoss }) =>
    isLoss ? `**${words}**` : `${words}${of === undefined ? '' : name(of)}`,
  );
  const counts = tallyText(valuesIn(change, 'rule', 'instruction'));
  const shown = codeOf(phrase(beginning(shownName(change), NAME_MAX_UNITS)));
  return [
    `#### ${joined(`${word} ${name(address)}`, shown, counts, ...remarks, placeMarkdown(origin, links))}`,
    ...(isRenamed(change) ? [`${nameNoun(kind)}: ${codeOf(wordChange(from, to, PAINTS))}${nature(from, to)}`] : []),
    ...(action === 'replace' ? [`language: ${code(language)} → ${code(otherLanguage)}. **${REPLACED}**`] : []),
  ].join('\n\n');
}

const placeOf =
  (origin: SourceRef | undefined, { links }: MarkdownOptions) =>
  ({ at }: MarkdownRow): string =>
    placeMarkdown(at, links, origin?.file);

function dictionaryGroup(
  dictionary: DictionaryChange,
  { address }: Change,
  terms: readonly TermChange[],
  options: MarkdownOptions,
): Group {
  const { action, pair, origin, values } = dictionary;
  const goes = action === 'delete';
  const words = dictionaryWords(dictionary);
  const file = origin === undefined ? '' : placeMarkdown({ ...origin, line: 1 }, options.links);
  const title = `${name(address)} ${name(pairKey(pair))}`;
  return {
    head: `#### ${joined(title, tallyText(values), goes ? `**${words}**` : words, file)}`,
    titles: ['Term', 'Translation'],
    rows: terms.map(termRow),
    goes,
    place: placeOf(origin, options),
  };
}

const TITLES = { glossary: '', 'style-list': 'Rule or instruction', 'developer-key': 'Limit' } as const;

/** False for a glossary of which nothing but dictionaries changes: they name it. */
const hasHead = (change: Change): boolean =>
  change.kind !== 'glossary' || change.action !== 'update' || change.adopted || isRenamed(change);

/** What a plan does, resource by resource in its order, in the tables of a document. */
export function planGroups(plan: Plan, options: MarkdownOptions): readonly Group[] {
  const kinds = termKinds(plan);
  return plan.changes.flatMap((change): readonly Group[] => {
    const { kind, action, origin } = change;
    const own: Group = {
      head: heading(change, options),
      titles: [TITLES[kind as keyof typeof TITLES], 'Change'],
      rows: valuesBelow(change).map(valueRow),
      goes: action !== 'create' && action !== 'update',
      place: placeOf(origin, options),
    };
    const dictionaries = goneFirst(change).map((each) => dictionaryGroup(each, change, kinds.get(each) ?? [], options));
    return hasHead(change) ? [own, ...dictionaries] : dictionaries;
  });
}
