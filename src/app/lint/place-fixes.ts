import { fixedLine, isFixable } from '../../files/edit/fix-cells.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import type { WorkspaceSources } from '../../kinds/files/resource-source.ts';
import { dictionaryInputs } from '../../kinds/glossary/files/dictionary-inputs.ts';
import { DICTIONARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import { type Finding, topOf } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';

/**
 * Adds to each finding the place and the new line of its fix. Only reports need them, and the files with fixes are read
 * again for that.
 */
export async function placeFixes(
  findings: readonly Finding[],
  { root, desired }: { readonly root: string; readonly desired: WorkspaceSources },
  ports: FilePorts,
): Promise<readonly Finding[]> {
  const inputs = dictionaryInputs(desired);
  const placed = new Map<Finding, Finding>();
  for (const [file, fileFindings] of grouped(findings.filter(isFixable), ({ at }) => at.file)) {
    const input = inputs.get(file);
    const { value: bytes } = await readInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: topOf(file) });
    if (input === undefined || bytes === undefined) continue;
    const placeOf = fixedLine({ ...input, bytes });
    for (const finding of fileFindings)
      placed.set(finding, { ...finding, fix: { ...finding.fix, ...placeOf(finding) } });
  }
  return findings.map((finding) => placed.get(finding) ?? finding);
}
