import { join, relative } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { privatePart } from '../../files/workspace/may-read.ts';
import { isOutside, wayInside } from '../../files/workspace/workspace-path.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { errorAt, type Finding, type SourceRef, topOf, warningAt } from '../../model/finding.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';

const placeOf = ({ origins }: WorkspaceConfig, layer: string): SourceRef =>
  origins?.get(layer) ?? topOf(WORKSPACE_FILE);

/** The reason why a folder in `layers:` is not read: the code of a finding. `undefined`: it is read. */
async function faultOf(ports: FilePorts, root: string, layer: string): Promise<string | undefined> {
  const path = join(root, layer);
  const [realRoot = root, real] = await Promise.all([ports.realPath(root), ports.realPath(path)]);
  if (real === undefined || (await ports.size(path)) !== undefined) return 'layer-path-missing';
  if (wayInside(real, realRoot) !== undefined) return 'layer-path-contains';
  if (wayInside(realRoot, real) !== undefined) return 'layer-path-inside';
  if (relative(join(realRoot, layer), real) !== '') return 'layer-path-link';
  if (privatePart(layer) !== undefined) return 'layer-path-private';
  const trusted = await ports.untrusted?.layers();
  return trusted === undefined || trusted.includes(layer) ? undefined : 'layer-path-untrusted';
}

/** The folders in `layers:` that may be read, and findings about the others. */
export async function usableLayers(
  ports: FilePorts,
  root: string,
  config: WorkspaceConfig,
): Promise<{ readonly layers: readonly string[]; readonly findings: readonly Finding[] }> {
  const layers: string[] = [];
  const findings: Finding[] = [];
  for (const layer of config.layers ?? []) {
    const code = await faultOf(ports, root, layer);
    if (code === undefined) layers.push(layer);
    else findings.push(errorAt(code, placeOf(config, layer), { path: layer }));
  }
  return { layers, findings };
}

/**
 * Findings about the files outside the workspace: a resource that a target publishes, and a folder from which nothing
 * is read. `files`: all files that were read.
 */
export function checkOutside(
  config: WorkspaceConfig,
  layers: readonly string[],
  files: readonly string[],
  published: readonly ResourceSource[],
): readonly Finding[] {
  return [
    ...published
      .filter(({ file }) => isOutside(file))
      .map(({ address, nameAt, origin }) => errorAt('layer-published', nameAt ?? origin, { address })),
    ...layers
      .filter((layer) => !files.some((file) => file.startsWith(`${layer}/`)))
      .map((layer) => warningAt('layer-path-unused', placeOf(config, layer), { path: layer })),
  ];
}
