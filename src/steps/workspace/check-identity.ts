import { type AnyFiles, isOneFile, type ResourceSource } from '../../kinds/files/files-facet.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { isOnTarget, resourceOnTarget } from '../../kinds/on-target.ts';
import { isWanted, kindNamed } from '../../kinds/registry.ts';
import { type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { nameIn } from '../../model/resources/address.ts';
import type { TargetView } from '../../model/workspace/workspace.ts';

/** The properties that distinguish two resources of one kind. */
interface Identity {
  readonly name: string;
  readonly nameAt: SourceRef;
  readonly pinnedId?: string;
  readonly pinnedIdAt?: SourceRef;
}

interface Mark {
  /** The text that must differ. */
  readonly text: string;
  readonly at: SourceRef;
  readonly details: Finding['details'];
}

/** A finding for each mark that repeats an earlier one, with both places. */
function repeated(code: string, marks: readonly Mark[]): readonly Finding[] {
  const first = new Map<string, SourceRef>();
  return marks.flatMap(({ text, at, details }): readonly Finding[] => {
    const earlier = first.get(text);
    if (earlier !== undefined) return [{ code, severity: 'error', at, related: [earlier], details }];
    first.set(text, at);
    return [];
  });
}

/** A resource with its own file is named after the file. */
const addressAt = (facet: AnyFiles, source: ResourceSource): SourceRef =>
  isOneFile(facet) ? source.origin : topOf(source.file);

/** Addresses are compared without case: on many machines, two that differ only in case would be one file. */
const checkAddressesDiffer = (facet: AnyFiles, sources: readonly ResourceSource[]): readonly Finding[] =>
  repeated(
    'address-repeated',
    sources.map((source) => ({
      text: source.address.normalize('NFC').toLowerCase(),
      at: addressAt(facet, source),
      details: { name: nameIn(source.address) },
    })),
  );

/**
 * Without a pinned id, a resource is found on the service by its name. Two pinned resources can share a name. `target`:
 * the target on which they have these names. Absent: the names in the files.
 */
const checkNamesDiffer = (resources: readonly Identity[], target?: string): readonly Finding[] => {
  const byName = grouped(resources, ({ name }) => name);
  const ambiguous = [...byName.values()].filter((same) => same.some(({ pinnedId }) => pinnedId === undefined)).flat();
  return repeated(
    'name-repeated',
    ambiguous.map(({ name, nameAt: at }) => ({ text: name, at, details: { name, ...omitUndefined({ target }) } })),
  );
};

/** Two files cannot describe the same resource. */
const checkIdsDiffer = (resources: readonly Identity[]): readonly Finding[] =>
  repeated(
    'id-repeated',
    resources.flatMap(({ pinnedId, pinnedIdAt, nameAt }) =>
      pinnedId === undefined
        ? []
        : [{ text: pinnedId.toLowerCase(), at: pinnedIdAt ?? nameAt, details: { id: pinnedId } }],
    ),
  );

/** The names in the files. A target without settings has them too. */
const IN_FILES: TargetView = { name: '' };

function identityOf(facet: AnyFiles, source: ResourceSource, target = IN_FILES): Identity {
  const kind = kindNamed(facet.kind);
  const { pinnedId, pinnedIdAt } = source;
  return {
    ...omitUndefined({ pinnedId, pinnedIdAt }),
    name: resourceName(kind, resourceOnTarget(kind, source, target)),
    nameAt: source.nameAt ?? source.origin,
  };
}

/** The names differ on each target. */
function checkNames(
  facet: AnyFiles,
  sources: readonly ResourceSource[],
  targets: readonly TargetView[],
): readonly Finding[] {
  const views = targets.filter(
    ({ name, viewAt }) =>
      viewAt !== undefined || sources.some(({ on, isUnpublished }) => isUnpublished || on?.has(name)),
  );
  // A kind whose resources share a file checks their names in the file when it reads it.
  const hasFileNames = !isOneFile(facet) && (views.length === 0 || views.length < targets.length);
  const findings = [...(hasFileNames ? [IN_FILES] : []), ...views].flatMap((target) => {
    const there = sources.filter((source) => isOnTarget(source, target) && isWanted(kindNamed(facet.kind), source));
    return checkNamesDiffer(
      there.map((source) => identityOf(facet, source, target)),
      target.name || undefined,
    );
  });
  return [...new Map(findings.toReversed().map((finding) => [JSON.stringify(finding.at), finding])).values()].reverse();
}

/**
 * Checks that need more than one file: no two resources of a kind can be confused. `sources`: in the order of the
 * files. If two are alike, the finding is at the later one.
 */
export function checkIdentities(
  facet: AnyFiles,
  sources: readonly ResourceSource[],
  targets: readonly TargetView[] = [],
): readonly Finding[] {
  const identities = sources.map((source) => identityOf(facet, source));
  return [
    ...checkAddressesDiffer(facet, sources),
    ...checkNames(facet, sources, targets),
    ...checkIdsDiffer(identities),
  ];
}
