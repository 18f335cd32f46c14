import { join, relative } from 'node:path';
import { nearestName } from '../../files/languages/nearest-name.ts';
import type { FilePorts } from '../../files/ports.ts';
import { privatePart } from '../../files/workspace/may-read.ts';
import { isOutside, wayInside } from '../../files/workspace/workspace-path.ts';
import { checkNameFree } from '../../files/yaml/check-text.ts';
import type { ResourceSource } from '../../kinds/files/files-facet.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { isOnTarget, resourceOnTarget } from '../../kinds/on-target.ts';
import { addressWithKind, allDesired, kindAt } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { errorAt, type Finding, type SourceRef, topOf, warningAt } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { matchesAny, type ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource } from '../../model/resources/resource.ts';
import { type Target, WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';

/** Maximum size of a name that a pattern makes: the smallest maximum of all kinds. */
const NAME_MAX_BYTES = 1024;

/** Findings about settings for targets that `lexform.yaml` does not have. */
const unknownTargets = (sources: readonly ResourceSource[], known: readonly string[]): readonly Finding[] =>
  sources.flatMap(({ on = new Map() }) =>
    [...on].flatMap(([target, { at }]): readonly Finding[] => {
      const suggestion = nearestName(target, known);
      return known.includes(target)
        ? []
        : [errorAt('on-target-unknown', at, { target, known, ...omitUndefined({ suggestion }) })];
    }),
  );

/** Findings about `resources:` of one target. `unread`: the addresses of files with errors. */
function checkSelection(
  target: Target,
  sources: readonly ResourceSource[],
  unread: readonly ResourceAddress[],
): readonly Finding[] {
  const { name, resources = [], viewAt } = target;
  const known = [...sources.map(({ address }) => address), ...unread];
  const unmatched = resources.flatMap((pattern, index): readonly Finding[] => {
    const at = viewAt?.resources[index] ?? topOf(WORKSPACE_FILE);
    if (known.some((address) => matchesAny([pattern], address))) return [];
    const suggestion = addressWithKind(pattern, known) ?? nearestName(pattern, known);
    return [warningAt('target-pattern-unmatched', at, { target: name, pattern, ...omitUndefined({ suggestion }) })];
  });
  const mayBeThere = unread.some((address) => matchesAny(resources, address));
  const isSelected = target.resources !== undefined || sources.some(({ on }) => on?.get(name)?.isPublished === false);
  return isSelected && sources.length > 0 && !mayBeThere && !sources.some((each) => isOnTarget(each, target))
    ? [...unmatched, errorAt('target-selects-nothing', viewAt?.target ?? topOf(WORKSPACE_FILE), { target: name })]
    : unmatched;
}

/** The name that a resource has on a target; `undefined` if it does not exist there. */
function nameOn(resource: DesiredResource, target: Target): string | undefined {
  const kind = kindAt(resource.address);
  if (kind === undefined || !isOnTarget(resource, target)) return undefined;
  return resourceName(kind, resourceOnTarget(kind, resource, target));
}

/** Findings about the names that the pattern of a target makes. */
function checkNames(target: Target, sources: readonly ResourceSource[]): readonly Finding[] {
  if (target.names === undefined) return [];
  return sources.flatMap((source): readonly Finding[] => {
    const name = nameOn(source, target);
    if (name === undefined) return [];
    const at = source.nameAt ?? source.origin;
    const bytes = Buffer.byteLength(name, 'utf8');
    return [
      ...(bytes > NAME_MAX_BYTES
        ? [errorAt('target-name-too-long', at, { target: target.name, bytes, max: NAME_MAX_BYTES })]
        : []),
      ...checkNameFree(name, at),
    ];
  });
}

/**
 * Checks the settings of targets and the settings for targets, which need all files: as they are written, and the
 * resources that are made from them. `unread`: the addresses of files with errors.
 */
export function checkTargets(
  { targets }: Pick<WorkspaceConfig, 'targets'>,
  { written, compiled }: { readonly written: readonly ResourceSource[]; readonly compiled: readonly ResourceSource[] },
  unread: readonly ResourceAddress[],
): readonly Finding[] {
  // A layer that no target publishes is only written.
  const all = [...new Map([...written, ...compiled].map((each) => [each.address, each])).values()];
  return [
    ...unknownTargets(
      written,
      targets.map(({ name }) => name),
    ),
    ...targets.flatMap((target) => [...checkSelection(target, all, unread), ...checkNames(target, compiled)]),
  ];
}

/** The address and the source of the key: targets with the same ones lead to one account in a run. */
const accountOf = (target: Target): string | undefined =>
  target.kind === 'remote' ? JSON.stringify([target.baseUrl, target.key]) : undefined;

/**
 * Findings about resources that several targets of one run publish in one account under the same name. Each target
 * would own such a resource, and the last one to give it up would delete it. The targets run at the same time, so the
 * ledger of one cannot stop the other. `only`: address patterns of the run; empty: all resources.
 */
export function checkSharedAccounts(
  targets: readonly Target[],
  desired: DesiredState,
  only: readonly string[],
): readonly Finding[] {
  const selected = allDesired(desired).filter(({ address }) => only.length === 0 || matchesAny(only, address));
  return targets.flatMap((target, index) => {
    const account = accountOf(target);
    if (account === undefined) return [];
    const others = targets.slice(0, index).filter((each) => accountOf(each) === account);
    return selected.flatMap((resource): readonly Finding[] => {
      const name = nameOn(resource, target);
      if (name === undefined) return [];
      const other = others.find((each) => nameOn(resource, each) === name);
      if (other === undefined) return [];
      const details = { address: resource.address, name, targets: [other.name, target.name] };
      return [errorAt('target-account-shared', resource.origin, details)];
    });
  });
}

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
