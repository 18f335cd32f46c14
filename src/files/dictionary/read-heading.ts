import { dictionaryLanguage, isGlossaryLanguage, languageByName, usualMistake } from '../languages/check-language.ts';

/** Separators of words in a header, all read as one space. */
const SEPARATORS = /[\s_\-:/.]+/g;

/** A header in one spelling: lower case, NFC, single spaces for `_`, `-`, `:`, `/`, `.` and white space. */
export const plainHeader = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[()[\]]/g, ' ')
    .replace(SEPARATORS, ' ')
    .trim();

const words = (text: string): ReadonlySet<string> => new Set(text.split('|'));

/**
 * Columns with information about a term that Lexform uses. `known` columns are not among them: they are kept in the
 * file and shown by `explain`.
 */
export const TERM_COLUMNS = [
  'status',
  'pos',
  'definition',
  'note',
  'translate',
  'do-not-translate',
  'forbidden',
  'lint',
  'override',
  'concept',
] as const;

export type TermColumn = (typeof TERM_COLUMNS)[number];

/** Headers of columns with information about a term, also in languages in which term lists are often kept. */
const WORDS: Readonly<Record<TermColumn | 'preferred' | 'known', ReadonlySet<string>>> = {
  status: words(
    'status|state|term status|approval status|usage status|administrative status|zustand|freigabe|freigabestatus|' +
      'statut|état|estado',
  ),
  pos: words(
    'pos|part|part of speech|partofspeech|word class|grammatical category|wortart|nature grammaticale|' +
      'categoría gramatical|品詞|词性',
  ),
  definition: words(
    'definition|definitions|def|description|descriptions|desc|meaning|explanation|beschreibung|définition|' +
      'definición|定義|説明|定义',
  ),
  note: words(
    'note|notes|translator note|translator notes|usage note|usage notes|remark|remarks|comment|comments|' +
      'anmerkung|anmerkungen|bemerkung|bemerkungen|hinweis|kommentar|kommentare|remarque|remarques|commentaire|' +
      'commentaires|nota|notas|comentario|comentarios|備考|注記|備註|备注',
  ),
  translate: words('translate|translatable'),
  'do-not-translate': words('do not translate|donottranslate|dnt|non translatable'),
  forbidden: words('forbidden'),
  lint: words('lint'),
  override: words('override|overrides'),
  concept: words('concept|concept id|conceptid|entry id|entryid'),
  /** The column that marks the row to use if several rows have the same source phrase. */
  preferred: words('preferred|preferred term|is preferred|prefer'),
  known: words(
    'usage|approved|agreed|reviewed|review|reviewer|validated|gender|number|term type|type|kind|register|' +
      'abbreviation|acronym|lemma|' +
      'context|contexts|domain|domains|subject|subject field|field|category|categories|topic|section|area|group|' +
      'product|component|client|customer|project|team|tier|priority|version|release|' +
      'case sensitive|casesensitive|case sensitivity|exact match|' +
      'tag|tags|label|labels|keyword|keywords|slug|key|url|uri|link|links|reference|references|ref|refs|' +
      'source|sources|origin|author|owner|contributor|created|created at|created by|modified|modified at|modified by|' +
      'updated|updated at|updated by|date|creation date|modification date|last modified|' +
      'synonym|synonyms|antonym|antonyms|variant|variants|see also|related|related terms|image|screenshot|figure|' +
      'figures|relevance|nr|no of uses|' +
      'kontext|bereich|kategorie|fachgebiet|quelle|contexte|domaine|catégorie|contexto|categoría|dominio',
  ),
};

const COLUMN_OF_WORD: ReadonlyMap<string, keyof typeof WORDS> = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((kind) =>
    [...WORDS[kind]].map((word) => [word, kind] as const),
  ),
);

/** Language codes that are much more often headers of other columns: the number of a row, or its key. */
const ROW_NUMBER_WORDS = words('id|no');

export const isRowNumberWord = (plain: string): boolean => ROW_NUMBER_WORDS.has(plain);

/** The meaning of a header, by its text. The language pairs and `columns:` of `glossary.yaml` are applied later. */
export type Heading =
  /** A base language. `before` and `after`: the text around it, such as `term_` in `term_de`. */
  | { readonly kind: 'language'; readonly code: string; readonly before: string; readonly after: string }
  /** A code of a region or a script, such as `pt-BR`. */
  | { readonly kind: 'variant'; readonly text: string; readonly base: string; readonly bare: boolean }
  /** A code, in lower case, that is not a language of a dictionary: a country, another language, or `id`. */
  | { readonly kind: 'code'; readonly code: string; readonly bare: boolean }
  | { readonly kind: 'example'; readonly language?: string }
  | { readonly kind: TermColumn | 'preferred' | 'known' | 'other' };

