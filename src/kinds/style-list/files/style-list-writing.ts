import type { FileEdit } from '../../../change/file-edit.ts';
import { defined } from '../../../model/defined.ts';
import type { FileValue } from '../../../model/resources/value.ts';
import type { StagedFiles } from '../../files/pull-context.ts';
import { styleListText } from '../../files/resource-text.ts';
import type { StyleListSource } from '../../files/sources.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import type { StyleListContent } from '../style-list.ts';
import { editStyleList } from './edit-style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

/**
 * Instructions of the files that say the old language of the list in so many words, and that nobody changed: to the
 * service they are in the language of the list, whichever that is.
 */
function withoutLanguage({ values }: FileEdit, { content }: StyleListSource): readonly FileValue[] {
  if (!values.some(({ key: [part] }) => part === 'language')) return [];
  return content.instructions.flatMap(({ sourceLanguage, ...to }, index) =>
    sourceLanguage === content.language && !values.some((value) => value.index === index)
      ? [{ key: ['instruction'] as const, to, index }]
      : [],
  );
}

/** Takes a new name, a new language, changed rules and changed instructions into the file of a list. */
export async function pullStyleList(
  edit: FileEdit,
  source: StyleListSource,
  catalogue: RuleCatalogue,
  staged: StagedFiles,
): Promise<void> {
  const { file, origin } = source;
  const values = [...edit.values, ...withoutLanguage(edit, source)];
  await staged.edit(file, origin, (bytes) => editStyleList({ bytes, file, catalogue }, values));
}

export const STYLE_LIST_WRITING: WritingFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, existing }) => [
      pathOf(name),
      styleListText(content, defined({ pinnedId, protect: existing?.protect })),
    ]),
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};
