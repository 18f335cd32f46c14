import { kindNamed } from '../../kinds/registry.ts';
import type { SourceRef } from '../../model/finding.ts';
import { additionsBeyond, valueCount } from '../../model/plan/additions.ts';
import {
  type Change,
  type ChildChange,
  isOfWhole,
  isRenamed,
  nameOf,
  type Plan,
  shownName,
  type TextSides,
} from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { countedValues, type TermTally, tally, termTally } from '../../plan/counts.ts';
import { revealed } from '../format/escape.ts';
import { languageName, languageOfText, languagesIn, turnedText } from '../format/language.ts';
import { beginning } from '../format/text.ts';
import type { LintAt } from '../lint/lint-at.ts';
import { type ChangeView, type NamedWords, viewWords } from '../values/change-view.ts';
import {
  actionWord,
  childWords,
  elsewhereLines,
  goneFirst,
  nameWord,
  partsTitle,
  remarksOf,
  replacementOf,
  sharingCount,
  sharingOnly,
  sharingText,
  tallyText,
  valuesBelow,
} from '../values/change-words.ts';
import { losesTerm, planTerms, type TermChange } from '../values/term-kinds.ts';
import { NOTHING_UNDONE, UNDOES, type Undone, undoesName, undoesTerm } from '../values/undone.ts';
import { nature, phrase, wordChange } from '../values/word-change.ts';
import { cellCode, code, codeOf, PAINTS, SIDE_PAINTS, shortCode } from './code.ts';
import type { Group } from './fit.ts';
import { placeMarkdown, termUrl } from './link.ts';
import { MARKDOWN_MAX_UNITS, type MarkdownOptions } from './options.ts';
import { termRow, undoneMark, valueRow } from './row.ts';

/**
 * Maximum number of UTF-16 code units of a name in a heading. Names of the service are shorter, but a manipulated plan
 * may contain longer ones.
 */
const NAME_MAX_UNITS = 300;

const name = (text: string): string => shortCode(text, NAME_MAX_UNITS);

/** Length of the shortest row of a table, in UTF-16 code units, with its line end: `| + | a | b | |`. */
const ROW_MIN_UNITS = 16;

/** Maximum number of rows that can fit into any document. */
const ROWS_MADE_MAX = MARKDOWN_MAX_UNITS / ROW_MIN_UNITS;

/** Maximum number of UTF-16 code units of the value that requires a replacement, such as a language. */
const FIXED_MAX_UNITS = 100;

const textsOf = ({ from = '', to = '' }: TextSides, maxUnits: number) =>
  [beginning(from, maxUnits), beginning(to, maxUnits)] as const;

/**
 * Renders a language pair (`English → German`). Unknown languages are shown as codes; other child names are shown as
 * code.
 */
function pairMarkdown(pair: string): string {
  const codes = languagesIn(pair);
  return codes.includes(undefined)
    ? name(pair)
    : codes.map((code = '') => languageName(code) ?? name(code)).join(' → ');
}

/** Our own words, and the name of a target as code. */
const namedWords = ({ words, name: target }: NamedWords): string =>
  target === undefined ? words : `${words} ${shortCode(target, FIXED_MAX_UNITS)}`;

/** The title for the sides of a change that does not belong to a plan. */
const sidesTitle = ({ sides: [before, after] }: ChangeView): string => `${namedWords(before)} → ${namedWords(after)}`;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The paragraph above a table, and the line of the list above all tables. */
type Heading = Pick<Group, 'head' | 'brief'>;

/** The heading of a resource, and below it the change of its name, and the reason for a replacement. */
function heading(change: Change, { links, undone = NOTHING_UNDONE }: GroupOptions, view?: ChangeView): Heading {
  const { kind, action, address, origin } = change;
  const [from, to] = textsOf(nameOf(change), NAME_MAX_UNITS);
  const replacement = view === undefined ? replacementOf(change) : undefined;
  const [before, after] = textsOf(replacement ?? {}, FIXED_MAX_UNITS);
  const whole = namedWords(view?.wholes.get(change) ?? { words: viewWords(view, actionWord(action)) });
  const word = action === 'create' || action === 'update' ? whole : `**${whole}**`;
  const remarks = (view === undefined ? remarksOf(change) : []).map(({ words, address: of, isLoss }) =>
    isLoss ? `**${words}**` : `${words}${of === undefined ? '' : name(of)}`,
  );
  const undoes = undone.hasWhole(address) ? `**${UNDOES}**` : '';
  const counts = viewWords(view, tallyText(tally(countedValues(change))));
  const shown = codeOf(phrase(beginning(shownName(change), NAME_MAX_UNITS)));
  const head = [
    `#### ${joined(`${word} ${name(address)}`, shown, counts, ...remarks, undoes, placeMarkdown(origin, links))}`,
    ...(isRenamed(change)
      ? [
          `${nameWord(kind)}: ${codeOf(wordChange(from, to, view === undefined ? PAINTS : SIDE_PAINTS))}` +
            nature(from, to) +
            undoneMark(undoesName(undone, change)),
        ]
      : []),
    ...(replacement ? [`${replacement.noun}: ${code(before)} → ${code(after)}. **${replacement.words}**`] : []),
  ].join('\n\n');
  return { head, brief: `${word} ${name(address)}${counts === '' ? '' : `: ${counts}`}` };
}

export interface GroupOptions extends MarkdownOptions {
  /** True: rows contain only the necessary facts of a term, so that more rows fit. */
  readonly isShort?: boolean;
  /** Returns lint findings of terms. Absent: none. */
  readonly lintAt?: LintAt;
  /** The drift that the plan overwrites. */
  readonly undone?: Undone;
}

