import type { TermFields } from '../../../model/entries/term-fields.ts';
import { plainStatusWord, readTermStatus } from '../../../model/entries/term-status.ts';
import { errorAt, topOf } from '../../../model/finding.ts';
import { unknownStatuses } from '../../dictionary/column-use.ts';
import { findingList } from '../../finding-list.ts';
import {
  type Concept,
  type ExchangedField,
  type LossList,
  languageCode,
  lossList,
  type ReadInput,
  type ReadTermbase,
  unknownStatusErrors,
} from '../termbase.ts';
import { onOneLine } from './one-line.ts';
import { conceptPacker } from './packed-concepts.ts';
import { readXml, type XmlPlace, type XmlTag } from './read-xml.ts';

type FieldValues = { -readonly [Field in ExchangedField]?: TermFields[Field] & {} };

/** A term whose element is open. At the end of its concept it gets the fields of the levels above it. */
interface OpenTerm extends FieldValues {
  readonly language: string;
  text: string;
}

interface OpenLanguage extends FieldValues {
  readonly code: string;
  readonly terms: OpenTerm[];
}

interface OpenConcept extends FieldValues {
  readonly id: string | undefined;
  readonly line: number;
  readonly languages: Omit<OpenLanguage, 'code'>[];
}

interface OpenElement {
  readonly name: string;
  readonly type: string | undefined;
  /** True: the element refers to something, so it has a meaning without a text. */
  readonly isLink: boolean;
  readonly line: number;
  readonly column: number;
  text: string;
  /** True: white space was removed around its text. */
  isSpaced?: boolean;
}

/** The data categories that contain a status. If a term has several, the first in this list counts. */
const STATUS_CATEGORIES = [
  'x-lexform-status',
  'administrativeStatus',
  'normativeAuthorization',
  'status',
  'usageStatus',
  'processStatus',
];

/** Elements that only contain other elements. */
const CONTAINERS = new Set([
  'tbx',
  'martif',
  'text',
  'body',
  'termGrp',
  'descripGrp',
  'termNoteGrp',
  'adminGrp',
  'transacGrp',
]);

/** The header and the back matter: each is counted as one loss. */
const ASIDE = new Set(['martifHeader', 'tbxHeader', 'back']);

/** Appends a text to another one, if there is one. */
const joined = (first: string | undefined, second: string): string =>
  first === undefined || first === second ? second : `${first}\n${second}`;

/** Copies a text, so that it does not keep the whole document in memory. */
const detached = (text: string): string => ` ${text}`.slice(1);

/** Caches the results, because the same texts occur very often. */
function memo<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (known.has(text)) return known.get(text) as Value;
    const value = read(text);
    if (known.size < 1000) known.set(detached(text), value);
    return value;
  };
}

/**
 * Reads TBX of version 2 (MARTIF, with `tig` or `ntig`) and of version 3 (core, min, basic; both styles). A definition
 * applies to the terms below it that have none. Notes of a concept are put before those of its terms. All other content
 * is counted by element name. The function is longer than 60 lines because its handlers share the open elements.
 */
