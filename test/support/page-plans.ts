import type { Plan } from '../../src/model/plan/plan.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from './build.ts';
import { at, dictionaryChange, glossaryChange, type Line, planWith } from './changes.ts';

/**
 * A release of a web shop: every kind of change, in scripts that run either way, with two dictionaries of a second
 * glossary.
 */
export function shopPlan(): Plan {
  const many = (from: number, to: number): readonly (readonly [string, string])[] =>
    Array.from(
      { length: to - from },
      (_, index) => [`spare part ${from + index}`, `Ersatzteil ${from + index}`] as const,
    );
  const made = makePlan(
    planInput(
      {
        glossaries: [
          desiredGlossary(
            'product',
            {
              'en->de': [
                ['cart', 'Warenkorb'],
                ['sign in', 'Anmelden'],
                ['check-out', 'Kasse'],
                ['delivery note', 'der Lieferschein mit der Bestellnummer'],
                ['price', 'Preis\u00a0(EUR)'],
                ['gift card', 'Geschenkkarte'],
                ['café', 'Café'],
                ['state-of-the-art dish washer', 'hochmoderne Geschirrspülmaschine für den Haushalt'],
                ...many(1, 60),
              ],
              'en->ja': { cart: 'カート', 'sign in': 'ログイン', 'delivery note': '納品書', coupon: 'クーポン券' },
              'en->ar': { cart: 'عربة التسوق', 'sign in': 'تسجيل الدخول إلى الحساب', price: 'السعر (USD)' },
              'en->fa': { 'we will': 'می\u200cخواهیم' },
            },
            { name: 'Product terms' },
          ),
          desiredGlossary(
            'legal',
            { 'en->de': { 'gross negligence': 'grobe Fahrlässigkeit', liability: 'Haftung' } },
            { name: 'Legal terms' },
          ),
        ],
        styleLists: [
          desiredStyleList('website', {
            name: 'Website',
            rules: {
              punctuation: { quotation_mark: 'use_guillemets' },
              style_and_tone: { formality: 'use_informal' },
            },
            instructions: [
              { label: 'Address', prompt: 'Address readers as “du”, never as “Sie”, and keep sentences short.' },
              { label: 'Units', prompt: 'Write a no-break space between a number and its unit.' },
            ],
          }),
        ],
        developerKeys: [
          desiredDeveloperKey('ci', { label: 'CI', limits: { characters: 500_000 } }),
          desiredDeveloperKey('shop', { label: 'Shop', limits: { characters: 2_000_000 } }),
        ],
      },
      {
        glossaries: [
          liveGlossary('g1', 'Product terms', {
            'en->de': [
              ['cart', 'Einkaufswagen'],
              ['sign in', 'anmelden'],
              ['checkout', 'Kasse'],
              ['delivery note', 'der Lieferschein mit der Auftragsnummer'],
              ['price', 'Preis (EUR)'],
              ['gift voucher', 'Gutschein'],
              ['cafe\u0301', 'Café'],
              ['liability', 'Haftung'],
            ],
            'en->ja': { cart: 'ショッピングカート', 'sign in': 'サインイン', 'delivery note': '納品\u200b書' },
            'en->ar': { cart: 'سلة التسوق', 'sign in': 'تسجيل الدخول', price: 'السعر' },
            'en->fr': { cart: 'panier', price: 'prix' },
          }),
          liveGlossary('g2', 'Legal terms', { 'en->de': { 'gross negligence': 'große Fahrlässigkeit' } }),
        ],
        styleLists: [
          liveStyleList('s1', 'Website', {
            rules: {
              punctuation: { quotation_mark: 'use_german_quotes' },
              numbers: { decimal_separator: 'use_comma' },
            },
            instructions: [{ label: 'Address', prompt: 'Address readers as “Sie”, and keep sentences short.' }],
          }),
        ],
        developerKeys: [liveDeveloperKey('k1:k1', 'Shop', { limits: { characters: 1_000_000 } })],
      },
      { target: { name: 'production', baseUrl: 'https://api.example.com' }, deletable: ['glossary.product/*'] },
    ),
  );
  return made.plan;
}

/** A plan of one glossary with the given changes of one pair. */
export function planOfEntries(entries: readonly Line[], name = 'Terms'): Plan {
  const { length } = entries;
  const dictionaries = [dictionaryChange('en->de', entries, { before: length, after: length })];
  return planWith([glossaryChange({ address: 'glossary.terms', name, dictionaries })], {
    target: { name: 'test', baseUrl: 'http://service.test' },
  });
}

/** Three glossaries that inherit the changes of two company terms; the last one also has a row of its own. */
export function companyPlan(names: readonly string[] = ['booking', 'desk', 'shop']): Plan {
  const file = 'glossaries/company/en-de.csv';
  const mark = { inheritedFrom: 'glossary.company' } as const;
  const shared: readonly Line[] = [
    ['~', 'account', 'Konto', 'Benutzerkonto', at(file, 1)],
    ['~', 'cart', 'Warenkorb', 'Einkaufswagen', at(file, 2)],
  ];
  const changes = names.map((name, index) => {
    const own: readonly Line[] = index < names.length - 1 ? [] : [['+', 'home', 'Start', at(`${name}.csv`, 1)]];
    const { values, ...made } = dictionaryChange('en->de', [...shared, ...own], { inherits: true });
    const marked = values.map((value) => (value.at?.file === file ? { ...value, term: mark } : value));
    return glossaryChange({ address: `glossary.${name}`, name, dictionaries: [{ ...made, values: marked }] });
  });
  return planWith(changes, { target: { name: 'test', baseUrl: 'http://service.test' } });
}

const WORDS = [
  'delivery',
  'price',
  'order',
  'number',
  'account',
  'service',
  'house',
  'water',
  'green',
  'small',
  'paper',
  'light',
];

/** Many changes of every plain kind, the same ones every time: one in ten removed, three changed, the others added. */
export function largePlan(count: number): Plan {
  const word = (seed: number): string => WORDS[seed % WORDS.length] ?? '';
  const entry = (index: number): Line => {
    const source = `${word(index)} ${word(index * 7 + 3)} ${index}`;
    const to = `${word(index * 5 + 1)}ung ${word(index * 11 + 2)}keit ${index}`;
    const place = at('glossaries/terms/en-de.csv', index + 1);
    if (index % 10 === 0) return ['-', source, to];
    return index % 10 < 4
      ? ['~', source, `${word(index * 5 + 1)}ung ${word(index)} ${index}`, to, place]
      : ['+', source, to, place];
  };
  return planOfEntries(Array.from({ length: count }, (_, index) => entry(index)));
}
