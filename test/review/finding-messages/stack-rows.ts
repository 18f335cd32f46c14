import { type Files, inDictionary, inFiles, inTable, type Row } from './row.ts';

/** A product that extends a company list, with one dictionary each. */
const stack = (csv: string, more = '', others: Files = {}): Files => ({
  'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
  'glossaries/company/en-de.csv': 'cart,Warenkorb\naccount,Konto\n',
  'glossaries/product/glossary.yaml': `name: Product\nextends: [glossary.company]\n${more}`,
  'glossaries/product/en-de.csv': `source,target,override\n${csv}`,
  ...others,
});

const LEGAL: Files = {
  'glossaries/legal/glossary.yaml': 'name: Legal\n',
  'glossaries/legal/en-de.csv': 'cart,Einkaufskorb\n',
  'glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.company, glossary.legal]\n',
};

/** Two halves of a dictionary that is too large as a whole. */
const half = (start: string): string =>
  Array.from({ length: 6500 }, (_, row) => `${start}${row},${'x'.repeat(1000)}\n`).join('');

/** A list that extends a part, with these lines. */
const style = (list: string, part: string, more: Files = {}): Files => ({
  'style-rules/de.yaml': `name: DE\nlanguage: de\n${list}`,
  'style-rules/company.yaml': part,
  ...more,
});

const PART = 'custom_instructions:\n  - { label: Tone, prompt: Be kind. }\n';
const RULE = 'configured_rules: { punctuation: { apostrophe: use_curly_apostrophes } }\n';
const OTHER_RULE = RULE.replace('curly', 'straight');

/** What a style list inherits. */
const STYLE_ROWS: readonly Row[] = [
  inFiles(
    'style-rules/de.yaml:3:10: error: the workspace has no "style_rules.compani", which this file extends; did you mean "style_rules.company"? [style-part-missing]',
    style('extends: style_rules.compani\n', `name: C\nlanguage: de\n${PART}`),
  ),
  inFiles(
    'style-rules/more.yaml:1:10: error: these files extend each other in a circle: style-rules/company.yaml → style-rules/more.yaml → style-rules/company.yaml; remove one of them from "extends" [style-circle]',
    style('extends: company.yaml\n', `extends: more.yaml\n${PART}`, {
      'style-rules/more.yaml': `extends: company.yaml\n${RULE}`,
    }),
  ),
  inFiles(
    'style-rules/p49.yaml:1:10: error: more than 50 files extend each other in a row; extend the files directly that have the rules and instructions [style-too-deep]',
    style(
      'extends: company.yaml\n',
      'extends: p1.yaml\n',
      Object.fromEntries(
        Array.from({ length: 51 }, (_, at) => [
          `style-rules/p${at + 1}.yaml`,
          at === 50 ? PART : `extends: p${at + 2}.yaml\n`,
        ]),
      ),
    ),
  ),
  inFiles(
    'style-rules/company.yaml:1:1: error: the file has no name and no language, so it is a part, and no list extends it; add name and language, or extend the file [style-part-unused]',
    style('', PART),
  ),
  inFiles(
    'style-rules/de.yaml:4:1: error: the file is a list, which has one language; write "languages" only into parts, which have no name [style-languages-in-list]',
    style('extends: company.yaml\nlanguages: [de]\n', PART),
  ),
  inFiles(
    'style-rules/company.yaml:1:1: warning: no list in fr or it extends this part; correct the languages, or remove it [style-part-without-effect]',
    style('extends: company.yaml\n', `languages: [fr, it]\n${PART}`),
  ),
  inFiles(
    'style-rules/de.yaml:3:25: error: the files that this one extends have different versions of "punctuation.apostrophe"; add the right one to this file, or its name to "remove" (see style-rules/company.yaml:1:36, style-rules/more.yaml:1:36) [style-parts-disagree]',
    style('extends: [company.yaml, more.yaml]\n', RULE, { 'style-rules/more.yaml': OTHER_RULE }),
  ),
  inFiles(
    'style-rules/de.yaml:4:36: warning: "punctuation.apostrophe" is the same as the inherited one; remove it here, so that it is inherited (see style-rules/company.yaml:1:36) [style-override-without-effect]',
    style(`extends: company.yaml\n${RULE}`, RULE),
  ),
  inFiles(
    'style-rules/de.yaml:4:10: warning: "remove" names "Tones", and no extended file has it; remove the line [style-removal-without-effect]',
    style('extends: company.yaml\nremove: [Tones]\n', PART),
  ),
];

/** A glossary with variants, and the files of its dictionaries. */
const variants = (declared: string, dictionaries: Files): Files => ({
  'glossaries/product/glossary.yaml': `name: Product\nvariants: ${declared}\n`,
  ...Object.fromEntries(Object.entries(dictionaries).map(([name, csv]) => [`glossaries/product/${name}`, csv])),
});

const PT_BR: Files = { 'en-pt.csv': 'cart,carrinho\n', 'en-pt-BR.csv': 'cart,sacola\n' };

