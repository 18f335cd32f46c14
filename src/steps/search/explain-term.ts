import type { Client, Limit } from '../../client/client.ts';
import { columnOf, type DelimitedInput, type Row } from '../../files/delimited/row.ts';
import { readRows } from '../../files/delimited/scan-rows.ts';
import { dictionarySchema } from '../../files/dictionary/dictionary-schema.ts';
import { wideSchema } from '../../files/dictionary/wide-schema.ts';
import { nearestName } from '../../files/languages/nearest-name.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import { DICTIONARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import { type DesiredDictionary, type DesiredGlossary, dictionaryAddress } from '../../kinds/glossary/glossary.ts';
import { type DesiredState, desiredResources, type LedgerState } from '../../kinds/states.ts';
import { type Entries, termCount } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import type { SourceRef } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import {
  type Explanation,
  isFound,
  type LookedThrough,
  type ServiceTerm,
  type TermInFiles,
  type TermMention,
  type TermNote,
  type TermOnService,
} from './explanation.ts';
import { type AllLiveTerms, readLiveTerms } from './find-terms.ts';
import { type TermMatch, termMatcher } from './match-term.ts';

/** Maximum number of mentions that are kept; more of them are only counted. */
const MENTIONS_MAX = 20;

/** An entry that is related to a term. */
interface SearchHit {
  readonly match: TermMatch;
  readonly source: string;
  readonly target: string;
}

type MentionRank = 'translation' | 'words' | 'part';

interface MentionCollector {
  /** `mention` is only called if the mention is kept. */
  readonly add: (rank: MentionRank, mention: () => TermMention) => void;
  /** The first ones: translations, then words of longer phrases, then parts of them. */
  readonly first: () => readonly TermMention[];
  /** Number of mentions added. */
  readonly count: () => number;
}

/** Accepts any number of mentions and keeps the first of each rank. */
export function collectMentions(): MentionCollector {
  const ranks: Readonly<Record<MentionRank, TermMention[]>> = {
    translation: [],
    words: [],
    part: [],
  };
  let count = 0;
  return {
    add(rank, mention) {
      count += 1;
      if (ranks[rank].length < MENTIONS_MAX) ranks[rank].push(mention());
    },
    first: () => [...ranks.translation, ...ranks.words, ...ranks.part].slice(0, MENTIONS_MAX),
    count: () => count,
  };
}

/** The term to search for. `language`: its language. */
interface WantedTerm {
  readonly term: string;
  readonly language?: string;
}

/** Returns the function that finds the relation of an entry to the term. */
const matcherFor = (pair: LanguagePair, { term, language }: WantedTerm) =>
  termMatcher(term, {
    source: language === undefined || pair.source === language,
    target: language === undefined || pair.target === language,
  });

/** Every entry that is related to the term, in the order of the entries. */
export function* hitsIn(entries: Entries, pair: LanguagePair, wanted: WantedTerm): Generator<SearchHit> {
  const matchOf = matcherFor(pair, wanted);
  for (const [source, target] of entries) {
    const match = matchOf(source, target);
    if (match !== undefined) yield { match, source, target };
  }
}

/** The columns that contain phrases, languages or ignored content; `undefined` if the first row is not a header. */
function otherColumns(header: Row, input: DelimitedInput, pair: LanguagePair): ReadonlySet<number> | undefined {
  const pairs = [pairKey(pair)];
  const { languages, ignored } = wideSchema(header, { ...input, pairs });
  if (languages.has(pair.source) && languages.has(pair.target)) return new Set([...languages.values(), ...ignored]);
  const { headers, source, target, rowLanguages = [] } = dictionarySchema(header, { ...input, pair });
  return headers === 0 ? undefined : new Set([source, target, ...rowLanguages, ...ignored]);
}

/**
 * The cells of a file besides the phrases, in columns that are kept and never sent. Returns a function from the place
 * of a source phrase to the non-empty cells of its row, in the order of the columns. It returns an empty list for a
 * place in another file, or if the file has no such column.
 */
