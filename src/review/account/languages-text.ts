import type { FeatureSupport, Language, PairQuestion, ResourceLanguages } from '../../model/account/language.ts';
import type { PairAnswer, PairGap } from '../../model/account/pair-answer.ts';
import { byKind } from '../../model/by-kind.ts';
import { type ColumnOf, tableOf } from '../format/aligned-table.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, indented, listed, plural, withLineEnds } from '../format/text.ts';

function sides({ usableAsSource, usableAsTarget }: Language): string {
  if (usableAsSource) return usableAsTarget ? 'both' : 'source';
  return usableAsTarget ? 'target' : 'none';
}

/** `glossary`, `tone (beta)`: the status is shown unless it is stable. */
const featureText = ([name, { status }]: readonly [string, FeatureSupport]): string =>
  status === 'stable' || status === '' ? visible(name) : `${visible(name)} (${visible(status)})`;

const COLUMNS: readonly ColumnOf<Language>[] = [
  ['code', 'left', ({ code }) => visible(code)],
  ['name', 'left', ({ name }) => visible(name)],
  ['as', 'left', sides],
  ['status', 'left', ({ status }) => visible(status)],
  ['features', 'left', ({ features }) => [...features].map(featureText).join(', ') || '-'],
];

/** A table for each resource: one language on a line, so that it can be searched line by line. */
export const languagesText = (resources: readonly ResourceLanguages[]): string =>
  resources
    .map(({ resource, languages }) => {
      const lines = languages.length === 0 ? [] : tableOf(COLUMNS, languages);
      return withLineEnds([`${visible(resource)}: ${counted(languages.length, 'language')}`, ...indented(lines, 2)]);
    })
    .join('\n');

export const languagesJson = (resources: readonly ResourceLanguages[]): string =>
  jsonText({
    formatVersion: 1,
    resources: resources.map(({ resource, languages }) => ({
      resource,
      languages: languages.map(({ features, ...language }) => ({
        ...language,
        features: [...features].map(([name, support]) => ({ name, ...support })),
      })),
    })),
  });

/** The question about a pair, and its resource. */
export interface RequestedPair extends PairQuestion {
  readonly resource: string;
}

const either = (items: readonly string[]): string => listed(items.map(visible));

const gapText = (gap: PairGap, { resource }: RequestedPair): string =>
  byKind(gap, {
    'no-language': ({ code, side, instead }) => {
      const others = instead.length === 0 ? '' : `, but ${either(instead)} ${plural(instead.length, 'is', 'are')}`;
      return `"${visible(code)}" is no ${side} of ${visible(resource)}${others}`;
    },
    'unknown-feature': ({ feature, known }) =>
      `${visible(resource)} has no feature "${visible(feature)}" ` +
      `(it has: ${known.length === 0 ? 'none' : either(known)})`,
    'no-feature': ({ code, feature, side }) => `${visible(code)} has no ${visible(feature)} as a ${side}`,
  });

/** `en (as en-GB and en-US)` if the code represents other codes. */
const languageText = (code: string, codes: readonly string[]): string =>
  codes.length === 1 && codes[0]?.toLowerCase() === code.toLowerCase()
    ? visible(codes[0])
    : `${visible(code)} (as ${either(codes)})`;

/** One line: `yes: translate_text takes en->de with glossary`, or `no: ` and all missing languages or features. */
export function pairText(answer: PairAnswer, question: RequestedPair): string {
  if (!answer.supported) return `no: ${answer.gaps.map((gap) => gapText(gap, question)).join('; ')}\n`;
  const pair = `${languageText(question.source, answer.sources)}->${languageText(question.target, answer.targets)}`;
  const feature = question.feature === undefined ? '' : ` with ${visible(question.feature)}`;
  return `yes: ${visible(question.resource)} takes ${pair}${feature}\n`;
}

export const pairJson = (answer: PairAnswer, question: RequestedPair): string =>
  jsonText({
    formatVersion: 1,
    resource: question.resource,
    source: question.source,
    target: question.target,
    feature: question.feature ?? null,
    supported: answer.supported,
    sources: answer.sources,
    targets: answer.targets,
    missing: answer.gaps.map((gap) => ({ ...gap, message: gapText(gap, question) })),
  });
