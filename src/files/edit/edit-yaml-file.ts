import { type Checked, errorsIn, type Finding, topOf } from '../../model/finding.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import { parseYaml, type YamlInput } from '../yaml/yaml-file.ts';
import { type Edited, firstEdited, notSafe } from './entry-edit.ts';
import { bytesLike } from './splices.ts';
import { stepOf, type YamlChange, yamlEdits } from './yaml/yaml-changes.ts';
import { parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml } from './yaml/yaml-edit.ts';

/**
 * The reasons why an edited file must not be written, from the findings of its reader. A forbidden text is reported as
 * by the reader, but at the top of the file: its place is in a version of the file that no user sees. A result that is
 * not YAML was edited in the wrong place.
 */
export function editFaults(findings: readonly Finding[], file: string): readonly Finding[] {
  const errors = errorsIn(findings);
  if (errors.some(({ code }) => code.startsWith('yaml-'))) return [notSafe(file, 'content')];
  return errors.map((finding): Finding => ({ ...finding, at: topOf(file) }));
}

/** How a YAML file of one kind is edited. */
export interface YamlFileEdit<Value> {
  readonly parse: (input: YamlInput) => Checked<Value>;
  /** The changes to the parts of the file; `undefined` if the edits do not fit the file. */
  readonly changes: (before: Value) => readonly YamlChange[] | undefined;
}

/**
 * Makes changes in a YAML file as splices of its text. Comments, order, quotes, the style of every map and list,
 * indentation and anchors stay. New parts are written after the last one, in the style of their neighbours. If an
 * anchor shares a part with other places, the alias is replaced by its content in the places that must not change.
 *
 * The result is read again before it is returned. If it is not the old content with exactly these changes, the result
 * is findings. A new text that cannot be a block scalar is written on one line. A file with errors is not edited.
 */
export function editYamlFile<Value>(input: YamlInput, { parse, changes }: YamlFileEdit<Value>): Edited {
  const { bytes: old, file } = input;
  const { value: before, findings: found } = parse(input);
  const errors = errorsIn(found);
  if (before === undefined || errors.length > 0) return { findings: errors };
  const text = new TextDecoder().decode(old);
  const document = parseWithTokens(text);
  const wanted = changes(before);
  const planned = wanted && yamlEdits(document, parseYaml(input).value?.value ?? null, wanted);
  return firstEdited((blocks) => {
    const edited = planned && editYaml(text, planned.edits, { step: stepOf(document, text), blocks });
    if (planned === undefined || edited === undefined) return { findings: [notSafe(file, 'content')] };
    const bytes = bytesLike(old, edited);
    const faults = editFaults(parse({ bytes, file }).findings, file);
    if (faults.length > 0) return { findings: faults };
    const after = parseYaml({ bytes, file }).value?.value ?? null;
    return canonicalJson(after) === canonicalJson(planned.after) ? { bytes } : { findings: [notSafe(file, 'content')] };
  });
}