export function rowNotes(
  input: DelimitedInput,
): (pair: LanguagePair, source: string, at: SourceRef) => readonly TermNote[] {
  const [header, ...rows] = readRows(input).rows;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return (pair, source, at) => {
    const row = byLine.get(at.line);
    if (header === undefined || row === undefined || at.file !== input.file) return [];
    const others = otherColumns(header, input, pair);
    const here = row.texts.some((text, index) => text === source && columnOf(row, index) === at.column);
    if (others === undefined || !here) return [];
    return row.texts.flatMap((text, index) => {
      const name = header.texts[index]?.trim() ?? '';
      return others.has(index) || text.trim() === '' || name === '' ? [] : [{ name, text: text.trim() }];
    });
  };
}

/** Maximum number of suggested names. */
const NEAREST_MAX = 3;

export interface ExplainInput {
  readonly term: string;
  /** Base language of the term; absent: any. */
  readonly language?: string;
  readonly desired: DesiredState;
  readonly files: FilePorts;
  /** Absolute. */
  readonly root: string;
  /** The service to search; absent: only the files. */
  readonly service?: {
    readonly target: string;
    readonly client: Client;
    readonly limit: Limit;
    /** The state after the last apply; default: nothing is owned. */
    readonly ledger?: LedgerState;
    /** True: also search dictionaries that no file names. */
    readonly all: boolean;
  };
}

interface FileDictionary {
  readonly glossary: DesiredGlossary;
  readonly key: PairKey;
  readonly dictionary: DesiredDictionary;
}

function serviceTerm(live: AllLiveTerms, { glossary, key }: FileDictionary, hit: SearchHit): ServiceTerm {
  const counterpart = live.counterpart(glossary.address);
  if (counterpart.kind !== 'found') return { kind: counterpart.kind === 'none' ? 'no-glossary' : 'unclear' };
  const dictionary = counterpart.glossary.dictionaries.get(key);
  if (dictionary === undefined || dictionary.entryCount === 0) return { kind: 'no-dictionary' };
  const target = dictionary.entries?.get(hit.source);
  if (target === undefined) return { kind: 'no-term' };
  return target === hit.target ? { kind: 'same' } : { kind: 'differs', target };
}

/** Adds the notes of their rows to the terms. Each file is read once. */
async function withNotes(
  found: readonly TermInFiles[],
  dictionaries: readonly FileDictionary[],
  { files, root }: ExplainInput,
): Promise<readonly TermInFiles[]> {
  const notesOf = new Map<string, ReturnType<typeof rowNotes>>();
  const forms = new Map(dictionaries.map(({ dictionary: { origin, form } }) => [origin.file, form]));
  const terms: TermInFiles[] = [];
  for (const term of found) {
    const { at, dictionary, source } = term;
    const { file } = at;
    let notes = notesOf.get(file);
    if (notes === undefined) {
      const { value: bytes } = await readInside(files, { root, file, role: DICTIONARY_ROLE, namedAt: at });
      notes = bytes === undefined ? () => [] : rowNotes({ ...forms.get(file), bytes, file });
      notesOf.set(file, notes);
    }
    const pair = parsePairKey(dictionary.slice(dictionary.lastIndexOf('/') + 1) as PairKey);
    terms.push({ ...term, notes: notes(pair, source, at) });
  }
  return terms;
}

const exactFirst = <Term extends { readonly likeness: string; readonly dictionary: string }>(
  terms: readonly Term[],
): readonly Term[] =>
  [...terms].sort(
    (left, right) =>
      Number(left.likeness === 'alike') - Number(right.likeness === 'alike') ||
      byCodeUnit(left.dictionary, right.dictionary),
  );

