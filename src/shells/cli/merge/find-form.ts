import { dirname, resolve } from 'node:path';
import type { CliPorts } from '../../../app/ports.ts';
import { findWorkspace } from '../../../app/session/find-workspace.ts';
import type { TableForm } from '../../../files/merge/table-shape.ts';
import { wayInside } from '../../../files/workspace/workspace-path.ts';
import { readTermFiles } from '../../../steps/workspace/term-files.ts';

/**
 * What the nearest workspace says of a CSV or TSV file; nothing where there is none, or where it does not name the
 * file. In the middle of a merge its own files may be in conflict: then the file is read by its name and its header.
 */
export async function findForm(path: string, ports: CliPorts): Promise<TableForm> {
  const absolute = resolve(ports.cwd, path);
  const root = await findWorkspace({ ...ports, cwd: dirname(absolute) });
  if (root === undefined) return {};
  const files = await readTermFiles(ports.files, root);
  const found = files.find(({ file }) => file === wayInside(root, absolute));
  return found?.kind === 'table' ? found.form : {};
}
