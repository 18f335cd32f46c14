import type { LanguageCalls } from '../client/calls/language-calls.ts';
import type { Limit } from '../client/client.ts';
import {
  isGlossaryLanguage,
  isStyleListLanguage,
  LANGUAGE_UNKNOWN,
  meantLanguage,
  suggestedLanguage,
} from '../files/languages/check-language.ts';
import { dictionariesOf } from '../kinds/glossary/glossary.ts';
import { GLOSSARY } from '../kinds/glossary/glossary-kind.ts';
import { STYLE_LIST } from '../kinds/style-list/style-list-kind.ts';
import type { Language } from '../model/account/language.ts';
import { pairAnswer } from '../model/account/pair-answer.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import { errorAt, type Finding, type SourceRef, warningAt } from '../model/finding.ts';
import { languageOf, type Plan } from '../model/plan/plan.ts';

/** Languages that the target offers for glossaries and style lists. Absent: not needed, or unavailable. */
export interface OfferedLanguages {
  readonly glossary?: readonly Language[];
  readonly styleRules?: readonly Language[];
}

/** Dictionaries and style lists that the plan creates. The languages of existing ones need no check. */
const createdBy = ({ changes }: Plan) => ({
  dictionaries: changes
    .filter(({ kind }) => kind === GLOSSARY.kind)
    .flatMap((change) => dictionariesOf(change).filter(({ action }) => action === 'create')),
  styleLists: changes.flatMap((change) => {
    const { address, kind, action, origin } = change;
    const isNew = kind === STYLE_LIST.kind && (action === 'create' || action === 'replace');
    return isNew ? [{ address, origin, language: languageOf(change).to }] : [];
  }),
});

/** The languages of created resources that are not in the built-in list. */
const unknownIn = (plan: Plan): readonly { readonly code: string; readonly at: SourceRef }[] => {
  const { dictionaries, styleLists } = createdBy(plan);
  return [
    ...dictionaries.flatMap(({ pair: { source, target }, origin }) =>
      origin === undefined
        ? []
        : [source, target].filter((code) => !isGlossaryLanguage(code)).map((code) => ({ code, at: origin })),
    ),
    ...styleLists.flatMap(({ language: code, origin }) =>
      origin === undefined || code === undefined || isStyleListLanguage(code) ? [] : [{ code, at: origin }],
    ),
  ];
};

/**
 * True if a plan creates a resource in a language that is not in the built-in list. The target's own list then decides.
 */
export const needsTargetLanguages = (plan: Plan): boolean => unknownIn(plan).length > 0;

/** Warnings about unknown languages, if the target's list is unavailable. */
function undecided(plan: Plan, { glossary = [], styleRules = [] }: OfferedLanguages): readonly Finding[] {
  const { styleLists } = createdBy(plan);
  const listOrigins = new Set(styleLists.map(({ origin }) => origin));
  return unknownIn(plan).flatMap(({ code, at }) =>
    (listOrigins.has(at) ? styleRules : glossary).length > 0
      ? []
      : [warningAt(LANGUAGE_UNKNOWN, at, { language: code, ...suggestedLanguage(code) })],
  );
}

function notListed(resource: string, at: SourceRef, address: string, languages: readonly string[]): Finding {
  const [suggestion] = languages.flatMap((code) => meantLanguage(code) ?? []);
  return errorAt('language-not-listed', at, { address, languages, resource, suggestion });
}

/**
 * Findings about created resources in languages that the target does not list. A language in the built-in list gives a
 * warning: the service decides, and its lists are in beta. A language in neither list is an error. Without a list of
 * the target, an unknown language gives a warning. Source: service description, "Versioning" 5: any valid source and
 * target of `resource=glossary` form a pair.
 */
export function checkPairs(plan: Plan, offered: OfferedLanguages): readonly Finding[] {
  const { glossary = [], styleRules = [] } = offered;
  const { dictionaries, styleLists } = createdBy(plan);
  const isListed = (code: string): boolean => glossary.some((each) => each.code.toLowerCase() === code);
  const dictionaryFindings = dictionaries.flatMap(({ address, pair, origin }) => {
    if (origin === undefined || glossary.length === 0) return [];
    const variants = [pair.source, pair.target].filter((code) => code.includes('-') && !isListed(code));
    if (variants.length > 0) return [errorAt('variant-not-offered', origin, { address, language: variants })];
    const listed = pairAnswer({ name: 'glossary', features: new Map() }, glossary, pair);
    const absent = (['source', 'target'] as const).filter((side) => listed[`${side}s`].length === 0);
    if (absent.length === 0) return [];
    const unknown = absent.map((side) => pair[side]).filter((code) => !isGlossaryLanguage(code));
    if (unknown.length > 0) return [notListed('glossary', origin, address, unknown)];
    const missing = absent.map((side) => `${pair[side]} as a ${side}`);
    return [warningAt('pair-not-offered', origin, { address, missing })];
  });
  const styleListFindings = styleLists.flatMap(({ address, language, origin }) => {
    if (origin === undefined || language === undefined || styleRules.length === 0) return [];
    const wanted = language.toLowerCase();
    if (styleRules.some(({ code, usableAsTarget }) => usableAsTarget && code.toLowerCase() === wanted)) return [];
    if (!isStyleListLanguage(wanted)) return [notListed('style_rules', origin, address, [language])];
    return [warningAt('style-language-not-offered', origin, { address, language })];
  });
  return [...dictionaryFindings, ...styleListFindings, ...undecided(plan, offered)];
}

/** A list of languages. Empty if the target refuses the call or does not answer: a plan works without it. */
async function listIfOffered(calls: LanguageCalls, limit: Limit, resource: string): Promise<readonly Language[]> {
  try {
    return await limit(() => calls.list(resource, ['beta']));
  } catch (error) {
    if (error instanceof ServiceError || error instanceof UnreachableError) return [];
    throw error;
  }
}

/**
 * The lists that `checkPairs` needs for this plan: at most two calls. A plan that creates neither a dictionary nor a
 * style list needs no call.
 */
export async function readOfferedLanguages(calls: LanguageCalls, limit: Limit, plan: Plan): Promise<OfferedLanguages> {
  const { dictionaries, styleLists } = createdBy(plan);
  const [glossary, styleRules] = await Promise.all([
    dictionaries.length === 0 ? [] : listIfOffered(calls, limit, 'glossary'),
    styleLists.length === 0 ? [] : listIfOffered(calls, limit, 'style_rules'),
  ]);
  return { glossary, styleRules };
}