export const STACK_ROWS: readonly Row[] = [
  ...STYLE_ROWS,
  inFiles(
    'glossaries/product/glossary.yaml:2:11: warning: glossary.company and glossary.product share no language pair, so no term is inherited; add a file for a pair, or remove the line [layer-without-effect]',
    {
      'glossaries/company/glossary.yaml': 'name: Company\n',
      'glossaries/company/en-de.csv': 'cart,Warenkorb\n',
      'glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.company]\n',
      'glossaries/product/en-fr.csv': 'house,maison\n',
    },
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:11: error: the workspace has no glossary.compnay, which glossary.product extends; did you mean glossary.company? [layer-missing]',
    { ...stack('home,Start,\n'), 'glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.compnay]\n' },
  ),
  inFiles(
    'glossaries/company/glossary.yaml:2:11: error: these glossaries extend each other in a circle: glossary.company → glossary.product → glossary.company; remove one of them from "extends:" [layer-circle]',
    { ...stack('home,Start,\n'), 'glossaries/company/glossary.yaml': 'name: Company\nextends: [glossary.product]\n' },
  ),
  inFiles(
    'glossaries/g50/glossary.yaml:2:11: error: more than 50 glossaries extend each other in a row; extend the glossaries directly that have the terms [layers-too-deep]',
    Object.fromEntries(
      Array.from({ length: 52 }, (_, index) => [
        [
          `glossaries/g${index}/glossary.yaml`,
          `name: G${index}\n${index === 0 ? '' : `extends: [glossary.g${index - 1}]\n`}`,
        ],
        [`glossaries/g${index}/en-de.csv`, 'house,Haus\n'],
      ]).flat(),
    ),
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:29: error: the layers translate "cart" (en->de) differently: "Warenkorb" in glossary.company, "Einkaufskorb" in glossary.legal; add a row with the right translation and yes in the column "override", or a row with remove (see glossaries/company/en-de.csv:1:1, glossaries/legal/en-de.csv:1:1) [layers-disagree]',
    stack('home,Start,\n', '', LEGAL),
  ),
  inFiles(
    'glossaries/product/en-de.csv:2:6: error: "cart" (en->de) is "Warenkorb" in glossary.company and "Wagen" here; write yes in the column "override" of this row, remove the row, or set "overrides: allow" in glossary.yaml (see glossaries/company/en-de.csv:1:1) [override-undeclared]',
    stack('cart,Wagen,\n'),
  ),
  inFiles(
    'glossaries/product/en-de.csv:2:1: warning: the row of "cart" (en->de) is marked as an override, but the inherited translation is the same; clear the column "override" (see glossaries/company/en-de.csv:1:1) [override-without-effect]',
    stack('cart,Warenkorb,yes\n'),
  ),
  inFiles(
    'glossaries/product/en-de.csv:2:1: warning: the row of "home" (en->de) is marked as an override, but no layer has the term; clear the column "override" [override-without-effect]',
    stack('home,Start,yes\n'),
  ),
  inFiles(
    'glossaries/product/en-de.csv:2:1: warning: the row removes "home" (en->de), but no layer has the term; delete the row [removal-without-effect]',
    stack('home,,remove\n'),
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:5: error: "perhaps" in the column "override" is unknown; allowed are yes (the row replaces inherited translations), remove (the term), remove: de (its German translation), or a blank cell [override-unknown]',
    'en,de,override\na,b,perhaps\n',
  ),
  inTable(
    'glossaries/g/terms.csv:2:9: error: the column "override" removes a translation into "es", but the file translates into de and fr; correct the language, or write remove [override-language]',
    'en,de,fr,override\nhouse,,,remove: es\ncat,Katze,chat,\n',
  ),
  inTable(
    'glossaries/g/terms.csv:2:7: error: the column "override" removes the translation of "house", but the file has one: "Haus"; clear the translation, or the column "override" [override-remove-filled]',
    'en,de,fr,override\nhouse,Haus,,remove: de\n',
  ),
  inFiles(
    'glossaries/product/en-de.csv:1:1: error: the dictionary has 13088780 bytes with its layers, at most 10000000 are allowed: its own rows 6544390 + glossary.company 6544390; extend fewer glossaries, or remove terms [stack-too-large]',
    { ...stack(''), 'glossaries/company/en-de.csv': half('c'), 'glossaries/product/en-de.csv': half('p') },
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:13: error: pt-BR is not a variant of "es"; write { over: pt }, or correct the code [variant-base]',
    variants('{ pt-BR: { over: es } }', { 'en-pt.csv': 'cart,carrinho\n' }),
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:34: error: the variant pt_br is declared twice; remove one of them [variant-repeated]',
    variants('{ pt-BR: { over: pt }, pt_br: { over: pt } }', PT_BR),
  ),
  inFiles(
    'glossaries/product/en-GB-pt-BR.csv:1:1: error: a dictionary has at most one variant, and not its own base language: en-gb->pt-br; remove the file or the pair [variant-pair]',
    variants('{ pt-BR: { over: pt }, en-GB: { over: en } }', {
      ...PT_BR,
      'en-GB-pt.csv': 'trolley,carrinho\n',
      'en-GB-pt-BR.csv': 'trolley,sacola\n',
    }),
  ),
  inFiles(
    'glossaries/product/de-pt-BR.csv:1:1: error: the glossary has no de->pt, on which de->pt-br builds; add a column or a file for it, which may be empty [variant-without-base]',
    variants('{ pt-BR: { over: pt } }', { ...PT_BR, 'de-pt-BR.csv': 'Wagen,sacola\n' }),
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:13: error: no column and no file is for the variant pt-BR; add a column pt-BR to a table, or a file SOURCE-pt-BR.csv next to glossary.yaml, which may be empty [variant-without-files]',
    variants('{ pt-BR: { over: pt } }', { 'en-pt.csv': 'cart,carrinho\n' }),
  ),
  inFiles(
    'glossaries/product/glossary.yaml:2:13: warning: the variant pt-BR has the same terms as pt; add a term that differs, or remove the variant [variant-without-effect]',
    variants('{ pt-BR: { over: pt } }', { ...PT_BR, 'en-pt-BR.csv': 'cart,carrinho\n' }),
  ),
];
