import { largest } from '../../../model/lists.ts';
import type { LintTerm } from '../../lint-input.ts';
import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TargetNotes, type TermRule } from '../../rule.ts';

/** A value that a spreadsheet leaves in a cell. */
interface Leftover {
  readonly what: string;
  readonly isIn: (phrase: string) => boolean;
  /** True when the other phrase of the row, or the list, shows that the value is a term. */
  readonly isTerm: (phrase: string, other: string, term: LintTerm) => boolean;
}

/** `#REF!`, `#¿NOMBRE?`, `#NOM ?`: capitals of any language. Then those without a mark, and errors of LibreOffice. */
const ERROR =
  /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d_/-]*\s?[!?]|N\/[ABD]|NV|I\/T|YOK|Н\/Д|HIÁNYZIK|NENÍ_K_DISPOZICI|GETTING_DATA|#{3,})$|^Err ?:5\d\d$/u;

const isError = (phrase: string): boolean => ERROR.test(phrase);

/** A list with several of them is about them. A damaged column of source phrases has one or two. */
const ERRORS = '#NAME? #REF! #VALUE! #N/A #DIV/0! #NUM! #NULL! #MACRO? #ADDIN?'.split(' ');

/** A list with one of them is about a programming language. */
const KEYWORDS = ['AND', 'OR', 'NOT', 'IF', 'NULL'];

const alone = (): boolean => false;

const CELL = /(?<![\p{L}\d])\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?![\p{L}\d])/gu;

/** `=SUM(`: a function, with letters of any language. */
const FUNCTION = /^=[-+]?\p{Lu}[\p{Lu}\d._]*\(/u;

const cellsOf = (phrase: string): string => (phrase.match(CELL) ?? []).join(' ');

const isFormula = (phrase: string): boolean =>
  phrase.startsWith('=') && (FUNCTION.test(phrase) || cellsOf(phrase) !== '');

/** Spreadsheets show an exponent with its sign and two digits at least. */
const NUMBER = /^[-+]?(\d(?:[.,]\d+)?)E[-+]\d\d\d?$/;

/** `1,5` also as `1.5`. */
const says = (phrase: string, number: string): boolean => phrase.replaceAll(',', '.').includes(number);

/** With the time that a program reads with a date. Hungarian dates end with a full stop. */
const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})\.?(?: 0?0:00(?::00)?)?$/;

/** The last two digits of the year of a date; `undefined` if it is not a date. `0` is a day of the year 1900. */
function yearOf(phrase: string): string | undefined {
  const [, first = '', , second = '', third = ''] = DATE.exec(phrase) ?? [];
  const [year, one] = first.length === 4 ? [first, third] : [third, first];
  const isYear =
    year.length === 4 ? /^(?:1899|19|20)/.test(year) : year.length === 2 && one.length + second.length === 4;
  const [low = 0, high = 0] = [Number(one), Number(second)].sort((left, right) => left - right);
  return isYear && one.length < 3 && low <= 12 && high <= 31 ? year.slice(-2) : undefined;
}

/** Short names of months, as spreadsheets of several languages write them. */
const MONTH = [
  'jan|janv|ene|gen|sty|feb|fev|févr|lut|mar|mär|mrz|mrt|mars|apr|avr|abr|kwi|may|mai|mag|mei|maj|jun|juin|giu|cze',
  'jul|juil|lug|lip|aug|août|ago|sie|sep|sept|set|wrz|oct|okt|ott|out|paź|nov|lis|dec|dez|déc|dic|des|gru',
  'янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек',
].join('|');

/** `2-Sep`, `01. Mrz`, `Mar-26`, and `Mrz 26`, a form that English does not use. */
const DAY_OF_MONTH = new RegExp(
  `^(\\d\\d?)(?:-|\\. )(?:${MONTH})\\.?$|^(?:(?:${MONTH})\\.?-|(?:mrz|okt|dez) )(\\d\\d)$`,
  'iu',
);

