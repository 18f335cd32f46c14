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
export const isPreferredWord = (plain: string): boolean => PREFERRED_WORDS.has(plain);
export const isRowNumberWord = (plain: string): boolean => ROW_NUMBER_WORDS.has(plain);
