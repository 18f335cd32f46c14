import { isGlossaryLanguage, usualMistake } from '../languages/check-language.ts';
import { dictionaryLanguage, languageByName } from '../languages/language-names.ts';

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
 * Headers of columns that hold something about a term. They are kept in the file, shown by `explain`, and never sent.
 */
const NOTE_WORDS = words(
  'note|notes|translator note|translator notes|usage note|usage notes|remark|remarks|comment|comments|' +
    'status|state|term status|approval status|usage|usage status|approved|agreed|reviewed|review|reviewer|validated|' +
    'pos|part|part of speech|partofspeech|word class|gender|number|term type|type|kind|register|' +
    'definition|definitions|def|description|descriptions|desc|meaning|explanation|abbreviation|acronym|' +
    'context|contexts|domain|domains|subject|subject field|field|category|categories|topic|section|area|group|' +
    'product|component|client|customer|project|team|tier|priority|version|release|' +
    'forbidden|translatable|do not translate|dnt|case sensitive|casesensitive|case sensitivity|exact match|' +
    'tag|tags|label|labels|keyword|keywords|slug|key|url|uri|link|links|reference|references|ref|refs|' +
    'source|sources|origin|author|owner|contributor|created|created at|created by|modified|modified at|modified by|' +
    'updated|updated at|updated by|date|creation date|modification date|last modified|' +
    'synonym|synonyms|antonym|antonyms|variant|variants|see also|related|related terms|image|screenshot|figure|' +
    'figures|relevance|lint|nr|no of uses|' +
    // The same in other languages that term lists are often kept in.
    'anmerkung|anmerkungen|bemerkung|bemerkungen|hinweis|kommentar|kommentare|wortart|kontext|bereich|kategorie|' +
    'fachgebiet|beschreibung|quelle|remarque|remarques|commentaire|commentaires|définition|statut|contexte|domaine|' +
    'catégorie|nature grammaticale|nota|notas|comentario|comentarios|definición|estado|contexto|categoría|dominio|' +
    '備考|注記|定義|説明|品詞|備註|备注|定义|词性',
);

/** Headers of the column that marks the row to use where several rows have one source phrase. */
const PREFERRED_WORDS = words('preferred|preferred term|is preferred|prefer');

/** Codes of languages that are headers of other columns far more often: the number of a row, or its key. */
const ROW_NUMBER_WORDS = words('id|no');

export const isNoteWord = (plain: string): boolean => NOTE_WORDS.has(plain);
const isPreferredWord = (plain: string): boolean => PREFERRED_WORDS.has(plain);
export const isRowNumberWord = (plain: string): boolean => ROW_NUMBER_WORDS.has(plain);

/** What a header says by its text alone, before the pairs and `columns:` of `glossary.yaml` are looked at. */
export type Heading =
  /** A base language. `before` and `after`: what the header has around it, as `term_` in `term_de`. */
  | { readonly kind: 'language'; readonly code: string; readonly before: string; readonly after: string }
  /** A code of a region or a script, such as `pt-BR`. */
  | { readonly kind: 'variant'; readonly text: string; readonly base: string; readonly bare: boolean }
  /** A code that is no language of a dictionary, in lower case: of a country, of another language, or `id`. */
  | { readonly kind: 'code'; readonly code: string; readonly bare: boolean }
  | { readonly kind: 'example'; readonly language?: string }
  | { readonly kind: 'preferred' | 'note' | 'other' };

const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;
/** A locale that names no region, as translation vendors write it: `ja_XX`. */
const PSEUDO_REGION = /[-_]xx$/i;
/** `Term:German`, `term_de`, `label_en`: the language stands behind a word. */
const PREFIXED = /^((?:term|label|translation|text)\s*[:_\- ]\s*)(.+)$/i;
/** `German term`, `de_label`: it stands before one. */
const SUFFIXED = /^(.+?)([:_\- ]\s*(?:term|label|translation|text))$/i;
/** `German (de)`. */
const WITH_CODE = /^(.+?)\s*[([]([a-z]{2,3})[)\]]$/i;
/** `example`, `example_de`, `Example: German`, `example (de)`. */
const EXAMPLE = /^examples?(?:\s*[:_\- (]\s*(.+?)\)?)?$/i;

/** A language by its name or its code, without anything around it. */
function bareLanguage(text: string): string | undefined {
  const code = text.replace(PSEUDO_REGION, '').toLowerCase();
  if (isGlossaryLanguage(code)) return code;
  const [, name = '', beside = ''] = WITH_CODE.exec(text) ?? [];
  const named = languageByName(text);
  return named ?? (languageByName(name) === beside.toLowerCase() ? beside.toLowerCase() : undefined);
}

/** The language part of a header, and what stands around it. */
function parted(text: string): { readonly part: string; readonly before: string; readonly after: string } {
  const [, before = '', behind = ''] = PREFIXED.exec(text) ?? [];
  if (before !== '') return { part: behind.trim(), before, after: '' };
  const [, ahead = '', after = ''] = SUFFIXED.exec(text) ?? [];
  return after === '' ? { part: text, before: '', after: '' } : { part: ahead.trim(), before: '', after };
}

/** True for `note_de`, `German definition` and `Description:English`: a known word, and a language beside it. */
function isNoteOfLanguage(text: string): boolean {
  const words = text.split(/[\s_:]+|-(?=\s)/).filter((word) => word !== '');
  return words.some((word, index) => {
    const rest = plainHeader(words.filter((_, other) => other !== index).join(' '));
    const isLanguage = languageByName(word.replace(/[()]/g, '')) ?? dictionaryLanguage(word.replace(/[()]/g, ''));
    return isLanguage !== undefined && rest !== '' && isNoteWord(rest);
  });
}

/** What a header says by its text alone. */
export function readHeading(header: string): Heading {
  const text = header.trim();
  const plain = plainHeader(text);
  if (isPreferredWord(plain)) return { kind: 'preferred' };
  const example = EXAMPLE.exec(text);
  if (example !== null) {
    if (example[1] === undefined) return { kind: 'example' };
    const language = dictionaryLanguage(example[1]) ?? languageByName(example[1]);
    return language === undefined ? { kind: 'note' } : { kind: 'example', language };
  }
  if (isRowNumberWord(plain)) return { kind: 'code', code: plain, bare: true };
  if (isNoteWord(plain)) return { kind: 'note' };
  const { part, before, after } = parted(text);
  const bare = before + after === '';
  if (!bare && isNoteWord(plainHeader(part)) && !isGlossaryLanguage(part)) return { kind: 'note' };
  // `term_id` is the key of a row far more often than Indonesian.
  if (isRowNumberWord(part.toLowerCase())) return { kind: 'code', code: part.toLowerCase(), bare };
  const language = bareLanguage(part);
  if (language !== undefined) return { kind: 'language', code: language, before, after };
  const base = dictionaryLanguage(part);
  if (base !== undefined) return { kind: 'variant', text: part, base, bare };
  if (isNoteOfLanguage(text)) return { kind: 'note' };
  const code = part.toLowerCase();
  const isCode = CODE.test(part) && (usualMistake(code) !== undefined || /^[a-z]{2,3}$/.test(code));
  return isCode ? { kind: 'code', code, bare } : { kind: 'other' };
}