/**
 * `2-Sep` and `01. Feb`: forms that spreadsheets make and terms do not have. `1. Mai` is a holiday, also in a text of
 * another language.
 */
const ONLY_OF_SPREADSHEETS = /^(?:\d\d?-|0\d\. )\p{Lu}\p{Ll}+$/u;

const dayOf = (phrase: string): string | undefined => {
  const [, day, year] = DAY_OF_MONTH.exec(phrase) ?? [];
  return day ?? year;
};

/** `SEPT2` has no such number: a letter precedes it. */
const hasNumber = (phrase: string, number: string): boolean =>
  new RegExp(`(?<![\\p{Script=Latin}\\d])(?:19|20|0)?${Number(number)}(?!\\d)`, 'u').test(phrase);

/** Digits of other scripts, and years of ideographs, are not compared. */
const OTHER_DIGITS = /(?!\d)\p{Nd}|[〇一二三四五六七八九十]年/u;

/** In small letters; no other language writes these in capitals only. */
const TRUTH_VALUES: ReadonlySet<string> = new Set(
  [
    'TRUE FALSE WAHR FALSCH VRAI FAUX VERDADERO FALSO VERO VERDADEIRO WAAR ONWAAR SANT FALSKT SAND FALSK SANN USANN',
    'TOSI EPÄTOSI PRAWDA FAŁSZ PRAVDA NEPRAVDA IGAZ HAMIS ADEVĂRAT FALS DOĞRU YANLIŞ ИСТИНА ЛОЖЬ',
  ].flatMap((words) => words.toLowerCase().split(' ')),
);

const TRUTH_NOTES: TargetNotes = {
  texts: TRUTH_VALUES,
  maxBytes: largest(
    Array.from(TRUTH_VALUES, (text) => new TextEncoder().encode(text).length),
    0,
  ),
};

const isTruth = (phrase: string): boolean => TRUTH_VALUES.has(phrase.toLowerCase());

const hasSmall = (phrase: string): boolean => /\p{Ll}/u.test(phrase);

const LEFTOVERS: readonly Leftover[] = [
  {
    what: 'an error value',
    isIn: isError,
    isTerm: (phrase, other, { isSource = alone }) =>
      (isError(other) && other !== phrase && !phrase.startsWith('Err')) ||
      ERRORS.filter((error) => error !== phrase && isSource(error)).length > 1,
  },
  {
    what: 'a formula',
    isIn: isFormula,
    isTerm: (phrase, other) => isFormula(other) && cellsOf(other) === cellsOf(phrase),
  },
  {
    what: 'a number with an exponent',
    isIn: (phrase) => NUMBER.test(phrase),
    // A spreadsheet cuts long numbers to six digits.
    isTerm: (phrase, other) =>
      says(other, NUMBER.exec(phrase)?.[1]?.replace(',', '.') ?? phrase) &&
      !(other === phrase && /[.,]\d{4}/.test(phrase)),
  },
  {
    what: 'a date',
    isIn: (phrase) => yearOf(phrase) !== undefined,
    isTerm: (phrase, other) =>
      OTHER_DIGITS.test(other) || new RegExp(`(?<!\\d)(?:19|20)?${yearOf(phrase)}(?!\\d)`).test(other),
  },
  {
    what: 'a date',
    isIn: (phrase) => dayOf(phrase) !== undefined,
    isTerm: (phrase, other) =>
      other === phrase
        ? !ONLY_OF_SPREADSHEETS.test(phrase)
        : OTHER_DIGITS.test(other) || (hasNumber(other, dayOf(phrase) ?? '') && /\p{L}/u.test(other)),
  },
  {
    what: 'a truth value',
    isIn: (phrase) => isTruth(phrase) && !hasSmall(phrase),
    // A source phrase is found by its target phrase, for which the linter looks first.
    isTerm: (phrase, other, { target, isSource = alone }) =>
      !hasSmall(other) || (phrase !== target && !isTruth(other)) || KEYWORDS.some(isSource),
  },
];

