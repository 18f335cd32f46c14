import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { Comments } from '../../model/file-form.ts';
import type { GlossaryMode } from '../../model/resources/desired.ts';
import type { StyleListContent } from '../../model/resources/style-list.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import { schemaComment } from '../yaml/schema-comment.ts';
import { yamlPair, yamlScalar } from '../yaml/yaml-scalar.ts';

/** What a file says beside the content. */
export interface ResourceOptions {
  /** Written when the name alone does not say which resource it is. */
  readonly pinnedId?: string;
  readonly protect?: boolean;
  readonly mode?: GlossaryMode;
  /** Of a glossary. */
  readonly samples?: readonly Pick<Sample, 'language' | 'text'>[];
}

export interface GlossaryToWrite extends ResourceOptions {
  readonly name: string;
  /** `auto`: their files stand beside this one. */
  readonly dictionaries: 'auto' | readonly { readonly pair: LanguagePair; readonly file: string }[];
  readonly comments?: Comments;
}

const idLines = ({ pinnedId }: ResourceOptions): readonly string[] =>
  pinnedId === undefined ? [] : [yamlPair('id', pinnedId)];

function sampleLines(samples: NonNullable<ResourceOptions['samples']>): readonly string[] {
  const languages = [...new Set(samples.map(({ language }) => language))];
  if (languages.length === 0) return [];
  return [
    'samples:',
    ...languages.flatMap((language) => [
      `  ${yamlScalar(language)}:`,
      ...samples.filter((each) => each.language === language).map(({ text }) => `    - ${yamlScalar(text)}`),
    ]),
  ];
}

/** Only what differs from the default is written. */
const optionLines = ({ protect, mode, samples = [] }: ResourceOptions): readonly string[] => [
  ...(protect === true ? ['protect: true'] : []),
  ...(mode === 'additive' ? ['mode: additive'] : []),
  ...sampleLines(samples),
];

/** The text of a `glossary.yaml`. */
export function glossaryText({ name, dictionaries, comments, ...options }: GlossaryToWrite): string {
  const lines = [yamlPair('name', name), ...idLines(options)];
  if (dictionaries === 'auto') lines.push('dictionaries: auto');
  else if (dictionaries.length === 0) lines.push('dictionaries: []');
  else lines.push('dictionaries:');
  for (const { pair, file } of dictionaries === 'auto' ? [] : dictionaries) {
    lines.push(
      `  - ${yamlPair('source_lang', pair.source)}`,
      `    ${yamlPair('target_lang', pair.target)}`,
      `    ${yamlPair('file', file)}`,
    );
  }
  if (comments !== undefined) lines.push(yamlPair('comments', comments));
  lines.push(...optionLines(options));
  return `${schemaComment('glossary')}${lines.join('\n')}\n`;
}

/** The text of a style list file. Categories without a rule are left out: they mean nothing. */
export function styleListText(content: StyleListContent, options: ResourceOptions = {}): string {
  const lines = [yamlPair('name', content.name), ...idLines(options), yamlPair('language', content.language)];
  const categories = [...content.rules].filter(([, rules]) => rules.size > 0);
  if (categories.length > 0) lines.push('configured_rules:');
  for (const [category, rules] of categories) {
    lines.push(`  ${yamlScalar(category)}:`);
    for (const [rule, option] of rules) lines.push(`    ${yamlPair(rule, option, '    ')}`);
  }
  if (content.instructions.length > 0) lines.push('custom_instructions:');
  for (const { label, prompt, sourceLanguage } of content.instructions) {
    lines.push(`  - ${yamlPair('label', label)}`, `    ${yamlPair('prompt', prompt)}`);
    if (sourceLanguage !== undefined) lines.push(`    ${yamlPair('source_language', sourceLanguage)}`);
  }
  lines.push(...optionLines(options));
  return `${schemaComment('style-list')}${lines.join('\n')}\n`;
}