const placeOf =
  (origin: SourceRef | undefined, { links }: MarkdownOptions) =>
  (at: SourceRef | undefined): string =>
    placeMarkdown(at, links, { beside: origin?.file, show: cellCode });

/** Losses, then changes, then changes of only case or white space, then additions. */
function rankOf(term: TermChange): number {
  if (losesTerm(term)) return 0;
  if (term.kind === 'added') return 3;
  return term.nature === 'case' || term.nature === 'white-space' ? 2 : 1;
}

/** The changes of a child's terms. */
interface ChildTerms {
  readonly terms: readonly TermChange[];
  /** Number of additions after the terms that cannot fit. */
  readonly unmade: number;
  readonly counts: TermTally;
  /** Lines about terms that are listed elsewhere. */
  readonly notes: readonly string[];
}

function childGroup(
  child: ChildChange,
  { kind, address }: Change,
  { terms, unmade, counts, notes }: ChildTerms,
  { isShort, lintAt = () => [], undone = NOTHING_UNDONE, ...options }: GroupOptions,
  view?: ChangeView,
): Group {
  const { action, origin } = child;
  const goes = action === 'delete';
  const words = namedWords(view?.wholes.get(child) ?? { words: childWords(kind, child) });
  const undoesWhole = undone.hasWhole(child.address) ? `**${UNDOES}**` : '';
  const undoes = (term: TermChange): boolean => undoesTerm(undone, child.address, term);
  const file = origin === undefined ? '' : placeMarkdown({ ...origin, line: 1 }, options.links);
  const pair = childName(child.address);
  const [source = {}, target = {}] = languagesIn(pair)
    .map(languageOfText)
    .map((language) => (isShort ? turnedText(language) : language));
  const page = isShort ? undefined : options.page;
  const link = (source: string): string | undefined => termUrl(`${revealed(child.address)}/${source}`, page);
  const languages = pairMarkdown(pair);
  const title = `${name(address)} ${languages}${isShort || languages === name(pair) ? '' : ` (${name(pair)})`}`;
  const counted = valueCount(child) === 0 ? '' : `: ${viewWords(view, tallyText(counts))}`;
  const loud = goes ? `**${words}**` : words;
  return {
    head: [`#### ${joined(`${title}${counted}`, loud, undoesWhole, file)}`, ...notes].join('\n\n'),
    brief: joined(`${name(address)} ${languages}${counted}`, ...(action === 'update' ? [] : [loud])),
    titles: ['Change', 'Term', view === undefined ? 'Translation' : sidesTitle(view)],
    rows: [...terms]
      .sort((one, other) => rankOf(one) - rankOf(other))
      .map((term) =>
        termRow(term, {
          isShort: isShort === true,
          lintOf: ({ at, to = child.address }) => (isShort ? [] : lintAt(at, childName(to))),
          languages: [source, target],
          place: placeOf(origin, options),
          view,
          undoes,
          ...(page !== undefined && { link }),
        }),
      ),
    ...(unmade > 0 && { unmade }),
    goes,
  };
}

/**
 * Maximum number of rows that are made for one resource or dictionary, so that all of them together have about
 * `ROWS_MADE_MAX` rows. The room is shared equally. A dictionary with fewer rows leaves the rest to the others.
 */
function mostRows({ changes }: Pick<Plan, 'changes'>): number {
  const sizes = changes
    .flatMap(({ children }) => children)
    .map(valueCount)
    .sort((one, other) => one - other);
  let room = ROWS_MADE_MAX;
  for (const [index, size] of sizes.entries()) {
    const share = Math.ceil(room / (sizes.length - index));
    if (size > share) return share;
    room -= size;
  }
  return ROWS_MADE_MAX;
}

/** False for a resource whose only changes are in its children, because they name it. */
const hasHead = (change: Change, view: ChangeView | undefined): boolean =>
  change.adopted ||
  isOfWhole(change) ||
  view?.wholes.has(change) === true ||
  kindNamed(change.kind).children === undefined;

/** The changes of a plan, resource by resource in its order, in the form of tables. */
export function planGroups(
  plan: Pick<Plan, 'changes' | 'undoes'>,
  options: GroupOptions,
  view?: ChangeView,
): readonly Group[] {
  const kinds = planTerms(plan);
  const most = mostRows(plan);
  const sharing = sharingOnly(plan);
  const others = sharingText(sharing, name);
  const all = plan.changes.filter((change) => !sharing.includes(change));
  const groups = all.flatMap((change): readonly Group[] => {
    const { action, origin } = change;
    const group: Group = {
      ...heading(change, options, view),
      titles: ['Change', partsTitle(change), view === undefined ? 'Value' : sidesTitle(view)],
      rows: valuesBelow(change)
        .map((value) => {
          const undoes = options.undone?.hasValue(change.address, value.key);
          const place = placeOf(origin, options);
          return valueRow(value, { owner: kindNamed(change.kind), place, view, undoes });
        })
        .sort((one, other) => Number(other.loses) - Number(one.loses)),
      goes: action !== 'create' && action !== 'update',
    };
    const children = goneFirst(change).map((each) => {
      const counts = termTally(plan, [each]);
      const notes = elsewhereLines(plan, each, name).map((line) => `${line}.`);
      return childGroup(
        each,
        change,
        { terms: kinds(each, most), unmade: additionsBeyond(each, most), counts, notes },
        options,
        view,
      );
    });
    return hasHead(change, view) ? [group, ...children] : children;
  });
  if (others === undefined) return groups;
  const size = sharing.flatMap(({ children }) => children).length;
  return [
    ...groups,
    { head: `#### ${others}`, brief: sharingCount(sharing) ?? '', size, titles: [], rows: [], goes: false },
  ];
}