/** A value that a spreadsheet has put in place of a term. */
export const cellsSpreadsheet: TermRule = {
  id: 'cells/spreadsheet',
  level: 'warning',
  scope: 'term',
  summary:
    'A phrase is a value that a spreadsheet wrote instead of a term: an error value, a formula, a number with an ' +
    'exponent, a date, or TRUE or FALSE.',
  why:
    'Spreadsheets read a term such as 1/3, SEPT2, -ing or true as a number, a date, a formula or a truth value, ' +
    'and save the result. Write the term again, and import the column as text.',
  message: '{side} phrase {quoted text} is {what}, which a spreadsheet wrote instead of a term; write the term again',
  exceptions: [
    'The other phrase of the row decides. A date is a term if the other phrase names its year, a number if it ' +
      'has the number, an error value if it is an error value, and a formula if it has the same cells.',
    'A list of several error values, and TRUE or FALSE in a list with AND, OR, NOT, IF or NULL.',
  ],
  precision: [
    {
      right: 35,
      hits: 35,
      lists:
        'real lists that LibreOffice Calc had opened and saved in English, German and French; no hit in 3.9 million ' +
        'rows of terms, names and UI strings as they were',
    },
  ],
  bad: [
    { pair: 'en->de', source: '-ing', target: '#NAME?' },
    { pair: 'en->de', source: 'basket', target: '#BEZUG!' },
    { pair: 'en->es', source: 'basket', target: '#¿NOMBRE?' },
    { pair: 'en->de', source: '#NAME?', target: '#NAME?' },
    { pair: 'en->de', source: 'basket', target: '=A1+B1' },
    { pair: 'en->de', source: 'basket', target: '=SVERWEIS(A2;Tabelle1!A:B;2;0)' },
    { pair: 'en->de', source: 'card number', target: '1,5E+10' },
    { pair: 'en->de', source: '1/3', target: '01.03.2026' },
    { pair: 'en->de', source: '1/3', target: '01. Mrz' },
    { pair: 'en->de', source: '01. Feb', target: '01. Feb', note: '1/2 in both columns' },
    { pair: 'en->de', source: '2-Sep', target: 'SEPT2', note: 'the name of a gene' },
    { pair: 'en->de', source: 'wrong', target: 'FALSCH' },
    { pair: 'en->de', source: 'TRUE', target: 'wahr' },
  ],
  good: [
    { pair: 'en->fr', source: '#REF!', target: '#RÉF !', note: 'a term of spreadsheets' },
    { pair: 'en->de', source: '=SUM(A1:A3)', target: '=SUMME(A1:A3)', note: 'a term of spreadsheets' },
    { pair: 'en->de', source: '1.5 × 10^10', target: '1,5E+10', note: 'the same number' },
    { pair: 'en->de', source: 'March 1, 2026', target: '01.03.2026', note: 'the same year' },
    { pair: 'en->de', source: 'March 1st', target: '1. Mrz', note: 'the same day' },
    { pair: 'en->de', source: '1. Mai', target: '1. Mai', note: 'the name of a holiday' },
    { pair: 'en->de', source: 'FALSE', target: 'FALSCH', note: 'a keyword' },
    { pair: 'en->de', source: 'wrong', target: 'falsch' },
  ],
  needs: () => ({ source: CLASS.cell | CLASS.digit, target: CLASS.cell | CLASS.digit, targetNotes: TRUTH_NOTES }),
  check: (term) => {
    const hits = bothSides(term, (phrase) => {
      const other = phrase === term.source ? term.target : term.source;
      const found = LEFTOVERS.find(({ isIn, isTerm }) => isIn(phrase) && !isTerm(phrase, other, term));
      return found && { details: { what: found.what } };
    });
    // Two phrases that are the same have one finding.
    return term.source === term.target ? hits.slice(0, 1) : hits;
  },
};