/** Source phrases that are similar to the term: the nearest one of each dictionary. */
function nearestTerms(term: string, dictionaries: readonly Entries[]): readonly string[] {
  const near = dictionaries.flatMap(
    (entries) =>
      nearestName(
        term,
        [...entries].map(([source]) => source),
      ) ?? [],
  );
  return [...new Set(near)].slice(0, NEAREST_MAX);
}

/** The dictionaries of the files that may contain the term, by address. */
function relevant({ desired, language }: ExplainInput): readonly FileDictionary[] {
  return [...desiredResources(desired, 'glossaries')]
    .sort((left, right) => byCodeUnit(left.address, right.address))
    .flatMap((glossary) =>
      [...glossary.dictionaries].map(([key, dictionary]): FileDictionary => ({ glossary, key, dictionary })),
    )
    .filter(({ dictionary }) => mayHold(dictionary.pair, language));
}

const mayHold = ({ source, target }: LanguagePair, language: string | undefined): boolean =>
  language === undefined || source === language || target === language;

/** The rows with the term that are not sent. Such a row does not count as a mention of another term. */
function heldBackTerms(
  each: FileDictionary,
  input: ExplainInput,
  live: AllLiveTerms | undefined,
): readonly TermInFiles[] {
  const {
    glossary,
    key,
    dictionary: { pair, heldBack = [] },
  } = each;
  const matchOf = matcherFor(pair, input);
  return heldBack.flatMap(({ source, target, at, reason, by, status }): readonly TermInFiles[] => {
    const likeness = matchOf(source, target);
    if (likeness !== 'exact' && likeness !== 'alike') return [];
    const dictionary = dictionaryAddress(glossary.address, key);
    const why = { reason, ...omitUndefined({ by, status }) };
    const entry = { dictionary, glossary: glossary.name, source, target };
    const state = live === undefined ? {} : { service: serviceTerm(live, each, { match: likeness, source, target }) };
    return [{ ...entry, likeness, at, notes: [], heldBack: why, ...state }];
  });
}

/** The rows of a term in the layers of its glossary; none if it has no layers. */
const layersOf = ({ layerRows }: DesiredDictionary, source: string) => layerRows?.(source) ?? [];

/** The inherited terms that a glossary removes, with its row and those of its layers. */
function removedTerms({ glossary, key, dictionary }: FileDictionary, input: ExplainInput): readonly TermInFiles[] {
  const matchOf = matcherFor(dictionary.pair, input);
  return (dictionary.removed ?? []).flatMap(({ source, target, at }): readonly TermInFiles[] => {
    const likeness = matchOf(source, target);
    if (likeness !== 'exact' && likeness !== 'alike') return [];
    const entry = { dictionary: dictionaryAddress(glossary.address, key), glossary: glossary.name, source, target };
    return [{ ...entry, likeness, at, notes: [], layers: layersOf(dictionary, source) }];
  });
}

/** The terms in the files. Mentions are added to `mentions`. */
function inFilesOf(
  dictionaries: readonly FileDictionary[],
  input: ExplainInput,
  mentions: MentionCollector,
  live: AllLiveTerms | undefined,
): readonly TermInFiles[] {
  const found: TermInFiles[] = [];
  for (const each of dictionaries) {
    const { glossary, key, dictionary } = each;
    for (const hit of hitsIn(dictionary.entries, dictionary.pair, input)) {
      const { match, source, target } = hit;
      const at = dictionary.locate(source) ?? dictionary.origin;
      const entry = { dictionary: dictionaryAddress(glossary.address, key), glossary: glossary.name, source, target };
      if (match === 'exact' || match === 'alike') {
        const state = live === undefined ? {} : { service: serviceTerm(live, each, hit) };
        const layers = layersOf(dictionary, source);
        const isOwnOnly = layers.length === 0 || (layers.length === 1 && layers[0]?.address === glossary.address);
        found.push({ ...entry, likeness: match, at, notes: [], ...(isOwnOnly ? {} : { layers }), ...state });
      } else mentions.add(match, () => ({ ...entry, as: match === 'translation' ? 'translation' : 'part', at }));
    }
    found.push(...heldBackTerms(each, input, live), ...removedTerms(each, input));
  }
  return found;
}

