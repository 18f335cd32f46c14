import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { byKind } from '../../model/by-kind.ts';
import type { LayerRow } from '../../model/entries/dictionary.ts';
import { grouped } from '../../model/lists.ts';
import {
  type Explanation,
  isFound,
  type LookedThrough,
  type ServiceTerm,
  type TermInFiles,
  type TermMention,
  type TermOnService,
} from '../../steps/search/explanation.ts';
import { inPlace, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { legible } from '../format/legible.ts';
import { counted, groupedDigits, linesOf, listed, plural, withLineEnds } from '../format/text.ts';
import { placeText } from '../messages/finding-text.ts';
import { reasonOf } from '../values/held-back-text.ts';
import { phrase } from '../values/word-change.ts';

export interface ExplainTextOptions {
  readonly color: boolean;
  /** The reason why the service was not read, in words; for an explanation without it. */
  readonly whyNotRead?: string;
}

/** A row that is held back may have no translation. */
const pairText = ({ source, target }: { readonly source: string; readonly target: string }): string =>
  target === '' ? phrase(source) : `${phrase(source)} → ${phrase(target)}`;

const serviceText = (service: ServiceTerm, fileTarget: string, target: string, colors: Colors): string =>
  byKind(service, {
    same: () => colors.green(`${target} has the same`),
    differs: (term) => colors.yellow(`${target} has → ${inPlace(legible(term.target, fileTarget))}`),
    'no-term': () => colors.yellow(`${target} does not have it`),
    'no-dictionary': () => colors.yellow(`${target} does not have this dictionary`),
    'no-glossary': () => colors.yellow(`${target} does not have this glossary`),
    unclear: () => colors.red(`several glossaries of ${target} could be this one; lexform plan lists them`),
  });

const likenessText = (likeness: 'exact' | 'alike'): string => (likeness === 'exact' ? '' : '  (different spelling)');

/** The row of a term in one glossary of a stack. */
const layerLine = ({ address, target, at, isUsed }: LayerRow, colors: Colors): string =>
  `    ${visible(address)}: ${target === undefined ? 'removed' : phrase(target)}  ${colors.dim(placeText(at))}` +
  (isUsed ? '  (used)' : '');

function termLines(term: TermInFiles, target: string, colors: Colors): readonly string[] {
  const { likeness, at, notes, heldBack, layers = [], service } = term;
  return linesOf(
    `  ${pairText(term)}${likenessText(likeness)}  ${colors.dim(placeText(at))}`,
    notes.map(({ name, text }) => `    ${shown(name)}: ${shown(text)}`),
    layers.map((row) => layerLine(row, colors)),
    heldBack !== undefined && `  ${colors.yellow(`held back, not sent: ${reasonOf(heldBack)}`)}`,
    service !== undefined && `  ${serviceText(service, term.target, target, colors)}`,
  );
}

/** The terms of the files. Dictionaries that inherit the same term from the same layers are listed once. */
function fileLines(terms: readonly TermInFiles[], target: string, colors: Colors): readonly string[] {
  const alike = grouped(terms, (term): TermInFiles | string =>
    term.layers === undefined ? term : termLines(term, target, colors).join('\n'),
  );
  return [...alike.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined) return [];
    return linesOf(
      '',
      `${colors.bold(visible(first.dictionary))}  "${shown(first.glossary)}"`,
      others.length > 0 &&
        `  and the same in ${counted(others.length, 'more dictionary', 'more dictionaries')}: ` +
          listed(others.map(({ dictionary }) => visible(dictionary))),
      termLines(first, target, colors),
    );
  });
}

const serviceLine = (term: TermOnService): string =>
  `  ${visible(term.dictionary)}  ${pairText(term)}${likenessText(term.likeness)}  ` +
  `"${shown(term.glossary)}"${term.managed ? '' : '  (unmanaged)'}`;

const mentionLine = (mention: TermMention, target: string, colors: Colors): string =>
  `  ${visible(mention.dictionary)}  ${pairText(mention)}` +
  `${mention.as === 'translation' ? '  (as translation)' : ''}  ` +
  colors.dim(mention.at === undefined ? `on ${target}` : placeText(mention.at));

