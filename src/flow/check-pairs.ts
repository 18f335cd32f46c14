import type { LanguageCalls } from '../client/language-calls.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import type { Finding, FindingDetail } from '../model/finding.ts';
import type { Language } from '../model/language.ts';
import type { Limit } from '../model/limit.ts';
import { pairAnswer } from '../model/pair-answer.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { DictionaryChange, Plan, StyleListChange } from '../plan/plan.ts';

/** What a target lists for glossaries and for style lists; absent: not needed, or not to be had. */
export interface OfferedLanguages {
  readonly glossary?: readonly Language[];
  readonly styleRules?: readonly Language[];
}

/** Dictionaries and style lists that the plan creates. Those that the service has already need no look at its lists. */
function createdBy({ changes }: Plan): {
  readonly dictionaries: readonly DictionaryChange[];
  readonly styleLists: readonly StyleListChange[];
} {
  return {
    dictionaries: changes.flatMap((change) =>
      change.kind === 'glossary' ? change.dictionaries.filter(({ action }) => action === 'create') : [],
    ),
    styleLists: changes.filter(
      (change): change is StyleListChange =>
        change.kind === 'style-list' && (change.action === 'create' || change.action === 'replace'),
    ),
  };
}

const warning = (code: string, at: SourceRef, details: Readonly<Record<string, FindingDetail>>): Finding => ({
  code,
  severity: 'warning',
  at,
  details,
});

/**
 * Warnings for what the plan creates in languages that the target does not list. They stop nothing: the lists are in beta, and the service has the last word.
 * A list without any language says nothing. Source: description, "Versioning" 5: any valid source and target of `resource=glossary` form a pair.
 */
export function checkPairs(plan: Plan, { glossary = [], styleRules = [] }: OfferedLanguages): readonly Finding[] {
  const { dictionaries, styleLists } = createdBy(plan);
  const ofDictionaries = dictionaries.flatMap(({ address, pair, origin }) => {
    if (origin === undefined || glossary.length === 0) return [];
    const { gaps } = pairAnswer({ name: 'glossary', features: new Map() }, glossary, pair);
    const missing = gaps.flatMap((gap) => (gap.kind === 'no-language' ? [`${gap.code} as a ${gap.side}`] : []));
    return missing.length === 0 ? [] : [warning('pair-not-offered', origin, { address, missing })];
  });
  const ofLists = styleLists.flatMap(({ address, languageAfter, origin }) => {
    if (origin === undefined || languageAfter === undefined || styleRules.length === 0) return [];
    const wanted = languageAfter.toLowerCase();
    if (styleRules.some(({ code, usableAsTarget }) => usableAsTarget && code.toLowerCase() === wanted)) return [];
    return [warning('style-language-not-offered', origin, { address, language: languageAfter })];
  });
  return [...ofDictionaries, ...ofLists];
}

/** A list, or nothing when the target refuses it or does not answer: a plan works without it. */
async function listIfOffered(calls: LanguageCalls, limit: Limit, resource: string): Promise<readonly Language[]> {
  try {
    return await limit(() => calls.list(resource, ['beta']));
  } catch (error) {
    if (error instanceof ServiceError || error instanceof UnreachableError) return [];
    throw error;
  }
}

/** The lists that `checkPairs` needs for this plan: at most two calls, and none for a plan that creates neither a dictionary nor a style list. */
export async function readOfferedLanguages(calls: LanguageCalls, limit: Limit, plan: Plan): Promise<OfferedLanguages> {
  const { dictionaries, styleLists } = createdBy(plan);
  const [glossary, styleRules] = await Promise.all([
    dictionaries.length === 0 ? [] : listIfOffered(calls, limit, 'glossary'),
    styleLists.length === 0 ? [] : listIfOffered(calls, limit, 'style_rules'),
  ]);
  return { glossary, styleRules };
}
