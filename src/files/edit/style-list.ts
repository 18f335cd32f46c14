import { errorsIn } from '../../model/finding.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import type { RuleCatalogue } from '../resources/rule-catalogue.ts';
import { parseStyleListFile } from '../resources/style-list-file.ts';
import type { StyleListSource } from '../workspace/sources.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import { stepOf, styleListChanges } from './style-list-changes.ts';
import { type StyleListEdit, withStyleListEdits } from './style-list-edit.ts';
import { parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml } from './yaml/yaml-edit.ts';
import { checkedEdit } from './yaml/yaml-findings.ts';

export interface StyleListInput extends YamlInput {
  /** Against which the edited file is checked again. */
  readonly catalogue: RuleCatalogue;
}

/** All that a style list file says, as one text. The order of rules means nothing. */
export function styleListMeaning({
  content,
  pinnedId,
  protect,
}: Pick<StyleListSource, 'content' | 'pinnedId' | 'protect'>): string {
  const rules = [...content.rules]
    .flatMap(([category, selected]) => [[category], ...[...selected].map((rule) => [category, ...rule])])
    .map((rule) => canonicalJson(rule))
    .sort();
  const instructions = content.instructions.map(({ label, prompt, sourceLanguage }) => [
    label,
    prompt,
    sourceLanguage ?? null,
  ]);
  return canonicalJson([content.name, content.language, rules, instructions, pinnedId ?? null, protect]);
}

/**
 * Makes edits in a style list file, as splices of its text: comments, order, quotes, the style of every map and list,
 * indentation and anchors stay. New parts are written in the style of their neighbours, behind the last one. A category
 * goes with its last rule. What stands for several places, by an anchor, is written out at those that are not meant.
 *  The result is read again before it is given: when it is not the old content with the edits made, there are findings
 * instead. A file with errors is not edited.
 */
export function editStyleList(input: StyleListInput, edits: readonly StyleListEdit[]): Edited {
  const { bytes, catalogue } = input;
  const before = parseStyleListFile(input, catalogue);
  const errors = errorsIn(before.findings);
  if (before.value === undefined || errors.length > 0) return { findings: errors };
  const { content: old } = before.value;
  const { content, instructions } = withStyleListEdits(old, edits);
  const text = new TextDecoder().decode(bytes);
  const document = parseWithTokens(text);
  const step = stepOf(document, text);
  const changes = styleListChanges({ document, before: old, after: content, instructions });
  const expected = styleListMeaning({ ...before.value, content });
  const attempt = (blocks: boolean): Edited =>
    checkedEdit(
      input,
      editYaml(text, changes, { step, blocks }),
      (edited) => parseStyleListFile(edited, catalogue),
      (after) => styleListMeaning(after) === expected,
    );
  const plain = attempt(true);
  if ('bytes' in plain) return plain;
  const lines = attempt(false);
  return 'bytes' in lines ? lines : plain;
}
