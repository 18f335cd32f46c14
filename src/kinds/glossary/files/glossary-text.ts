import { yamlText } from '../../../files/yaml/yaml-text.ts';
import type { LanguagePair } from '../../../model/entries/language-pair.ts';
import type { Comments } from '../../../model/file-form.ts';
import { onName } from '../../files/parse-on.ts';

export interface GlossaryToWrite {
  readonly name: string;
  /** `auto`: the files of the dictionaries are in the folder of this one. */
  readonly dictionaries: 'auto' | readonly { readonly pair: LanguagePair; readonly file: string }[];
  readonly comments?: Comments;
  /** Written if the name does not identify the resource. */
  readonly pinnedId?: string;
  /** The target that the name is only for. Absent: all targets. */
  readonly nameOn?: string;
  readonly protect?: boolean;
}

/** The text of a `glossary.yaml`. An option is written if it differs from its default. */
export const glossaryText = (glossary: GlossaryToWrite): string => {
  const { name, nameOn, pinnedId, dictionaries, comments, protect } = glossary;
  return yamlText('glossary', {
    name,
    id: pinnedId,
    dictionaries:
      dictionaries === 'auto'
        ? dictionaries
        : dictionaries.map(({ pair, file }) => ({ source_lang: pair.source, target_lang: pair.target, file })),
    comments,
    on: onName(nameOn, name),
    protect: protect === true ? protect : undefined,
  });
};