/** The terms that the service has and the files lack. */
function onServiceOf(live: AllLiveTerms, input: ExplainInput, mentions: MentionCollector): readonly TermOnService[] {
  const found: TermOnService[] = [];
  for (const { address, glossary, key, pair, entries, managed } of live.read) {
    const inFiles = desiredResources(input.desired, 'glossaries')
      .find((each) => each.address === address)
      ?.dictionaries.get(key);
    const known = inFiles?.entries;
    const heldBack = new Set(inFiles?.heldBack?.map((row) => row.source));
    for (const { match, source, target } of hitsIn(entries, pair, input)) {
      const entry = { dictionary: dictionaryAddress(address, key), glossary: glossary.name, source, target };
      const inFile = known?.get(source);
      if (match === 'exact' || match === 'alike') {
        // A term that the files also have is listed there.
        if (inFile === undefined && !heldBack.has(source))
          found.push({ ...entry, likeness: match, glossaryId: glossary.id, managed });
      } else if (inFile !== target)
        mentions.add(match, () => ({ ...entry, as: match === 'translation' ? 'translation' : 'part' }));
    }
  }
  return found;
}

/** Other languages of the files that have the term as a phrase, if the search was limited to one language. */
function otherLanguagesOf({ language, ...input }: ExplainInput): readonly string[] {
  if (language === undefined) return [];
  const languages = relevant(input).flatMap(({ dictionary: { entries, pair } }) =>
    [...hitsIn(entries, pair, input)].flatMap(({ match }) =>
      match === 'exact' || match === 'alike' ? [pair.source] : match === 'translation' ? [pair.target] : [],
    ),
  );
  return [...new Set(languages)].filter((each) => each !== language).sort(byCodeUnit);
}

const lookedThrough = (all: readonly Entries[]): LookedThrough => ({
  dictionaries: all.length,
  terms: termCount(all),
});

/**
 * files (and service) → all information about a term: its places, its content on the service, terms that only the
 * service has, and mentions. Writes nothing.
 */
export async function explainTerm(input: ExplainInput): Promise<Explanation> {
  const { term, language, desired, service } = input;
  const dictionaries = relevant(input);
  const wanted = (pair: LanguagePair): boolean => mayHold(pair, language);
  const live = service && {
    target: service.target,
    ...(await readLiveTerms({ ...service, desired: desiredResources(desired, 'glossaries'), wanted })),
  };
  const mentions = collectMentions();
  const inFiles = inFilesOf(dictionaries, input, mentions, live);
  const onService = live === undefined ? [] : onServiceOf(live, input, mentions);
  const fileEntries = dictionaries.map(({ dictionary }) => dictionary.entries);
  const found = {
    term,
    language,
    inFiles: await withNotes(exactFirst(inFiles), dictionaries, input),
    onService: exactFirst(onService),
    mentions: mentions.first(),
    mentionCount: mentions.count(),
    nearest: [],
    files: lookedThrough(fileEntries),
    ...(live !== undefined && {
      service: { target: live.target, ...lookedThrough(live.read.map(({ entries }) => entries)), unread: live.unread },
    }),
  };
  if (isFound(found)) return found;
  // Phrases of other languages were not searched, so similar spellings there do not help.
  const isOf = ({ source }: LanguagePair): boolean => language === undefined || source === language;
  const near = [
    ...dictionaries.filter(({ dictionary: { pair } }) => isOf(pair)).map(({ dictionary: { entries } }) => entries),
    ...(live?.read ?? []).filter(({ pair }) => isOf(pair)).map(({ entries }) => entries),
  ];
  const otherLanguages = otherLanguagesOf(input);
  return { ...found, nearest: nearestTerms(term, near), ...(otherLanguages.length > 0 && { otherLanguages }) };
}