const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;
/** A locale that names no region, as translation vendors write it: `ja_XX`. */
const PSEUDO_REGION = /[-_]xx$/i;
/** `Term:German`, `term_de`, `label_en`: a word, then the language. */
const PREFIXED = /^((?:term|label|translation|text)(?:\s*[:_-]\s*|(?=\s* )\s+))(\S.*)$/i;
/** `German term`, `de_label`: the language, then a word. */
const SUFFIXED = /^(.+?)((?:[:_-]|(?<!\s) )\s*(?:term|label|translation|text))$/i;
/** `German (de)`. */
const WITH_CODE = /^(.*?\S)\s*[([]([a-z]{2,3})[)\]]$/i;
/** `example`, `example_de`, `Example: German`, `example (de)`. */
const EXAMPLE = /^examples?(?:(?:\s*[:_(-]\s*|(?=\s* )\s+)(\S.*?)\)?)?$/i;

/** A language by its name or code, without other text around it. */
function bareLanguage(text: string): string | undefined {
  const code = text.replace(PSEUDO_REGION, '').toLowerCase();
  if (isGlossaryLanguage(code)) return code;
  const [, name = '', codePart = ''] = WITH_CODE.exec(text) ?? [];
  const named = languageByName(text);
  return named ?? (languageByName(name) === codePart.toLowerCase() ? codePart.toLowerCase() : undefined);
}

/** The language in a header, and the text around it. */
function parted(text: string): { readonly part: string; readonly before: string; readonly after: string } {
  const [, before = '', behind = ''] = PREFIXED.exec(text) ?? [];
  if (before !== '') return { part: behind.trim(), before, after: '' };
  const [, ahead = '', after = ''] = SUFFIXED.exec(text) ?? [];
  return after === '' ? { part: text, before: '', after: '' } : { part: ahead.trim(), before: '', after };
}

/** True for `note_de`, `German definition` and `Description:English`: a known word, and a language next to it. */
function isNoteOfLanguage(text: string): boolean {
  const words = text.split(/[\s_:]+|-(?=\s)/).filter((word) => word !== '');
  return words.some((word, index) => {
    const rest = plainHeader(words.filter((_, other) => other !== index).join(' '));
    const isLanguage = languageByName(word.replace(/[()]/g, '')) ?? dictionaryLanguage(word.replace(/[()]/g, ''));
    return isLanguage !== undefined && (COLUMN_OF_WORD.get(rest) ?? 'preferred') !== 'preferred';
  });
}

/** A longer header does not name a column: the patterns take too long on it. */
export const HEADER_MAX_CHARS = 300;

/** Finds the meaning of a header by its text. */
export function readHeading(header: string): Heading {
  const text = header.trim();
  if (text.length > HEADER_MAX_CHARS) return { kind: 'other' };
  const plain = plainHeader(text);
  const example = EXAMPLE.exec(text);
  if (example !== null) {
    if (example[1] === undefined) return { kind: 'example' };
    const language = dictionaryLanguage(example[1]) ?? languageByName(example[1]);
    return language === undefined ? { kind: 'known' } : { kind: 'example', language };
  }
  if (isRowNumberWord(plain)) return { kind: 'code', code: plain, bare: true };
  const wordColumn = COLUMN_OF_WORD.get(plain);
  if (wordColumn !== undefined) return { kind: wordColumn };
  const { part, before, after } = parted(text);
  const bare = before + after === '';
  const inside = bare || isGlossaryLanguage(part) ? undefined : COLUMN_OF_WORD.get(plainHeader(part));
  if (inside !== undefined) return { kind: inside };
  // `term_id` is much more often the key of a row than Indonesian.
  if (isRowNumberWord(part.toLowerCase())) return { kind: 'code', code: part.toLowerCase(), bare };
  const language = bareLanguage(part);
  if (language !== undefined) return { kind: 'language', code: language, before, after };
  const base = dictionaryLanguage(part);
  if (base !== undefined) return { kind: 'variant', text: part, base, bare };
  if (isNoteOfLanguage(text)) return { kind: 'known' };
  const code = part.toLowerCase();
  const isCode = CODE.test(part) && (usualMistake(code) !== undefined || /^[a-z]{2,3}$/.test(code));
  return isCode ? { kind: 'code', code, bare } : { kind: 'other' };
}
