import { grouped } from '../../../model/grouped.ts';
import { checkPhrase } from '../../dictionary/check-phrase.ts';
import { dictionaryLanguage } from '../../languages/language-names.ts';
import type { LossList } from '../losses.ts';
import { type Concept, type Concepts, type ConceptTerm, languageCode } from '../termbase.ts';
import { columnRoles } from './column-role.ts';
import { isDictionaryLanguage } from './header-language.ts';
import { revisedConcepts } from './packed-concepts.ts';

/** Codes of countries and of older standards, and the language that each of them means in a list of terms. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['in', 'id'],
  ['iw', 'he'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['no', 'nb'],
  ['ua', 'uk'],
  ['vn', 'vi'],
]);

/** True for a code that the header of a column can say: not for `note`, or for a code that nobody can read. */
function isColumn(code: string): boolean {
  const [role] = columnRoles([code], undefined, new Set(['id']));
  return role?.kind === 'term' && role.language === code;
}

/** What somebody says of a language; `ignore`: it is left out. */
const saidOf = (code: string, columns: ReadonlyMap<string, string> | undefined): string | undefined =>
  [...(columns ?? [])].find(([name]) => languageCode(name) === code)?.[1].trim();

/**
 * What becomes of each language of a file. A dictionary is for a base language, so a variant counts for its base where
 * it is the only one of it; else it keeps its code, and stands in a column that is not sent.
 */
function languageMap(
  codes: readonly string[],
  columns: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  const baseOf = (code: string): string => {
    const base = code.split('-')[0] ?? code;
    return dictionaryLanguage(base) ?? MEANT.get(base) ?? base;
  };
  const byBase = grouped(codes, baseOf);
  return new Map(
    codes.map((code) => {
      const said = saidOf(code, columns);
      if (said !== undefined) return [code, said.toLowerCase() === 'ignore' ? 'ignore' : languageCode(said)];
      const base = baseOf(code);
      const isOnly = byBase.get(base)?.length === 1;
      const kept = isOnly && isDictionaryLanguage(base) ? base : code;
      return [code, isColumn(kept) ? kept : 'ignore'];
    }),
  );
}

/** The terms of one concept that may stand in a dictionary, each once. Those that may not are counted. */
function soundTerms(terms: readonly ConceptTerm[], line: number, losses: LossList): readonly ConceptTerm[] {
  const sound: ConceptTerm[] = [];
  const known = terms.length > 1 ? new Set<string>() : undefined;
  for (const term of terms) {
    const { language, text } = term;
    if (text === '') {
      losses.add('empty-term', language, { line, column: 1 });
      continue;
    }
    const key = known === undefined ? '' : `${language} ${text}`;
    if (known?.has(key) === true) losses.add('same-term', text, { line, column: 1 });
    else if (checkPhrase(text, 'source', () => ({ file: '', line, column: 1 })).length > 0)
      losses.add('term', text, { line, column: 1 });
    else sound.push(term);
    known?.add(key);
  }
  return sound;
}

/** Concepts of one id are one: a table has a row for each of their terms. By the ids that come again. */
function joinedConcepts(concepts: Iterable<Concept>, again: ReadonlySet<string>): Map<string, Concept> {
  const parts = new Map<string, Concept[]>([...again].map((id) => [id, []]));
  // Few files have such ids, and the others are not gone through once more.
  if (again.size > 0)
    for (const concept of concepts) if (concept.id !== undefined) parts.get(concept.id)?.push(concept);
  const joined = new Map<string, Concept>();
  for (const [id, [first, ...others]] of parts) {
    if (first === undefined) continue;
    const whole = [first, ...others];
    const terms = whole.flatMap((concept) => concept.terms);
    const emptyLanguages = whole.flatMap((concept) => concept.emptyLanguages ?? []);
    joined.set(id, { ...first, terms, ...(emptyLanguages.length > 0 && { emptyLanguages }) });
  }
  return joined;
}

/** The languages of concepts, in the order in which they first come, and the ids that come more than once. */
function surveyOf(concepts: Iterable<Concept>): {
  readonly languages: readonly string[];
  readonly again: ReadonlySet<string>;
} {
  const languages = new Set<string>();
  const ids = new Set<string>();
  const again = new Set<string>();
  for (const { id, terms } of concepts) {
    for (const { language } of terms) languages.add(language);
    if (id === undefined) continue;
    if (ids.has(id)) again.add(id);
    ids.add(id);
  }
  return { languages: [...languages], again };
}

/**
 * What all formats have in common once they are read: languages get the codes of dictionaries, concepts of one id are
 * joined, terms that no dictionary may hold and repeated ones are left out, and so are concepts without a term.
 */
export function settleTermbase(
  { concepts }: { readonly concepts: Concepts },
  columns: ReadonlyMap<string, string> | undefined,
  losses: LossList,
): { readonly concepts: Concepts } {
  const { languages, again } = surveyOf(concepts);
  const map = languageMap(languages, columns);
  const top = { line: 1, column: 1 };
  for (const [code, language] of map)
    if (language === 'ignore') losses.add(saidOf(code, columns) === undefined ? 'no-language' : 'column', code, top);
    else if (language !== code) losses.add('language', `${code} → ${language}`, top);
  const joined = joinedConcepts(concepts, again);
  const settled = (concept: Concept): Concept | undefined => {
    const named: ConceptTerm[] = [];
    for (const term of concept.terms) {
      const language = map.get(term.language) ?? term.language;
      if (language !== 'ignore') named.push(language === term.language ? term : { ...term, language });
    }
    const terms = soundTerms(named, concept.line, losses);
    if (terms.length === 0) {
      losses.add('no-term', concept.id ?? '', { line: concept.line, column: 1 });
      return undefined;
    }
    const isWhole = terms.length === concept.terms.length && terms.every((term, at) => term === concept.terms[at]);
    return isWhole ? concept : { ...concept, terms };
  };
  return {
    concepts: revisedConcepts(concepts, (concept) => {
      const { id } = concept;
      if (id === undefined || !again.has(id)) return settled(concept);
      const whole = joined.get(id);
      joined.delete(id);
      return whole === undefined ? undefined : settled(whole);
    }),
  };
}
