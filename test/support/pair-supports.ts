import type { Language, PairQuestion, ResourceDescriptor } from '../../src/model/account/language.ts';

const find = (languages: readonly Language[], code: string): Language | undefined =>
  languages.find((language) => language.code.toLowerCase() === code.toLowerCase());

/** Whether a service says of two languages that it lists itself that they are a pair, with a feature or without one. */
export function pairSupports(
  resource: ResourceDescriptor,
  languages: readonly Language[],
  { source, target, feature }: PairQuestion,
): boolean {
  const from = find(languages, source);
  const to = find(languages, target);
  if (from?.usableAsSource !== true || to?.usableAsTarget !== true) return false;
  if (feature === undefined) return true;
  const needs = resource.features.get(feature);
  if (needs === undefined) return false;
  return (!needs.needsSource || from.features.has(feature)) && (!needs.needsTarget || to.features.has(feature));
}
