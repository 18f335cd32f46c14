import { type AnyFiles, isOneFile } from '../../kinds/files/files-facet.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { nameIn } from '../../model/resources/address.ts';
import { type SourceRef, topOf } from '../../model/source-ref.ts';

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

/** Without a pinned id, a resource is found on the service by its name. Two pinned resources can share a name. */
const checkNamesDiffer = (resources: readonly Identity[]): readonly Finding[] => {
  const byName = grouped(resources, ({ name }) => name);
  const ambiguous = [...byName.values()].filter((same) => same.some(({ pinnedId }) => pinnedId === undefined)).flat();
  return repeated(
    'name-repeated',
    ambiguous.map(({ name, nameAt: at }) => ({ text: name, at, details: { name } })),
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

function identityOf(facet: AnyFiles, source: ResourceSource): Identity {
  const { contentOf, name } = kindNamed(facet.kind);
  const { pinnedId, pinnedIdAt } = source;
  return {
    ...omitUndefined({ pinnedId, pinnedIdAt }),
    name: name(contentOf(source)) ?? '',
    nameAt: source.nameAt ?? source.origin,
  };
}

/**
 * Checks that need more than one file: no two resources of a kind can be confused. `sources`: in the order of the
 * files. If two are alike, the finding is at the later one.
 */
export function checkIdentities(facet: AnyFiles, sources: readonly ResourceSource[]): readonly Finding[] {
  const identities = sources.map((source) => identityOf(facet, source));
  return [
    ...checkAddressesDiffer(facet, sources),
    // A kind whose resources share a file checks their names when it reads the file.
    ...(isOneFile(facet) ? [] : checkNamesDiffer(identities)),
    ...checkIdsDiffer(identities),
  ];
}
