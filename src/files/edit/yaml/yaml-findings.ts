import { type Checked, errorsIn, type Finding } from '../../../model/finding.ts';
import { topOf } from '../../../model/source-ref.ts';
import type { YamlInput } from '../../yaml/yaml-file.ts';
import { type Edited, notSafe } from '../entry-edit.ts';
import { bytesLike } from '../splices.ts';

/**
 * Why an edited file must not be written, by what its reader found. A text that no file may hold is told as the reader
 * tells it, at the top of the file: its place is one of a file that nobody sees. A file that is no YAML any more has
 * been cut in the wrong place.
 */
export function editFaults(findings: readonly Finding[], file: string): readonly Finding[] {
  const errors = errorsIn(findings);
  if (errors.some(({ code }) => code.startsWith('yaml-'))) return [notSafe(file, 'content')];
  return errors.map((finding): Finding => ({ ...finding, at: topOf(file) }));
}

/** The edited text as a file, when its reader reads from it what is expected. `text`: `undefined`: it cannot be edited. */
export function checkedEdit<Value>(
  { bytes: before, file }: YamlInput,
  text: string | undefined,
  parse: (input: YamlInput) => Checked<Value>,
  isExpected: (value: Value) => boolean,
): Edited {
  if (text === undefined) return { findings: [notSafe(file, 'content')] };
  const bytes = bytesLike(before, text);
  const { value, findings } = parse({ bytes, file });
  const faults = editFaults(findings, file);
  if (faults.length > 0) return { findings: faults };
  return value !== undefined && isExpected(value) ? { bytes } : { findings: [notSafe(file, 'content')] };
}
