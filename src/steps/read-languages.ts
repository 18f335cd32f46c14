import type { LanguageCalls } from '../client/calls/language-calls.ts';
import type { Limit } from '../client/client.ts';
import type { PairQuestion, ResourceLanguages } from '../model/account/language.ts';
import { type PairAnswer, pairAnswer } from '../model/account/pair-answer.ts';

/** Languages and features to list in addition to the stable ones. */
export type LanguageInclude = 'beta' | 'external';

/** Used instead of a resource name: all resources that the service has. */
export const ALL_RESOURCES = 'all';

export interface LanguagesInput {
  /** Names of resources, or `all`. */
  readonly resources: readonly string[];
  readonly include: readonly LanguageInclude[];
  /** Only languages that have this feature. */
  readonly feature?: string;
}

/** The languages of each resource, in the requested order, without duplicates. */
export async function readLanguages(
  calls: LanguageCalls,
  limit: Limit,
  { resources, include, feature }: LanguagesInput,
): Promise<readonly ResourceLanguages[]> {
  const names = resources.includes(ALL_RESOURCES)
    ? (await limit(() => calls.resources())).map(({ name }) => name)
    : [...new Set(resources)];
  return Promise.all(
    names.map(async (resource) => {
      const languages = await limit(() => calls.list(resource, include));
      const wanted = feature === undefined ? languages : languages.filter(({ features }) => features.has(feature));
      return { resource, languages: wanted };
    }),
  );
}

export interface PairInput {
  readonly resource: string;
  readonly include: readonly LanguageInclude[];
  readonly question: PairQuestion;
}

/**
 * Whether a resource supports a pair, with a feature or without one. An external feature is searched among the external
 * ones.
 */
export async function readPairAnswer(
  calls: LanguageCalls,
  limit: Limit,
  { resource, include, question }: PairInput,
): Promise<PairAnswer> {
  const { feature } = question;
  const included = feature?.endsWith('_external') ? [...include, 'external' as const] : include;
  const [languages, descriptors] = await Promise.all([
    limit(() => calls.list(resource, included)),
    feature === undefined ? [] : limit(() => calls.resources()),
  ]);
  const descriptor = descriptors.find(({ name }) => name === resource) ?? { name: resource, features: new Map() };
  return pairAnswer(descriptor, languages, question);
}
