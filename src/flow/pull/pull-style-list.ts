import { editStyleList } from '../../files/edit/style-list.ts';
import type { StyleListEdit } from '../../files/edit/style-list-edit.ts';
import type { RuleCatalogue } from '../../files/resources/rule-catalogue.ts';
import type { StyleListSource } from '../../files/workspace/sources.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { FileEdit } from '../../plan/pull/file-edits.ts';
import { filesBeside, onlyOwn, type PullParts, refuseLoss } from './pull-parts.ts';
import type { StagedFiles } from './staged-files.ts';

type ListEdit = FileEdit & { readonly kind: 'edit-style-list' };

/**
 * Instructions of the files that say the old language of the list in so many words, and that nobody changed: to the
 * service they are in the language of the list, whichever that is.
 */
const languageSaid = ({ language, instructions }: ListEdit, { content }: StyleListSource): readonly StyleListEdit[] => {
  if (language === undefined) return [];
  const edited = new Set(instructions.flatMap((each) => (each.kind === 'add' ? [] : [each.index])));
  return content.instructions.flatMap(({ sourceLanguage, ...instruction }, index): readonly StyleListEdit[] =>
    sourceLanguage === content.language && !edited.has(index)
      ? [{ kind: 'set-instruction', index, instruction: instruction satisfies CustomInstruction }]
      : [],
  );
};

const styleListEdits = (edit: ListEdit, source: StyleListSource): readonly StyleListEdit[] => [
  ...(edit.name === undefined ? [] : [{ kind: 'set-name' as const, name: edit.name }]),
  ...(edit.language === undefined ? [] : [{ kind: 'set-language' as const, language: edit.language }]),
  ...edit.rules.map(
    (rule): StyleListEdit => (rule.kind === 'set' ? { ...rule, kind: 'set-rule' } : { ...rule, kind: 'remove-rule' }),
  ),
  ...languageSaid(edit, source),
  ...edit.instructions.map((each): StyleListEdit => {
    if (each.kind === 'add') return { kind: 'add-instruction', instruction: each.to };
    if (each.kind === 'remove') return { kind: 'remove-instruction', index: each.index };
    return { kind: 'set-instruction', index: each.index, instruction: each.to };
  }),
];

/** Takes the file of a list away. */
export async function removeStyleList(
  { address, kind }: FileEdit & { readonly kind: 'remove-style-list' },
  source: StyleListSource,
  pull: PullParts,
): Promise<void> {
  const { staged, refusal } = pull;
  const at = source.origin;
  const files = await onlyOwn(
    pull,
    [source.file],
    filesBeside(pull, (each) => each === source),
  );
  if (files.length === 0) return staged.fault('pull-by-hand', at, { address, what: kind });
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  for (const file of files) staged.remove(file);
}

/** Takes a new name, a new language, changed rules and changed instructions into the file of a list. */
export async function pullStyleList(
  edit: ListEdit,
  source: StyleListSource,
  catalogue: RuleCatalogue,
  staged: StagedFiles,
): Promise<void> {
  const { file, origin } = source;
  await staged.edit(file, origin, (bytes) => editStyleList({ bytes, file, catalogue }, styleListEdits(edit, source)));
}
