import { yamlText } from '../../files/yaml/yaml-text.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { Comments } from '../../model/file-form.ts';
import { grouped } from '../../model/grouped.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import type { GlossaryMode } from '../glossary/glossary.ts';
import type { StyleListContent } from '../style-list/style-list.ts';

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

/** Only what differs from the default is written. */
const optionParts = ({ protect, mode, samples = [] }: ResourceOptions): object => ({
  protect: protect === true ? protect : undefined,
  mode: mode === 'additive' ? mode : undefined,
  samples: samples.length === 0 ? undefined : textsByLanguage(samples),
});

const textsByLanguage = (samples: NonNullable<ResourceOptions['samples']>) =>
  new Map(
    [...grouped(samples, ({ language }) => language)].map(([name, same]) => [name, same.map(({ text }) => text)]),
  );

/** The text of a `glossary.yaml`. */
export const glossaryText = ({ name, dictionaries, comments, ...options }: GlossaryToWrite): string =>
  yamlText('glossary', {
    name,
    id: options.pinnedId,
    dictionaries:
      dictionaries === 'auto'
        ? dictionaries
        : dictionaries.map(({ pair, file }) => ({ source_lang: pair.source, target_lang: pair.target, file })),
    comments,
    ...optionParts(options),
  });

/** The text of a style list file. Categories without a rule are left out: they mean nothing. */
export function styleListText(content: StyleListContent, options: ResourceOptions = {}): string {
  const { name, language, instructions } = content;
  const categories = [...content.rules].filter(([, rules]) => rules.size > 0);
  return yamlText('style-list', {
    name,
    id: options.pinnedId,
    language,
    configured_rules: categories.length === 0 ? undefined : new Map(categories),
    custom_instructions:
      instructions.length === 0
        ? undefined
        : instructions.map(({ label, prompt, sourceLanguage }) => ({ label, prompt, source_language: sourceLanguage })),
    ...optionParts(options),
  });
}
