import type { FeatureSupport, Language, PairQuestion, ResourceLanguages } from '../../model/account/language.ts';
import type { PairAnswer, PairGap } from '../../model/account/pair-answer.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, listed } from '../format/plural.ts';

const HEADERS = ['code', 'name', 'as', 'status', 'features'] as const;

function sides({ usableAsSource, usableAsTarget }: Language): string {
  if (usableAsSource) return usableAsTarget ? 'both' : 'source';
  return usableAsTarget ? 'target' : 'none';
}

/** `glossary`, `tone (beta)`: what is stable needs no word. */
const featureText = ([name, { status }]: readonly [string, FeatureSupport]): string =>
  status === 'stable' || status === '' ? visible(name) : `${visible(name)} (${visible(status)})`;

const row = (language: Language): readonly string[] => [
  visible(language.code),
  visible(language.name),
  sides(language),
  visible(language.status),
  [...language.features].map(featureText).join(', ') || '-',
];

/** Cells padded to the widest of their column; the last column is as long as it is. */
function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADERS.map((_, column) =>
    rows.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0),
  );
  return rows.map((cells) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
  );
}

/** A table for each resource: one language on a line, so that it can be searched line by line. */
export const languagesText = (resources: readonly ResourceLanguages[]): string =>
  resources
    .map(({ resource, languages }) => {
      const title = `${visible(resource)}: ${counted(languages.length, 'language')}\n`;
      const lines = languages.length === 0 ? [] : tableLines([HEADERS, ...languages.map(row)]);
      return `${title}${lines.map((line) => `  ${line}\n`).join('')}`;
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

/** What was asked: of which resource. */
export interface AskedPair extends PairQuestion {
  readonly resource: string;
}

const either = (items: readonly string[]): string => listed(items.map(visible));

function gapText(gap: PairGap, { resource }: AskedPair): string {
  switch (gap.kind) {
    case 'no-language': {
      const instead = gap.instead.length === 0 ? '' : `, but ${either(gap.instead)} ${isAre(gap.instead)}`;
      return `"${visible(gap.code)}" is no ${gap.side} of ${visible(resource)}${instead}`;
    }
    case 'unknown-feature': {
      const known = gap.known.length === 0 ? 'none' : either(gap.known);
      return `${visible(resource)} has no feature "${visible(gap.feature)}" (it has: ${known})`;
    }
    case 'no-feature':
      return `${visible(gap.code)} has no ${visible(gap.feature)} as a ${gap.side}`;
    default:
      return gap satisfies never;
  }
}

const isAre = (items: readonly string[]): string => (items.length === 1 ? 'is' : 'are');

/** `en (as en-GB and en-US)` when the code stands for others than itself. */
const standing = (code: string, codes: readonly string[]): string =>
  codes.length === 1 && codes[0]?.toLowerCase() === code.toLowerCase()
    ? visible(codes[0] ?? code)
    : `${visible(code)} (as ${either(codes)})`;

/** One line: `yes: translate_text takes en->de with glossary`, or `no: ` and all that is missing, each on its side. */
export function pairText(answer: PairAnswer, asked: AskedPair): string {
  if (!answer.supported) return `no: ${answer.gaps.map((gap) => gapText(gap, asked)).join('; ')}\n`;
  const pair = `${standing(asked.source, answer.sources)}->${standing(asked.target, answer.targets)}`;
  const feature = asked.feature === undefined ? '' : ` with ${visible(asked.feature)}`;
  return `yes: ${visible(asked.resource)} takes ${pair}${feature}\n`;
}

export const pairJson = (answer: PairAnswer, asked: AskedPair): string =>
  jsonText({
    formatVersion: 1,
    resource: asked.resource,
    source: asked.source,
    target: asked.target,
    feature: asked.feature ?? null,
    supported: answer.supported,
    sources: answer.sources,
    targets: answer.targets,
    missing: answer.gaps.map((gap) => ({ ...gap, message: gapText(gap, asked) })),
  });