function mentionLines({ mentions, mentionCount }: Explanation, target: string, colors: Colors): readonly string[] {
  if (mentionCount === 0) return [];
  const hidden = mentionCount - mentions.length;
  return linesOf(
    '',
    `Also in ${counted(mentionCount, 'term')}:`,
    mentions.map((mention) => mentionLine(mention, target, colors)),
    hidden > 0 && `  … and ${groupedDigits(hidden)} more`,
  );
}

const through = ({ dictionaries, terms }: LookedThrough): string =>
  `${counted(dictionaries, 'dictionary', 'dictionaries')} (${counted(terms, 'term')})`;

const dictionaryCount = (terms: readonly { readonly dictionary: string }[]): string =>
  counted(new Set(terms.map(({ dictionary }) => dictionary)).size, 'dictionary', 'dictionaries');

function verdict({ term, inFiles, onService, mentionCount }: Explanation, target: string): string {
  const where = linesOf(
    inFiles.length > 0 && `in ${dictionaryCount(inFiles)} of the files`,
    onService.length > 0 && `in ${dictionaryCount(onService)} that only ${target} has`,
  );
  if (where.length > 0) return `"${shown(term)}" is ${listed(where)}.`;
  return mentionCount > 0 ? `"${shown(term)}" is not a source phrase.` : `"${shown(term)}" was not found.`;
}

function unreadLines(service: Explanation['service']): readonly string[] {
  if (service === undefined || service.unread === 0) return [];
  const { target, unread } = service;
  const what =
    `${counted(unread, 'dictionary', 'dictionaries')} that no file names ${plural(unread, 'was', 'were')} not ` +
    `searched; --all searches ${plural(unread, 'it', 'them')}`;
  return [`On ${visible(target)}, ${what}.`];
}

/**
 * The explanation of a term for people: its places and their state on the service, terms that only the service has,
 * mentions, and the size of the search.
 */
export function explainText(explanation: Explanation, { color, whyNotRead }: ExplainTextOptions): string {
  const colors = pc.createColors(color);
  const { term, inFiles, onService, nearest, otherLanguages = [], files, service, language } = explanation;
  const target = visible(service?.target ?? '');
  const of = language === undefined ? '' : `, from or into ${visible(language)} only`;
  const looked = linesOf(`${through(files)} of the files`, service !== undefined && `${through(service)} on ${target}`);
  return withLineEnds(
    linesOf(
      colors.bold(verdict(explanation, target)),
      otherLanguages.length > 0 &&
        `It is a phrase of ${listed(otherLanguages.map(visible))}: leave out --lang, or name that language.`,
      nearest.length > 0 && `Did you mean ${nearest.map((name) => `"${inPlace(legible(name, term))}"`).join(', ')}?`,
      fileLines(inFiles, target, colors),
      onService.length > 0 && ['', `Only on ${target}:`, ...onService.map(serviceLine)],
      mentionLines(explanation, target, colors),
      '',
      colors.dim(`Searched ${listed(looked)}${of}.`),
      unreadLines(service).map(colors.dim),
      whyNotRead !== undefined && colors.dim(`The service was not searched: ${visible(whyNotRead)}.`),
    ),
  );
}

/** The result as one document. `null` means not requested, which differs from "not found". */
export function explainJson(explanation: Explanation): string {
  const { term, language, inFiles, onService, mentions, mentionCount, nearest, otherLanguages, files, service } =
    explanation;
  return jsonText({
    formatVersion: 1,
    term,
    language: language ?? null,
    found: isFound(explanation),
    files: inFiles.map(({ service: state, ...rest }) => ({ ...rest, service: state ?? null })),
    serviceOnly: onService,
    mentions: { count: mentionCount, first: mentions.map(({ at, ...rest }) => ({ ...rest, at: at ?? null })) },
    nearest,
    otherLanguages,
    looked: { files, service: service ?? null },
  });
}
