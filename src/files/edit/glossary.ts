import { canonicalJson } from '../../model/digest.ts';
import type { Finding } from '../../model/finding.ts';
import { type GlossaryFile, parseGlossaryFile } from '../glossary-file.ts';
import type { YamlInput } from '../yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { bytesLike } from './splices.ts';
import { editYaml } from './yaml-edit.ts';
import { editFaults } from './yaml-faults.ts';

export interface GlossaryEdit {
  readonly kind: 'set-name';
  readonly name: string;
}

/** All that a `glossary.yaml` says, as one text. */
function meaning({ name, pinnedId, mode, protect, dictionaries, tables, samples }: GlossaryFile): string {
  const listed =
    dictionaries === 'auto'
      ? dictionaries
      : dictionaries.map(({ pair, file, delimiter, header }) => [
          pair.source,
          pair.target,
          file,
          delimiter ?? null,
          header ?? null,
        ]);
  const wide = tables.map(({ file, pairs, delimiter }) => [file, pairs, delimiter ?? null]);
  const sentences = samples.map(({ language, text }) => [language, text]);
  return canonicalJson([name, pinnedId ?? null, mode, protect, listed, wide, sentences]);
}

/** Makes edits in a `glossary.yaml`, under the same promises as those of a style list: the result is read again, and every other byte stays. */
export function editGlossaryFile(input: YamlInput, edits: readonly GlossaryEdit[]): Edited {
  const { bytes, file } = input;
  const before = parseGlossaryFile(input);
  const errors = before.findings.filter(({ severity }) => severity === 'error');
  if (before.value === undefined || errors.length > 0) return { findings: errors };
  const name = edits.at(-1)?.name ?? before.value.name;
  if (name === before.value.name) return { bytes };
  const text = new TextDecoder().decode(bytes);
  let faults: readonly Finding[] = [notSafe(file, 'content')];
  const expected = meaning({ ...before.value, name });
  for (const blocks of [true, false]) {
    const edited = editYaml(text, [{ kind: 'set', path: ['name'], text: name }], { step: 2, blocks });
    if (edited === undefined) continue;
    const result = bytesLike(bytes, edited);
    const after = parseGlossaryFile({ bytes: result, file });
    if (after.value !== undefined && meaning(after.value) === expected) return { bytes: result };
    const found = editFaults(after.findings, file);
    if (found.length > 0) faults = found;
  }
  return { findings: faults };
}
