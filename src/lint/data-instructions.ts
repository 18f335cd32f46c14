/**
 * Texts that translators write in the cell of a target phrase instead of a translation, in the languages of glossaries.
 * `keep`: the source phrase should stay. `note`: a translation is missing, or depends on something.
 */
const INSTRUCTIONS: Readonly<Record<string, readonly [keep: readonly string[], note: readonly string[]]>> = {
  en: [
    [
      'do not translate',
      "don't translate",
      'don’t translate',
      'dnt',
      'not translated',
      'no translation',
      'not to be translated',
      'do not localize',
      'do not localise',
      'leave in english',
      'keep in english',
      'same as source',
      'same as english',
    ],
    [
      'n/a',
      'n.a.',
      'tbd',
      'tba',
      'tbc',
      'todo',
      'see context',
      'depends on context',
      'depending on context',
      'according to context',
      'context dependent',
      'context-dependent',
      'see note',
      'see notes',
      'see comment',
      'see comments',
      'see description',
      'no equivalent',
    ],
  ],
  de: [
    ['nicht übersetzen', 'nicht übersetzt', 'niemals übersetzen', 'keine übersetzung', 'wie englisch'],
    [
      'siehe kontext',
      's. kontext',
      'je nach kontext',
      'kontextabhängig',
      'siehe anmerkung',
      'siehe kommentar',
      'k. a.',
    ],
  ],
  fr: [
    ['ne pas traduire', 'à ne pas traduire', 'non traduit', 'pas de traduction', 'laisser en anglais'],
    [
      'selon le contexte',
      'selon contexte',
      'voir contexte',
      'voir le contexte',
      'dépend du contexte',
      'voir note',
      'à définir',
    ],
  ],
  es: [
    ['no traducir', 'no se traduce', 'sin traducción', 'sin traducir', 'dejar en inglés'],
    [
      'según contexto',
      'según el contexto',
      'ver contexto',
      'ver el contexto',
      'depende del contexto',
      'ver nota',
      'por definir',
    ],
  ],
  it: [
    ['non tradurre', 'non tradotto', 'nessuna traduzione', 'lasciare in inglese'],
    [
      'a seconda del contesto',
      'secondo il contesto',
      'vedi contesto',
      'dipende dal contesto',
      'vedi nota',
      'da definire',
    ],
  ],
  pt: [
    ['não traduzir', 'não traduzido', 'sem tradução', 'manter em inglês'],
    ['conforme o contexto', 'depende do contexto', 'ver contexto', 'de acordo com o contexto', 'ver nota', 'a definir'],
  ],
  nl: [
    ['niet vertalen', 'niet vertaald', 'onvertaald laten'],
    ['zie context', 'afhankelijk van context', 'n.v.t.'],
  ],
  sv: [
    ['översätt inte', 'översätts ej', 'översätts inte', 'ska inte översättas'],
    ['se kontext', 'beroende på kontext', 'beror på kontexten'],
  ],
  da: [
    ['oversættes ikke', 'skal ikke oversættes', 'oversæt ikke'],
    ['se kontekst', 'afhænger af konteksten'],
  ],
  nb: [
    ['oversettes ikke', 'skal ikke oversettes', 'ikke oversett'],
    ['se kontekst', 'avhenger av kontekst'],
  ],
  fi: [
    ['älä käännä', 'ei käännetä', 'ei käännöstä'],
    ['katso konteksti', 'riippuu kontekstista'],
  ],
  et: [
    ['ära tõlgi', 'ei tõlgita'],
    ['vaata konteksti', 'sõltub kontekstist'],
  ],
  lv: [
    ['netulkot', 'netiek tulkots'],
    ['skatīt kontekstu', 'atkarīgs no konteksta'],
  ],
  lt: [
    ['neversti', 'neverčiama'],
    ['žr. kontekstą', 'priklauso nuo konteksto'],
  ],
  pl: [
    ['nie tłumaczyć', 'nie tłumacz', 'bez tłumaczenia'],
    ['zależnie od kontekstu', 'zależy od kontekstu', 'patrz kontekst', 'nie dotyczy'],
  ],
  cs: [
    ['nepřekládat', 'nepřekládá se'],
    ['podle kontextu', 'dle kontextu', 'viz kontext', 'viz poznámka'],
  ],
  sk: [
    ['neprekladať', 'neprekladá sa'],
    ['podľa kontextu', 'pozri kontext', 'viď kontext'],
  ],
  sl: [
    ['ne prevajaj', 'se ne prevaja'],
    ['glej kontekst', 'odvisno od konteksta'],
  ],
  hr: [
    ['ne prevoditi', 'ne prevodi se'],
    ['vidi kontekst', 'ovisno o kontekstu', 'ovisi o kontekstu'],
  ],
  ro: [
    ['nu se traduce', 'nu traduceți', 'a nu se traduce'],
    ['vezi contextul', 'în funcție de context', 'depinde de context'],
  ],
  hu: [
    ['nem kell fordítani', 'ne fordítsd', 'ne fordítsa le', 'nem fordítandó'],
    ['lásd a kontextust', 'kontextustól függ', 'kontextustól függően'],
  ],
  bg: [
    ['не се превежда', 'да не се превежда', 'не превеждай'],
    ['според контекста', 'вижте контекста', 'зависи от контекста'],
  ],
  ru: [
    ['не переводить', 'не переводится', 'без перевода', 'оставить на английском'],
    ['по контексту', 'в зависимости от контекста', 'зависит от контекста', 'см. контекст', 'см. примечание', 'н/д'],
  ],
  uk: [
    ['не перекладати', 'не перекладається', 'без перекладу'],
    ['за контекстом', 'залежно від контексту', 'залежить від контексту', 'див. контекст', 'див. примітку'],
  ],
  el: [
    ['να μη μεταφραστεί', 'να μην μεταφραστεί', 'μη μεταφράζετε', 'δεν μεταφράζεται'],
    ['ανάλογα με τα συμφραζόμενα', 'βλ. συμφραζόμενα'],
  ],
  tr: [
    ['çevirme', 'çevirmeyin', 'çevrilmeyecek', 'çevrilmez'],
    ['bağlama göre', 'bağlama bakın', 'bağlama bağlı'],
  ],
  id: [
    ['jangan diterjemahkan', 'tidak diterjemahkan'],
    ['lihat konteks', 'tergantung konteks', 'sesuai konteks'],
  ],
  vi: [
    ['không dịch', 'không cần dịch', 'giữ nguyên'],
    ['xem ngữ cảnh', 'tùy ngữ cảnh', 'tuỳ ngữ cảnh'],
  ],
  th: [
    ['ไม่ต้องแปล', 'ห้ามแปล'],
    ['ตามบริบท', 'ดูบริบท', 'ขึ้นอยู่กับบริบท'],
  ],
  zh: [
    ['不翻译', '不翻譯', '不用翻译', '无需翻译', '不需翻译', '保留原文', '不译', '不譯'],
    ['视上下文而定', '根据上下文', '看上下文', '待定', '视情况而定'],
  ],
  ja: [
    ['翻訳しない', '訳さない', '翻訳不要', '訳不要', '英語のまま', '原文のまま'],
    ['文脈による', '文脈に応じて', '文脈参照', '文脈次第', '未定'],
  ],
  ko: [
    ['번역하지 않음', '번역 안 함', '번역안함', '번역하지 마세요', '번역 불필요'],
    ['문맥에 따라', '문맥 참조', '문맥에 따라 다름', '미정'],
  ],
  ar: [
    ['لا تترجم', 'لا يترجم', 'بدون ترجمة'],
    ['حسب السياق', 'انظر السياق', 'وفقا للسياق'],
  ],
  he: [
    ['לא לתרגם', 'אין לתרגם'],
    ['לפי ההקשר', 'תלוי בהקשר', 'ראה הקשר'],
  ],
};

/** In lower case. The source phrase should stay. */
export const KEEP_THE_SOURCE: readonly string[] = Object.values(INSTRUCTIONS).flatMap(([keep]) => keep);

/** In lower case. The text in the cell is about the translation. */
export const NOTES_TO_READERS: readonly string[] = Object.values(INSTRUCTIONS).flatMap(([, note]) => note);

/** Source phrases, in lower case, for which such a text can be the translation: `not available` → `n/a`. */
export const MEANT_SO = new RegExp(
  [
    '^(?:none|no|not|n/?a|n\\.a\\.|t\\.?b\\.?[dac]|to be|to do|do|see|same|leave|keep)(?!\\p{L})',
    '^un(?:known|decided|available|translated)',
    'context',
  ].join('|'),
  'u',
);
