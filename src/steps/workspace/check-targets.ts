import { nearestName } from '../../files/languages/nearest-name.ts';
import { addressWithKind } from '../../kinds/address-with-kind.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { isOnTarget, resourceOnTarget } from '../../kinds/on-target.ts';
import { kindAt } from '../../kinds/registry.ts';
import { errorAt, type Finding, topOf, warningAt } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { matchesAny, type ResourceAddress } from '../../model/resources/address.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
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

/** Findings about the names that the pattern of a target makes. */
function checkNames(target: Target, sources: readonly ResourceSource[]): readonly Finding[] {
  if (target.names === undefined) return [];
  return sources.flatMap((source): readonly Finding[] => {
    const kind = kindAt(source.address);
    if (kind === undefined || !isOnTarget(source, target)) return [];
    const name = kind.name(kind.contentOf(resourceOnTarget(kind, source, target))) ?? '';
    const at = source.nameAt ?? source.origin;
    const bytes = Buffer.byteLength(name, 'utf8');
    return [
      ...(bytes > NAME_MAX_BYTES
        ? [errorAt('target-name-too-long', at, { target: target.name, bytes, max: NAME_MAX_BYTES })]
        : []),
      ...(temporaryOf(name) === undefined ? [] : [errorAt('name-reserved', at, { name })]),
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