export function readTbx({ bytes, file, statuses }: ReadInput): ReadTermbase {
  const losses = lossList(file);
  const unknown = unknownStatuses();
  const concepts = conceptPacker();
  const stack: OpenElement[] = [];
  const statusOf = memo((text) => statuses?.get(plainStatusWord(text)) ?? readTermStatus(text));
  const codeOf = memo(languageCode);
  let [rows, aside] = [0, 0];
  let root: string | undefined;
  let source: string | undefined;
  let concept: OpenConcept | undefined;
  let language: OpenLanguage | undefined;
  let term: OpenTerm | undefined;
  /** Index of the category from which the open level has its status. */
  let rank: number | undefined;

  const lose = ({ name, type, line, column }: OpenElement): void =>
    losses.add('element', type === undefined ? name : `${name} ${type}`, { line, column });

  const setStatus = (into: FieldValues, category: string, element: OpenElement): void => {
    const { line, column, text } = element;
    const value = statusOf(text);
    if (value === undefined) {
      unknown.add(text, { file, line, column });
      return;
    }
    const ownRank = STATUS_CATEGORIES.indexOf(category);
    // Lexform's own category is more precise than the one next to it, which is for other programs.
    if (rank !== undefined && ownRank > 0 && rank > 0) lose(element);
    if (rank !== undefined && rank <= ownRank) return;
    into.status = value;
    rank = ownRank;
  };

  /** Stores the content of a closed element. */
  const keep = (element: OpenElement): void => {
    const into: FieldValues | undefined = term ?? language ?? concept;
    const { name, text, type: category = name } = element;
    if (name === 'term' && concept !== undefined && term !== undefined && term.text === '') {
      term.text = onOneLine(text);
      const { line, column } = element;
      if (term.text !== text) losses.add('folded', term.text, { line, column });
      if (element.isSpaced && term.text !== '') losses.add('trimmed', term.text, { line, column });
    } else if (into === undefined || text === '') {
      if (text !== '' || element.isLink) lose(element);
    } else if (category === 'partOfSpeech' && into.partOfSpeech === undefined) into.partOfSpeech = text;
    else if (STATUS_CATEGORIES.includes(category)) setStatus(into, category, element);
    else if (category === 'definition') into.definition = joined(into.definition, text);
    else if (category === 'note') into.note = joined(into.note, text);
    else lose(element);
  };

  const endConcept = (): void => {
    if (concept !== undefined) concepts.add(conceptOf(concept, losses));
    concept = undefined;
  };

  const open = ({ name, attributes }: XmlTag, place: XmlPlace): void => {
    switch (name) {
      case 'termEntry':
      case 'conceptEntry':
        // An entry within another one, which the format does not allow, ends that one.
        endConcept();
        rows += 1;
        rank = undefined;
        concept = { id: attributes.id, line: place().line, languages: [] };
        return;
      case 'langSet':
      case 'langSec':
        rank = undefined;
        language = { code: codeOf(attributes['xml:lang'] ?? ''), terms: [] };
        concept?.languages.push(language);
        return;
      case 'tig':
      case 'ntig':
      case 'termSec':
        rank = undefined;
        term = { language: language?.code ?? '', text: '' };
        // A term outside a section has no language. It is counted as such.
        if (language === undefined) concept?.languages.push({ terms: [term] });
        else language.terms.push(term);
        return;
      default:
        if (CONTAINERS.has(name)) return;
        stack.push({ name, type: attributes.type, isLink: attributes.target !== undefined, ...place(), text: '' });
    }
  };

  const close = (name: string): void => {
    switch (name) {
      case 'termEntry':
      case 'conceptEntry':
        endConcept();
        return;
      case 'langSet':
      case 'langSec':
        language = undefined;
        return;
      case 'tig':
      case 'ntig':
      case 'termSec':
        term = undefined;
        return;
      default: {
        if (CONTAINERS.has(name)) return;
        const element = stack.pop();
        if (element === undefined) return;
        const trimmed = element.text.trim();
        element.isSpaced = trimmed !== element.text;
        element.text = trimmed;
        const outer = stack.at(-1);
        if (outer === undefined) {
          keep(element);
          return;
        }
        // Markup inside a text: the text is kept, and the markup is counted as a loss.
        outer.text += element.text;
        lose(element);
      }
    }
  };

  const fault = readXml(bytes, file, {
    open(tag, place) {
      if (root === undefined) [root, source] = [tag.name, tag.attributes['xml:lang']];
      if (ASIDE.has(tag.name)) {
        aside += 1;
        losses.add('element', tag.name, place());
      } else if (aside === 0) open(tag, place);
    },
    close(name) {
      if (ASIDE.has(name)) aside -= 1;
      else if (aside === 0) close(name);
    },
    text(part) {
      const element = stack.at(-1);
      if (element !== undefined) element.text += part;
    },
  });
  const isTbx = root === 'tbx' || root === 'martif';
  const other = isTbx ? [] : [errorAt('import-not-tbx', topOf(file), { root: root ?? '' })];
  const refused = fault === undefined ? other : [fault];
  return {
    value: { concepts: concepts.all() },
    losses: losses.all(),
    findings: [...refused, ...findingList(unknownStatusErrors(unknown.list())).all()],
    rows,
    ...(source !== undefined && { source: languageCode(source) }),
  };
}

/** A concept whose terms have the fields of the levels above: the nearest definition, and every note. */
function conceptOf({ id, line, languages, ...above }: OpenConcept, losses: LossList): Concept {
  const terms: OpenTerm[] = [];
  let isUsed = above.definition === undefined;
  for (const language of languages) {
    const { definition = above.definition, status = above.status, partOfSpeech = above.partOfSpeech } = language;
    const note = language.note === undefined ? above.note : joined(above.note, language.note);
    isUsed ||= language.definition === undefined;
    for (const term of language.terms) {
      if (definition !== undefined) term.definition ??= definition;
      if (status !== undefined) term.status ??= status;
      if (partOfSpeech !== undefined) term.partOfSpeech ??= partOfSpeech;
      if (note !== undefined) term.note = term.note === undefined ? note : joined(note, term.note);
      terms.push(term);
    }
  }
  if (!isUsed) losses.add('element', 'descrip definition', { line, column: 1 });
  return id === undefined ? { line, terms } : { id, line, terms };
}
