import { pairKey } from '../../model/entries/language-pair.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type {
  Change,
  DeveloperKeyChange,
  DictionaryChange,
  GlossaryChange,
  Plan,
  StyleListChange,
} from '../../plan/plan.ts';
import { groupedDigits } from '../format/plural.ts';
import { tallyText } from '../plan/tally-text.ts';
import { type TermChange, termKinds } from '../plan/term-kinds.ts';
import { nature, phrase, wordChange } from '../plan/word-change.ts';
import { code, codeOf, PAINTS, shortCode } from './code.ts';
import type { Group } from './fit.ts';
import { placeMarkdown } from './link.ts';
import { beginning, type MarkdownOptions } from './options.ts';
import { instructionRow, limitRow, type MarkdownRow, ruleRow, termRow } from './row.ts';

/**
 * Most UTF-16 code units of a name in a heading. Names of the service are shorter; those of a forged plan may not be.
 */
const NAME_MAX_UNITS = 300;

const name = (text: string): string => shortCode(text, NAME_MAX_UNITS);

const ACTIONS = {
  create: 'create',
  update: 'change',
  delete: '**delete**',
  replace: '**replace**',
  deactivate: '**deactivate**',
} as const;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The heading of a resource, and below it what happens to its name. */
function heading(change: Change, counts: string, { links }: MarkdownOptions): string {
  const { action, address, nameBefore, nameAfter, origin } = change;
  const noun = change.kind === 'developer-key' ? 'label' : 'name';
  const notes = [
    ...(change.adopted && (action === 'update' || action === 'deactivate') ? [`matched by its ${noun}`] : []),
    ...(change.kind === 'style-list' && change.leftOf !== undefined
      ? [`left over from the replacement of ${name(change.leftOf)}`]
      : []),
    ...(action === 'delete' ? ['**cannot be undone**'] : []),
    ...(action === 'deactivate' ? ['**cannot be undone; whatever uses the key stops working at once**'] : []),
  ];
  const isRenamed = nameBefore !== undefined && nameAfter !== undefined && nameBefore !== nameAfter;
  const [from, to] = [beginning(nameBefore ?? '', NAME_MAX_UNITS), beginning(nameAfter ?? '', NAME_MAX_UNITS)];
  const shown = codeOf(phrase(nameAfter === undefined ? from : to));
  return [
    `#### ${joined(`${ACTIONS[action]} ${name(address)}`, shown, counts, ...notes, placeMarkdown(origin, links))}`,
    ...(isRenamed ? [`${noun}: ${codeOf(wordChange(from, to, PAINTS))}${nature(from, to)}`] : []),
  ].join('\n\n');
}

const placeOf =
  (origin: SourceRef | undefined, { links }: MarkdownOptions) =>
  ({ at }: MarkdownRow): string =>
    placeMarkdown(at, links, origin?.file);

const DICTIONARY_WORDS = { create: 'new dictionary', delete: '**dictionary deleted**' } as const;

function dictionaryGroup(
  change: DictionaryChange,
  glossary: GlossaryChange,
  terms: readonly TermChange[],
  options: MarkdownOptions,
): Group {
  const { action, pair, origin } = change;
  const size = action === 'update' ? `of ${groupedDigits(change.before)}` : DICTIONARY_WORDS[action];
  const file = origin === undefined ? '' : placeMarkdown({ ...origin, line: 1 }, options.links);
  return {
    head: `#### ${joined(`${name(glossary.address)} ${name(pairKey(pair))}`, tallyText(change.entries), size, file)}`,
    titles: ['Term', 'Translation'],
    rows: terms.map(termRow),
    goes: action === 'delete',
    place: placeOf(origin, options),
  };
}

function glossaryGroups(
  change: GlossaryChange,
  kinds: ReadonlyMap<DictionaryChange, readonly TermChange[]>,
  options: MarkdownOptions,
): readonly Group[] {
  const isRenamed = change.nameBefore !== change.nameAfter;
  const own =
    change.action !== 'update' || isRenamed || change.adopted
      ? [
          {
            head: heading(change, '', options),
            titles: ['', ''],
            rows: [],
            goes: change.action === 'delete',
            place: () => '',
          } as const,
        ]
      : [];
  const goneFirst = [...change.dictionaries].sort(
    (one, other) => Number(other.action === 'delete') - Number(one.action === 'delete'),
  );
  return [...own, ...goneFirst.map((each) => dictionaryGroup(each, change, kinds.get(each) ?? [], options))];
}

function styleListGroup(change: StyleListChange, options: MarkdownOptions): Group {
  const head = heading(change, tallyText([...change.rules, ...change.instructions]), options);
  const [from, to] = [beginning(change.languageBefore ?? '', 100), beginning(change.languageAfter ?? '', 100)];
  const replaced =
    `language: ${code(from)} → ${code(to)}. **The language of a style list cannot be changed: a ` +
    'new list with a NEW id replaces it. Update every use of the old id.**';
  return {
    head: change.action === 'replace' ? `${head}\n\n${replaced}` : head,
    titles: ['Rule or instruction', 'Change'],
    rows: [...change.rules.map(ruleRow), ...change.instructions.map(instructionRow)],
    goes: change.action === 'delete' || change.action === 'replace',
    place: placeOf(change.origin, options),
  };
}

const keyGroup = (change: DeveloperKeyChange, options: MarkdownOptions): Group => ({
  head: heading(change, '', options),
  titles: ['', 'Change'],
  rows: change.limits.map((limit) => limitRow(limit, change.action === 'create')),
  goes: change.action === 'deactivate',
  place: placeOf(change.origin, options),
});

/** What a plan does, resource by resource in its order, in the tables of a document. */
export function planGroups(plan: Plan, options: MarkdownOptions): readonly Group[] {
  const kinds = termKinds(plan);
  return plan.changes.flatMap((change): readonly Group[] => {
    switch (change.kind) {
      case 'glossary':
        return glossaryGroups(change, kinds, options);
      case 'style-list':
        return [styleListGroup(change, options)];
      case 'developer-key':
        return [keyGroup(change, options)];
      default:
        return change satisfies never;
    }
  });
}
