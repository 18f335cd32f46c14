import type { RuleCatalogue } from '../resources/rule-catalogue.ts';
import { parseStyleListFile } from '../resources/style-list-file.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import { stepOf, styleListChanges } from './style-list-changes.ts';
import { type StyleListEdit, withStyleListEdits } from './style-list-edit.ts';
import { parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml } from './yaml/yaml-edit.ts';

export interface StyleListInput extends YamlInput {
  /** Against which the edited file is checked again. */
  readonly catalogue: RuleCatalogue;
}

/**
 * Makes edits in a style list file, as splices of its text: comments, order, quotes, the style of every map and list,
 * indentation and anchors stay. New parts are written in the style of their neighbours, behind the last one. A category
 * goes with its last rule. What stands for several places, by an anchor, is written out at those that are not meant.
 *  The result is read again before it is given: when it is not the old content with the edits made, there are findings
 * instead. A file with errors is not edited.
 */
export const editStyleList = (input: StyleListInput, edits: readonly StyleListEdit[]): Edited =>
  editYamlFile(input, {
    parse: (file) => parseStyleListFile(file, input.catalogue),
    edit(text, { content }, blocks) {
      const document = parseWithTokens(text);
      const changes = styleListChanges(document, content, withStyleListEdits(content, edits));
      return editYaml(text, changes, { step: stepOf(document, text), blocks });
    },
    wanted: (before) => ({ ...before, content: withStyleListEdits(before.content, edits).content }),
    said: (after) => after,
  });
