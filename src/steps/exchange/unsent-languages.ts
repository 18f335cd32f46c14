import type { ImportReport } from '../../files/exchange/import-report.ts';
import { isDictionaryLanguage } from '../../files/exchange/read/column-role.ts';
import type { Concept, ImportLoss } from '../../files/exchange/termbase.ts';
import { dictionaryLanguage, isGlossaryLanguage, variantCode } from '../../files/languages/check-language.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import type { TermFiles } from './term-files.ts';

/**
 * An error for terms that cannot form a dictionary, because their source language is a variant, or fewer than two of
 * their languages are base languages. It proposes, for each language, the variant with the most terms. `from`: the
 * imported file.
 */
export function checkLanguages(concepts: Iterable<Concept>, source: string, from: string): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const { terms } of concepts)
    for (const { language } of terms) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts.keys()];
  const variants = languages.flatMap((variant) => {
    const base = dictionaryLanguage(variant);
    return base === undefined || isGlossaryLanguage(variant) ? [] : [{ variant, base }];
  });
  const isFromVariant = variants.some(({ variant }) => variant === source);
  if (languages.filter(isDictionaryLanguage).length > 1 && !isFromVariant) return [];
  const most = new Map<string, string>();
  for (const { variant, base } of variants) {
    const before = most.get(base);
    if (before === undefined || (counts.get(variant) ?? 0) > (counts.get(before) ?? 0)) most.set(base, variant);
  }
  const use = variants.map(
    ({ variant, base }) => `${variant}=${most.get(base) === variant && !counts.has(base) ? base : 'ignore'}`,
  );
  const bases = new Set([...languages.filter(isDictionaryLanguage), ...most.keys()]);
  const isEnough = bases.size > 1 && use.length > 0;
  return [errorAt('import-languages', topOf(from), { languages, ...(isEnough && { use }) })];
}

/** The languages of an import that the files of a glossary send. Used for a glossary with errors. */
export function languagesToSend(files: TermFiles | undefined, languages: readonly string[]): ReadonlySet<string> {
  if (files === undefined) return new Set();
  const { tables, dictionaries } = files;
  const sides = tables.flatMap(({ pairs }) => pairs.flatMap((pattern) => pattern.split('->')));
  const all = sides.includes('*') ? languages.filter(isGlossaryLanguage) : [];
  return new Set([
    ...all,
    ...sides.map((side) => side.toLowerCase()),
    ...dictionaries.flatMap(({ pair }) => Object.values(pair)),
  ]);
}

/** The languages of an import that are sent but are not in the built-in list of glossary languages. */
export const unknownLanguages = ({ languages, from }: ImportReport, sent: ReadonlySet<string>): readonly ImportLoss[] =>
  languages
    .filter((language) => sent.has(language) && !isGlossaryLanguage(language))
    .map((name): ImportLoss => ({ kind: 'unknown-language', name, count: 1, at: topOf(from) }));

/** The languages of dictionaries. */
export const languagesOfPairs = (pairs: Iterable<PairKey>): ReadonlySet<string> =>
  new Set([...pairs].flatMap((key) => Object.values(parsePairKey(key))));

/**
 * The languages of an import that no dictionary of its glossary has, each once. `sent`: the languages of the
 * dictionaries.
 */
export function unsentLanguages({ languages, losses, from }: ImportReport, sent: ReadonlySet<string>) {
  const isKept = (language: string): boolean =>
    !losses.some(({ kind, name }) => kind === 'translation' && name === language);
  return languages
    .filter((language) => !sent.has(language) && !sent.has(variantCode(language)) && isKept(language))
    .map((name): ImportLoss => ({ kind: 'unsent-language', name, count: 1, at: topOf(from) }));
}
